/** A finished match as a row of positions to walk along, each round from its start. */
import type { Moment } from "../shared/types";

/** One position of the row; `text` is the event that led to it, null at a round's start. */
export interface Stop {
  round: number;
  position: string;
  /** The position before the event. */
  before: string;
  text: string | null;
  /** The place of the event among the match's moments; null at a round's start. */
  moment: number | null;
}

export function stopsOf(moments: readonly Moment[], start: string): Stop[] {
  const opening = (round: number) => ({ round, position: start, before: start, text: null, moment: null });
  const stops: Stop[] = [];
  moments.forEach(({ round, text, position }, moment) => {
    if (stops.at(-1)?.round !== round) stops.push(opening(round));
    stops.push({ round, position, before: stops.at(-1)!.position, text, moment });
  });
  return stops.length ? stops : [opening(1)];
}

export function roundsOf(stops: readonly Stop[]): number[] {
  return [...new Set(stops.map(({ round }) => round))];
}

/** Where a round begins in the row. */
export function startOf(stops: readonly Stop[], round: number): number {
  return stops.findIndex((stop) => stop.round === round);
}

/** Where a moment is in the row. */
export function stopAt(stops: readonly Stop[], moment: number): number {
  return stops.findIndex((stop) => stop.moment === moment);
}
