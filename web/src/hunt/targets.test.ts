import { expect, it } from "vitest";
import { readTurn, targets, touched, turnBetween, turnedUp } from "./targets";

it("sorts legal turns by where they begin", () => {
  const found = targets(["d4", "c5-f5", "c5xc7", "e5-e9"]);
  expect([...found.keys()]).toEqual(["d4", "c5", "e5"]);
  expect(found.get("c5")!.map(({ to, captures }) => [to, captures])).toEqual([["f5", false], ["c7", true]]);
});

it("finds the turn between two spaces", () => {
  const found = targets(["d4", "c5xc7"]);
  expect(turnBetween(found, "c5", "c7")?.text).toBe("c5xc7");
  expect(turnBetween(found, "c5", "c6")).toBeNull();
  expect(turnBetween(found, "d4", "d4")).toBeNull();
});

it("has nothing to choose where only a pass is left", () => {
  expect(targets(["pass"]).size).toBe(0);
  expect(readTurn("pass")).toBeNull();
});

it("reads what was turned up", () => {
  expect(turnedUp("d4=F")).toBe("F");
  expect(turnedUp("d4-d5")).toBeNull();
});

it("knows the spaces that an event touched", () => {
  expect(touched("d4=^")).toEqual(["d4"]);
  expect(touched("e5-e9")).toEqual(["e5", "e9"]);
  expect(touched("pass")).toEqual([]);
  expect(touched(null)).toEqual([]);
});
