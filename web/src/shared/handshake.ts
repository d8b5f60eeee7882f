/** The player's part in the fair deal, done by itself: seal bytes, see both seals, show the bytes.

What was sealed is kept on this device until the match is over, so that a reload can go on, and so
that the end can be compared with what was seen at the beginning. */
import { call } from "./api";
import { drawBytes, fromHex, sealBytes, sideIn, toHex } from "./fair";
import type { Match, RoundSeal, Seat, State, Update } from "./types";

export interface Kept {
  commitments: string[]; // the site's, by round
  bytes: string[];
  opponents?: string[]; // the opponent's commitments, once seen
}

/** The bytes are on another device, or the site shows another commitment than before. */
export class CannotShow extends Error {
  constructor(readonly reason: "elsewhere" | "changed") {
    super(reason);
  }
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export function keptAt(game: string, seat: Seat, store: Store): Kept | null {
  const text = store.getItem(`tallyho.deal.${game}.${seat}`);
  return text ? (JSON.parse(text) as Kept) : null;
}

/** The newest deals are kept, so that a finished match can be compared with what was seen here. */
const MOST_KEPT = 100;
const LIST = "tallyho.deals";

function keep(game: string, seat: Seat, kept: Kept, store: Store): void {
  const name = `tallyho.deal.${game}.${seat}`;
  const known = JSON.parse(store.getItem(LIST) ?? "[]") as string[];
  const names = [name, ...known.filter((one) => one !== name)];
  for (const old of names.splice(MOST_KEPT)) store.removeItem(old);
  store.setItem(name, JSON.stringify(kept));
  store.setItem(LIST, JSON.stringify(names));
}

type Post = (path: string, body: unknown) => Promise<Update>;

const post: Post = (path, body) => call<Update>("POST", path, body);

/** The next step of a seat that the deal waits for; null when there is nothing to do. */
export async function step(
  match: Pick<Match, "id">,
  state: State,
  seat: Seat,
  store: Store = localStorage,
  send: Post = post,
): Promise<Update | null> {
  if (state.status !== "dealing" || !state.waiting_for.includes(seat)) return null;
  const both = state.seals.every((seal) => !seal.commitments.includes(null));
  return both
    ? show(match.id, state.seals, seat, store, send)
    : commit(match.id, state.seals, seat, store, send);
}

async function commit(
  game: string,
  seals: RoundSeal[],
  seat: Seat,
  store: Store,
  send: Post,
): Promise<Update> {
  let kept = keptAt(game, seat, store);
  if (!kept) {
    const bytes = seals.map(() => toHex(drawBytes()));
    kept = { commitments: seals.map((seal) => seal.commitment), bytes };
    keep(game, seat, kept, store);
  }
  const commitments = await ownSeals(game, seals, seat, kept);
  return send(`/api/games/${game}/commit`, { commitments, seat });
}

async function show(
  game: string,
  seals: RoundSeal[],
  seat: Seat,
  store: Store,
  send: Post,
): Promise<Update> {
  const kept = keptAt(game, seat, store);
  if (!kept) throw new CannotShow("elsewhere");
  const own = await ownSeals(game, seals, seat, kept);
  if (seals.some((seal, index) => sealAt(seal, seat) !== own[index]))
    throw new CannotShow("elsewhere");
  const opponents = seals.map((seal) => sealAt(seal, (1 - seat) as Seat)!);
  keep(game, seat, { ...kept, opponents }, store);
  return send(`/api/games/${game}/reveal`, { bytes: kept.bytes, seat });
}

function sealAt(seal: RoundSeal, seat: Seat): string | null {
  return seal.commitments[sideIn(seal.round, seat)];
}

async function ownSeals(
  game: string,
  seals: RoundSeal[],
  seat: Seat,
  kept: Kept,
): Promise<string[]> {
  if (seals.some((seal, index) => seal.commitment !== kept.commitments[index]))
    throw new CannotShow("changed");
  const made = seals.map(({ round, commitment }, index) =>
    sealBytes(
      game,
      round,
      fromHex(commitment),
      sideIn(round, seat),
      fromHex(kept.bytes[index] ?? ""),
    ),
  );
  return (await Promise.all(made)).map(toHex);
}

/** Whether the seals of a match are still those that this device saw; true if it saw none. */
export function asSeen(kept: Kept | null, seals: RoundSeal[], seat: Seat): boolean {
  if (!kept?.opponents) return true;
  return seals.every(
    (seal, index) =>
      seal.commitment === kept.commitments[index] &&
      sealAt(seal, (1 - seat) as Seat) === kept.opponents![index] &&
      seal.bytes[sideIn(seal.round, seat)] === kept.bytes[index],
  );
}
