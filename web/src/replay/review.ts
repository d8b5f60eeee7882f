/** A finished match as a row of positions to walk along, and as a list of turns to read. */
import { sideIn } from "../shared/fair";
import type { Moment, Seat } from "../shared/types";

/** One position of the row; `text` is the event that led to it, null at a round's start. */
export interface Stop {
  round: number;
  position: string;
  /** The position before the event. */
  before: string;
  text: string | null;
}

/** Every round from its start, one round after the other. */
export function stopsOf(moments: readonly Moment[], start: string): Stop[] {
  const stops: Stop[] = [];
  let before = start;
  for (const { round, text, position } of moments) {
    if (stops.at(-1)?.round !== round) {
      stops.push({ round, position: start, before: start, text: null });
      before = start;
    }
    stops.push({ round, position, before, text });
    before = position;
  }
  return stops.length ? stops : [{ round: 1, position: start, before: start, text: null }];
}

/** A turn in the list: in the peg game a throw and what was played with it. */
export interface Line {
  round: number;
  number: number;
  stops: { at: number; text: string }[];
}

const THROW = /^\d-\d$/;

/** The turns of one round, numbered; a throw begins a turn, and so does each event without dice. */
export function linesOf(stops: readonly Stop[], round: number): Line[] {
  const lines: Line[] = [];
  const dice = stops.some(({ text }) => text !== null && THROW.test(text));
  stops.forEach((stop, at) => {
    if (stop.round !== round || stop.text === null) return;
    const begins = !dice || THROW.test(stop.text) || !lines.length;
    if (begins) lines.push({ round, number: lines.length + 1, stops: [] });
    lines.at(-1)!.stops.push({ at, text: stop.text });
  });
  return lines;
}

export function roundsOf(stops: readonly Stop[]): number[] {
  return [...new Set(stops.map(({ round }) => round))];
}

/** Where a round begins in the row. */
export function startOf(stops: readonly Stop[], round: number): number {
  return stops.findIndex((stop) => stop.round === round);
}

/** The points of the rounds that were finished, by seat. */
export function pointsBySeat(outcomes: readonly [number, number][]): [number, number][] {
  const seats: Seat[] = [0, 1];
  return outcomes.map((points, index) => {
    const [first, second] = seats.map((seat) => points[sideIn(index + 1, seat)]);
    return [first!, second!];
  });
}
