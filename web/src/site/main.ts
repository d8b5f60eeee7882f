/** The pages that are read: their forms are sent by script, because the API speaks JSON. */
import "../style/site.css";
import "../style/pages.css";
import { pageData } from "../shared/page";
import { useTexts, type Texts } from "../shared/texts";
import { sendForms } from "./forms";
import { stayFresh } from "./fresh";
import { offerPush } from "./push";
import { startGames } from "./start";
import { keepSettings } from "./switches";

useTexts(pageData<{ texts: Texts }>().texts);
sendForms();
const start = document.querySelector<HTMLFormElement>("#start");
if (start) startGames(start);
keepSettings();
stayFresh();
const notifications = document.querySelector<HTMLElement>("[data-push-key]");
if (notifications) offerPush(notifications);

const filters = document.querySelector<HTMLFormElement>("#filters");
filters?.addEventListener("change", () => filters.requestSubmit());
