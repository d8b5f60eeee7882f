/** The peg game in words: holes, events and what is to be done, for eyes and for ears. */
import { t } from "../shared/texts";
import { readPlay, readThrow } from "./plays";
import { circleOf, numberOf, winner, type Colour, type Hole, type Position } from "./position";

export function sideName(side: Colour): string {
  return side === "white" ? t("White") : t("Black");
}

export function holeName(hole: Hole): string {
  const number = numberOf(hole);
  switch (circleOf(hole)) {
    case "o":
      return t("outer circle {number}", { number });
    case "c":
      return t("centre {number}", { number });
    case "i":
      return t("inner circle {number}", { number });
  }
}

/** One event as a sentence; an idle throw is one with which nothing could be done. */
export function eventWords(text: string, colour: Colour, idle = false): string {
  const side = sideName(colour);
  const dice = readThrow(text);
  if (dice) {
    const values = { side, first: dice[0], second: dice[1] };
    return idle
      ? t("{side} throws {first} and {second} and can play neither.", values)
      : t("{side} throws {first} and {second}.", values);
  }
  const play = readPlay(text);
  if (!play) return t("{side} ends the turn.", { side });
  const values = { side, from: holeName(play.origin), to: holeName(play.target) };
  return play.captures
    ? t("{side} goes from {from} to {to} and throws a peg out.", values)
    : t("{side} goes from {from} to {to}.", values);
}

/** One event in the list of turns. */
export function note(event: string): string {
  const play = readPlay(event);
  if (play) return `${play.origin}${play.captures ? " × " : " – "}${play.target}`;
  return event === "end" ? t("end") : event;
}

/** What the position asks for, in one line. */
export function taskWords(position: Position): string {
  const won = winner(position);
  if (won) return t("{side} has won.", { side: sideName(won) });
  const side = sideName(position.side);
  const { compulsory, optional } = position;
  if (compulsory.length) return t("{side} has to play {numbers}.", { side, numbers: listed(compulsory) });
  return optional.length
    ? t("{side} may play extra numbers.", { side })
    : t("{side} is about to throw.", { side });
}

/** The extra numbers of a doublet; nothing where there are none. */
export function extraWords(position: Position): string {
  const numbers = listed(position.optional);
  return numbers ? t("Extra, if you like: {numbers}.", { numbers }) : "";
}

/** Numbers that stay on one line. */
function listed(numbers: number[]): string {
  return numbers.join(",\u00a0");
}

export interface Seen {
  peg: Colour | undefined;
  movable: boolean;
  chosen: boolean;
  /** The number that would bring the chosen peg here. */
  number: number | null;
}

/** A hole as a screen reader speaks it. */
export function holeWords(hole: Hole, seen: Seen): string {
  const parts = [holeName(hole), pegWords(seen.peg)];
  if (seen.chosen) parts.push(t("chosen"));
  else if (seen.movable) parts.push(t("can move"));
  if (seen.number !== null) parts.push(targetWords(seen.peg, seen.number));
  return parts.join(", ");
}

function pegWords(peg: Colour | undefined): string {
  if (!peg) return t("empty");
  return peg === "white" ? t("white peg") : t("black peg");
}

function targetWords(peg: Colour | undefined, number: number): string {
  return peg
    ? t("throw it out with {number}", { number })
    : t("go here with {number}", { number });
}

/** Why nothing happens when somebody points at this hole. */
export function whyNot(peg: Colour | undefined, mine: Colour, choosing: boolean): string {
  if (choosing && peg !== mine) return t("No number left takes that peg there.");
  if (!peg) return t("That hole is empty. Choose one of the pegs with a ring.");
  if (peg !== mine) return t("That is not your peg.");
  return t("None of your numbers can move that peg now.");
}
