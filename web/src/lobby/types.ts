/** The values of the lobby, as the API and the page tell them. */
export interface ClockTerms {
  minutes: number | null;
  increment: number;
  days: number | null;
}

export interface Terms {
  game: "hunt" | "pegs";
  rules: string;
  clock: ClockTerms;
  begins: "me" | "you" | "chance";
  rated: boolean;
}

export interface Seek {
  id: string;
  name: string;
  terms: Terms;
  created: number;
}

export interface RuleSet {
  text: string;
  name: string;
  sentence: string;
}

export interface ClockChoice {
  terms: ClockTerms;
  name: string;
}

export interface Listed {
  id: string;
  mode: string;
  status: string;
}

export type LobbyNews =
  | { kind: "lobby"; seeks: Seek[] }
  | { kind: "games" }
  | { kind: "heartbeat"; now: number }
  | { kind: "bye"; wait: number }
  | { kind: "other" };

export interface Page {
  me: { name: string; guest: boolean } | null;
  seeks: Seek[];
  rules: Record<"hunt" | "pegs", RuleSet[]>;
  clocks: ClockChoice[];
}
