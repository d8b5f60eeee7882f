import { describe, expect, it } from "vitest";
import vectors from "../../../src/tallyho/play/fair_vectors.json";
import type { Match, Moment } from "../shared/types";
import { prove } from "./proof";
import { roundsOf, startOf, stopAt, stopsOf } from "./review";

const moment = (round: number, text: string, position: string): Moment => ({ round, seat: 0, text, position });
const HUNT = [moment(1, "d4=F", "p1"), moment(1, "e2=T", "p2"), moment(2, "b2=D", "p3")];

describe("the row of positions", () => {
  const stops = stopsOf(HUNT, "start");

  it("begins every round at the start", () => {
    expect(stops.map((stop) => stop.position)).toEqual(["start", "p1", "p2", "start", "p3"]);
    expect(stops.map((stop) => stop.before)).toEqual(["start", "start", "p1", "start", "start"]);
    expect(roundsOf(stops)).toEqual([1, 2]);
    expect(startOf(stops, 2)).toBe(3);
    expect(stopAt(stops, 2)).toBe(4);
  });

  it("is a single position where nothing was played", () => {
    expect(stopsOf([], "start")).toHaveLength(1);
  });
});

describe("the proof", () => {
  const vector = vectors.vectors[0]!;
  const seal = {
    round: vector.round,
    commitment: vector.commitment,
    commitments: [vector.first_commitment, vector.second_commitment],
    bytes: [vector.first_bytes, vector.second_bytes],
    secret: vector.secret,
  };
  const store = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  const match = { id: vector.game_id, game: "pegs", seats: [], state: { seals: [seal] } } as unknown as Match;
  const thrown = (text: string) => [moment(vector.round, text, "")];

  it("holds for the throws that were dealt", async () => {
    const proof = await prove(match, thrown("4-4"), store);
    expect(proof).toMatchObject({ verdict: "fair", witnessed: false });
  });

  it("breaks with another throw", async () => {
    expect((await prove(match, thrown("4-5"), store)).verdict).toBe("broken");
  });

  it("breaks when this device saw another seal", async () => {
    const kept = { commitments: ["00"], bytes: [vector.first_bytes], opponents: [vector.second_commitment] };
    const seen = { ...store, getItem: () => JSON.stringify(kept) };
    const mine = { ...match, seats: [0] } as unknown as Match;
    expect((await prove(mine, thrown("4-4"), seen)).verdict).toBe("broken");
    kept.commitments = [vector.commitment];
    expect(await prove(mine, thrown("4-4"), seen)).toMatchObject({ verdict: "fair", witnessed: true });
  });

  it("proves nothing where nothing was played", async () => {
    expect((await prove(match, [], store)).verdict).toBe("sealed");
  });
});
