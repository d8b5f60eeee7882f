import { expect, it } from "vitest";
import type { Match, Moment, Seat, State } from "../shared/types";
import { earlierPoints, nextLevel, roundPoints } from "./standing";

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

it("leads up the levels after a win, and down after a loss", () => {
  const against = (computer: number | null): Match["players"] => [
    { name: "North", computer: null },
    { name: "", computer },
  ];
  const after = (computer: number | null, winner: Seat | null, seats: Seat[] = [0]) => {
    const ended = { termination: "finished", winner, at: 0 };
    return nextLevel({ players: against(computer), seats }, { ended } as State);
  };
  expect([after(1, 0), after(5, 1)]).toEqual([2, 4]);
  expect([after(10, 0), after(1, 1), after(3, null), after(null, 0), after(3, 0, [])]).toEqual([null, null, null, null, null]);
});
