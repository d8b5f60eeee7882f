import { expect, it } from "vitest";
import { changeSettings, DEFAULTS, KEY, readSettings } from "./settings";

function storeWith(text: string | null) {
  let kept = text;
  return {
    getItem: (key: string) => (key === KEY ? kept : null),
    setItem: (_: string, value: string) => void (kept = value),
    removeItem: () => void (kept = null),
  };
}

it("begins with what suits most", () => {
  expect(readSettings(storeWith(null))).toEqual(DEFAULTS);
});

it("keeps a change and leaves the rest", () => {
  const store = storeWith(null);
  changeSettings({ sounds: false }, store);
  expect(readSettings(store)).toEqual({ ...DEFAULTS, sounds: false });
});

it.each(["nonsense", "null", "7", '{"sounds":"loud","other":1}'])("survives %s", (text) => {
  expect(readSettings(storeWith(text))).toEqual(DEFAULTS);
});
