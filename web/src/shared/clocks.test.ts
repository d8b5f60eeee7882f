import { expect, it } from "vitest";
import { clockText, isLow, timeLeft } from "./clocks";
import type { State } from "./types";

const LIVE = { base: 300_000, increment: 0, per_turn: null };
const SLOW = { base: null, increment: 0, per_turn: 3 * 86_400_000 };

function playing(changes: Partial<State>): State {
  return { status: "playing", seat_to_act: 0, deadline: 1_000_000, left: [290_000, 280_000], ...changes } as State;
}

it("runs down for the seat to act", () => {
  expect(timeLeft(LIVE, playing({}), 0, 990_000)).toBe(10_000);
});

it("stands still for the other seat", () => {
  expect(timeLeft(LIVE, playing({}), 1, 990_000)).toBe(280_000);
});

it("never falls below zero", () => {
  expect(timeLeft(LIVE, playing({}), 0, 2_000_000)).toBe(0);
});

it("shows nothing for who waits in a game of days", () => {
  expect(timeLeft(SLOW, playing({ left: null }), 1, 0)).toBeNull();
});

it("shows the full time before the first turn", () => {
  const state = playing({ status: "dealing", left: null, seat_to_act: null });
  expect(timeLeft(LIVE, state, 0, 0)).toBe(300_000);
});

it.each([
  [0, "0:00"],
  [1, "0:01"],
  [59_000, "0:59"],
  [61_000, "1:01"],
  [600_000, "10:00"],
  [3_600_000, "1:00:00"],
  [86_400_000, "one day"],
  [3 * 86_400_000, "3 days"],
])("writes %d ms as %s", (left, text) => {
  expect(clockText(left)).toBe(text);
});

it("warns when little is left", () => {
  expect(isLow(LIVE, 29_000)).toBe(true);
  expect(isLow(LIVE, 31_000)).toBe(false);
  expect(isLow(SLOW, 3_600_000)).toBe(true);
});
