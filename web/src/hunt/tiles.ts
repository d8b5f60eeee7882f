/** The seven kinds as the server's table gives them (games/hunt/tiles.py), and their names. */
import { t } from "../shared/texts";
import type { Seat } from "../shared/types";

export interface Kind {
  name: KindName;
  letter: string;
  faces: string;
  owner: Seat | null;
  count: number;
  points: number;
  reach: number;
  prey: string;
}

export type KindName = "bear" | "fox" | "lumberjack" | "hunter" | "pheasant" | "duck" | "tree";

export const GUNS = "^>v<"; // up, right, down, left
export const FACE_DOWN = "?";
export const EMPTY = ".";

let kinds: readonly Kind[] = [];
let byFace = new Map<string, Kind>();

export function useKinds(table: readonly Kind[]): void {
  kinds = table;
  byFace = new Map(table.flatMap((kind) => [...kind.faces].map((face) => [face, kind])));
}

export function allKinds(): readonly Kind[] {
  return kinds;
}

/** The kind that a face on the board shows. */
export function kindOf(face: string): Kind {
  return byFace.get(face)!;
}

export function sideName(side: Seat): string {
  return side ? t("Brown") : t("Blue");
}

/** The kind's name alone. */
export function kindName(name: KindName): string {
  switch (name) {
    case "bear":
      return t("bear");
    case "fox":
      return t("fox");
    case "lumberjack":
      return t("lumberjack");
    case "hunter":
      return t("hunter");
    case "pheasant":
      return t("pheasant");
    case "duck":
      return t("duck");
    case "tree":
      return t("tree");
  }
}

/** The face in words; a hunter with the gun as it is seen, after the board was turned round. */
export function faceName(face: string, turned = false): string {
  const gun = GUNS.indexOf(face);
  if (gun < 0) return kindName(kindOf(face).name);
  switch ((gun + (turned ? 2 : 0)) % 4) {
    case 0:
      return t("hunter, gun up");
    case 1:
      return t("hunter, gun right");
    case 2:
      return t("hunter, gun down");
    default:
      return t("hunter, gun left");
  }
}
