/** What was chosen on the first page, as the call that begins such a game. */
export type With = "computer" | "friend" | "local";
export type Chosen = Readonly<Record<string, string>>;

export const LAST = "tallyho.start";

export interface Request {
  path: string;
  body: Record<string, unknown>;
}

export function request(whom: With, chosen: Chosen): Request {
  const terms: Record<string, unknown> = {
    game: chosen["game"],
    rules: chosen[`rules-${chosen["game"]}`] ?? "",
    begins: chosen["begins"] ?? "chance",
  };
  const path = `/api/games/${whom}`;
  if (whom === "computer") return { path, body: { level: Number(chosen["level"]), terms } };
  if (whom === "friend") {
    const clock: unknown = JSON.parse(chosen["clock"] ?? "{}");
    return { path, body: { terms: { ...terms, clock } } };
  }
  const names = [chosen["first"]?.trim() || "1", chosen["second"]?.trim() || "2"];
  return { path, body: { names, terms } };
}
