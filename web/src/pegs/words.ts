/** The peg game in words: holes, events and what is to be done, for eyes and for ears. */
import { t } from "../shared/texts";
import type { Happened } from "./events";
import { readPlay, readThrow, type Play } from "./plays";
import { circleOf, numberOf, winner, type Colour, type Hole, type Position } from "./position";

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

export function eventWords(event: Happened): string {
  const dice = readThrow(event.text);
  if (dice) return throwWords(event.side, dice, event.idle);
  const play = readPlay(event.text);
  return play ? playWords(event.side, play) : endWords(event.side);
}

function throwWords(side: Colour, [first, second]: [number, number], idle: boolean): string {
  const values = { first, second };
  if (side === "white") {
    return idle
      ? t("White throws {first} and {second} and can play neither.", values)
      : t("White throws {first} and {second}.", values);
  }
  return idle
    ? t("Black throws {first} and {second} and can play neither.", values)
    : t("Black throws {first} and {second}.", values);
}

function playWords(side: Colour, play: Play): string {
  const values = { from: holeName(play.origin), to: holeName(play.target) };
  if (side === "white") {
    return play.captures
      ? t("White goes from {from} to {to} and throws a black peg out.", values)
      : t("White goes from {from} to {to}.", values);
  }
  return play.captures
    ? t("Black goes from {from} to {to} and throws a white peg out.", values)
    : t("Black goes from {from} to {to}.", values);
}

function endWords(side: Colour): string {
  return side === "white" ? t("White ends the turn.") : t("Black ends the turn.");
}

/** What the position asks for, in one line. */
export function taskWords(position: Position): string {
  const won = winner(position);
  if (won) return won === "white" ? t("White has won.") : t("Black has won.");
  const { side, compulsory, optional } = position;
  const numbers = listed(compulsory);
  if (!compulsory.length && !optional.length) {
    return side === "white" ? t("White is about to throw.") : t("Black is about to throw.");
  }
  if (!compulsory.length) {
    return side === "white" ? t("White may play extra numbers.") : t("Black may play extra numbers.");
  }
  return side === "white"
    ? t("White has to play {numbers}.", { numbers })
    : t("Black has to play {numbers}.", { numbers });
}

/** Numbers that stay on one line. */
function listed(numbers: number[]): string {
  return numbers.join(",\u00a0");
}

/** The extra numbers of a doublet; nothing where there are none. */
export function extraWords(position: Position): string {
  const numbers = listed(position.optional);
  return numbers ? t("Extra, if you like: {numbers}.", { numbers }) : "";
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
