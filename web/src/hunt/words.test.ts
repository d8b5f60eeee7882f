import { beforeAll, expect, it } from "vitest";
import { KINDS } from "./kinds.fixture";
import { useKinds } from "./tiles";
import { note, soundOf, tell } from "./words";

const FINAL = "P>TFTTP/DL1TPT>/T1<2DF/D1T^T2/vBT1B2/TT2T2/FFv1T1P brown LH2P4D3 F2DT2 - g6>g5 d6>f6 - 7";

beforeAll(() => useKinds(KINDS));

it.each([
  ["e5-e9", "Brown: hunter leaves e5 by the exit e9 for 5 points."],
  ["d6xb6", "Brown: hunter from d6 captures tree on b6 for 2 points."],
  ["g6-g5", "Brown: duck from g6 to g5."],
  ["pass", "Brown has no legal turn and passes."],
])("tells %s", (event, sentence) => {
  expect(tell(event, FINAL)).toBe(sentence);
});

it("tells what was turned over, and the gun", () => {
  const start = "???????/???????/???????/???1???/???????/???????/??????? blue - - - - - 0 -";
  expect(tell("d4=F", start)).toBe("Blue turns over d4: fox.");
  expect(tell("d4=<", start)).toBe("Blue turns over d4: hunter, gun left.");
});

it.each([
  ["d4=^", "d4 hunter", "turn"],
  ["c5-f5", "c5 – f5", "move"],
  ["c5xf5", "c5 × f5", "capture"],
  ["e5-e9", "e5 – e9", "exit"],
  ["pass", "pass", "move"],
])("lists %s", (event, wanted, sound) => {
  expect(note(event)).toBe(wanted);
  expect(soundOf(event)).toBe(sound);
});
