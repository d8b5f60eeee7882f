import { expect, it } from "vitest";
import type { Moment, Seat } from "../shared/types";
import { canTakeBack, listTurns } from "./turns";

const moment = (round: number, seat: Seat | null, text: string): Moment => ({ round, seat, text, position: "" });

it("takes each moment of the tile game as a turn", () => {
  const rounds = listTurns([moment(1, 0, "d4=F"), moment(1, 1, "d5=T"), moment(2, 1, "c3=D")]);
  expect(rounds.map(({ turns }) => turns.map((turn) => turn.moments))).toEqual([[[0], [1]], [[2]]]);
});

it("takes a throw and what was played with it as one turn", () => {
  const moments = [
    moment(1, null, "6-1"),
    moment(1, 0, "o12-c1"),
    moment(1, 0, "c1-c7"),
    moment(1, null, "3-4"),
    moment(1, null, "2-2"),
    moment(1, 0, "end"),
  ];
  expect(listTurns(moments)[0]!.turns).toEqual([
    { seat: 0, moments: [0, 1, 2] },
    { seat: null, moments: [3] },
    { seat: 0, moments: [4, 5] },
  ]);
});

it("lets a move be taken back, with what was moved after it", () => {
  const moments = [moment(1, 0, "d4=F"), moment(1, 1, "c5-c6"), moment(1, 0, "d4-d5")];
  expect(canTakeBack(moments, 0, 1)).toBe(true);
  expect(canTakeBack(moments, 1, 1)).toBe(true);
});

it("never takes chance back, nor a round that is over", () => {
  const moments = [moment(1, 1, "c5-c6"), moment(1, 0, "d4=F")];
  expect(canTakeBack(moments, 0, 1)).toBe(false);
  expect(canTakeBack(moments, 1, 1)).toBe(false);
  expect(canTakeBack([moment(1, 0, "c5-c6")], 0, 2)).toBe(false);
});
