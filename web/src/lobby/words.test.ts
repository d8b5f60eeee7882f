import { expect, test } from "vitest";
import { clockWords, playerWords, rulesWords } from "./words";
import type { Seek } from "./types";

const clock = { minutes: null, increment: 0, days: null };

test.each([
  [{ ...clock }, "No clock"],
  [{ ...clock, minutes: 5 }, "5 min"],
  [{ ...clock, minutes: 5, increment: 3 }, "5 min + 3 s"],
  [{ ...clock, days: 1 }, "1 day for each turn"],
  [{ ...clock, days: 7 }, "7 days for each turn"],
])("a clock %o reads %s", (terms, words) => {
  expect(clockWords(terms)).toBe(words);
});

test("a seek without rules has the usual ones, and unknown ones are shown as written", () => {
  const rules = { hunt: [{ text: "kosmos", name: "Two rounds", sentence: "" }], pegs: [] };
  const seek = (text: string): Seek => ({
    id: "x",
    name: "North",
    created: 0,
    terms: { game: "hunt", rules: text, clock, begins: "chance", rated: false },
  });
  expect(rulesWords(seek(""), rules)).toBe("Two rounds");
  expect(rulesWords(seek("final=7"), rules)).toBe("final=7");
});

test("a guest's name is a name in every language", () => {
  expect(playerWords("Guest ab12")).toBe("Guest ab12");
  expect(playerWords("North")).toBe("North");
});
