/** How far this device's pupil has come in each course. */
import { storage, type Store } from "../shared/storage";

const KEY = "tallyho.learned";

export type Progress = Readonly<Record<string, number>>;

/** For each game the number of lessons that are done, one after the other. */
export function readProgress(store: Store = storage()): Progress {
  try {
    const kept = JSON.parse(store.getItem(KEY) ?? "{}") as unknown;
    if (typeof kept !== "object" || kept === null) return {};
    const counts = Object.entries(kept).filter(([, count]) => Number.isInteger(count) && count >= 0);
    return Object.fromEntries(counts) as Progress;
  } catch {
    return {};
  }
}

/** Remember a lesson that is done; going back to earlier ones takes nothing away. */
export function keepDone(game: string, lesson: number, store: Store = storage()): Progress {
  const progress = readProgress(store);
  const further = { ...progress, [game]: Math.max(progress[game] ?? 0, lesson + 1) };
  store.setItem(KEY, JSON.stringify(further));
  return further;
}
