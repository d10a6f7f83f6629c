/** The commands used last, kept in this browser. */
const key = "fabricscope-commands";
/** Most that are kept. */
const most = 6;

/** Ids of the commands used last, newest first. */
export function recentCommands(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string").slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Puts a command before all others. */
export function keepRecent(id: string): void {
  const kept = [id, ...recentCommands().filter((each) => each !== id)].slice(0, most);
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing lists them in their own order.
  }
}
