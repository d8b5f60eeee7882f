import { expect, it } from "vitest";
import type { Moment } from "../shared/types";
import { earlierPoints, roundPoints } from "./standing";

// A position of this toy game is the points of its two sides.
const kit = { points: (position: string, side: 0 | 1) => Number(position.split(":")[side]) };
const moment = (round: number, position: string): Moment => ({ round, seat: 0, text: "", position });

it("takes the last position of each round, by seat", () => {
  const moments = [moment(1, "0:0"), moment(1, "30:20"), moment(2, "5:9")];
  expect(roundPoints(kit, moments)).toEqual([[30, 20], [9, 5]]);
});

it("adds up the rounds before", () => {
  expect(earlierPoints([[30, 20], [9, 5]], 2)).toEqual([30, 20]);
  expect(earlierPoints([[30, 20]], 1)).toEqual([0, 0]);
});
