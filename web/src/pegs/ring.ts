/** Where things lie on the round board, in the lengths of `art/board.svg`: clockwise from the mark. */
import { circleOf, numberOf, type Circle, type Hole } from "./position";

export interface Point {
  x: number;
  y: number;
}

export const SIDE = 600;
const RADII: Record<Circle, number> = { o: 237, c: 187, i: 137 };
const NUMBER_RADIUS = 279;
const MARK_ANGLE = Math.PI / 30; // what the mark keeps free of holes
const LARGEST_PEG = 46;
const TABLE_ROW = 4;

function at(radius: number, number: number, holes: number): Point {
  const angle = MARK_ANGLE / 2 + ((number - 0.5) * (2 * Math.PI - MARK_ANGLE)) / holes;
  return { x: SIDE / 2 + radius * Math.sin(angle), y: SIDE / 2 - radius * Math.cos(angle) };
}

export function placeOf(hole: Hole, holes: number): Point {
  return at(RADII[circleOf(hole)], numberOf(hole), holes);
}

export function labelPlace(number: number, holes: number): Point {
  return at(NUMBER_RADIUS, number, holes);
}

export function pegSize(holes: number): number {
  return Math.min(LARGEST_PEG, (0.9 * (2 * Math.PI - MARK_ANGLE) * RADII.i) / holes);
}

/** The hole nearest to a point, if one lies within reach. */
export function nearest(
  point: Point,
  among: Iterable<Hole>,
  holes: number,
  reach: number,
): Hole | null {
  let found: Hole | null = null;
  let best = reach;
  for (const hole of among) {
    const { x, y } = placeOf(hole, holes);
    const distance = Math.hypot(x - point.x, y - point.y);
    if (distance <= best) [found, best] = [hole, distance];
  }
  return found;
}

/** Where the dice lie in the middle of the board: one row, or two when a doublet gives many. */
export function onTable(count: number): { size: number; places: Point[] } {
  const size = count <= 2 ? 58 : 38;
  const pitch = size + (count <= 2 ? 14 : 6);
  const places = Array.from({ length: count }, (_, index) => {
    const [row, column] = [Math.floor(index / TABLE_ROW), index % TABLE_ROW];
    const inRow = Math.min(TABLE_ROW, count - row * TABLE_ROW);
    const x = SIDE / 2 + (column - (inRow - 1) / 2) * pitch;
    return { x, y: SIDE / 2 + (count <= 2 ? 22 : 8) + row * pitch };
  });
  return { size, places };
}
