/** What of the match is on the board: what happens now, at a pace one can follow, or a look back. */
import type { MatchStore } from "../shared/match.svelte";
import type { Moment, Seat } from "../shared/types";

export interface Scene {
  round: number;
  position: string;
  /** The event that led here; null at the start of a round. */
  last: string | null;
  live: boolean;
}

const PACE = 420; // milliseconds for which an event has the board to itself
const HURRY = 3; // so many events behind, they are not shown one by one

export class Viewing {
  /** The moment looked back at, -1 for the start; null follows the match. */
  at = $state<number | null>(null);
  private caught = $state(0);
  private seenRound = $state(1);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly store: MatchStore,
    private readonly start: string,
    private readonly calm: () => boolean,
  ) {
    this.caught = store.moments.length;
    this.seenRound = store.state.round;
  }

  /** The last moment of the round that has just ended, while its player takes a breath. */
  readonly pause = $derived.by((): number | null => {
    if (this.store.state.round <= this.seenRound || !this.store.complete) return null;
    const last = this.store.moments.findLastIndex(({ round }) => round === this.seenRound);
    return last < 0 || last + 1 > this.caught ? null : last;
  });

  readonly scene = $derived.by((): Scene => {
    const { moments, state } = this.store;
    if (this.at !== null) return this.sceneAt(this.at);
    if (this.pause !== null) return this.sceneAt(this.pause);
    if (this.caught < moments.length || !this.store.complete) return this.sceneAt(this.reached);
    const last = moments.at(-1);
    return {
      round: state.round,
      position: state.position ?? this.start,
      last: last?.round === state.round ? last.text : null,
      live: true,
    };
  });

  /** How many moments are on or behind the board. */
  readonly reached = $derived.by(() => {
    const index = this.at === null ? (this.pause ?? this.caught - 1) : this.at;
    return Math.min(index, this.store.moments.length - 1); // a turn may have been taken back
  });

  goOn(): void {
    this.seenRound = this.store.state.round;
    this.caught = this.store.moments.length;
    this.at = null;
  }

  look(index: number): void {
    const last = this.store.moments.length - 1;
    const wanted = Math.max(-1, Math.min(index, last));
    this.at = wanted === last && this.pause === null ? null : wanted;
  }

  /** Let the board catch up; to be called whenever there are moments it has not shown. */
  advance(shown: (index: number) => void): void {
    clearTimeout(this.timer);
    const { moments, state } = this.store;
    const behind = moments.length - this.caught;
    if (behind < 0) this.caught = moments.length;
    if (this.at !== null && this.at >= moments.length) this.at = null;
    if (!this.store.match.seats.length) this.seenRound = state.round;
    if (behind <= 0 || this.pause !== null) return;
    if (behind > HURRY || this.calm()) this.caught = moments.length - 1;
    this.caught += 1;
    shown(this.caught - 1);
    if (this.caught < this.store.moments.length)
      this.timer = setTimeout(() => this.advance(shown), PACE);
  }

  /** The position that a moment was played in. */
  before(index: number): string {
    const { moments } = this.store;
    const previous = moments[index - 1];
    return previous && previous.round === moments[index]?.round ? previous.position : this.start;
  }

  private sceneAt(index: number): Scene {
    const moment: Moment | undefined = this.store.moments[index];
    if (!moment) return { round: 1, position: this.start, last: null, live: false };
    return { round: moment.round, position: moment.position, last: moment.text, live: false };
  }
}

/** The side that a seat has in a round. */
export function sideOf(seat: Seat, round: number): Seat {
  return (round % 2 ? seat : 1 - seat) as Seat;
}
