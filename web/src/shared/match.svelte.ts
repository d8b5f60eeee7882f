/** The match as the site confirmed it: nothing is shown that was not stored. */
import { beKnown, call, Refusal, Unreachable } from "./api";
import { CannotShow, step } from "./handshake";
import { Live, type Connection, type World } from "./live";
import { storage } from "./storage";
import type { LogEvent, Match, Moment, Room, Said, Seat, State, Trouble, Update } from "./types";

export type Doing =
  | "turn"
  | "resign"
  | "offer-draw"
  | "accept-draw"
  | "decline-draw"
  | "claim-draw"
  | "ask-takeback"
  | "accept-takeback"
  | "decline-takeback"
  | "abort"
  | "claim-win";

const RESEND = [500, 1_000, 2_000, 4_000];

export class MatchStore {
  match = $state.raw() as Match;
  state = $state.raw() as State;
  moments = $state.raw<readonly Moment[]>([]);
  /** Whether the moments lead up to the state; for a short while they may still be on their way. */
  complete = $state(true);
  chat = $state.raw<Record<Room, readonly Said[]>>({ players: [], spectators: [] });
  connection = $state<Connection>("connecting");
  busy = $state(false);
  trouble = $state.raw<Trouble | null>(null);
  dealTrouble = $state<CannotShow["reason"] | null>(null);
  away = $state.raw<readonly Seat[]>([]);
  /** The site's time minus this device's. */
  offset = $state(0);
  private live: Live | null = null;
  private dealing = false;
  private hearers = new Set<(events: readonly LogEvent[]) => void>();

  constructor(
    match: Match,
    moments: readonly Moment[],
    siteNow: number,
    private readonly world: World,
  ) {
    this.match = match;
    this.state = match.state;
    this.moments = moments;
    this.offset = siteNow - world.now();
  }

  /** Follow the match until the returned function is called. */
  follow(): () => void {
    this.live = new Live(
      this.match.id,
      {
        version: () => this.state.version,
        update: (update) => this.take(update),
        chat: (room, said) => this.heard(room, said),
        connection: (now) => (this.connection = now),
        time: (siteNow, away) => this.beat(siteNow, away),
      },
      this.world,
    );
    void this.deal();
    return () => this.live?.stop();
  }

  /** Be told of events that come in from now on. */
  onEvents(hear: (events: readonly LogEvent[]) => void): () => void {
    this.hearers.add(hear);
    return () => this.hearers.delete(hear);
  }

  /** The site's time. */
  now(): number {
    return this.world.now() + this.offset;
  }

  /** Do something at the board; resent under the same id until the site has answered. */
  async act(what: Doing, text?: string, seat?: Seat): Promise<boolean> {
    if (this.busy) return false;
    const wish = { do: what, version: this.state.version, id: freshId(), text, seat };
    return this.ask(() => this.send<Update>(`/api/games/${this.match.id}/actions`, wish));
  }

  /** Take the empty seat with an invitation. */
  async join(invite: string): Promise<boolean> {
    return this.ask(async () => {
      await beKnown();
      const path = `/api/games/${this.match.id}/join`;
      this.match = await this.send<Match>(path, { invite });
      this.live?.stop();
      this.follow();
      return { events: [], state: this.match.state };
    });
  }

  /** Ask to play again; the next match's id once there is one. */
  async rematch(): Promise<string | null> {
    let next: string | null = null;
    await this.ask(async () => {
      const match = await this.send<Match>(`/api/games/${this.match.id}/rematch`);
      if (match.id !== this.match.id) next = match.id;
      return match.id === this.match.id ? { events: [], state: match.state } : null;
    });
    return next;
  }

  /** The same game against the computer at another level; the new match's id. */
  async against(level: number): Promise<string | null> {
    const { game, rules } = this.match;
    let next: string | null = null;
    await this.ask(async () => {
      next = (await call<Match>("POST", "/api/games/computer", { level, terms: { game, rules } })).id;
      return null;
    });
    return next;
  }

