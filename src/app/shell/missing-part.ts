/** What is fetched when it is wanted may not come: the network is gone, or the page has been updated since it was opened. */
import type { WorkbenchStore } from "../state/workbench.ts";

/** Says on the page, from now on, that a part of it has not come. Browsers need not fetch again what has failed, so the remedy is to reload. */
export function sayMissingParts(store: WorkbenchStore): void {
  addEventListener("vite:preloadError", ({ payload }) => {
    const remedy = `Reload the page${navigator.onLine ? "" : " once you are connected"}; your work is kept.`;
    store.setState({ session: { notice: { title: "A part of this page could not be loaded.", lines: [remedy, payload.message] } } });
  });
}
