/** Clocks as they are shown: what is left for a seat at a moment of the site's time. */
import { t } from "./texts";
import type { Match, Seat, State } from "./types";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds that the seat has left; null without a clock, or while only the other one's runs. */
export function timeLeft(clock: Match["clock"], state: State, seat: Seat, now: number): number | null {
  const runs = state.status === "playing" && state.seat_to_act === seat;
  if (runs && state.deadline !== null) return Math.max(0, state.deadline - now);
  return clock.base === null ? null : (state.left?.[seat] ?? clock.base);
}

/** Whether so little is left that the player should hurry. */
export function isLow(clock: Match["clock"], left: number): boolean {
  if (clock.base !== null) return left < Math.min(30 * SECOND, clock.base / 5);
  return left < Math.min(6 * HOUR, (clock.per_turn ?? 0) / 4);
}

/** The time left in figures, or in words where it is days. */
export function clockText(left: number): string {
  if (left >= 2 * DAY) return t("{count} days", { count: Math.floor(left / DAY) });
  if (left >= DAY) return t("one day");
  const seconds = Math.ceil(left / SECOND);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  const hours = Math.floor(seconds / 3600);
  return hours ? `${hours}:${parts.join(":")}` : parts.join(":").replace(/^0/, "");
}

/** The clock that was agreed on, in a few words. */
export function clockTerms(clock: Match["clock"]): string {
  if (clock.per_turn !== null) {
    const count = Math.round(clock.per_turn / DAY);
    return count === 1 ? t("one day for each turn") : t("{count} days for each turn", { count });
  }
  if (clock.base === null) return t("no clock");
  const minutes = clock.base / MINUTE;
  const seconds = clock.increment / SECOND;
  return seconds
    ? t("{minutes} minutes and {seconds} seconds a turn", { minutes, seconds })
    : t("{minutes} minutes", { minutes });
}
