import { describe, expect, it } from "vitest";
import vectors from "../../../src/tallyho/play/fair_vectors.json";
import * as fair from "./fair";
import type { RoundSeal } from "./types";

function proofOf(vector: (typeof vectors.vectors)[number]): fair.Proof {
  return {
    game: vector.game_id,
    round: vector.round,
    secret: fair.fromHex(vector.secret),
    bytes: [fair.fromHex(vector.first_bytes), fair.fromHex(vector.second_bytes)],
  };
}

function sealOf(vector: (typeof vectors.vectors)[number]): RoundSeal {
  return {
    round: vector.round,
    commitment: vector.commitment,
    commitments: [vector.first_commitment, vector.second_commitment],
    bytes: [vector.first_bytes, vector.second_bytes],
    secret: vector.secret,
  };
}

describe.each(vectors.vectors)("vector: $name", (vector) => {
  const match = { id: vector.game_id, game: "hunt" as const };
  const deal = vector.hunt_deal as Record<string, string>;

  it("gives the commitments and the key", async () => {
    const seals = await fair.sealsOf(proofOf(vector));
    expect(seals.map(fair.toHex)).toEqual([
      vector.commitment,
      vector.first_commitment,
      vector.second_commitment,
    ]);
    expect(fair.toHex(await fair.keyOf(proofOf(vector)))).toBe(vector.key);
  });

  it.each(Object.entries(vector.below))("gives the numbers below %s", async (bound, wanted) => {
    const numbers = new fair.Numbers(fair.fromHex(vector.key));
    for (const number of wanted) expect(await numbers.below(Number(bound))).toBe(number);
  });

  it("deals the tiles and the throws", async () => {
    const key = fair.fromHex(vector.key);
    const tiles = await fair.huntDeal(new fair.Numbers(key));
    expect(Object.fromEntries(tiles)).toEqual(deal);
    const throws = await fair.pegThrows(new fair.Numbers(key), vector.throws.length);
    expect(throws).toEqual(vector.throws);
  });

  it("calls an honest round fair", async () => {
    const events = Object.entries(deal).map(([space, face]) => `${space}=${face}`);
    expect(await fair.checkRound(match, sealOf(vector), [...events, "c5-f5"])).toBe("fair");
    const pegs = { ...match, game: "pegs" as const };
    expect(await fair.checkRound(pegs, sealOf(vector), vector.throws)).toBe("fair");
  });

  it("finds a tile that was not dealt there", async () => {
    const other = deal["b2"] === "T" ? "D" : "T";
    expect(await fair.checkRound(match, sealOf(vector), [`b2=${other}`])).toBe("broken");
  });

  it("finds a seal that does not fit", async () => {
    const seal = { ...sealOf(vector), commitment: "00".repeat(32) };
    expect(await fair.checkRound(match, seal, [])).toBe("broken");
  });
});

it("cannot tell before the secret is open", async () => {
  const seal = { ...sealOf(vectors.vectors[0]!), secret: null };
  expect(await fair.checkRound({ id: "example", game: "hunt" }, seal, [])).toBe("sealed");
});
