import { expect, it } from "vitest";
import { placeOf, stepFrom } from "./geometry";

it("puts b8 into the upper left corner, and h2 there when turned", () => {
  const corner = { x: 60, y: 60, width: 100, height: 100 };
  expect(placeOf("b8", false)).toEqual(corner);
  expect(placeOf("h2", true)).toEqual(corner);
});

it("puts the exits into the rim", () => {
  expect(placeOf("e9", false)).toEqual({ x: 360, y: 0, width: 100, height: 60 });
  expect(placeOf("a5", true)).toEqual({ x: 760, y: 360, width: 60, height: 100 });
});

it("steps as the board is seen", () => {
  expect(stepFrom("e5", 0, 1, false)).toBe("e6");
  expect(stepFrom("e5", 0, 1, true)).toBe("e4");
  expect(stepFrom("e8", 0, 1, false)).toBe("e9");
  expect(stepFrom("d8", 0, 1, false)).toBeNull();
});
