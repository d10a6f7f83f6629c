/** Small things that this browser keeps for a reader, as text. A browser that keeps nothing begins as usual every time. */

/** What is kept under a name; null where nothing is. */
export function readSetting(name: string, storage: "localStorage" | "sessionStorage" = "localStorage"): string | null {
  try {
    return globalThis[storage].getItem(`fabricscope-${name}`);
  } catch {
    return null;
  }
}

/** Keeps a text under a name, or nothing any more where it is null. */
export function keepSetting(name: string, text: string | null, storage: "localStorage" | "sessionStorage" = "localStorage"): void {
  try {
    if (text === null) globalThis[storage].removeItem(`fabricscope-${name}`);
    else globalThis[storage].setItem(`fabricscope-${name}`, text);
  } catch {
    // There is nothing to be done, and nothing lost but a choice.
  }
}

/** A list of texts that is kept, the newest first, at most so many. */
export function readListed(name: string, most: number): readonly string[] {
  try {
    const kept: unknown = JSON.parse(readSetting(name) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string").slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Puts a text before all others of a list that is kept, or takes it out. */
export function keepListed(name: string, most: number, text: string, isIn = true): void {
  const others = readListed(name, most).filter((each) => each !== text);
  keepSetting(name, JSON.stringify(isIn ? [text, ...others].slice(0, most) : others));
}
