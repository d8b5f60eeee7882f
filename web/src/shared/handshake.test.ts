import { beforeEach, describe, expect, it } from "vitest";
import { fromHex, sealBytes, toHex } from "./fair";
import { asSeen, CannotShow, keptAt, step } from "./handshake";
import type { RoundSeal, State, Update } from "./types";

const SITE = ["aa".repeat(32), "bb".repeat(32)];

class Drawer {
  private items = new Map<string, string>();
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.items.set(key, value);
  removeItem = (key: string) => void this.items.delete(key);
}

function dealing(seals: Partial<RoundSeal>[], waiting_for: (0 | 1)[]): State {
  const full = seals.map((seal, index) => ({
    round: index + 1,
    commitment: SITE[index]!,
    commitments: [null, null],
    bytes: [null, null],
    secret: null,
    ...seal,
  }));
  return { status: "dealing", seals: full, waiting_for } as unknown as State;
}

describe("the fair deal", () => {
  let drawer: Drawer;
  let sent: [string, Record<string, unknown>][];
  const send = (path: string, body: unknown) => {
    sent.push([path, body as Record<string, unknown>]);
    return Promise.resolve({} as Update);
  };
  beforeEach(() => {
    drawer = new Drawer();
    sent = [];
  });

  it("seals bytes for every round, with sides swapped in the second", async () => {
    await step({ id: "g" }, dealing([{}, {}], [0, 1]), 0, drawer, send);
    const kept = keptAt("g", 0, drawer)!;
    const wanted = await Promise.all([
      sealBytes("g", 1, fromHex(SITE[0]!), 0, fromHex(kept.bytes[0]!)),
      sealBytes("g", 2, fromHex(SITE[1]!), 1, fromHex(kept.bytes[1]!)),
    ]);
    expect(sent).toEqual([["/api/games/g/commit", { commitments: wanted.map(toHex), seat: 0 }]]);
  });

  it("seals the same bytes again after a reload", async () => {
    await step({ id: "g" }, dealing([{}, {}], [0, 1]), 0, drawer, send);
    await step({ id: "g" }, dealing([{}, {}], [0, 1]), 0, drawer, send);
    expect(sent[0]).toEqual(sent[1]);
  });

  async function bothSealed(): Promise<State> {
    await step({ id: "g" }, dealing([{}, {}], [0, 1]), 0, drawer, send);
    const mine = sent[0]![1]["commitments"] as string[];
    const rounds: Partial<RoundSeal>[] = [
      { commitments: [mine[0]!, "cc"] },
      { commitments: ["dd", mine[1]!] },
    ];
    return dealing(rounds, [0, 1]);
  }

  it("shows the bytes once both seals are there, and keeps what it saw", async () => {
    const state = await bothSealed();
    await step({ id: "g" }, state, 0, drawer, send);
    const kept = keptAt("g", 0, drawer)!;
    expect(sent[1]).toEqual(["/api/games/g/reveal", { bytes: kept.bytes, seat: 0 }]);
    expect(kept.opponents).toEqual(["cc", "dd"]);
  });

  it("refuses another commitment of the site", async () => {
    const state = await bothSealed();
    state.seals[0]!.commitment = "ee".repeat(32);
    await expect(step({ id: "g" }, state, 0, drawer, send)).rejects.toEqual(
      new CannotShow("changed"),
    );
  });

  it("does not show bytes that were sealed elsewhere", async () => {
    const state = await bothSealed();
    await expect(step({ id: "g" }, state, 0, new Drawer(), send)).rejects.toThrow("elsewhere");
  });

  it("has nothing to do while others are waited for", async () => {
    expect(await step({ id: "g" }, dealing([{}, {}], [1]), 0, drawer, send)).toBeNull();
  });

  it("notices afterwards if the opponent's seal was exchanged", async () => {
    const state = await bothSealed();
    await step({ id: "g" }, state, 0, drawer, send);
    const kept = keptAt("g", 0, drawer)!;
    state.seals[0]!.bytes = [kept.bytes[0]!, "11"];
    state.seals[1]!.bytes = ["22", kept.bytes[1]!];
    expect(asSeen(kept, state.seals, 0)).toBe(true);
    state.seals[1]!.commitments[0] = "ff";
    expect(asSeen(kept, state.seals, 0)).toBe(false);
  });
});
