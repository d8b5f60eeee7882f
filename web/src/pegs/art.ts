/** The peg game's drawings. */
import { symbols } from "../shared/symbols";

const FILES = import.meta.glob<string>("../../../src/tallyho/games/pegs/art/*.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

export const SYMBOLS = symbols("pegs", FILES);
