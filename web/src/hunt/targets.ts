/** Turns as the board sees them: legal texts sorted by the space that they begin at. */
export interface Turn {
  text: string;
  from: string;
  /** Where a move ends; null for a turn-over. */
  to: string | null;
  captures: boolean;
}

export const PASS = "pass";

/** A turn or an event in its parts: `d4`, `d4=F`, `c5-f5`, `c5xf5`; null for a pass. */
export function readTurn(text: string): Turn | null {
  if (text === PASS) return null;
  const sign = text[2];
  const moves = sign === "-" || sign === "x";
  return {
    text,
    from: text.slice(0, 2),
    to: moves ? text.slice(3) : null,
    captures: sign === "x",
  };
}

/** The face that an event turned up, else null. */
export function turnedUp(event: string): string | null {
  return event[2] === "=" ? event.slice(3) : null;
}

/** For each space what can be done with its tile. */
export function targets(legal: readonly string[]): Map<string, Turn[]> {
  const found = new Map<string, Turn[]>();
  for (const text of legal) {
    const turn = readTurn(text);
    if (turn) found.set(turn.from, [...(found.get(turn.from) ?? []), turn]);
  }
  return found;
}

/** The turn that leads from one space to another. */
export function turnBetween(found: Map<string, Turn[]>, from: string, to: string): Turn | null {
  return found.get(from)?.find((turn) => turn.to === to) ?? null;
}

/** The spaces that an event touched. */
export function touched(event: string | null): string[] {
  const turn = event === null ? null : readTurn(event);
  if (!turn) return [];
  return turn.to ? [turn.from, turn.to] : [turn.from];
}
