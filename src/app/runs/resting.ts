/** Which documents' runs the reader has paused or stopped, kept in this browser: whoever comes back finds them so. */
const key = "fabricscope-resting";
/** Most that are kept. */
const most = 24;

/** Whether the runs of a document were left standing still. */
export function isResting(name: string): boolean {
  return kept().includes(name);
}

/** Remembers that the runs of a document stand still, or go on. */
export function keepResting(name: string, isAtRest: boolean): void {
  const others = kept().filter((each) => each !== name);
  try {
    localStorage.setItem(key, JSON.stringify(isAtRest ? [name, ...others].slice(0, most) : others));
  } catch {
    // A browser that keeps nothing goes on by itself next time.
  }
}

function kept(): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each === "string").slice(0, most) : [];
  } catch {
    return [];
  }
}
