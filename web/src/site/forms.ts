/** Forms that are one call of the API: `data-send` is the call, `data-then` where to go after it. */
import { call } from "../shared/api";
import { sentenceFor, showTrouble } from "./refusals";

export function sendForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-send]"))
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void send(form);
    });
}

async function send(form: HTMLFormElement): Promise<void> {
  const [method, path] = form.dataset["send"]!.split(" ") as [string, string];
  const values = Object.fromEntries(new FormData(form));
  const hasBody = method === "DELETE" || Object.keys(values).length > 0;
  busy(form, true);
  try {
    await call(method, path, hasBody ? values : undefined);
  } catch (error) {
    showTrouble(form, sentenceFor(error));
    busy(form, false);
    return;
  }
  if (form.dataset["then"]) location.assign(form.dataset["then"]);
  else done(form);
}

function done(form: HTMLFormElement): void {
  busy(form, false);
  showTrouble(form, "");
  form.reset();
  const sign = form.querySelector<HTMLElement>(".done");
  if (sign) sign.hidden = false;
}

export function busy(form: HTMLFormElement, now: boolean): void {
  form.setAttribute("aria-busy", String(now));
  for (const button of form.querySelectorAll("button")) button.disabled = now;
}
