/** The proof of a whole match: every round that was played, checked in this browser. */
import { checkRound, type Verdict } from "../shared/fair";
import { asSeen, keptAt } from "../shared/handshake";
import { storage, type Store } from "../shared/storage";
import type { Match, Moment, RoundSeal } from "../shared/types";

export interface Proof {
  verdict: Verdict;
  rounds: { seal: RoundSeal; verdict: Verdict }[];
  /** This device played, and the seals are those that it saw before it showed its bytes. */
  witnessed: boolean;
}

export async function prove(
  match: Match,
  moments: readonly Moment[],
  store: Store = storage(),
): Promise<Proof> {
  const played = new Set(moments.map(({ round }) => round));
  const rounds: Proof["rounds"] = [];
  for (const seal of match.state.seals.filter(({ round }) => played.has(round))) {
    const events = moments.filter(({ round }) => round === seal.round).map(({ text }) => text);
    rounds.push({ seal, verdict: await checkRound(match, seal, events) });
  }
  const kept = match.seats.map((seat) => ({ seat, kept: keptAt(match.id, seat, store) }));
  const same = kept.every(({ seat, kept: sealed }) => asSeen(sealed, match.state.seals, seat));
  const verdicts = rounds.map(({ verdict }) => verdict);
  const witnessed = same && kept.some(({ kept: sealed }) => sealed?.opponents);
  return { verdict: same ? worst(verdicts) : "broken", rounds, witnessed };
}

function worst(verdicts: Verdict[]): Verdict {
  if (verdicts.includes("broken")) return "broken";
  return verdicts.length && !verdicts.includes("sealed") ? "fair" : "sealed";
}
