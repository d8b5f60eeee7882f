import { describe, expect, it } from "vitest";
import { frame, Stage } from "./stage.svelte";

const START = "wwwwwwwwwwww/............/bbbbbbbbbbbb white -";
const THROWN = "wwwwwwwwwwww/............/bbbbbbbbbbbb white 16";
const OUT = "wwwwwwwwwww./w.........../bbbbbbbbbbbb white 6";

/** A stage whose time stands still until somebody lets it go on. */
function still(moves = true) {
  const waiting: (() => void)[] = [];
  const wait = () => new Promise<void>((done) => waiting.push(done));
  const stage = new Stage(frame(START, []), () => moves, wait);
  const goOn = async () => {
    waiting.shift()?.();
    await new Promise((done) => setTimeout(done));
  };
  return { stage, goOn };
}

describe("the stage", () => {
  it("rolls the dice before it is settled", async () => {
    const { stage, goOn } = still();
    stage.show(frame(THROWN, ["6-1"]));
    expect([stage.rolling, stage.settled, stage.dice?.text]).toEqual([true, false, "6-1"]);
    await goOn();
    expect([stage.rolling, stage.settled]).toEqual([false, true]);
  });

  it("leaves time to read a throw that nobody can use", async () => {
    const { stage, goOn } = still();
    stage.show(frame(THROWN, ["3-4", "5-2", "6-1"]));
    const seen = [stage.dice?.text];
    for (let step = 0; step < 5; step++) {
      await goOn();
      seen.push(stage.dice?.text);
    }
    expect(seen).toEqual(["3-4", "3-4", "5-2", "5-2", "6-1", undefined]);
  });

  it("shows one frame after the other", async () => {
    const { stage, goOn } = still();
    stage.show(frame(THROWN, ["6-1"]));
    stage.show(frame(OUT, ["o12-c1"]));
    expect(stage.shown.text).toBe(THROWN);
    await goOn();
    expect([stage.shown.text, stage.travel?.play.target]).toEqual([OUT, "c1"]);
    await goOn();
    expect(stage.settled).toBe(true);
  });

  it("shows the newest at once where nothing may move", () => {
    const { stage } = still(false);
    stage.show(frame(THROWN, ["6-1"]));
    stage.show(frame(OUT, ["o12-c1"]));
    expect([stage.shown.text, stage.settled]).toEqual([OUT, true]);
  });

  it("jumps when somebody looks back", () => {
    const { stage } = still();
    stage.show(frame(OUT, ["o12-c1"]));
    stage.jump(frame(START, []));
    expect([stage.shown.text, stage.settled]).toEqual([START, true]);
  });
});
