/** Lists that the server writes stay true: marked parts of a page are fetched again now and then. */
const EVERY = 30_000;

export function stayFresh(): void {
  if (!document.querySelector("[data-fresh]")) return;
  document.addEventListener("visibilitychange", () => void refresh());
  setInterval(() => void refresh(), EVERY);
}

async function refresh(): Promise<void> {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href, { credentials: "same-origin" });
    if (answer.ok) renew(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    // Offline: the frame says so, and what stands there stays.
  }
}

/** A part that somebody is in with the keyboard waits for the next time. */
function renew(page: Document): void {
  for (const part of document.querySelectorAll("[data-fresh]")) {
    const now = page.getElementById(part.id);
    if (!now || now.innerHTML === part.innerHTML || part.contains(document.activeElement)) continue;
    part.replaceChildren(...now.childNodes);
  }
}
