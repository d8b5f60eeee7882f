import { describe, expect, it } from "vitest";
import { frame, Stage, thrownBefore } from "./stage.svelte";

const START = "wwwwwwwwwwww/............/bbbbbbbbbbbb white -";
const THROWN = "wwwwwwwwwwww/............/bbbbbbbbbbbb white 16";
const OUT = "wwwwwwwwwww./w.........../bbbbbbbbbbbb white 6";
const PASSED = "wwwwwwwwwww./......w...../bbbbbbbbbbbb black 13";
const IDLE = "wwwwwwwwwwww/............/bbbbbbbbbbbb black -";

/** A stage whose time stands still until somebody lets it go on. */
function still(first: string, moves = true) {
  const waiting: (() => void)[] = [];
  const wait = () => new Promise<void>((done) => waiting.push(done));
  const stage = new Stage(frame(first, null), () => moves, wait);
  const goOn = async () => {
    waiting.shift()?.();
    await new Promise((done) => setTimeout(done));
  };
  return { stage, goOn };
}

describe("the stage", () => {
  it("rolls the dice before it is settled", async () => {
    const { stage, goOn } = still(START);
    stage.show(frame(THROWN, "6-1"));
    expect([stage.rolling, stage.settled, stage.dice?.text]).toEqual([true, false, "6-1"]);
    await goOn();
    expect([stage.rolling, stage.settled]).toEqual([false, true]);
  });

  it("leaves time to read a throw that nobody can use", async () => {
    const { stage, goOn } = still(START);
    stage.show(frame(IDLE, "3-4"));
    await goOn();
    expect([stage.rolling, stage.settled, stage.dice?.side]).toEqual([false, false, "white"]);
    await goOn();
    expect(stage.settled).toBe(true);
  });

  it("lets the peg arrive before the next throw is rolled", async () => {
    const { stage, goOn } = still(OUT);
    stage.show(frame(PASSED, "3-1"));
    expect([stage.travel?.play.text, stage.dice?.text]).toEqual(["c1-c7", ""]);
    await goOn();
    expect([stage.travel, stage.dice?.text]).toEqual([null, "3-1"]);
  });

  it("shows one frame after the other", async () => {
    const { stage, goOn } = still(START);
    stage.show(frame(THROWN, "6-1"));
    stage.show(frame(OUT, "o12-c1"));
    expect(stage.shown.text).toBe(THROWN);
    await goOn();
    expect([stage.shown.text, stage.travel?.play.target]).toEqual([OUT, "c1"]);
    await goOn();
    expect(stage.settled).toBe(true);
  });

  it("shows the newest at once where nothing may move", () => {
    const { stage } = still(START, false);
    stage.show(frame(THROWN, "6-1"));
    stage.show(frame(OUT, "o12-c1"));
    expect([stage.shown.text, stage.settled]).toEqual([OUT, true]);
  });

  it("jumps when somebody goes back", () => {
    const { stage } = still(PASSED);
    stage.show(frame(OUT, "o12-c1"));
    expect([stage.shown.text, stage.settled]).toEqual([OUT, true]);
  });
});

describe("a throw", () => {
  it("belongs to the side that now plays, or to the other if it was of no use", () => {
    expect(thrownBefore(frame(THROWN, "6-1"))).toEqual({ text: "6-1", side: "white", idle: false });
    expect(thrownBefore(frame(IDLE, "3-4"))).toEqual({ text: "3-4", side: "white", idle: true });
    expect(thrownBefore(frame(OUT, "o12-c1"))).toBeNull();
  });
});
