/** Points by seat: of each round that is over, of the round on the board, and in all. */
import type { Match, Moment, Seat, State } from "../shared/types";
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

const HIGHEST = 10;

/** The level of the computer to try next: one up after a win, one down after a loss. */
export function nextLevel(match: Pick<Match, "players" | "seats">, state: State): number | null {
  const level = match.players.find(({ computer }) => computer !== null)?.computer;
  const winner = state.ended?.winner;
  if (!level || winner === null || winner === undefined || match.seats.length !== 1) return null;
  const next = level + (match.seats[0] === winner ? 1 : -1);
  return next >= 1 && next <= HIGHEST ? next : null;
}

/** Who has won, if anybody: a seat, or "nobody" for a draw or a match that counts for nobody. */
export function winnerOf(state: State): Seat | "nobody" | null {
  if (!state.ended) return null;
  return state.ended.winner ?? "nobody";
}
