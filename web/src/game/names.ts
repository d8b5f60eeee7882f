/** Players by name; the computer's is said in the page's language. */
import { t } from "../shared/texts";
import type { Match, Seat } from "../shared/types";

export function playerName(match: Match, seat: Seat): string {
  const { name, computer } = match.players[seat];
  if (computer !== null) return t("Computer, level {level}", { level: computer });
  const guest = /^Guest (\w{4})$/.exec(name);
  return guest ? t("Guest {code}", { code: guest[1]! }) : name || t("Nobody yet");
}

export function gameName(game: Match["game"]): string {
  return game === "hunt" ? t("Tile game") : t("Peg game");
}
