/** The address as far as it names a page in the workbench's place: the papers, or a study. */
import { isElsewhere, readFragment } from "../../links/fragment.ts";

/** The place that an address names, `""` for all papers; null where it is not about the papers. */
export function paperPlace({ hash }: Pick<Location, "hash">): string | null {
  return readFragment(hash).paper;
}

/** What an address says of a study; null where it is not about one. */
export function studyOf({ hash }: Pick<Location, "hash">): string | null {
  const { is, text } = readFragment(hash);
  return is === "study" ? text : null;
}

/** Hears of every change of the address; returns the way to stop. */
export function followAddress(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

/** Does something as soon as the workbench is what the address shows: now, or when the reader comes back from elsewhere. */
export function whenAtTheWorkbench(act: () => void): void {
  const isThere = () => !isElsewhere(readFragment(location.hash));
  if (isThere()) return act();
  const stop = followAddress(() => {
    if (!isThere()) return;
    stop();
    act();
  });
}
