// The app's worker: keeps the built files and one page that says "offline". It never keeps what
// the API answers, nor any page with a game on it. The server writes BUILD above this line.
const SHELF = `tallyho-${BUILD}`;
const OFFLINE = "/offline";

async function keepOffline() {
  const shelf = await caches.open(SHELF);
  const page = await fetch(OFFLINE, { cache: "no-cache" });
  if (!page.ok) throw new Error("no offline page");
  const text = await page.clone().text();
  const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((found) => found[1]);
  await shelf.put(OFFLINE, page);
  await shelf.addAll([...new Set(files)]);
}

async function dropOldShelves() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== SHELF).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function visit(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

async function builtFile(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(SHELF)).put(request, answer.clone());
  return answer;
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepOffline());
});
self.addEventListener("activate", (event) => event.waitUntil(dropOldShelves()));
self.addEventListener("message", (event) => {
  if (event.data === "refresh") event.waitUntil(keepOffline());
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(visit(request));
  else if (path.startsWith("/assets/built/")) event.respondWith(builtFile(request));
  else if (path.startsWith("/assets/"))
    event.respondWith(fetch(request).catch(() => caches.match(request).then((kept) => kept ?? Response.error())));
});
