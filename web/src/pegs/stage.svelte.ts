/** What the board shows at this moment: one frame after the other, so that eyes can follow. */
import { playBetween, samePegs } from "./between";
import { isIdle, numberPlayed, readThrow, type Play } from "./plays";
import { other, readPosition, type Colour, type Position } from "./position";

/** A position, and the event that led to it. */
export interface Frame {
  text: string;
  position: Position;
  last: string | null;
}

export interface Travel {
  play: Play;
  peg: Colour;
  time: number;
}

export interface Thrown {
  /** Empty while the dice are still in the hand. */
  text: string;
  side: Colour;
  /** Nothing could be done with it. */
  idle: boolean;
}

export const ROLL_MS = 700;
const HOP_MS = 160;
const STEP_MS = 90;
const READ_MS = 900;

export function frame(text: string, last: string | null): Frame {
  return { text, position: readPosition(text), last };
}

/** The throw that led to a position: who threw, and whether it was of any use. */
export function thrownBefore({ position, last }: Frame): Thrown | null {
  if (last === null || !readThrow(last)) return null;
  const idle = isIdle(last, position);
  return { text: last, side: idle ? other(position.side) : position.side, idle };
}

export class Stage {
  shown: Frame = $state.raw() as Frame;
  travel: Travel | null = $state.raw(null);
  /** The throw on the table while it rolls and is read; otherwise the numbers to play lie there. */
  dice: Thrown | null = $state.raw(null);
  rolling = $state(false);
  private queue: Frame[] = [];
  private running = false;
  private latest: Frame;

  constructor(
    first: Frame,
    private readonly moves: () => boolean,
    private readonly wait: (ms: number) => Promise<void>,
  ) {
    this.shown = this.latest = first;
  }

  /** Nothing is under way: what is shown is what the server said last. */
  get settled(): boolean {
    return this.travel === null && this.dice === null;
  }

  show(next: Frame): void {
    const before = this.latest;
    if (next.text === before.text && next.last === before.last) return;
    this.latest = next;
    const play = playBetween(before.position, next.position);
    if (!this.moves() || !(play || samePegs(before.position, next.position))) return this.jump(next);
    this.queue.push(next);
    if (!this.running) void this.run();
  }

  /** Without any ado: for looking back, and for those who want no motion. */
  private jump(to: Frame): void {
    this.queue = [];
    this.travel = this.dice = null;
    this.shown = to;
  }

  private async run(): Promise<void> {
    this.running = true;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) await this.act(next);
    this.running = false;
  }

  private async act(next: Frame): Promise<void> {
    const play = playBetween(this.shown.position, next.position);
    const thrown = thrownBefore(next);
    const fresh = play !== null || this.shown.text !== next.text;
    this.shown = next;
    if (play) await this.go(play, next.position, thrown);
    if (thrown && fresh && this.shown === next) await this.roll(thrown);
    this.dice = null;
  }

  /** Whoever waits in the queue makes everything go faster. */
  private get haste(): number {
    return 1 + this.queue.length;
  }

  private async go(play: Play, position: Position, then: Thrown | null): Promise<void> {
    const time = (HOP_MS + STEP_MS * numberPlayed(play, position.holes)) / this.haste;
    this.travel = { play, peg: position.pegs.get(play.target)!, time };
    if (then) this.dice = { ...then, text: "" };
    await this.wait(time);
    this.travel = null;
  }

  private async roll(thrown: Thrown): Promise<void> {
    this.dice = thrown;
    this.rolling = true;
    await this.wait(ROLL_MS / this.haste);
    this.rolling = false;
    if (thrown.idle) await this.wait(READ_MS / this.haste);
  }
}
