/** The lobby's socket: it always tells all seeks, so whoever comes back has missed nothing. */
import type { LobbyNews, Seek } from "./types";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const SILENCE = 40_000; // the site says something every 15 seconds

export interface Listener {
  seeks(all: Seek[]): void;
  games(): void;
  connected(now: boolean): void;
}

export class LobbyLive {
  private socket: WebSocket | null = null;
  private failures = 0;
  private watch = 0;

  constructor(private readonly listener: Listener) {
    this.open();
    addEventListener("online", () => this.reopen());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.reopen();
    });
  }

  /** Connect anew, so that the site knows who is listening and tells everything again. */
  reopen(): void {
    this.failures = 0;
    this.open();
  }

  private open(): void {
    if (this.socket) this.socket.onclose = null;
    this.socket?.close();
    const address = new URL("/api/live", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = (this.socket = new WebSocket(address));
    socket.onmessage = (message) => this.hear(JSON.parse(message.data as string) as LobbyNews);
    socket.onclose = () => this.closed();
    this.expect();
  }

  private expect(): void {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.open(), SILENCE);
  }

  private hear(news: LobbyNews): void {
    this.failures = 0;
    this.expect();
    this.listener.connected(true);
    if (news.kind === "lobby") this.listener.seeks(news.seeks);
    if (news.kind === "games") this.listener.games();
  }

  private closed(): void {
    clearTimeout(this.watch);
    this.listener.connected(false);
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures);
    this.failures += 1;
    setTimeout(() => this.open(), longest * (0.5 + Math.random() / 2));
  }
}
