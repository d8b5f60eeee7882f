/** How an event is shown: tiles slide, turn over, are taken and leave. */
import { placeOf, SPACE } from "./geometry";
import { readTurn, turnedUp } from "./targets";

const MOVE = 260;
const TURN = 340;
const FADE = 240;

/** What the animation needs of the board: tiles by space, and a layer for what has gone. */
export interface Stage {
  tile(space: string): HTMLElement | null;
  /** A picture of a face that stands on a space until it is removed. */
  ghost(face: string, space: string): HTMLElement;
  turned: boolean;
}

export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Show the event that has just led to what is drawn; `before` is the board that it was played on. */
export function show(event: string, before: ReadonlyMap<string, string>, stage: Stage): void {
  const turn = readTurn(event);
  if (!turn || calm()) return;
  if (turnedUp(event)) turnOver(turn.from, stage);
  else if (turn.to) {
    if (turn.captures) vanish(stage.ghost(before.get(turn.to)!, turn.to));
    const arrived = stage.tile(turn.to);
    if (arrived) slide(arrived, turn.from, turn.to, stage.turned);
    else leave(stage.ghost(before.get(turn.from)!, turn.from), turn.from, turn.to, stage.turned);
  }
}

function turnOver(space: string, stage: Stage): void {
  const half = { duration: TURN / 2, easing: "ease-in", fill: "forwards" } as const;
  const back = stage.ghost("?", space);
  back.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0.02)" }], half).onfinish = () =>
    back.remove();
  stage.tile(space)?.animate(
    [{ transform: "scaleX(0.02)", opacity: 0 }, { transform: "scaleX(0.02)", opacity: 0, offset: 0.499 }, { transform: "scaleX(0.02)", opacity: 1, offset: 0.5 }, { transform: "scaleX(1.06)", offset: 0.9 }, { transform: "scaleX(1)" }],
    { duration: TURN, easing: "ease-out" },
  );
}

function slide(tile: HTMLElement, from: string, to: string, turned: boolean): void {
  const way = offset(to, from, turned);
  tile.animate(
    [{ transform: way, zIndex: 3 }, { transform: "none", zIndex: 3 }],
    { duration: MOVE, easing: "cubic-bezier(0.3, 0.1, 0.2, 1)" },
  );
}

function leave(ghost: HTMLElement, from: string, to: string, turned: boolean): void {
  const way = offset(from, to, turned);
  const going = ghost.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: way, opacity: 1, offset: 0.75 },
      { transform: `${way} scale(0.6)`, opacity: 0 },
    ],
    { duration: MOVE * 2, easing: "ease-in" },
  );
  going.onfinish = () => ghost.remove();
}

function vanish(ghost: HTMLElement): void {
  const going = ghost.animate(
    [{ transform: "none", opacity: 1 }, { transform: "none", opacity: 1, offset: 0.4 }, { transform: "scale(0.3)", opacity: 0 }],
    { duration: MOVE + FADE, easing: "ease-out" },
  );
  going.onfinish = () => ghost.remove();
}

/** The way from the middle of one space to that of another, in sizes of a tile on its space. */
function offset(from: string, to: string, turned: boolean): string {
  const [a, b] = [placeOf(from, turned), placeOf(to, turned)];
  const x = b.x + b.width / 2 - a.x - a.width / 2;
  const y = b.y + b.height / 2 - a.y - a.height / 2;
  return `translate(${(x / SPACE) * 100}%, ${(y / SPACE) * 100}%)`;
}

