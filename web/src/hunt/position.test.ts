import { beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "./kinds.fixture";
import { bagOf, pointsOf, readPosition, START, turnsLeft, wonKinds } from "./position";
import { useKinds } from "./tiles";

const MIDDLE = "TTP?TTT/TPT1P?T/>LD<?1D/<3D2/LDPBTvF/FTP2>T/<DFTTPT blue H2 BFPD2T c2 e4>e5 - 0 -";
const FINAL = "P>TFTTP/DL1TPT>/T1<2DF/D1T^T2/vBT1B2/TT2T2/FFv1T1P blue LH2P4D3 F2DT2 - g6>g5 d6>f6 - 7";

beforeAll(() => useKinds(KINDS));

describe("a position text", () => {
  it("gives the start: 48 tiles face down around an empty centre", () => {
    const { board, toMove, left } = readPosition(START);
    expect(board.size).toBe(48);
    expect(new Set(board.values())).toEqual(new Set("?"));
    expect(board.has("e5")).toBe(false);
    expect([toMove, left]).toEqual([0, null]);
  });

  it("gives faces by space, ranks 8 down to 2", () => {
    const { board } = readPosition(MIDDLE);
    expect([board.get("b8"), board.get("e8"), board.get("e7"), board.get("b6")]).toEqual(["T", "?", undefined, ">"]);
    expect([board.get("h4"), board.get("h2")]).toEqual(["F", "T"]);
  });

  it("gives lock, bans and winnings", () => {
    const position = readPosition(MIDDLE);
    expect(position.lock).toBe("c2");
    expect(position.bans).toEqual([{ from: "e4", to: "e5" }, null]);
    expect(Object.fromEntries(position.winnings[1])).toEqual({ B: 1, F: 1, P: 1, D: 2, T: 1 });
  });

  it("is refused with fields missing", () => {
    expect(() => readPosition("??? blue")).toThrow("not a position");
  });
});

describe("what follows from it", () => {
  it("counts points by kind", () => {
    expect(pointsOf(readPosition(MIDDLE), 0)).toBe(10);
    expect(pointsOf(readPosition(MIDDLE), 1)).toBe(10 + 5 + 3 + 4 + 2);
  });

  it("lists what was won", () => {
    const won = wonKinds(readPosition(FINAL), 1).map(({ kind, count }) => `${kind.letter}${count}`);
    expect(won).toEqual(["F2", "D1", "T2"]);
  });

  it("has the whole box in the bag at the start, with chances that add up", () => {
    const bag = bagOf(readPosition(START));
    expect(bag.map(({ count }) => count)).toEqual([2, 6, 2, 8, 8, 7, 15]);
    expect(bag.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1);
  });

  it("has as many tiles in the bag as lie face down", () => {
    for (const text of [MIDDLE, FINAL]) {
      const position = readPosition(text);
      const down = [...position.board.values()].filter((face) => face === "?").length;
      expect(bagOf(position).reduce((sum, { count }) => sum + count, 0)).toBe(down);
    }
  });

  it("counts each side's last turns", () => {
    const position = readPosition(FINAL);
    expect([turnsLeft(position, 0), turnsLeft(position, 1)]).toEqual([4, 3]);
    expect(turnsLeft(readPosition(START), 0)).toBeNull();
  });
});
