// The app's worker: keeps the built files, the lessons, the rules and a page that says "offline".
// It never keeps what the API answers, nor any page with a game or a name on it. The server writes
// BUILD above this line.
const SHELF = `tallyho-${BUILD}`;
const OFFLINE = "/offline";
const READING = ["/learn", "/learn/hunt", "/learn/pegs", "/rules/hunt", "/rules/pegs"];
const FILES = /(?:src|href)="(\/(?:assets|pictures)\/[^"]+)"/g;
const NAME = /<a class="name"[^]*?<\/a>/;

async function keepOffline() {
  await keepPage(OFFLINE);
  await Promise.allSettled(READING.map(keepPage));
}

async function keepPage(path) {
  const page = await fetch(path, { cache: "no-cache" });
  if (!page.ok) throw new Error(`no page ${path}`);
  await keep(path, page);
}

async function keep(path, page) {
  const shelf = await caches.open(SHELF);
  const text = (await page.text()).replace(NAME, "");
  for (const [, file] of text.matchAll(FILES)) if (!(await shelf.match(file))) await shelf.add(file);
  const headers = new Headers(page.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  await shelf.put(path, new Response(text, { headers }));
}

async function dropOldShelves() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== SHELF).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function visit(event) {
  const path = new URL(event.request.url).pathname;
  const isKept = READING.includes(path);
  try {
    const answer = await fetch(event.request);
    if (isKept && answer.ok) event.waitUntil(keep(path, answer.clone()));
    return answer;
  } catch {
    const kept = isKept ? await caches.match(path) : undefined;
    return kept ?? (await caches.match(OFFLINE)) ?? Response.error();
  }
}

async function builtFile(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(SHELF)).put(request, answer.clone());
  return answer;
}

const pathOf = (game) => `/game/${encodeURIComponent(game)}`;
async function windowsAt(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.filter((page) => new URL(page.url).pathname === path);
}

// Browsers want every push shown; whoever is looking at the match needs it for no longer than that.
async function tell({ game, title, body }) {
  await self.registration.showNotification(title, { body, tag: game, icon: "/assets/icon-192.png" });
  if (!(await windowsAt(pathOf(game))).some((page) => page.focused)) return;
  for (const shown of await self.registration.getNotifications({ tag: game })) shown.close();
}

async function visitGame(game) {
  const [open] = await windowsAt(pathOf(game));
  await (open ? open.focus() : self.clients.openWindow(pathOf(game)));
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepOffline());
});
self.addEventListener("activate", (event) => event.waitUntil(dropOldShelves()));
self.addEventListener("message", (event) => {
  if (event.data === "refresh") event.waitUntil(keepOffline());
});
self.addEventListener("push", (event) => event.waitUntil(tell(event.data.json())));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(visitGame(event.notification.tag));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(visit(event));
  else if (path.startsWith("/assets/built/")) event.respondWith(builtFile(request));
  else if (path.startsWith("/assets/") || path.startsWith("/pictures/"))
    event.respondWith(fetch(request).catch(() => caches.match(request).then((kept) => kept ?? Response.error())));
});
