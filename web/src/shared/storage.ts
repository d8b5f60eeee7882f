/** What this device remembers; where the browser forbids it, only as long as the page is open. */
export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

class Memory implements Store {
  private items = new Map<string, string>();
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.items.set(key, value);
  removeItem = (key: string) => void this.items.delete(key);
}

let store: Store | null = null;

export function storage(): Store {
  store ??= usable() ? localStorage : new Memory();
  return store;
}

function usable(): boolean {
  try {
    localStorage.setItem("tallyho.try", "");
    localStorage.removeItem("tallyho.try");
    return true;
  } catch {
    return false;
  }
}
