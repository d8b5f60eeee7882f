/** The live connection to a match: it comes back by itself and always catches up.

The socket tells what happened since a version. Whenever it may have missed something – the tab was
asleep, the network changed, heartbeats stayed away – the log is asked as well, because an answer to
a call is known to be new, while a socket can be dead for minutes without telling. */
import { Unreachable } from "./api";
import type { News, Room, Said, Seat, Update } from "./types";

export type Connection = "connecting" | "live" | "lost";

/** Who wants to know; `version` is how far the listener has got. */
export interface Listener {
  version(): number;
  update(update: Update): void;
  chat(room: Room, said: Said[]): void;
  connection(now: Connection): void;
  time(siteNow: number, away?: Seat[]): void;
}

export interface Wire {
  onmessage: ((data: string) => void) | null;
  onclose: ((code: number) => void) | null;
  close(): void;
}

/** What the connection needs of the world around it. */
export interface World {
  connect(path: string): Wire;
  events(game: string, since: number): Promise<Update>;
  now(): number;
  random(): number;
  later(milliseconds: number, what: () => void): () => void;
  onWake(what: () => void): () => void;
}

export const TICK = 5_000;
export const SLEPT = 3 * TICK; // a tick that comes so late means that the machine was asleep
export const SILENCE = 20_000; // the site says something every 15 seconds
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const POLLING = 3_000; // where calls pass and sockets do not
const NO_SUCH_GAME = 4404;

export class Live {
  private wire: Wire | null = null;
  private heard = 0;
  private ticked = 0;
  private failures = 0;
  private stopped = false;
  private asking = false;
  private callsPass = false;
  private cancelTick = () => {};
  private cancelReturn = () => {};
  private readonly cancelWake: () => void;

  constructor(
    private readonly game: string,
    private readonly listener: Listener,
    private readonly world: World,
  ) {
    this.cancelWake = world.onWake(() => this.wake());
    this.ticked = world.now();
    this.open();
    this.tick();
  }

  stop(): void {
    this.stopped = true;
    this.cancelTick();
    this.cancelReturn();
    this.cancelWake();
    this.drop();
  }

  /** Something may have been missed: ask the log at once, and do not trust an old socket. */
  wake(): void {
    if (this.stopped) return;
    this.failures = 0;
    if (!this.wire || this.world.now() - this.heard > SILENCE) this.reopen();
    void this.resync();
  }

  /** Fetch what the log has beyond the listener's version. */
  async resync(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      const update = await this.world.events(this.game, this.listener.version());
      if (this.stopped) return;
      this.callsPass = true;
      this.listener.update(update);
      this.listener.connection("live");
    } catch (error) {
      this.callsPass = false;
      if (error instanceof Unreachable && !this.stopped) this.listener.connection("lost");
    } finally {
      this.asking = false;
    }
  }

  private open(): void {
    this.cancelReturn();
    this.heard = this.world.now();
    const wire = this.world.connect(
      `/api/games/${this.game}/live?since=${this.listener.version()}`,
    );
    this.wire = wire;
    wire.onmessage = (data) => this.hear(JSON.parse(data) as News);
    wire.onclose = (code) => this.closed(code);
  }

  private reopen(): void {
    this.drop();
    this.open();
  }

  private drop(): void {
    if (!this.wire) return;
    this.wire.onmessage = this.wire.onclose = null;
    this.wire.close();
    this.wire = null;
  }

  private hear(news: News): void {
    this.heard = this.world.now();
    this.failures = 0;
    if (news.kind === "bye") return this.comeBack(news.wait);
    this.listener.connection("live");
    if (news.kind === "update") this.listener.update(news);
    else if (news.kind === "chat") this.listener.chat(news.room, news.said);
    else if (news.kind === "heartbeat") this.listener.time(news.now, news.away);
  }

  private comeBack(wait: number): void {
    this.drop();
    this.listener.connection("connecting");
    this.cancelReturn = this.world.later(wait, () => this.open());
  }

  private closed(code: number): void {
    this.wire = null;
    if (code === NO_SUCH_GAME) return this.stop();
    this.failures += 1;
    if (!this.callsPass) this.listener.connection(this.failures > 1 ? "lost" : "connecting");
    const most = this.callsPass ? POLLING : LONGEST_WAIT;
    const longest = Math.min(most, FIRST_WAIT * 2 ** (this.failures - 1));
    const wait = longest * (0.5 + this.world.random() / 2);
    this.cancelReturn = this.world.later(wait, () => {
      this.open();
      if (this.failures > 1) void this.resync(); // where sockets are blocked, calls still pass
    });
  }

  private tick(): void {
    this.cancelTick = this.world.later(TICK, () => this.tick());
    const now = this.world.now();
    const late = now - this.ticked;
    this.ticked = now;
    if (late > SLEPT) this.wake();
    else if (this.wire && now - this.heard > SILENCE) this.silent();
  }

  private silent(): void {
    this.listener.connection("connecting");
    this.reopen();
    void this.resync();
  }
}
