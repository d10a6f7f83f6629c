/** The interface to the browser's address bar. */

/** Location and history of the browser, or a substitute for tests. */
export interface AddressBar {
  readonly location: Pick<Location, "hash" | "pathname" | "search">;
  readonly history: Pick<History, "length" | "replaceState" | "pushState">;
  addEventListener(type: "hashchange", listener: () => void): void;
  removeEventListener(type: "hashchange", listener: () => void): void;
}
