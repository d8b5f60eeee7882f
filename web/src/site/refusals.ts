/** What a refusal says to a person: a sentence for its word, or else what the site itself said. */
import { Refusal, Unreachable } from "../shared/api";
import { t } from "../shared/texts";

export function sentenceFor(error: unknown): string {
  if (error instanceof Unreachable) return t("The site cannot be reached. Try again in a moment.");
  if (!(error instanceof Refusal)) throw error;
  const { error: word, field, message } = error.trouble;
  if (word === "taken") return t("Somebody else has this name already.");
  if (word === "unknown") return t("Name and password do not fit together.");
  if (word === "too-many") return t("That was too often. Wait a moment.");
  if (word === "busy") return t("The site is busy. Try again in a moment.");
  if (word === "fault") return t("Something went wrong on our side.");
  if (word === "notation" && field === "name")
    return t("A name has 3 to 20 letters, digits, hyphens or single spaces, and does not begin with guest, computer or somebody.");
  if (word === "unreadable" && field === "password") return t("A password has at least 8 characters.");
  return message;
}

/** Show the sentence in the form's own place for it; nothing hides it again. */
export function showTrouble(form: HTMLElement, sentence: string): void {
  const place = form.querySelector<HTMLElement>(".trouble");
  if (!place) return;
  place.textContent = sentence;
  place.hidden = !sentence;
}
