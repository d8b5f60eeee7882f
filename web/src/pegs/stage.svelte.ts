/** What the board shows at this moment: one frame after the other, so that eyes can follow. */
import { happened, type Happened } from "./events";
import { numberPlayed, readPlay, readThrow, type Play } from "./plays";
import { readPosition, type Colour, type Position } from "./position";

/** A position, and the events that led to it since the one before. */
export interface Frame {
  text: string;
  position: Position;
  events: readonly Happened[];
}

export interface Travel {
  play: Play;
  peg: Colour;
}

export const STEP_MS = 90;
export const ROLL_MS = 700;
const READ_MS = 900;
const MOST_THROWS = 4; // at the start the dice may go to and fro often
const MOST_FRAMES = 12;

export function frame(text: string, events: readonly string[]): Frame {
  const position = readPosition(text);
  return { text, position, events: happened(events, position) };
}

/** How long a peg travels: hole by hole, but long ways are not dull. */
export function travelTime(steps: number): number {
  return 160 + steps * STEP_MS;
}

export class Stage {
  shown: Frame = $state.raw() as Frame;
  travel: Travel | null = $state.raw(null);
  /** The throw on the table while it rolls and is read; otherwise the numbers to play lie there. */
  dice: Happened | null = $state.raw(null);
  rolling = $state(false);
  #queue: Frame[] = [];
  #running = false;
  #latest: string;

  constructor(
    first: Frame,
    private readonly moves: () => boolean,
    private readonly wait: (ms: number) => Promise<void>,
  ) {
    this.shown = first;
    this.#latest = first.text;
  }

  /** Nothing is under way: what is shown is what the server said last. */
  get settled(): boolean {
    return this.travel === null && this.dice === null;
  }

  show(next: Frame): void {
    if (next.text === this.#latest && !next.events.length) return;
    if (!this.moves()) return this.jump(next);
    this.#latest = next.text;
    this.#queue.push(next);
    if (this.#queue.length > MOST_FRAMES) this.#queue = [next];
    if (!this.#running) void this.#run();
  }

  /** Without any ado: for looking back, and for those who want no motion. */
  jump(to: Frame): void {
    this.#queue = [];
    this.#latest = to.text;
    this.travel = this.dice = null;
    this.shown = to;
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) await this.#act(next);
    this.#running = false;
  }

  async #act(next: Frame): Promise<void> {
    this.shown = next;
    const throws = next.events.filter((event) => readThrow(event.text));
    const last = next.events.findLast((event) => readPlay(event.text));
    if (last) await this.#go(next, last, throws[0]);
    for (const thrown of throws.slice(-MOST_THROWS)) {
      if (this.shown === next) await this.#roll(thrown);
    }
    this.dice = null;
  }

  async #go(next: Frame, event: Happened, then: Happened | undefined): Promise<void> {
    const play = readPlay(event.text)!;
    this.travel = { play, peg: event.side };
    this.dice = then ? { ...then, text: "" } : null;
    await this.wait(travelTime(numberPlayed(play, next.position.holes)));
    this.travel = null;
  }

  async #roll(thrown: Happened): Promise<void> {
    this.dice = thrown;
    this.rolling = true;
    await this.wait(ROLL_MS);
    this.rolling = false;
    if (thrown.idle) await this.wait(READ_MS);
  }
}
