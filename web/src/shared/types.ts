/** The values of the API, as its OpenAPI document describes them. */
export type Seat = 0 | 1;
export type Mode = "computer" | "local" | "friend" | "lobby" | "challenge";
export type Status = "waiting" | "dealing" | "playing" | "over";
export type Termination =
  | "finished"
  | "resigned"
  | "agreed"
  | "claimed"
  | "timeout"
  | "abandoned";
export type Room = "players" | "spectators";

export interface LogEvent {
  kind: string;
  at: number;
  seat?: Seat;
  text?: string;
  values?: string[];
  turns?: number;
  termination?: Termination;
  winner?: Seat;
}

export interface RoundSeal {
  round: number;
  commitment: string;
  commitments: [string | null, string | null];
  bytes: [string | null, string | null];
  secret: string | null;
}

export interface State {
  version: number;
  status: Status;
  seals: RoundSeal[];
  waiting_for: Seat[];
  round: number;
  position: string | null;
  seat_to_act: Seat | null;
  first_side: Seat;
  legal: string[];
  threats: string[];
  points: [number, number];
  left: [number, number] | null;
  deadline: number | null;
  draw_offer: Seat | null;
  takeback: Seat | null;
  ended: { termination: Termination; winner: Seat | null; at: number } | null;
  rematch: Seat | null;
  next_game: string | null;
}

export interface Player {
  name: string;
  computer: number | null;
}

export interface Match {
  id: string;
  game: "hunt" | "pegs";
  rules: string;
  rounds: number;
  sides: [string, string];
  mode: Mode;
  rated: boolean;
  clock: { base: number | null; increment: number; per_turn: number | null };
  players: [Player, Player];
  created: number;
  state: State;
  seats: Seat[];
  invite: string | null;
}

export interface Said {
  id: number;
  name: string;
  text: string;
  at: number;
}

export interface Update {
  events: LogEvent[];
  state: State;
}

export type News =
  | ({ kind: "update" } & Update)
  | { kind: "chat"; room: Room; said: Said[] }
  | { kind: "heartbeat"; now: number; away?: Seat[] }
  | { kind: "bye"; wait: number };

export interface Trouble {
  error: string;
  message: string;
  field?: string;
  rule?: string;
  missed?: LogEvent[];
  state?: State;
}

/** One event of a match with the position after it, for looking back. */
export interface Moment {
  round: number;
  seat: Seat | null;
  text: string;
  position: string;
}
