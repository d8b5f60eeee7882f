/** A game's drawings as one sprite: every drawing a symbol such as `th-hunt-fox`.

Titles are left out, because they would pop up as tips. */
export function symbols(game: string, drawings: Record<string, string>): string {
  return Object.entries(drawings)
    .map(([path, drawing]) => {
      const name = path.replace(/^.*\/|\.svg$/g, "");
      return drawing
        .replace(/<title>.*?<\/title>/, "")
        .replace(/>\s+</g, "><")
        .trim()
        .replace('<svg xmlns="http://www.w3.org/2000/svg"', `<symbol id="th-${game}-${name}"`)
        .replace("</svg>", "</symbol>");
    })
    .join("");
}
