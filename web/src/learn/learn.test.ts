import { describe, expect, it } from "vitest";
import { begin, shortest, tried, type Lesson } from "./course";
import { keepDone, readProgress } from "./progress";

/** Turn a leads to b2, from where b reaches the goal; x leads nowhere. */
const LESSON: Lesson = {
  name: "small",
  side: 0,
  boards: [
    { position: "start", turns: { a: { events: ["a"], to: 1, reached: false }, x: { events: ["x"], to: 2, reached: false } } },
    { position: "half", turns: { b: { events: ["b", "pass"], to: 3, reached: true } } },
    { position: "astray", turns: {} },
    { position: "goal", turns: {} },
  ],
};

describe("an attempt", () => {
  it("goes on while the goal can still be reached", () => {
    const half = tried(LESSON, begin(), "a");
    expect(half).toMatchObject({ at: 1, state: "trying", misses: 0 });
    expect(tried(LESSON, half, "b")).toMatchObject({ at: 3, state: "done", events: ["b", "pass"] });
  });

  it("is missed when it cannot", () => {
    expect(tried(LESSON, begin(1), "x")).toMatchObject({ at: 2, state: "missed", misses: 2 });
  });

  it("takes no turn that the server did not list", () => {
    expect(tried(LESSON, begin(), "q")).toEqual(begin());
  });
});

describe("the shortest way", () => {
  it("leads to the goal", () => {
    expect(shortest(LESSON, 0)).toEqual(["a", "b"]);
    expect(shortest(LESSON, 2)).toBeNull();
  });
});

describe("progress", () => {
  const memory = (text: string | null) => {
    let kept = text;
    return {
      getItem: () => kept,
      setItem: (_: string, value: string) => void (kept = value),
      removeItem: () => void (kept = null),
    };
  };

  it("only grows", () => {
    const store = memory(null);
    keepDone("hunt", 3, store);
    keepDone("hunt", 0, store);
    expect(readProgress(store)).toEqual({ hunt: 4 });
  });

  it("begins anew where the store holds nonsense", () => {
    expect(readProgress(memory("{"))).toEqual({});
    expect(readProgress(memory("7"))).toEqual({});
    expect(readProgress(memory('{"hunt": "many"}'))).toEqual({});
  });
});
