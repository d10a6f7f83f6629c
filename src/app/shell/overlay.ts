/** What stands over the page at the moment: a sheet, or the mode for the projector. Nothing of it belongs to the scenario. */
import { createStore } from "zustand/vanilla";
import type { Session } from "../files/session.ts";
import { keepSetting, readSetting } from "../setting.ts";

/** Sheets that stand before the page, one at a time; `search` is the palette, asked for a place in the network. */
export type SheetName =
  | "brought"
  | "keys"
  | "palette"
  | "search"
  | "gallery"
  | "code"
  | "units"
  | "embed"
  | "offline"
  | "address"
  | "cite"
  | "take-out"
  | "lessons"
  | "lesson-share"
  | "glossary";

export interface Overlay {
  readonly sheet: SheetName | null;
  /** The id of the entry at which the glossary opens; null for its beginning. */
  readonly term: string | null;
  /** The file that is looked at; null for none. */
  readonly brought: Session | null;
  /** True while the page is made for the back row. */
  readonly isPresenting: boolean;
  /** Whether single keys act; kept in this browser, because who switches them off speaks or types to the page by other means. */
  readonly hasSingleKeys: boolean;
}

/** What stands over a page, and the ways to change it. */
export type OverlayStore = ReturnType<typeof createOverlay>;

export function createOverlay() {
  const store = createStore<Overlay>()(() => ({
    sheet: null,
    term: null,
    brought: null,
    isPresenting: false,
    hasSingleKeys: readSetting("single-keys") !== "off",
  }));
  return {
    ...store,
    /** Shows a sheet in the place of any other. */
    showSheet: (sheet: SheetName) => store.setState({ sheet }),
    /** Opens the glossary, at an entry by its id or at its beginning. */
    showTerm: (term: string | null) => store.setState({ sheet: "glossary", term }),
    /** Shows what is found in a file; null takes it away. */
    bring(brought: Session | null) {
      const before = store.getState();
      store.setState({ brought, sheet: brought !== null ? "brought" : before.sheet === "brought" ? null : before.sheet });
    },
    /** Closes the sheet that is open. */
    closeSheet: () => store.setState({ sheet: null }),
    /** Turns the mode for the projector on or off. */
    present: (isPresenting: boolean) => store.setState({ isPresenting, sheet: null }),
    /** Switches the single keys on or off, here and for the next visits. */
    switchSingleKeys(isOn: boolean) {
      store.setState({ hasSingleKeys: isOn });
      keepSetting("single-keys", isOn ? "on" : "off");
    },
  };
}
