import "../style/site.css";
import "./learn.css";
import { mount } from "svelte";
import { kitOf } from "../game/kit";
import { pageData } from "../shared/page";
import { t, useTexts, type Texts } from "../shared/texts";
import Course from "./Course.svelte";
import type { Lesson } from "./course";
import { readProgress } from "./progress";

interface Data {
  texts: Texts;
  game: "hunt" | "pegs";
  lessons: Lesson[];
  kinds: unknown;
}

const { texts, game, lessons, kinds } = pageData<Data>();
useTexts(texts);

const target = document.getElementById("course");
if (target) mount(Course, { target, props: { game, lessons, kit: await kitOf(game, kinds) } });
else tellProgress();

/** On the list of courses: how far this device's pupil has come. */
function tellProgress(): void {
  const progress = readProgress();
  for (const place of document.querySelectorAll<HTMLElement>("[data-progress]")) {
    const count = progress[place.dataset.progress!] ?? 0;
    const length = Number(place.dataset.length);
    if (count >= length) place.textContent = t("You have done all lessons.");
    else if (count) place.textContent = t("You have done {count} of {length} lessons.", { count, length });
  }
}
