/** SHA-256 and HMAC (FIPS 180-4, RFC 2104) for pages that came over a plain connection.

There browsers keep their own back; everywhere else `digest.ts` uses theirs. */
import type { Bytes } from "./digest";

const BLOCK = 64;
const ROUNDS = 64;

/** The first 32 bits after the point; roots of the first primes are exact enough in a double. */
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;
const PRIMES = primes(ROUNDS);
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const KEYS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

function primes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++)
    if (found.every((prime) => number % prime)) found.push(number);
  return found;
}

export function sha256(data: Bytes): Bytes {
  const padded = pad(data);
  let state = START;
  for (let at = 0; at < padded.byteLength; at += BLOCK)
    state = compress(state, new DataView(padded.buffer, at, BLOCK));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setInt32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

export function hmac(key: Bytes, message: Bytes): Bytes {
  const whole = new Uint8Array(BLOCK);
  whole.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(whole.map((byte) => byte ^ 0x36), message));
  return sha256(joined(whole.map((byte) => byte ^ 0x5c), inner));
}

function joined(first: Bytes, second: Bytes): Bytes {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** A one bit, zeros, and the length in bits fill the last block. */
function pad(data: Bytes): Bytes {
  const length = Math.ceil((data.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(data);
  padded[data.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(length - 8, 8n * BigInt(data.length));
  return padded;
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

function schedule(block: DataView): number[] {
  const words = Array.from({ length: 16 }, (_, index) => block.getInt32(4 * index));
  for (let at = 16; at < ROUNDS; at++) {
    const [early, late] = [words[at - 15]!, words[at - 2]!];
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words.push((words[at - 16]! + low + words[at - 7]! + high) | 0);
  }
  return words;
}

function compress(state: readonly number[], block: DataView): number[] {
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  schedule(block).forEach((word, round) => {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + KEYS[round]! + word) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  });
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + state[index]!) | 0);
}
