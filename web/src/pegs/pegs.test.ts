import { describe, expect, it } from "vitest";
import { playBetween } from "./between";
import { isIdle, numberPlayed, playsByPeg, readPlay, readThrow, soundOf, wayOf } from "./plays";
import { allHoles, pegsOf, readPosition, winner } from "./position";
import { nearest, onTable, pegSize, placeOf } from "./ring";
import { eventWords, extraWords, holeWords, note, taskWords } from "./words";

const START = "wwwwwwwwwwww/............/bbbbbbbbbbbb white -";
const DOUBLET = "wwwwwwwwwww./w.........../bbbbbbbbbbbb white 1+116666";

describe("the position", () => {
  it("has a full outer and a full inner circle at the start", () => {
    const position = readPosition(START);
    expect(position.holes).toBe(12);
    expect(position.pegs.get("o12")).toBe("white");
    expect(position.pegs.get("c1")).toBeUndefined();
    expect(pegsOf(position, "black")).toBe(12);
    expect(position.compulsory).toEqual([]);
  });

  it("keeps compulsory and optional numbers apart", () => {
    const position = readPosition(DOUBLET);
    expect(position.compulsory).toEqual([1]);
    expect(position.optional).toEqual([1, 1, 6, 6, 6, 6]);
    expect(readPosition(DOUBLET.replace("1+", "+")).compulsory).toEqual([]);
  });

  it("names a winner when the side to move has no peg", () => {
    expect(winner(readPosition(START))).toBeNull();
    expect(winner(readPosition("......../...w..../........ black -"))).toBe("white");
  });

  it("lists the holes from the rim inwards", () => {
    const holes = allHoles(readPosition("......../...w..../.......b black -"));
    expect(holes).toHaveLength(24);
    expect([holes[0], holes[8], holes[23]]).toEqual(["o1", "c1", "i8"]);
  });
});

describe("plays", () => {
  it("are read from their texts", () => {
    expect(readPlay("c1xc7")).toEqual({ text: "c1xc7", origin: "c1", target: "c7", captures: true });
    expect(readPlay("end")).toBeNull();
    expect(readPlay("6-1")).toBeNull();
    expect(readThrow("6-1")).toEqual([6, 1]);
    expect(readThrow("o1-o2")).toBeNull();
  });

  it("count on across the mark", () => {
    expect(numberPlayed(readPlay("o3-o7")!, 12)).toBe(4);
    expect(numberPlayed(readPlay("o12-c1")!, 12)).toBe(1);
    expect(numberPlayed(readPlay("c10-i3")!, 12)).toBe(5);
  });

  it("belong to their pegs, the nearest target first", () => {
    const plays = playsByPeg(["c1-c7", "c1-c2", "o12-c1", "end"], 12);
    expect([...plays.keys()]).toEqual(["c1", "o12"]);
    expect(plays.get("c1")!.map((play) => play.target)).toEqual(["c2", "c7"]);
  });

  it("pass every hole on their way", () => {
    expect(wayOf(readPlay("c10-i3")!, 12)).toEqual(["c10", "c11", "c12", "i1", "i2", "i3"]);
    expect(wayOf(readPlay("o3-o5")!, 12)).toEqual(["o3", "o4", "o5"]);
  });
});

describe("what happened between two positions", () => {
  const out = "wwwwwwwwwww./w.........../bbbbbbbbbbbb white 6";
  const run = "wwwwwwwwwww./......w...../bbbbbbbbbbbb black -";
  const between = (one: string, two: string) =>
    playBetween(readPosition(one), readPosition(two))?.text ?? null;

  it("is the play of the peg that moved", () => {
    expect(between(START, out)).toBe("o12-c1");
    expect(between(out, run)).toBe("c1-c7");
  });

  it("is a capture where somebody stood", () => {
    expect(between("......../w..b..../........ white 3", "......../...w..../........ black -")).toBe("c1xc4");
  });

  it("is nothing when a peg would go backwards, or two have moved", () => {
    expect(between(run, out)).toBeNull();
    expect(between(START, run.replace("w./", ".w/"))).toBeNull();
    expect(between(START, START)).toBeNull();
  });
});

describe("the ring", () => {
  it("runs clockwise from the mark at the top", () => {
    const [first, last] = [placeOf("o1", 12), placeOf("o12", 12)];
    expect(first.x).toBeGreaterThan(300);
    expect(last.x).toBeLessThan(300);
    expect(first.y).toBeCloseTo(last.y);
    expect(placeOf("i4", 12).x).toBeLessThan(placeOf("c4", 12).x);
  });

  it.each([8, 12, 30])("keeps pegs apart with %i holes", (holes) => {
    const [one, two] = [placeOf("i1", holes), placeOf("i2", holes)];
    expect(Math.hypot(one.x - two.x, one.y - two.y)).toBeGreaterThan(pegSize(holes));
  });

  it("finds the nearest hole within reach only", () => {
    const { x, y } = placeOf("c5", 12);
    const point = { x: x + 10, y };
    expect(nearest(point, ["o1", "c5", "c6"], 12, 40)).toBe("c5");
    expect(nearest(point, ["o1"], 12, 40)).toBeNull();
  });

  it.each([2, 3, 8])("lays %i dice inside the middle", (count) => {
    const { size, places } = onTable(count);
    expect(places).toHaveLength(count);
    for (const { x, y } of places) {
      const corner = Math.hypot(Math.abs(x - 300) + size / 2, Math.abs(y - 300) + size / 2);
      expect(corner).toBeLessThan(112);
    }
  });
});

describe("a throw", () => {
  const after = (numbers: string) => readPosition(`wwwwwwwwwwww/............/bbbbbbbbbbbb black ${numbers}`);

  it("is idle if it leaves no number to play", () => {
    expect(isIdle("3-4", after("-"))).toBe(true);
    expect(isIdle("6-1", after("16"))).toBe(false);
    expect(isIdle("5-5", after("+22"))).toBe(false);
    expect(isIdle("end", after("-"))).toBe(false);
  });
});

describe("words", () => {
  it("tell events", () => {
    expect(eventWords("6-1", "white")).toBe("White throws 6 and 1.");
    expect(eventWords("c1xc7", "white")).toBe(
      "White goes from centre 1 to centre 7 and throws a peg out.",
    );
    expect(eventWords("3-4", "black", true)).toBe("Black throws 3 and 4 and can play neither.");
    expect(eventWords("end", "black")).toBe("Black ends the turn.");
  });

  it("note events for the list of turns", () => {
    expect(["6-1", "o12-c1", "c1xc7", "end"].map(note)).toEqual(["6-1", "o12 – c1", "c1 × c7", "end"]);
    expect(["6-1", "o12-c1", "c1xc7", "end"].map(soundOf)).toEqual(["roll", "move", "capture", "move"]);
  });

  it("tell what is to be done", () => {
    expect(taskWords(readPosition(START))).toBe("White is about to throw.");
    expect(taskWords(readPosition(DOUBLET))).toBe("White has to play 1.");
    const extra = extraWords(readPosition(DOUBLET)).replaceAll("\u00a0", " ");
    expect(extra).toBe("Extra, if you like: 1, 1, 6, 6, 6, 6.");
    expect(extraWords(readPosition(START))).toBe("");
  });

  it("speak a hole", () => {
    const quiet = { movable: false, chosen: false, number: null };
    expect(holeWords("o12", { ...quiet, peg: "white", movable: true })).toBe(
      "outer circle 12, white peg, can move",
    );
    expect(holeWords("c7", { ...quiet, peg: "black", number: 6 })).toBe(
      "centre 7, black peg, throw it out with 6",
    );
  });
});
