/** The tile game's kit: board, bag, winnings and words. */
import type { Kit } from "../game/kit";
import { t } from "../shared/texts";
import Bag from "./Bag.svelte";
import Board from "./Board.svelte";
import Emblem from "./Emblem.svelte";
import { pointsOf, readPosition, turnsLeft } from "./position";
import { sideName, useKinds, type Kind } from "./tiles";
import Winnings from "./Winnings.svelte";
import { note, soundOf, tell } from "./words";

export function huntKit(kinds: readonly Kind[]): Kit {
  useKinds(kinds);
  return {
    Board,
    sided: true,
    Aside: Bag,
    asideName: () => t("Bag"),
    Emblem,
    Winnings,
    points: (position, side) => pointsOf(readPosition(position), side),
    pointsName: () => t("Points"),
    sideName,
    task: (side) =>
      side
        ? t("You lead the hunters and lumberjacks: brown.")
        : t("You lead the bears and foxes: blue."),
    hint: () => t("Turn any tile over, or move one of yours that lies face up."),
    dealing: () =>
      t("Both players and the site mix the tiles together, so that nobody can choose them."),
    phase,
    turnsLeft: (position, side) => turnsLeft(readPosition(position), side),
    tell,
    note,
    idle: () => false,
    sound: soundOf,
    claimable,
  };
}

function phase(position: string): string | null {
  const { left } = readPosition(position);
  if (left === null) return null;
  return t("Final phase: the exits are open. Bring tiles of your own out along file e or rank 5.");
}

function claimLength(rules: string): number | null {
  if (rules === "online") return 50;
  const found = /\bclaim=(\d+)/.exec(rules);
  return found ? Number(found[1]) : null;
}

/** H18: so many numbered moves without a turn-over. */
function claimable(position: string, rules: string): boolean {
  const { quiet } = readPosition(position);
  const length = claimLength(rules);
  return quiet !== null && length !== null && quiet >= 2 * length;
}
