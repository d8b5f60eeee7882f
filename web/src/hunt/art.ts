/** The drawings of games/hunt/art as symbols, brought into the page once. */
const files = import.meta.glob<string>("../../../src/tallyho/games/hunt/art/*.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** `th-hunt-fox` and so on; without titles, which would pop up as tips. */
export function symbols(): string {
  return Object.entries(files)
    .map(([path, svg]) => symbol(path.split("/").at(-1)!.replace(".svg", ""), svg))
    .join("");
}

function symbol(name: string, svg: string): string {
  return svg
    .trim()
    .replace(/>\s+</g, "><")
    .replace(/<title>.*?<\/title>/, "")
    .replace('<svg xmlns="http://www.w3.org/2000/svg"', `<symbol id="th-hunt-${name}"`)
    .replace("</svg>", "</symbol>");
}
