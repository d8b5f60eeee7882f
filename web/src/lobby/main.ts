import "../style/site.css";
import "../style/pages.css";
import { mount } from "svelte";
import { pageData } from "../shared/page";
import { useTexts, type Texts } from "../shared/texts";
import Lobby from "./Lobby.svelte";
import type { Page } from "./types";

const page = pageData<Page & { texts: Texts }>();
useTexts(page.texts);
mount(Lobby, { target: document.getElementById("lobby")!, props: { page } });
