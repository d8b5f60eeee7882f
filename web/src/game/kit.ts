/** What a game brings to the table: its board, its words and what stands beside the board.

The frame knows no game. A board receives the legal turns and says which one was chosen. Sides are
0 for the one that begins a round, and 1. */
import type { Component } from "svelte";
import type { Settings } from "../shared/settings";
import type { Match, Seat } from "../shared/types";

export interface BoardProps {
  position: string;
  /** The event that led to this position; null at the start of a round. */
  last: string | null;
  /** What may be chosen now; empty unless the visitor may act. */
  legal: readonly string[];
  threats: readonly string[];
  /** The sides that the visitor plays in this round: none, one, or both at one device. */
  sides: readonly Seat[];
  /** Seen from the second side. */
  turned: boolean;
  settings: Settings;
  /** A turn that waits for the visitor's word; shown, not played. */
  pending: string | null;
  /** What the line below the board says while there is nothing else to say there. */
  status: string;
  /** How a turn is made, for somebody who has not made one yet. */
  hint?: string;
  onturn: (turn: string) => void;
}

export interface Kit {
  Board: Component<BoardProps>;
  /** Whether the board has two ends to look at it from, and shows threats. */
  sided: boolean;
  /** What else can be known of a position, such as the bag. */
  Aside: Component<{ position: string }> | null;
  asideName: () => string;
  /** The sign of a side. */
  Emblem: Component<{ side: Seat }>;
  /** What a side has won so far in the round. */
  Winnings: Component<{ position: string; side: Seat }>;
  points: (position: string, side: Seat) => number;
  /** What the points are, such as points. */
  pointsName: () => string;
  sideName: (side: Seat) => string;
  /** A sentence for somebody who now plays this side. */
  task: (side: Seat) => string;
  /** How a turn is made, for somebody who has not made one yet. */
  hint: () => string;
  /** What happens before the first turn. */
  dealing: () => string;
  /** A few words about the phase that the round is in, or none. */
  phase: (position: string) => string | null;
  /** How many turns of a countdown a side has left; null while nothing is counted. */
  turnsLeft: (position: string, side: Seat) => number | null;
  /** One event as a sentence about its side; `before` is the position that it was played in. */
  tell: (event: string, before: string, after?: string) => string;
  /** One event in the list of turns. */
  note: (event: string) => string;
  /** Whether the event let its side do nothing, by the position after it. */
  idle: (event: string, after: string) => boolean;
  /** The event's sound. */
  sound: (event: string, before: string) => "turn" | "move" | "capture" | "exit" | "roll";
  /** Whether the side to move may have a right to claim a draw; the server decides. */
  claimable: (position: string, rules: string) => boolean;
}

/** The game's kit, for a page that knows the game's table of kinds. */
export async function kitOf(game: Match["game"], data: unknown): Promise<Kit> {
  if (game === "hunt") return (await import("../hunt/kit")).huntKit(data as never);
  return (await import("../pegs/kit")).pegsKit();
}
