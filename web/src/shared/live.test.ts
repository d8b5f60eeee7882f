import { beforeEach, describe, expect, it } from "vitest";
import { Unreachable } from "./api";
import { Live, SILENCE, TICK, type Connection, type Wire, type World } from "./live";
import type { State, Update } from "./types";

/** A world whose time moves when it is told to. */
class Toy implements World {
  time = 1_000_000;
  wires: (Wire & { path: string; open: boolean })[] = [];
  asked: number[] = [];
  answer: () => Promise<Update> = () => Promise.reject(new Unreachable("no"));
  private timers: { at: number; what: () => void }[] = [];
  wakes: (() => void)[] = [];

  connect(path: string): Wire {
    const wire = {
      path,
      open: true,
      onmessage: null,
      onclose: null,
      close: () => (wire.open = false),
    };
    this.wires.push(wire);
    return wire as Wire;
  }
  events(_: string, since: number): Promise<Update> {
    this.asked.push(since);
    return this.answer();
  }
  now = () => this.time;
  random = () => 1;
  later(milliseconds: number, what: () => void): () => void {
    const timer = { at: this.time + milliseconds, what };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((other) => other !== timer));
  }
  onWake(what: () => void): () => void {
    this.wakes.push(what);
    return () => {};
  }
  /** Let time pass; asleep, what was due comes only afterwards. */
  pass(milliseconds: number, asleep = false): void {
    const end = this.time + milliseconds;
    if (asleep) this.time = end;
    for (;;) {
      const due = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.timers = this.timers.filter((other) => other !== due);
      this.time = Math.max(this.time, due.at);
      due.what();
    }
    this.time = end;
  }
  get last() {
    return this.wires.at(-1)!;
  }
  say(news: object): void {
    this.last.onmessage?.(JSON.stringify(news));
  }
}

const state = (version: number) => ({ version }) as State;

describe("live", () => {
  let world: Toy;
  let version: number;
  let connections: Connection[];
  let live: Live;

  beforeEach(() => {
    world = new Toy();
    version = 7;
    connections = [];
    live = new Live(
      "g",
      {
        version: () => version,
        update: (update) => (version = update.state.version),
        chat: () => {},
        connection: (now) => connections.push(now),
        time: () => {},
      },
      world,
    );
  });

  it("asks for what came after the version that is known", () => {
    expect(world.last.path).toBe("/api/games/g/live?since=7");
  });

  it("takes updates and is live", () => {
    world.say({ kind: "update", events: [], state: state(9) });
    expect(version).toBe(9);
    expect(connections.at(-1)).toBe("live");
  });

  it("comes back after a loss, later each time, from the new version", () => {
    world.say({ kind: "update", events: [], state: state(9) });
    world.last.onclose?.(1006);
    world.pass(499);
    expect(world.wires).toHaveLength(1);
    world.pass(1);
    expect(world.last.path).toContain("since=9");
    world.last.onclose?.(1006);
    expect(connections.at(-1)).toBe("lost");
    world.pass(999);
    expect(world.wires).toHaveLength(2);
    world.pass(1);
    expect(world.wires).toHaveLength(3);
  });

  it("asks by call where sockets do not pass", async () => {
    world.answer = () => Promise.resolve({ events: [], state: state(8) });
    for (let index = 0; index < 2; index++) {
      world.last.onclose?.(1006);
      world.pass(1_000);
    }
    await Promise.resolve();
    expect(world.asked).toEqual([7]);
    expect(version).toBe(8);
  });

  it("waits as long as a site that restarts asks for", () => {
    world.say({ kind: "bye", wait: 3_000 });
    expect(world.last.open).toBe(false);
    world.pass(2_999);
    expect(world.wires).toHaveLength(1);
    world.pass(1);
    expect(world.wires).toHaveLength(2);
  });

  it("does not trust a silent socket", () => {
    world.pass(SILENCE + TICK);
    expect(world.wires).toHaveLength(2);
    expect(world.wires[0]!.open).toBe(false);
  });

  it("stays with a socket that beats", () => {
    for (let index = 0; index < 6; index++) {
      world.pass(15_000);
      world.say({ kind: "heartbeat", now: 0 });
    }
    expect(world.wires).toHaveLength(1);
  });

  it("is right again at once after a day of sleep", async () => {
    world.answer = () => Promise.resolve({ events: [], state: state(50) });
    world.pass(86_400_000, true);
    await Promise.resolve();
    expect(world.wires).toHaveLength(2);
    expect(version).toBe(50);
  });

  it("asks the log when the tab is looked at again, and keeps a fresh socket", async () => {
    world.answer = () => Promise.resolve({ events: [], state: state(8) });
    world.wakes[0]!();
    await Promise.resolve();
    expect(version).toBe(8);
    expect(world.wires).toHaveLength(1);
  });

  it("gives up on a game that is not there, and when it is told to stop", () => {
    world.last.onclose?.(4404);
    world.pass(60_000);
    expect(world.wires).toHaveLength(1);
    live.stop();
  });
});
