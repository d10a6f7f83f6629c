/** The address bar of the browser, as the page writes and follows it. */

/** Where links come from and go to: the browser's location and history, or a stand-in. */
export interface AddressBar {
  readonly location: Pick<Location, "hash" | "pathname" | "search">;
  readonly history: Pick<History, "replaceState" | "pushState">;
  addEventListener(type: "hashchange", listener: () => void): void;
  removeEventListener(type: "hashchange", listener: () => void): void;
}
