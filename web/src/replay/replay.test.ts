import { describe, expect, it } from "vitest";
import vectors from "../../../src/tallyho/play/fair_vectors.json";
import type { Match, Moment } from "../shared/types";
import { prove } from "./proof";
import { linesOf, pointsBySeat, roundsOf, startOf, stopsOf } from "./review";

const moment = (round: number, text: string, position: string): Moment => ({ round, seat: 0, text, position });
const HUNT = [moment(1, "d4=F", "p1"), moment(1, "e2=T", "p2"), moment(2, "b2=D", "p3")];
const PEGS = [moment(1, "3-4", "q1"), moment(1, "6-1", "q2"), moment(1, "o12-c1", "q3"), moment(1, "c1-c7", "q4")];

describe("the row of positions", () => {
  const stops = stopsOf(HUNT, "start");

  it("begins every round at the start", () => {
    expect(stops.map((stop) => stop.position)).toEqual(["start", "p1", "p2", "start", "p3"]);
    expect(stops.map((stop) => stop.before)).toEqual(["start", "start", "p1", "start", "start"]);
    expect(roundsOf(stops)).toEqual([1, 2]);
    expect(startOf(stops, 2)).toBe(3);
  });

  it("is a single position where nothing was played", () => {
    expect(stopsOf([], "start")).toHaveLength(1);
  });
});

describe("the list of turns", () => {
  it("has a line for each turn of the tile game", () => {
    const lines = linesOf(stopsOf(HUNT, "start"), 1);
    expect(lines.map((line) => line.stops.map(({ text }) => text))).toEqual([["d4=F"], ["e2=T"]]);
    expect(lines[1]!.stops[0]!.at).toBe(2);
  });

  it("has a line for each throw of the peg game", () => {
    const lines = linesOf(stopsOf(PEGS, "start"), 1);
    expect(lines.map((line) => line.stops.map(({ text }) => text))).toEqual([["3-4"], ["6-1", "o12-c1", "c1-c7"]]);
  });
});

describe("points", () => {
  it("change seats with the sides", () => {
    expect(pointsBySeat([[40, 50], [30, 60]])).toEqual([[40, 50], [60, 30]]);
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
