import "../style/site.css";
import { mount } from "svelte";
import { pageData } from "../shared/page";
import { useTexts, type Texts } from "../shared/texts";
import type { Match } from "../shared/types";
import Game from "./Game.svelte";

const { texts, match } = pageData<{ texts: Texts; match: Match }>();
useTexts(texts);
mount(Game, { target: document.getElementById("game")!, props: { match } });
