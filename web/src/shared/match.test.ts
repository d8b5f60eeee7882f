import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { World } from "./live";
import { MatchStore } from "./match.svelte";
import type { LogEvent, Match, Moment, State, Trouble } from "./types";

const START: State = {
  version: 5,
  status: "playing",
  seals: [],
  waiting_for: [],
  round: 1,
  position: "p5",
  seat_to_act: 0,
  first_side: 0,
  legal: ["d4"],
  threats: [],
  points: [0, 0],
  left: null,
  deadline: null,
  draw_offer: null,
  takeback: null,
  ended: null,
  rematch: null,
  next_game: null,
};

const at = (version: number, more: Partial<State> = {}): State => ({
  ...START,
  version,
  position: `p${version}`,
  ...more,
});
const played = (text: string): LogEvent => ({ kind: "played", at: 0, seat: 0, text });
const moment = (text: string, position: string): Moment => ({ round: 1, seat: 0, text, position });

/** Everything happens at once, and no socket ever opens. */
const world: World = {
  connect: () => ({ onmessage: null, onclose: null, close: () => {} }),
  events: () => new Promise(() => {}),
  now: () => 1_000,
  random: () => 0,
  later: (_, what) => {
    const timer = setTimeout(what, 0);
    return () => clearTimeout(timer);
  },
  onWake: () => () => {},
};

describe("the match store", () => {
  let store: MatchStore;
  let asked: { path: string; body: Record<string, unknown> | undefined }[];
  let answers: (() => Response)[];

  beforeEach(() => {
    asked = [];
    answers = [];
    vi.stubGlobal("fetch", async (path: string, sent: RequestInit) => {
      const body = sent.body ? (JSON.parse(sent.body as string) as Record<string, unknown>) : undefined;
      asked.push({ path, body });
      const answer = answers.shift();
      if (!answer) throw new Error(`nobody expected ${path}`);
      return answer();
    });
    const match = { id: "g", seats: [0], state: START } as unknown as Match;
    store = new MatchStore(match, [], 3_000, world);
  });
  afterEach(() => vi.unstubAllGlobals());

  const lost = () => {
    throw new TypeError("no network");
  };
  const says = (value: unknown, status = 200) => () => new Response(JSON.stringify(value), { status });

  it("keeps the site's time", () => {
    expect(store.now()).toBe(3_000);
  });

  it("shows a turn when the site has stored it, not before", async () => {
    answers = [says({ events: [played("d4=F")], state: at(6) })];
    const acting = store.act("turn", "d4");
    expect(store.state.version).toBe(5);
    expect(store.busy).toBe(true);
    expect(await acting).toBe(true);
    expect(store.state.position).toBe("p6");
    expect(store.moments).toEqual([moment("d4=F", "p6")]);
    expect(store.busy).toBe(false);
  });

  it("sends the same action again when the answer is lost", async () => {
    answers = [lost, lost, says({ events: [played("d4=F")], state: at(6) })];
    expect(await store.act("turn", "d4")).toBe(true);
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map(({ body }) => body!["id"])).size).toBe(1);
  });

  it("takes a new id for a new action", async () => {
    const offered: LogEvent = { kind: "draw-offered", at: 0, seat: 0 };
    answers = [6, 7].map((version) => says({ events: [offered], state: at(version) }));
    await store.act("offer-draw");
    await store.act("offer-draw");
    expect(asked[0]!.body!["id"]).not.toBe(asked[1]!.body!["id"]);
    expect(asked[1]!.body!["version"]).toBe(6);
  });

  it("does one thing at a time", async () => {
    answers = [says({ events: [played("d4=F")], state: at(6) })];
    const first = store.act("turn", "d4");
    expect(await store.act("turn", "d5")).toBe(false);
    await first;
    expect(asked).toHaveLength(1);
  });

  it("takes the new state when its version was stale", async () => {
    const trouble: Trouble = { error: "stale-version", message: "m", missed: [played("e4=T")], state: at(6) };
    answers = [says(trouble, 409)];
    expect(await store.act("turn", "d4")).toBe(false);
    expect(store.state.version).toBe(6);
    expect(store.trouble?.error).toBe("stale-version");
  });

  it("keeps the state when a turn is refused", async () => {
    answers = [says({ error: "illegal-turn", message: "m", rule: "H9" }, 422)];
    expect(await store.act("turn", "d4")).toBe(false);
    expect(store.state).toBe(START);
    expect(store.trouble?.rule).toBe("H9");
  });

  it("ignores what is older than what it knows", () => {
    store.take({ events: [played("d4=F")], state: at(6) });
    store.take({ events: [], state: at(5) });
    expect(store.state.version).toBe(6);
  });

  it("tells only of events that are new", () => {
    const heard: string[] = [];
    store.onEvents((events) => heard.push(...events.map(({ text }) => text!)));
    store.take({ events: [played("d4=F")], state: at(6) });
    store.take({ events: [played("d4=F"), played("e4=T")], state: at(7) });
    store.take({ events: [], state: at(7) });
    expect(heard).toEqual(["d4=F", "e4=T"]);
  });

  it("asks for all positions when several events came at once", async () => {
    const moments = [moment("d4=F", "x"), moment("e4=T", "y")];
    answers = [says(moments)];
    store.take({ events: [played("d4=F"), played("e4=T")], state: at(7) });
    expect(store.complete).toBe(false);
    await vi.waitFor(() => expect(store.moments).toEqual(moments));
    expect(store.complete).toBe(true);
  });
});
