/** The peg game's kit: board, thrown-out pegs and words. */
import type { Kit } from "../game/kit";
import { t } from "../shared/texts";
import Board from "./Board.svelte";
import Emblem from "./Emblem.svelte";
import { isIdle, soundOf } from "./plays";
import { pegsOf, readPosition, SIDES } from "./position";
import Winnings from "./Winnings.svelte";
import { eventWords, note, sideName } from "./words";

export function pegsKit(): Kit {
  return {
    Board,
    sided: false,
    Aside: null,
    asideName: () => "",
    Emblem,
    Winnings,
    points: (position, side) => pegsOf(readPosition(position), SIDES[side]),
    pointsName: () => t("Pegs left"),
    sideName: (side) => sideName(SIDES[side]),
    task: (side) =>
      side
        ? t("You play the black pegs, in the inner circle.")
        : t("You play the white pegs, in the outer circle."),
    hint: () => t("Choose a peg with a ring, then the hole it goes to."),
    dealing: () =>
      t("Both players and the site settle the dice together, so that nobody can choose a throw."),
    phase: () => null,
    turnsLeft: () => null,
    tell: (event, before, after) =>
      eventWords(event, readPosition(before).side, after !== undefined && idle(event, after)),
    note,
    idle,
    sound: soundOf,
    claimable: () => false,
  };
}

function idle(event: string, after: string): boolean {
  return isIdle(event, readPosition(after));
}
