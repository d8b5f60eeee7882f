/** The fair deal of a finished match, checked on this device. */
import { checkRound, type Verdict } from "../shared/fair";
import { asSeen, keptAt } from "../shared/handshake";
import { storage } from "../shared/storage";
import type { Match, Moment, State } from "../shared/types";

/** Whether every round that was played fits its seals, and the seals those that were seen here. */
export async function checkMatch(
  match: Match,
  state: State,
  moments: readonly Moment[],
): Promise<Verdict> {
  for (const seat of match.seats)
    if (!asSeen(keptAt(match.id, seat, storage()), state.seals, seat)) return "broken";
  const played = state.seals.filter(({ round }) => moments.some((moment) => moment.round === round));
  const verdicts = await Promise.all(
    played.map((seal) => {
      const events = moments.filter(({ round }) => round === seal.round).map(({ text }) => text);
      return checkRound(match, seal, events);
    }),
  );
  if (!verdicts.length) return "sealed";
  return verdicts.find((verdict) => verdict !== "fair") ?? "fair";
}
