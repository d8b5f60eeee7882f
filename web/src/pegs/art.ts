/** The peg game's drawings as one sprite: every drawing a symbol `th-pegs-…`. */
const FILES = import.meta.glob<string>("../../../src/tallyho/games/pegs/art/*.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

function symbol(path: string, drawing: string): string {
  const name = path.replace(/^.*\/|\.svg$/g, "");
  return drawing
    .replace(/<title>.*?<\/title>/, "")
    .replace(/>\s+</g, "><")
    .trim()
    .replace('<svg xmlns="http://www.w3.org/2000/svg"', `<symbol id="th-pegs-${name}"`)
    .replace("</svg>", "</symbol>");
}

export const SYMBOLS = Object.entries(FILES)
  .map(([path, drawing]) => symbol(path, drawing))
  .join("");
