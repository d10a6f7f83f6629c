/** Handles code that fails to load: the connection is lost, or the page has been updated since it was opened. */
import type { WorkbenchStore } from "../state/workbench.ts";

/** Shows a notice whenever a part of the page fails to load. Browsers do not retry a failed import, so the reader has to reload. */
export function reportMissingParts(store: WorkbenchStore): void {
  addEventListener("vite:preloadError", ({ payload }) => {
    const remedy = `Reload the page${navigator.onLine ? "" : " once you are connected"}; your work is saved.`;
    store.setState({ session: { notice: { title: "A part of this page could not be loaded.", lines: [remedy, payload.message] } } });
  });
}
