/** The legal turns as the server lists them, sorted by what a player points at. */
import { circleOf, numberOf, type Hole, type Position } from "./position";

export interface Play {
  text: string;
  origin: Hole;
  target: Hole;
  captures: boolean;
}

/** A play such as `c1xc7`; null for a throw or an end. */
export function readPlay(text: string): Play | null {
  const parts = /^([oci]\d+)([-x])([oci]\d+)$/.exec(text);
  if (!parts) return null;
  return { text, origin: parts[1]!, target: parts[3]!, captures: parts[2] === "x" };
}

/** A throw such as `6-1`; null for everything else. */
export function readThrow(text: string): [number, number] | null {
  const dice = /^([1-6])-([1-6])$/.exec(text);
  return dice ? [Number(dice[1]), Number(dice[2])] : null;
}

/** Whether nothing could be done with a throw: it leaves no number to play. */
export function isIdle(event: string, after: Position): boolean {
  return readThrow(event) !== null && !after.compulsory.length && !after.optional.length;
}

/** The number that carries the peg: how far, counted on across the mark. */
export function numberPlayed(play: Play, holes: number): number {
  const lap = circleOf(play.origin) === circleOf(play.target) ? 0 : holes;
  return numberOf(play.target) + lap - numberOf(play.origin);
}

/** Every peg that can move, with its plays; the nearest target first. */
export function playsByPeg(legal: readonly string[], holes: number): Map<Hole, Play[]> {
  const found = new Map<Hole, Play[]>();
  for (const text of legal) {
    const play = readPlay(text);
    if (play) found.set(play.origin, [...(found.get(play.origin) ?? []), play]);
  }
  for (const plays of found.values()) {
    plays.sort((one, two) => numberPlayed(one, holes) - numberPlayed(two, holes));
  }
  return found;
}

/** The holes that a peg passes from its origin to its target, both included. */
export function wayOf(play: Play, holes: number): Hole[] {
  const [from, to] = [circleOf(play.origin), circleOf(play.target)];
  const steps = numberPlayed(play, holes);
  return Array.from({ length: steps + 1 }, (_, step) => {
    const at = numberOf(play.origin) + step;
    return at <= holes ? `${from}${at}` : `${to}${at - holes}`;
  });
}

export function soundOf(event: string): "roll" | "capture" | "move" {
  if (readThrow(event)) return "roll";
  return readPlay(event)?.captures ? "capture" : "move";
}
