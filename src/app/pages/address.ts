/** Reads from the page's address whether it shows the papers or a study in place of the workbench. */
import { isOtherPage, readFragment } from "../../links/fragment.ts";

/** The part of the papers that an address names, `""` for the list of all papers; null if the address is not about papers. */
export function paperAddressOf({ hash }: Pick<Location, "hash">): string | null {
  return readFragment(hash).paper;
}

/** The text of the study in an address; null if the address is not about a study. */
export function studyTextOf({ hash }: Pick<Location, "hash">): string | null {
  const { is, text } = readFragment(hash);
  return is === "study" ? text : null;
}

/** Calls `onChange` at every change of the address. Returns a function that removes the listener. */
export function onAddressChange(onChange: () => void): () => void {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
}

/** Runs `action` as soon as the address shows the workbench: immediately, or when the reader returns to it. */
export function whenWorkbenchShown(action: () => void): void {
  const isWorkbenchShown = () => !isOtherPage(readFragment(location.hash));
  if (isWorkbenchShown()) return action();
  const removeListener = onAddressChange(() => {
    if (!isWorkbenchShown()) return;
    removeListener();
    action();
  });
}
