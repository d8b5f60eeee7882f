/** What a tap or a key does on the board: choose a peg, play it, or learn why not. */
import type { Play } from "./plays";
import { CIRCLES, circleOf, numberOf, type Hole } from "./position";

export type Answer =
  | { does: "choose"; peg: Hole }
  | { does: "play"; play: Play }
  | { does: "drop" }
  | { does: "explain" };

/** Somebody points at a hole while `chosen` is in hand. */
export function pointAt(hole: Hole, chosen: Hole | null, plays: Map<Hole, Play[]>): Answer {
  const play = chosen === null ? undefined : plays.get(chosen)?.find((one) => one.target === hole);
  if (play) return { does: "play", play };
  if (hole === chosen) return { does: "drop" };
  return plays.has(hole) ? { does: "choose", peg: hole } : { does: "explain" };
}

/** Where an arrow key leads: along the circle, or to the next circle. */
export function neighbour(hole: Hole, key: string, holes: number): Hole | null {
  const [circle, number] = [CIRCLES.indexOf(circleOf(hole)), numberOf(hole)];
  const along = (by: number) => `${circleOf(hole)}${((number - 1 + by + holes) % holes) + 1}`;
  const across = (by: number) => `${CIRCLES[Math.min(2, Math.max(0, circle + by))]}${number}`;
  switch (key) {
    case "ArrowRight":
      return along(1);
    case "ArrowLeft":
      return along(-1);
    case "ArrowUp":
      return across(-1);
    case "ArrowDown":
      return across(1);
    case "Home":
      return `${circleOf(hole)}1`;
    case "End":
      return `${circleOf(hole)}${holes}`;
    default:
      return null;
  }
}

/** The next hole of interest after this one: a peg that can move, or a target of the chosen peg. */
export function nextOf(hole: Hole, stops: readonly Hole[], backwards: boolean): Hole | null {
  if (!stops.length) return null;
  const at = stops.indexOf(hole);
  const from = at < 0 && backwards ? 0 : at;
  return stops[(from + (backwards ? -1 : 1) + stops.length) % stops.length]!;
}
