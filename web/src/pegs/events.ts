/** Whose event was whose: a list of events is read backwards from the position that it led to. */
import { readThrow } from "./plays";
import { other, type Colour, type Position } from "./position";

export interface Happened {
  text: string;
  side: Colour;
  /** A throw with which nothing could be done. */
  idle: boolean;
}

/** The events with their sides: a side goes on until the next throw, and the sides alternate. */
export function happened(texts: readonly string[], after: Position): Happened[] {
  const found: Happened[] = [];
  const goesOn = after.compulsory.length + after.optional.length > 0;
  let side = goesOn ? after.side : other(after.side);
  let ended = !goesOn;
  for (const text of [...texts].reverse()) {
    const thrown = readThrow(text) !== null;
    found.unshift({ text, side, idle: thrown && ended });
    ended = thrown;
    if (thrown) side = other(side);
  }
  return found;
}
