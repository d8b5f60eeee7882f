/** The end of a match in words. */
import { t } from "../shared/texts";
import type { Match, Seat, State } from "../shared/types";
import { playerName } from "./names";

/** Who has won, for the one who reads it. */
export function headline(match: Match, state: State): string {
  const { ended } = state;
  if (!ended) return "";
  if (ended.winner === null)
    return ended.termination === "abandoned" ? t("The match was called off") : t("A draw");
  if (match.seats.length === 1)
    return match.seats[0] === ended.winner ? t("You have won!") : t("You have lost");
  return t("{name} has won", { name: playerName(match, ended.winner) });
}

export function howItEnded(match: Match, state: State): string {
  const { ended } = state;
  if (!ended) return "";
  const loser = ended.winner === null ? "" : playerName(match, (1 - ended.winner) as Seat);
  switch (ended.termination) {
    case "resigned":
      return t("{name} resigned.", { name: loser });
    case "agreed":
      return t("Both agreed on a draw.");
    case "claimed":
      return t("The draw was claimed by the rules.");
    case "timeout":
      return t("The time of {name} was up.", { name: loser });
    case "abandoned":
      return loser ? t("{name} has left.", { name: loser }) : t("It counts for nobody.");
    case "finished":
      if (ended.winner === null) return t("Points and tiles are equal.");
      return match.rounds > 1 ? t("All rounds are played.") : t("The round is played.");
  }
}
