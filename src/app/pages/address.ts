/** Reads from the page's address whether it shows the papers or a study in place of the workbench. */
import { isElsewhere, readFragment } from "../../links/fragment.ts";

/** The part of the papers that an address names, `""` for the list of all papers; null if the address is not about papers. */
export function paperPlace({ hash }: Pick<Location, "hash">): string | null {
  return readFragment(hash).paper;
}

/** The text of the study in an address; null if the address is not about a study. */
export function studyOf({ hash }: Pick<Location, "hash">): string | null {
  const { is, text } = readFragment(hash);
  return is === "study" ? text : null;
}

/** Calls `onChange` at every change of the address. Returns a function that removes the listener. */
export function followAddress(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

/** Runs `action` as soon as the address shows the workbench: immediately, or when the reader returns to it. */
export function whenAtTheWorkbench(act: () => void): void {
  const isThere = () => !isElsewhere(readFragment(location.hash));
  if (isThere()) return act();
  const stop = followAddress(() => {
    if (!isThere()) return;
    stop();
    act();
  });
}
