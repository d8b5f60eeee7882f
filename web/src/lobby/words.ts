/** A seek in words. */
import { t } from "../shared/texts";
import type { ClockTerms, Page, Seek } from "./types";

export function clockWords(clock: ClockTerms): string {
  if (clock.days === 1) return t("1 day for each turn");
  if (clock.days) return t("{days} days for each turn", { days: clock.days });
  if (!clock.minutes) return t("No clock");
  if (!clock.increment) return t("{minutes} min", { minutes: clock.minutes });
  return t("{minutes} min + {seconds} s", { minutes: clock.minutes, seconds: clock.increment });
}

export function gameWords(game: string): string {
  return game === "hunt" ? t("Tile game") : t("Peg game");
}

/** A rule set by its name; one that the page does not offer as it is written. */
export function rulesWords(seek: Seek, rules: Page["rules"]): string {
  const sets = rules[seek.terms.game];
  const text = seek.terms.rules || sets[0]?.text;
  return sets.find((set) => set.text === text)?.name ?? seek.terms.rules;
}

export function playerWords(name: string): string {
  const guest = /^Guest (\w{4})$/.exec(name);
  return guest ? t("Guest {code}", { code: guest[1]! }) : name;
}
