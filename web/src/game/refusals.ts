/** A refusal as a sentence: a translated one for what is common, the site's own for the rest. */
import { t } from "../shared/texts";
import type { Trouble } from "../shared/types";

export function refusalText(trouble: Trouble): string {
  switch (trouble.error) {
    case "stale-version":
      return t("Something happened meanwhile. Look again, then choose.");
    case "not-your-turn":
      return t("It is not your turn.");
    case "too-many":
      return t("That was a bit much at once. Wait a moment, then try again.");
    case "unknown":
      return t("The site does not know you any more. Load the page again.");
    case "not-found":
      return t("There is no such game.");
    case "taken":
      return t("Somebody else was faster.");
    case "unreachable":
      return t("The site does not answer. Try again in a moment.");
    default:
      return trouble.message.charAt(0).toUpperCase() + trouble.message.slice(1);
  }
}
