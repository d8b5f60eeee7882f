import { beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "./kinds.fixture";
import { readPosition } from "./position";
import { spoken, whyNot, whyNotThere, type View } from "./spoken";
import { targets } from "./targets";
import { useKinds } from "./tiles";

// c2 is a locked duck for blue; the bear on e4 has come from e5.
const TEXT = "TTP?TTT/TPT1P?T/>LD<?1D/<3D2/LDPBTvF/FTP2>T/<DFTTPT blue H2 BFPD2T c2 e4>e5 - 0 -";

beforeAll(() => useKinds(KINDS));

function view(legal: string[], changes: Partial<View> = {}): View {
  return { position: readPosition(TEXT), turns: targets(legal), sides: [0], turned: false, threats: [], ...changes };
}

describe("a spoken space", () => {
  it.each([
    ["e8", "e8, face down"],
    ["e7", "e7, empty"],
    ["h4", "h4, fox, yours"],
    ["b6", "b6, hunter, gun right, your opponent's"],
    ["c2", "c2, duck, locked for this turn"],
    ["e4", "e4, bear, yours, may not go back to e5"],
    ["e9", "e9, exit, closed"],
  ])("%s is %s", (space, wanted) => {
    expect(spoken(view(["e8"]), space, null)).toBe(wanted);
  });

  it("tells what the chosen tile can reach", () => {
    const seen = view(["h4xh6", "h4-g4"]);
    expect(spoken(seen, "h6", "h4")).toBe("h6, duck, can be captured");
    expect(spoken(seen, "h4", "h4")).toBe("h4, fox, yours, chosen");
  });

  it("turns guns round with the board", () => {
    expect(spoken(view([], { turned: true }), "b6", null)).toContain("gun left");
  });

  it("says whose a tile is by colour to somebody who watches", () => {
    expect(spoken(view([], { sides: [] }), "h4", null)).toBe("h4, fox, Blue");
  });

  it("says what is threatened", () => {
    expect(spoken(view(["e8"], { threats: ["h4"] }), "h4", null)).toBe("h4, fox, yours, threatened");
  });
});

describe("why not", () => {
  const legal = view(["e8", "h4xh6"]);

  it.each([
    ["b8", "H5"],
    ["b6", "H5"],
    ["c2", "H9"],
    ["e4", "H10"],
    ["d2", "H6"],
  ])("on %s it is %s", (space, rule) => {
    expect(whyNot(legal, space)?.rule).toBe(rule);
  });

  it("is nothing for what can be used", () => {
    expect(whyNot(legal, "e8")).toBeNull();
    expect(whyNot(legal, "h4")).toBeNull();
  });

  it("is the turn, when it is somebody else's", () => {
    expect(whyNot(view([]), "h4")?.sentence).toBe("It is not your turn.");
  });

  it.each([
    ["e4", "e5", "H10"],
    ["e4", "e8", "H8"],
    ["h4", "h3", "H7"],
    ["h4", "e9", "H12"],
    ["e4", "e7", "H6"],
  ])("from %s to %s it is %s", (from, to, rule) => {
    expect(whyNotThere(legal, from, to).rule).toBe(rule);
  });
});
