/** What is said about a space: what lies there, and what can or cannot be done with it. */
import { t } from "../shared/texts";
import type { Seat } from "../shared/types";
import type { Position } from "./position";
import type { Turn } from "./targets";
import { faceName, FACE_DOWN, kindName, kindOf, sideName } from "./tiles";

/** What the visitor may do, and how the board is seen. */
export interface View {
  position: Position;
  turns: ReadonlyMap<string, readonly Turn[]>;
  sides: readonly Seat[];
  turned: boolean;
  threats: readonly string[];
}

export interface Reason {
  sentence: string;
  rule?: string;
}

/** The space as a screen reader says it: "e5, fox, yours, can be captured". */
export function spoken(view: View, space: string, selected: string | null): string {
  const parts = [space, whatLies(view, space)];
  const face = view.position.board.get(space);
  if (face && face !== FACE_DOWN) parts.push(...marks(view, space, face));
  if (selected === space) parts.push(t("chosen"));
  const turn = selected === null ? null : view.turns.get(selected)?.find(({ to }) => to === space);
  if (turn) parts.push(turn.captures ? t("can be captured") : t("can be reached"));
  return parts.filter(Boolean).join(", ");
}

function whatLies({ position, turned }: View, space: string): string {
  if (/^([ai]5|e[19])$/.test(space))
    return position.left === null ? t("exit, closed") : t("exit, open");
  const face = position.board.get(space);
  if (!face) return t("empty");
  return face === FACE_DOWN ? t("face down") : faceName(face, turned);
}

function marks(view: View, space: string, face: string): string[] {
  const { position, sides, threats } = view;
  const owner = kindOf(face).owner;
  const said: string[] = [];
  if (owner !== null)
    said.push(sides.length === 1 ? (sides[0] === owner ? t("yours") : t("your opponent's")) : sideName(owner));
  if (position.lock === space) said.push(t("locked for this turn"));
  const ban = position.bans[position.toMove];
  if (ban?.from === space) said.push(t("may not go back to {space}", { space: ban.to }));
  if (threats.includes(space)) said.push(t("threatened"));
  return said;
}

/** Why the tile on this space cannot be used now; null if it can. */
export function whyNot(view: View, space: string): Reason | null {
  const { position, turns, sides } = view;
  if (turns.get(space)?.length) return null;
  const face = position.board.get(space);
  if (!face) return null;
  if (!turns.size) return { sentence: sides.length ? t("It is not your turn.") : t("You are watching.") };
  if (face === FACE_DOWN) return null;
  const kind = kindOf(face);
  const tile = kindName(kind.name);
  if (!kind.reach) return { sentence: t("Trees stay where they are."), rule: "H5" };
  if (kind.owner !== null && kind.owner !== position.toMove)
    return { sentence: t("This tile is {side}: only its own side moves it.", { side: sideName(kind.owner) }), rule: "H5" };
  if (position.lock === space)
    return { sentence: t("Locked: your opponent has just turned or moved this bird. You may capture it, but not move it in this turn."), rule: "H9" };
  if (position.bans[position.toMove]?.from === space)
    return { sentence: t("This tile could only go back to where it came from, and that has to wait a turn."), rule: "H10" };
  return { sentence: t("{tile}: no free space beside it and nothing to capture.", { tile: capital(tile) }), rule: "H6" };
}

/** Why the chosen tile cannot go there. */
export function whyNotThere(view: View, from: string, to: string): Reason {
  const { position, turned } = view;
  const ban = position.bans[position.toMove];
  const kind = kindOf(position.board.get(from)!);
  if (ban?.from === from && ban.to === to)
    return { sentence: t("No return: this tile has just come from {space}. It may go back there later.", { space: to }), rule: "H10" };
  const face = position.board.get(to);
  if (/^([ai]5|e[19])$/.test(to))
    return position.left === null
      ? { sentence: t("The exits open in the final phase, when every tile lies face up."), rule: "H12" }
      : { sentence: t("A tile of your own leaves in a straight line along file e or rank 5."), rule: "H12" };
  if (face === FACE_DOWN) return { sentence: t("A face-down tile cannot be captured."), rule: "H8" };
  if (face && !kind.prey.includes(kindOf(face).letter))
    return { sentence: t("{tile} does not capture {victim}.", { tile: capital(kindName(kind.name)), victim: kindName(kindOf(face).name) }), rule: "H7" };
  if (face && kind.letter === "H" && inLine(from, to))
    return { sentence: t("{tile}: shoots only where the gun points.", { tile: capital(faceName(position.board.get(from)!, turned)) }), rule: "H7" };
  if (kind.reach === 1 && inLine(from, to))
    return { sentence: t("{tile}: one step at a time.", { tile: capital(kindName(kind.name)) }), rule: "H6" };
  return { sentence: t("Tiles move in a straight line over empty spaces."), rule: "H6" };
}

function inLine(from: string, to: string): boolean {
  return from[0] === to[0] || from[1] === to[1];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
