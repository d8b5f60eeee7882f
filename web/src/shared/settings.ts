/** What a visitor likes at the board; kept on this device under one key. */
import { storage, type Store } from "./storage";

export interface Settings {
  sounds: boolean;
  confirm: boolean; // ask before a turn is sent
  coordinates: boolean;
  threats: boolean; // show which own tiles could be taken
}

export const KEY = "tallyho.settings";
export const DEFAULTS: Settings = {
  sounds: true,
  confirm: false,
  coordinates: true,
  threats: false,
};

export function readSettings(store: Store = storage()): Settings {
  try {
    const kept = JSON.parse(store.getItem(KEY) ?? "{}") as Partial<Settings> | null;
    const names = Object.keys(DEFAULTS) as (keyof Settings)[];
    const known = names.filter((name) => typeof kept?.[name] === "boolean");
    return { ...DEFAULTS, ...Object.fromEntries(known.map((name) => [name, kept![name]])) };
  } catch {
    return DEFAULTS;
  }
}

export function changeSettings(changes: Partial<Settings>, store: Store = storage()): Settings {
  const settings = { ...readSettings(store), ...changes };
  store.setItem(KEY, JSON.stringify(settings));
  return settings;
}

/** Hear of changes that another tab makes. */
export function onSettings(hear: (settings: Settings) => void): () => void {
  const changed = (event: StorageEvent) => event.key === KEY && hear(readSettings());
  addEventListener("storage", changed);
  return () => removeEventListener("storage", changed);
}
