/** What happened between two positions, as far as the pegs tell. */
import { numberPlayed, readPlay, type Play } from "./plays";
import { allHoles, type Position } from "./position";

/** The one play that leads from `before` to `after`; null if none or more than one does. */
export function playBetween(before: Position, after: Position): Play | null {
  const holes = before.holes;
  const changed = allHoles(before).filter((hole) => before.pegs.get(hole) !== after.pegs.get(hole));
  const [origin] = changed.filter((hole) => !after.pegs.has(hole));
  const [target] = changed.filter((hole) => after.pegs.has(hole));
  if (changed.length !== 2 || !origin || !target) return null;
  if (before.pegs.get(origin) !== after.pegs.get(target)) return null;
  const play = readPlay(`${origin}${before.pegs.has(target) ? "x" : "-"}${target}`)!;
  const number = numberPlayed(play, holes);
  return number >= 1 && number <= 6 ? play : null;
}

export function samePegs(before: Position, after: Position): boolean {
  return allHoles(before).every((hole) => before.pegs.get(hole) === after.pegs.get(hole));
}
