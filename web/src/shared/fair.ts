/** The scheme `tallyho-fair-1` in the browser: seals, and the deal that comes of them.

docs/fairness.md gives every byte; fair_vectors.json holds the vectors that the tests check. */
import { hmac, sha256, type Bytes } from "./digest";
import type { Match, RoundSeal, Seat } from "./types";

type Part = string | Bytes;

const SCHEME = "tallyho-fair-1";
const SIDES = ["first", "second"] as const;
const TILES = "BBFFFFFFLLHHHHHHHHPPPPPPPPDDDDDDDTTTTTTTTTTTTTTT";
const GUNS = "^>v<";
const CENTRE = "e5";
const SPACES = [..."bcdefgh"].flatMap((file) => [..."2345678"].map((rank) => file + rank));

export function toHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(text: string): Bytes {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) throw new Error("not hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function drawBytes(): Bytes {
  return crypto.getRandomValues(new Uint8Array(32));
}

/** The parts one after another, each with its length before it; texts as UTF-8. */
export function pack(...parts: Part[]): Bytes {
  const pieces = parts.map((part) =>
    typeof part === "string" ? new TextEncoder().encode(part) : part,
  );
  const packed = new Uint8Array(pieces.reduce((sum, piece) => sum + 4 + piece.length, 0));
  const view = new DataView(packed.buffer);
  let at = 0;
  for (const piece of pieces) {
    view.setUint32(at, piece.length);
    packed.set(piece, at + 4);
    at += 4 + piece.length;
  }
  return packed;
}

/** The commitment to a round's secret. */
export function sealSecret(game: string, round: number, secret: Bytes): Promise<Bytes> {
  return sha256(pack(SCHEME, "secret", game, String(round), secret));
}

/** A side's commitment to its random bytes; side 0 begins the round. */
export function sealBytes(
  game: string,
  round: number,
  commitment: Bytes,
  side: Seat,
  bytes: Bytes,
): Promise<Bytes> {
  return sha256(pack(SCHEME, "player", game, String(round), commitment, SIDES[side], bytes));
}

/** The side that a seat has in a round; sides are swapped after each. */
export function sideIn(round: number, seat: Seat): Seat {
  return (round % 2 ? seat : 1 - seat) as Seat;
}

/** Everything that fixes the chance of one round. */
export interface Proof {
  game: string;
  round: number;
  secret: Bytes;
  bytes: [Bytes, Bytes];
}

export async function sealsOf(proof: Proof): Promise<[Bytes, Bytes, Bytes]> {
  const { game, round, secret, bytes } = proof;
  const commitment = await sealSecret(game, round, secret);
  const first = await sealBytes(game, round, commitment, 0, bytes[0]);
  const second = await sealBytes(game, round, commitment, 1, bytes[1]);
  return [commitment, first, second];
}

/** The key of the round's numbers. */
export async function keyOf(proof: Proof): Promise<Bytes> {
  const names = [SCHEME, "transcript", proof.game, String(proof.round)];
  const transcript = pack(...names, ...(await sealsOf(proof)), ...proof.bytes);
  return hmac(proof.secret, transcript);
}

/** The numbers that a key yields, always the same ones in the same order. */
export class Numbers {
  private words: number[] = [];
  private block = 0;

  constructor(private readonly key: Bytes) {}

  /** The next number in 0 … bound - 1; uneven leftovers at the top are thrown away. */
  async below(bound: number): Promise<number> {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      const word = await this.word();
      if (word < limit) return word % bound;
    }
  }

  private async word(): Promise<number> {
    if (!this.words.length) await this.draw();
    return this.words.shift()!;
  }

  private async draw(): Promise<void> {
    const counter = new Uint8Array(8);
    new DataView(counter.buffer).setBigUint64(0, BigInt(this.block++));
    const view = new DataView((await hmac(this.key, counter)).buffer);
    for (let at = 0; at < 32; at += 4) this.words.push(view.getUint32(at));
  }
}

/** Every tile of the tile game's round, by space. */
export async function huntDeal(numbers: Numbers): Promise<Map<string, string>> {
  const tiles = [...TILES];
  for (let index = tiles.length - 1; index > 0; index--) {
    const other = await numbers.below(index + 1);
    [tiles[index], tiles[other]] = [tiles[other]!, tiles[index]!];
  }
  const deal = new Map<string, string>();
  for (const space of SPACES) {
    if (space === CENTRE) continue;
    const tile = tiles[deal.size]!;
    deal.set(space, tile === "H" ? GUNS[await numbers.below(4)]! : tile);
  }
  return deal;
}

/** The first throws of the peg game's round. */
export async function pegThrows(numbers: Numbers, count: number): Promise<string[]> {
  const throws: string[] = [];
  while (throws.length < count) {
    const first = await numbers.below(6);
    throws.push(`${first + 1}-${(await numbers.below(6)) + 1}`);
  }
  return throws;
}

export type Verdict = "fair" | "sealed" | "broken";

/** Whether a round was dealt as its seals say; `events` are all that was played in it. */
export async function checkRound(
  match: Pick<Match, "id" | "game">,
  seal: RoundSeal,
  events: readonly string[],
): Promise<Verdict> {
  const [first, second] = seal.bytes;
  if (!seal.secret || !first || !second) return "sealed";
  const bytes: [Bytes, Bytes] = [fromHex(first), fromHex(second)];
  const proof = { game: match.id, round: seal.round, secret: fromHex(seal.secret), bytes };
  const shown = [seal.commitment, ...seal.commitments];
  const found = (await sealsOf(proof)).map(toHex);
  if (found.some((digest, index) => digest !== shown[index])) return "broken";
  const numbers = new Numbers(await keyOf(proof));
  const fits = match.game === "hunt" ? fitsHunt : fitsPegs;
  return (await fits(numbers, events)) ? "fair" : "broken";
}

async function fitsHunt(numbers: Numbers, events: readonly string[]): Promise<boolean> {
  const deal = await huntDeal(numbers);
  const turned = events.filter((event) => event[2] === "=");
  return turned.every((event) => deal.get(event.slice(0, 2)) === event.slice(3));
}

async function fitsPegs(numbers: Numbers, events: readonly string[]): Promise<boolean> {
  const thrown = events.filter((event) => /^\d-\d$/.test(event));
  const dealt = await pegThrows(numbers, thrown.length);
  return thrown.every((event, index) => event === dealt[index]);
}
