/** The list of turns: moments gathered into turns, turns into rounds. */
import type { Moment, Seat } from "../shared/types";

export interface ListedTurn {
  seat: Seat | null;
  /** Indexes of the moments, the throw first where there is one. */
  moments: number[];
}

export interface ListedRound {
  round: number;
  turns: ListedTurn[];
}

export function listTurns(moments: readonly Moment[]): ListedRound[] {
  const rounds: ListedRound[] = [];
  moments.forEach((moment, index) => {
    if (rounds.at(-1)?.round !== moment.round) rounds.push({ round: moment.round, turns: [] });
    const { turns } = rounds.at(-1)!;
    const turn = turns.at(-1);
    // In the tile game a moment is a turn; in the peg game a throw (seat null) begins one.
    if (turn && (turn.seat === null || isThrown(turn, moments)) && moment.seat !== null) {
      turn.seat = moment.seat;
      turn.moments.push(index);
    } else turns.push({ seat: moment.seat, moments: [index] });
  });
  return rounds;
}

function isThrown(turn: ListedTurn, moments: readonly Moment[]): boolean {
  return moments[turn.moments[0]!]!.seat === null;
}

/** Whether a turn of this seat can be taken back: nothing that chance decided came after it. */
export function canTakeBack(moments: readonly Moment[], seat: Seat, round: number): boolean {
  for (const moment of moments.toReversed()) {
    if (moment.round !== round || moment.seat === null || moment.text.includes("=")) return false;
    if (moment.seat === seat) return true;
  }
  return false;
}
