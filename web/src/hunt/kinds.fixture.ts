/** The server's table of kinds as the page brings it, for the tests. */
import type { Kind } from "./tiles";

export const KINDS: readonly Kind[] = [
  { name: "bear", letter: "B", faces: "B", owner: 0, count: 2, points: 10, reach: 1, prey: "LH" },
  { name: "fox", letter: "F", faces: "F", owner: 0, count: 6, points: 5, reach: 7, prey: "DP" },
  { name: "lumberjack", letter: "L", faces: "L", owner: 1, count: 2, points: 5, reach: 1, prey: "T" },
  { name: "hunter", letter: "H", faces: "^>v<", owner: 1, count: 8, points: 5, reach: 7, prey: "BFDP" },
  { name: "pheasant", letter: "P", faces: "P", owner: null, count: 8, points: 3, reach: 7, prey: "" },
  { name: "duck", letter: "D", faces: "D", owner: null, count: 7, points: 2, reach: 7, prey: "" },
  { name: "tree", letter: "T", faces: "T", owner: null, count: 15, points: 2, reach: 0, prey: "" },
];
