import { expect, test } from "vitest";
import { cookie } from "./choices";

test("a choice is kept for a year, and an empty one is forgotten", () => {
  expect(cookie("theme", "dark", false)).toBe("theme=dark; path=/; max-age=31536000; samesite=lax");
  expect(cookie("theme", "", true)).toBe("theme=; path=/; max-age=0; samesite=lax; secure");
});
