/** Small settings of a reader in the browser's storage, as text. Without storage, every visit starts with the defaults. */

/** The setting with a name; null if there is none. */
export function readSetting(name: string, storage: "localStorage" | "sessionStorage" = "localStorage"): string | null {
  try {
    return globalThis[storage].getItem(`fabricscope-${name}`);
  } catch {
    return null;
  }
}

/** Stores a setting; null removes it. */
export function storeSetting(name: string, text: string | null, storage: "localStorage" | "sessionStorage" = "localStorage"): void {
  try {
    if (text === null) globalThis[storage].removeItem(`fabricscope-${name}`);
    else globalThis[storage].setItem(`fabricscope-${name}`, text);
  } catch {
    // Storage is not available: only a setting is lost.
  }
}

/** A stored list of texts, newest first, at most `limit` of them. */
export function readSettingList(name: string, limit: number): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readSetting(name) ?? "[]");
    return Array.isArray(stored) ? stored.filter((each) => typeof each === "string").slice(0, limit) : [];
  } catch {
    return [];
  }
}

/** Moves a text to the front of a stored list, or removes it. */
export function updateSettingList(name: string, limit: number, text: string, isIncluded = true): void {
  const others = readSettingList(name, limit).filter((each) => each !== text);
  storeSetting(name, JSON.stringify(isIncluded ? [text, ...others].slice(0, limit) : others));
}