  /** Say something; it is shown when it comes back. */
  async say(text: string): Promise<boolean> {
    const room: Room = this.match.seats.length ? "players" : "spectators";
    try {
      await beKnown();
      const said = await call<Said>("POST", `/api/games/${this.match.id}/chat/${room}`, { text });
      this.heard(room, [said]);
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  /** Take over what the site says, unless something newer is known. */
  take(update: Update): void {
    const before = this.state;
    if (update.state.version < before.version) return;
    const fresh = update.state.version - before.version;
    const events = fresh ? update.events.slice(-fresh) : [];
    this.state = update.state;
    if (!fresh) return;
    this.remember(before, events, fresh);
    if (events.some(({ kind }) => kind === "seated")) void this.look();
    if (events.some(({ kind }) => kind === "played")) this.away = [];
    for (const hear of this.hearers) hear(events);
    void this.deal();
  }

  private async ask(what: () => Promise<Update | null>): Promise<boolean> {
    this.busy = true;
    this.trouble = null;
    try {
      const update = await what();
      if (update) this.take(update);
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  private send<T>(path: string, body?: unknown): Promise<T> {
    return this.insist(() => call<T>("POST", path, body));
  }

  /** A call that may be repeated safely, such as an action: the site knows its id. */
  private async insist<T>(ask: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await ask();
      } catch (error) {
        const again = error instanceof Unreachable || isBusy(error);
        if (!again) throw error;
        if (error instanceof Unreachable && tries) this.connection = "lost";
        await this.pause(RESEND[Math.min(tries, RESEND.length - 1)]!);
      }
    }
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((done) => this.world.later(milliseconds, done));
  }

  private complain(error: unknown): void {
    if (error instanceof Unreachable) {
      this.trouble = { error: "unreachable", message: error.message };
      return;
    }
    if (!(error instanceof Refusal)) throw error;
    const { state, missed } = error.trouble;
    if (state && missed) this.take({ events: missed, state });
    this.trouble = error.trouble;
  }

  private beat(siteNow: number, away: readonly Seat[] = []): void {
    this.offset = siteNow - this.world.now();
    this.away = away;
  }

  private heard(room: Room, said: readonly Said[]): void {
    const known = this.chat[room];
    const fresh = said.filter(({ id }) => id > (known.at(-1)?.id ?? 0));
    if (fresh.length) this.chat = { ...this.chat, [room]: [...known, ...fresh] };
  }

  /** Grow the list of moments; where the state does not tell every position, ask for them all. */
  private remember(before: State, events: readonly LogEvent[], fresh: number): void {
    const played = events.filter(({ kind }) => kind === "played");
    const back = events.some(({ kind }) => kind === "took-back");
    if (events.length === fresh && !played.length && !back) return;
    const [only] = played;
    const plain = this.complete && events.length === fresh && played.length === 1 && !back;
    if (!plain || this.state.round !== before.round || !this.state.position) {
      void this.recall();
      return;
    }
    const { round, position } = this.state;
    const moment = { round, seat: only!.seat ?? null, text: only!.text!, position };
    this.moments = [...this.moments, moment];
  }

  private async recall(): Promise<void> {
    const { version } = this.state;
    this.complete = false;
    const moments = await this.fetch<Moment[]>("/moments");
    if (version !== this.state.version) return this.recall();
    this.moments = moments;
    this.complete = true;
  }

  /** Somebody sat down: learn the names. */
  private async look(): Promise<void> {
    this.match = await this.fetch<Match>("");
    this.take({ events: [], state: this.match.state });
  }

  private fetch<T>(what: string): Promise<T> {
    return this.insist(() => call<T>("GET", `/api/games/${this.match.id}${what}`));
  }

  /** This visitor's part in the fair deal, as long as there is one. */
  private async deal(): Promise<void> {
    if (this.dealing || this.state.status !== "dealing") return;
    this.dealing = true;
    let seen = this.state.version;
    try {
      await alone(async () => {
        while (await this.dealStep()) this.dealTrouble = null;
        seen = this.state.version;
      });
    } catch (error) {
      if (error instanceof CannotShow) this.dealTrouble = error.reason;
      else if (error instanceof Refusal) await this.live?.resync(); // another tab was faster
      else if (error instanceof Unreachable) this.world.later(RESEND[2]!, () => void this.deal());
      else throw error;
    } finally {
      this.dealing = false;
      if (this.state.version !== seen) void this.deal();
    }
  }

  private async dealStep(): Promise<boolean> {
    for (const seat of this.match.seats) {
      const update = await step(this.match, this.state, seat, storage());
      if (update) {
        this.take(update);
        return true;
      }
    }
    return false;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Refusal && error.status === 503;
}

function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One tab at a time, so that two do not seal different bytes. */
async function alone(what: () => Promise<void>): Promise<void> {
  if (typeof navigator !== "undefined" && navigator.locks)
    await navigator.locks.request("tallyho.deal", what);
  else await what();
}
