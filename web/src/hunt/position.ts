/** The tile game's position text (docs/formats.md) as a value; rules are the server's. */
import type { Seat } from "../shared/types";
import { allKinds, EMPTY, FACE_DOWN, kindOf, type Kind } from "./tiles";

export const FILES = "bcdefgh";
export const RANKS = "2345678";
export const EXITS = ["a5", "e1", "e9", "i5"] as const;
export const START = "???????/???????/???????/???1???/???????/???????/??????? blue - - - - - 0 -";

export interface Position {
  /** What lies on each space, `?` for a tile face down; empty spaces are left out. */
  board: ReadonlyMap<string, string>;
  toMove: Seat;
  /** How many tiles of each letter each side has won. */
  winnings: readonly [ReadonlyMap<string, number>, ReadonlyMap<string, number>];
  lock: string | null;
  /** By side: where a tile stands that may not go back, and where to. */
  bans: readonly [Ban | null, Ban | null];
  quiet: number | null;
  left: number | null;
}

export interface Ban {
  from: string;
  to: string;
}

export function readPosition(text: string): Position {
  const fields = text.split(" ");
  if (fields.length !== 9) throw new Error(`not a position: ${text}`);
  const [board, toMove, blue, brown, lock, blueBan, brownBan, quiet, left] = fields as [
    string, string, string, string, string, string, string, string, string,
  ];
  return {
    board: readBoard(board),
    toMove: toMove === "blue" ? 0 : 1,
    winnings: [readWinnings(blue), readWinnings(brown)],
    lock: lock === "-" ? null : lock,
    bans: [readBan(blueBan), readBan(brownBan)],
    quiet: quiet === "-" ? null : Number(quiet),
    left: left === "-" ? null : Number(left),
  };
}

function readBoard(text: string): Map<string, string> {
  const board = new Map<string, string>();
  text.split("/").forEach((row, down) => {
    const spread = row.replace(/\d/g, (run) => EMPTY.repeat(Number(run)));
    [...spread].forEach((face, across) => {
      if (face !== EMPTY) board.set(`${FILES[across]}${RANKS[6 - down]}`, face);
    });
  });
  return board;
}

function readWinnings(text: string): Map<string, number> {
  const found = text.matchAll(/([A-Z])(\d*)/g);
  return new Map([...found].map(([, letter, count]) => [letter!, Number(count || 1)]));
}

function readBan(text: string): Ban | null {
  const [from, to] = text.split(">");
  return from && to ? { from, to } : null;
}

export function pointsOf(position: Position, side: Seat): number {
  const won = position.winnings[side];
  return allKinds().reduce((sum, kind) => sum + kind.points * (won.get(kind.letter) ?? 0), 0);
}

/** What a side has won, one kind after another. */
export function wonKinds(position: Position, side: Seat): { kind: Kind; count: number }[] {
  return allKinds()
    .map((kind) => ({ kind, count: position.winnings[side].get(kind.letter) ?? 0 }))
    .filter(({ count }) => count);
}

export interface InBag {
  kind: Kind;
  count: number;
  chance: number;
}

/** What still lies face down: all tiles minus those seen, and the chance of each to turn up next. */
export function bagOf(position: Position): InBag[] {
  const seen = new Map<string, number>();
  const see = (letter: string, count: number) => seen.set(letter, (seen.get(letter) ?? 0) + count);
  for (const face of position.board.values())
    if (face !== FACE_DOWN) see(kindOf(face).letter, 1);
  for (const won of position.winnings) won.forEach((count, letter) => see(letter, count));
  const counts = allKinds().map((kind) => kind.count - (seen.get(kind.letter) ?? 0));
  const all = counts.reduce((sum, count) => sum + count, 0);
  return allKinds().map((kind, index) => {
    const count = counts[index]!;
    return { kind, count, chance: all ? count / all : 0 };
  });
}

/** The turns of the final phase that a side has left. */
export function turnsLeft(position: Position, side: Seat): number | null {
  if (position.left === null) return null;
  return (position.left + (position.toMove === side ? 1 : 0)) >> 1;
}
