/** How a match ended, in one sentence. */
import { t } from "../shared/texts";
import type { Match } from "../shared/types";

export function resultWords({ players, state }: Match): string {
  const { ended } = state;
  if (!ended) return "";
  if (ended.winner !== null) return wonWords(players[ended.winner].name, ended.termination);
  switch (ended.termination) {
    case "agreed":
      return t("A draw: both agreed.");
    case "claimed":
      return t("A draw: it was claimed, because no tile had been turned for long.");
    case "finished":
      return t("A draw.");
    default:
      return t("The match was broken off and counts for nobody.");
  }
}

function wonWords(name: string, termination: string): string {
  switch (termination) {
    case "resigned":
      return t("{name} won: the other side resigned.", { name });
    case "timeout":
      return t("{name} won: the other side ran out of time.", { name });
    case "abandoned":
      return t("{name} won: the other side left.", { name });
    default:
      return t("{name} won.", { name });
  }
}
