/** Points by seat: of each round that is over, of the round on the board, and in all. */
import type { Moment, Seat, State } from "../shared/types";
import type { Kit } from "./kit";

export type Pair = [number, number];

function bySeat(kit: Pick<Kit, "points">, position: string, round: number): Pair {
  const sides: Pair = [kit.points(position, 0), kit.points(position, 1)];
  return round % 2 ? sides : [sides[1], sides[0]];
}

/** Each played round's points; the last position of a round counts. */
export function roundPoints(kit: Pick<Kit, "points">, moments: readonly Moment[]): Pair[] {
  const points: Pair[] = [];
  for (const { round, position } of moments) points[round - 1] = bySeat(kit, position, round);
  return points;
}

/** The points of rounds before this one. */
export function earlierPoints(rounds: readonly Pair[], round: number): Pair {
  return rounds
    .slice(0, round - 1)
    .reduce<Pair>((sum, pair) => [sum[0] + pair[0], sum[1] + pair[1]], [0, 0]);
}

/** Who has won, if anybody: a seat, or "nobody" for a draw or a match that counts for nobody. */
export function winnerOf(state: State): Seat | "nobody" | null {
  if (!state.ended) return null;
  return state.ended.winner ?? "nobody";
}
