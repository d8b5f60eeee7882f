/** The tile game's drawings, without the marks that only pictures have: here they are styles. */
import { symbols } from "../shared/symbols";

const FILES = import.meta.glob<string>(
  ["../../../src/tallyho/games/hunt/art/*.svg", "!../../../src/tallyho/games/hunt/art/{last,pip}.svg"],
  { query: "?raw", import: "default", eager: true },
);

export const SYMBOLS = symbols("hunt", FILES);
