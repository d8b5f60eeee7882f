/** A new game from the first page: one click, with what was chosen last time. */
import { beKnown, call } from "../shared/api";
import type { Match } from "../shared/types";
import { busy } from "./forms";
import { sentenceFor, showTrouble } from "./refusals";
import { LAST, request, type Chosen, type With } from "./wish";

export function startGames(form: HTMLFormElement): void {
  recall(form);
  follow(form);
  form.addEventListener("change", () => follow(form));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void start(form, ((event.submitter as HTMLButtonElement | null)?.value ?? "computer") as With);
  });
}

function chosen(form: HTMLFormElement): Chosen {
  return Object.fromEntries(new FormData(form)) as Chosen;
}

async function start(form: HTMLFormElement, whom: With): Promise<void> {
  keep(form);
  const { path, body } = request(whom, chosen(form));
  busy(form, true);
  try {
    await beKnown();
    location.assign(`/game/${(await call<Match>("POST", path, body)).id}`);
  } catch (error) {
    showTrouble(form, sentenceFor(error));
    busy(form, false);
  }
}

/** Show what belongs to the chosen game and level. */
function follow(form: HTMLFormElement): void {
  const { game, level } = chosen(form);
  for (const part of form.querySelectorAll<HTMLElement>("[data-only]"))
    part.hidden = part.dataset["only"] !== game;
  for (const sentence of form.querySelectorAll<HTMLElement>("[data-level]"))
    sentence.hidden = sentence.dataset["level"] !== level;
}

function keep(form: HTMLFormElement): void {
  try {
    localStorage.setItem(LAST, JSON.stringify(chosen(form)));
  } catch {
    // A browser that keeps nothing starts with the usual choice again.
  }
}

function recall(form: HTMLFormElement): void {
  let last: Record<string, unknown> = {};
  try {
    last = JSON.parse(localStorage.getItem(LAST) ?? "{}") as Record<string, unknown>;
  } catch {
    return;
  }
  for (const [name, value] of Object.entries(last)) {
    const field = form.elements.namedItem(name);
    if (typeof value === "string" && field) set(field, value);
  }
}

/** A value that the page no longer offers changes nothing. */
function set(field: Element | RadioNodeList, value: string): void {
  if (field instanceof HTMLSelectElement) {
    if ([...field.options].some((option) => option.value === value)) field.value = value;
  } else if (field instanceof RadioNodeList || field instanceof HTMLInputElement) {
    const radios = field instanceof RadioNodeList ? [...field] : [field];
    const text = radios.length === 1 && (radios[0] as HTMLInputElement).type !== "radio";
    if (text) (radios[0] as HTMLInputElement).value = value;
    for (const radio of radios as HTMLInputElement[])
      if (radio.type === "radio" && radio.value === value) radio.checked = true;
  }
}
