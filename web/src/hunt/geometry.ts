/** Where things lie on the drawing `art/board.svg`: spaces of 100 units, and a rim of 60 around. */
export const SPACE = 100;
export const RIM = 60;
export const SIZE = 7 * SPACE + 2 * RIM;

export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The upper left corner and size of a space or an exit, for whoever looks from this side. */
export function placeOf(space: string, turned: boolean): Place {
  const column = line(space.charCodeAt(0) - "a".charCodeAt(0), turned);
  const row = line(9 - Number(space[1]), turned);
  return { x: column.at, y: row.at, width: column.size, height: row.size };
}

/** A file or a rank counted from 0, the rim, to 8, the other rim. */
function line(index: number, turned: boolean): { at: number; size: number } {
  const seen = turned ? 8 - index : index;
  if (seen === 0) return { at: 0, size: RIM };
  if (seen === 8) return { at: SIZE - RIM, size: RIM };
  return { at: RIM + (seen - 1) * SPACE, size: SPACE };
}

export function percent(units: number): string {
  return `${(units / SIZE) * 100}%`;
}

/** The space one step away as it is seen; null beyond the rim. */
export function stepFrom(space: string, across: number, up: number, turned: boolean): string | null {
  const sign = turned ? -1 : 1;
  const file = String.fromCharCode(space.charCodeAt(0) + sign * across);
  const rank = Number(space[1]) + sign * up;
  const name = `${file}${rank}`;
  return /^([b-h][2-8]|[ai]5|e[19])$/.test(name) ? name : null;
}
