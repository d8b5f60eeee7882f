/** What the server has to know before it writes a page: kept as cookies, an empty one is gone. */
const A_YEAR = 365 * 24 * 3600;

export function cookie(name: string, value: string, secure: boolean): string {
  const age = value ? A_YEAR : 0;
  return `${name}=${value}; path=/; max-age=${age}; samesite=lax${secure ? "; secure" : ""}`;
}

/** Keep the choice and write the page anew, the one for offline too. */
export function choose(name: "language" | "theme", value: string): void {
  document.cookie = cookie(name, value, location.protocol === "https:");
  if ("serviceWorker" in navigator) navigator.serviceWorker.controller?.postMessage("refresh");
  location.reload();
}
