import "../style/site.css";
import { mount } from "svelte";
import { MatchStore } from "../shared/match.svelte";
import { pageData } from "../shared/page";
import { useTexts, type Texts } from "../shared/texts";
import type { Match, Moment } from "../shared/types";
import { browser } from "../shared/world";
import Game from "./Game.svelte";
import { kitOf } from "./kit";

interface PageData {
  texts: Texts;
  match: Match;
  moments: Moment[];
  start: string;
  kinds: unknown;
  now: number;
}

const { texts, match, moments, start, kinds, now } = pageData<PageData>();
useTexts(texts);
// The page said what time it is when it was sent, not when its scripts had loaded.
const [sent] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
const late = sent ? performance.now() - sent.responseStart : 0;
const store = new MatchStore(match, moments, now + late, browser);
const kit = await kitOf(match.game, kinds);
mount(Game, { target: document.getElementById("game")!, props: { store, kit, start } });
