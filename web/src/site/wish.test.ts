import { expect, test } from "vitest";
import { request } from "./wish";

const chosen = {
  game: "pegs",
  level: "4",
  "rules-hunt": "online",
  "rules-pegs": "default",
  begins: "me",
  clock: '{"days":3}',
  first: " North ",
  second: "",
};
const terms = { game: "pegs", rules: "default", begins: "me" };

test("a game against the computer has the chosen level and the chosen game's rules", () => {
  expect(request("computer", chosen)).toEqual({
    path: "/api/games/computer",
    body: { level: 4, terms },
  });
});

test("only a game with a friend has a clock", () => {
  expect(request("friend", chosen).body).toEqual({ terms: { ...terms, clock: { days: 3 } } });
});

test("nobody at one device is without a name", () => {
  expect(request("local", chosen).body).toEqual({ names: ["North", "2"], terms });
});
