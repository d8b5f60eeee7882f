/** The peg game's kit; its board is on its way. */
import type { Kit } from "../game/kit";
import { t } from "../shared/texts";
import Board from "./Board.svelte";
import Emblem from "./Emblem.svelte";
import Winnings from "./Winnings.svelte";

export function pegsKit(): Kit {
  return {
    Board,
    Aside: null,
    asideName: () => "",
    Emblem,
    Winnings,
    points: (position, side) => position.split(" ")[0]!.split("wb"[side]!).length - 1,
    sideName: (side) => (side ? t("Black") : t("White")),
    task: (side) => (side ? t("You play black.") : t("You play white.")),
    phase: () => null,
    turnsLeft: () => null,
    tell: (event) => event,
    note: (event) => event,
    sound: (event) => (/^\d-\d$/.test(event) ? "roll" : event.includes("x") ? "capture" : "move"),
    claimable: () => false,
  };
}
