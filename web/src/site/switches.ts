/** The settings page: every switch is kept at once. */
import { changeSettings, readSettings, type Settings } from "../shared/settings";

export function keepSettings(): void {
  const settings = readSettings();
  for (const input of document.querySelectorAll<HTMLInputElement>("[data-setting]")) {
    const name = input.dataset["setting"] as keyof Settings;
    input.checked = settings[name];
    input.addEventListener("change", () => {
      changeSettings({ [name]: input.checked });
      const sign = document.getElementById("kept");
      if (sign) sign.hidden = false;
    });
  }
}
