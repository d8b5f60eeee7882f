/** The switch for notifications: this browser is told of turns, or not. */
import { beKnown, call } from "../shared/api";
import { sentenceFor, showTrouble } from "./refusals";
import { body, bytesOf } from "./subscription";

const PATH = "/api/me/push";

export function offerPush(card: HTMLElement): void {
  const input = card.querySelector("input")!;
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  show(card, able ? (Notification.permission === "denied" ? "denied" : "") : "unable");
  input.disabled = !able;
  if (!able) return;
  void isOn().then((on) => (input.checked = on));
  input.addEventListener("change", () => void change(card, input));
}

async function change(card: HTMLElement, input: HTMLInputElement): Promise<void> {
  input.disabled = true;
  showTrouble(card, "");
  try {
    if (input.checked) await switchOn(card);
    else await switchOff();
  } catch (error) {
    tell(card, error);
  }
  input.checked = await isOn().catch(() => false);
  input.disabled = false;
}

async function switchOn(card: HTMLElement): Promise<void> {
  const permission = await Notification.requestPermission();
  show(card, permission === "denied" ? "denied" : "");
  if (permission !== "granted") return;
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = bytesOf(card.dataset["pushKey"]!);
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  await beKnown();
  await call("POST", PATH, body(made.toJSON()));
}

async function switchOff(): Promise<void> {
  const made = await subscription();
  if (!made) return;
  await call("DELETE", PATH, { endpoint: made.endpoint });
  await made.unsubscribe();
}

async function subscription(): Promise<PushSubscription | null> {
  return (await navigator.serviceWorker.ready).pushManager.getSubscription();
}

/** Only what the site knows counts: whoever logged out here is not told any more. */
async function isOn(): Promise<boolean> {
  const made = await subscription();
  if (!made || Notification.permission !== "granted") return false;
  const known = await call<{ endpoint: string }[]>("GET", PATH).catch(() => []);
  return known.some((browser) => browser.endpoint === made.endpoint);
}

/** A browser whose maker's service cannot be reached says so in an exception of its own. */
function tell(card: HTMLElement, error: unknown): void {
  if (error instanceof DOMException) show(card, "failed");
  else showTrouble(card, sentenceFor(error));
}

function show(card: HTMLElement, which: string): void {
  for (const sentence of card.querySelectorAll<HTMLElement>("[data-push]"))
    sentence.hidden = sentence.dataset["push"] !== which;
}
