/** The browser as the live connection sees it. */
import { call } from "./api";
import type { Wire, World } from "./live";
import type { Update } from "./types";

export const browser: World = {
  connect: (path) => wireOf(new WebSocket(location.origin.replace(/^http/, "ws") + path)),
  events: (game, since) => call<Update>("GET", `/api/games/${game}/events?since=${since}`),
  now: () => Date.now(),
  random: () => Math.random(),
  later(milliseconds, what) {
    const timer = setTimeout(what, milliseconds);
    return () => clearTimeout(timer);
  },
  onWake(what) {
    const seen = () => document.visibilityState === "visible" && what();
    const back = (event: PageTransitionEvent) => event.persisted && what();
    document.addEventListener("visibilitychange", seen);
    addEventListener("online", what);
    addEventListener("pageshow", back);
    return () => {
      document.removeEventListener("visibilitychange", seen);
      removeEventListener("online", what);
      removeEventListener("pageshow", back);
    };
  },
};

function wireOf(socket: WebSocket): Wire {
  const wire: Wire = { onmessage: null, onclose: null, close: () => socket.close() };
  socket.onmessage = (event: MessageEvent<string>) => wire.onmessage?.(event.data);
  socket.onclose = (event) => wire.onclose?.(event.code);
  return wire;
}
