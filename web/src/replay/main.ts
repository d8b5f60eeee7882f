import "../style/site.css";
import { mount } from "svelte";
import { kitOf } from "../game/kit";
import { pageData } from "../shared/page";
import { useTexts, type Texts } from "../shared/texts";
import type { Match, Moment } from "../shared/types";
import Replay from "./Replay.svelte";

interface Data {
  texts: Texts;
  match: Match;
  moments: Moment[];
  start: string;
  kinds: unknown;
}

const { texts, match, moments, start, kinds } = pageData<Data>();
useTexts(texts);
const kit = await kitOf(match.game, kinds);
mount(Replay, {
  target: document.getElementById("replay")!,
  props: { match, moments, start, kit },
});
