import { describe, expect, it } from "vitest";
import { neighbour, nextOf, pointAt } from "./choice";
import { playsByPeg } from "./plays";

const PLAYS = playsByPeg(["c1-c7", "c1xc2", "o12-c1"], 12);

describe("pointing", () => {
  it("chooses a peg that can move, and drops it again", () => {
    expect(pointAt("c1", null, PLAYS)).toEqual({ does: "choose", peg: "c1" });
    expect(pointAt("c1", "c1", PLAYS)).toEqual({ does: "drop" });
  });

  it("plays the chosen peg to its target", () => {
    const answer = pointAt("c2", "c1", PLAYS);
    expect(answer.does === "play" && answer.play.text).toBe("c1xc2");
  });

  it("prefers the play when the target is a peg that could move too", () => {
    const answer = pointAt("c1", "o12", PLAYS);
    expect(answer.does === "play" && answer.play.text).toBe("o12-c1");
  });

  it("explains what cannot be", () => {
    expect(pointAt("o3", null, PLAYS).does).toBe("explain");
    expect(pointAt("c9", "c1", PLAYS).does).toBe("explain");
  });
});

describe("keys", () => {
  it("go round a circle and across circles", () => {
    expect(neighbour("o12", "ArrowRight", 12)).toBe("o1");
    expect(neighbour("c1", "ArrowLeft", 12)).toBe("c12");
    expect(neighbour("o5", "ArrowDown", 12)).toBe("c5");
    expect(neighbour("o5", "ArrowUp", 12)).toBe("o5");
    expect(neighbour("i5", "End", 12)).toBe("i12");
    expect(neighbour("i5", "x", 12)).toBeNull();
  });

  it("go from one peg that can move to the next", () => {
    const pegs = [...PLAYS.keys()];
    expect(nextOf("o3", pegs, false)).toBe("c1");
    expect(nextOf("c1", pegs, false)).toBe("o12");
    expect(nextOf("c1", pegs, true)).toBe("o12");
    expect(nextOf("c1", [], false)).toBeNull();
  });
});
