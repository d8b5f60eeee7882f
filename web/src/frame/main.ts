/** What every page has: language and colours, the sign that one is offline, the app's worker. */
import { choose } from "./choices";

for (const button of document.querySelectorAll<HTMLElement>("[data-language]"))
  button.addEventListener("click", () => choose("language", button.dataset["language"]!));
document
  .querySelector<HTMLSelectElement>("#language")
  ?.addEventListener("change", (event) =>
    choose("language", (event.target as HTMLSelectElement).value),
  );
for (const radio of document.querySelectorAll<HTMLInputElement>("input[name=theme]"))
  radio.addEventListener("change", () => choose("theme", radio.value));
for (const button of document.querySelectorAll("[data-reload]"))
  button.addEventListener("click", () => location.reload());

const sign = document.getElementById("offline");
const tellConnection = () => sign && (sign.hidden = navigator.onLine);
addEventListener("online", tellConnection);
addEventListener("offline", tellConnection);
tellConnection();

if ("serviceWorker" in navigator) void navigator.serviceWorker.register("/worker.js");
