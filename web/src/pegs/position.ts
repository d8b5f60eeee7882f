/** The peg game's position text, read to be drawn: who stands where, and what is to be played. */
export type Colour = "white" | "black";
export const SIDES: readonly [Colour, Colour] = ["white", "black"];

export type Circle = "o" | "c" | "i";

export const CIRCLES: readonly Circle[] = ["o", "c", "i"];

/** A hole by its name, such as `o12`. */
export type Hole = string;

export interface Position {
  holes: number;
  pegs: ReadonlyMap<Hole, Colour>;
  side: Colour;
  compulsory: number[];
  optional: number[];
}

export function readPosition(text: string): Position {
  const [board = "", side = "", numbers = ""] = text.split(" ");
  const circles = board.split("/");
  const pegs = new Map<Hole, Colour>();
  CIRCLES.forEach((circle, index) => {
    [...(circles[index] ?? "")].forEach((letter, at) => {
      if (letter !== ".") pegs.set(`${circle}${at + 1}`, letter === "w" ? "white" : "black");
    });
  });
  const [compulsory = "", optional = ""] = numbers.replace("-", "").split("+");
  return {
    holes: circles[0]?.length ?? 0,
    pegs,
    side: side === "black" ? "black" : "white",
    compulsory: [...compulsory].map(Number),
    optional: [...optional].map(Number),
  };
}

export function other(side: Colour): Colour {
  return side === "white" ? "black" : "white";
}

/** How many pegs the side still has. */
export function pegsOf(position: Position, side: Colour): number {
  return [...position.pegs.values()].filter((peg) => peg === side).length;
}

/** The side that has won, once the other has no peg left. */
export function winner(position: Position): Colour | null {
  return pegsOf(position, position.side) === 0 ? other(position.side) : null;
}

/** All holes, circle by circle from the rim, each from the mark onwards. */
export function allHoles(position: Position): Hole[] {
  const numbers = Array.from({ length: position.holes }, (_, index) => index + 1);
  return CIRCLES.flatMap((circle) => numbers.map((number) => `${circle}${number}`));
}

export function circleOf(hole: Hole): Circle {
  return hole[0] as Circle;
}

export function numberOf(hole: Hole): number {
  return Number(hole.slice(1));
}
