/** The overlays of the page: an open sheet, or presentation mode. They are not part of the document. */
import { createStore } from "zustand/vanilla";
import type { FileSession } from "../files/file-session.ts";
import { storeSetting, readSetting } from "../settings.ts";

/** Sheets, of which at most one is open. `search` is the palette in the mode that searches the network. */
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
  | "lesson-summary"
  | "glossary";

export interface OverlayState {
  readonly sheet: SheetName | null;
  /** Id of the entry at which the glossary opens; null for its beginning. */
  readonly term: string | null;
  /** The preview of a file; null for none. */
  readonly fileSession: FileSession | null;
  /** True in presentation mode, with larger text for a lecture hall. */
  readonly isPresenting: boolean;
  /**
   * Whether single-key shortcuts are active; stored in this browser. Readers with speech input or other assistive technology switch them
   * off.
   */
  readonly hasSingleKeys: boolean;
}

/** The store of the overlays, and actions on it. */
export type OverlayStore = ReturnType<typeof createOverlay>;

/**
 * Creates the store of what lies over the page: a sheet (dialog), the glossary, the preview of a file, or presentation mode. Initially all
 * are closed.
 */
export function createOverlay() {
  const store = createStore<OverlayState>()(() => ({
    sheet: null,
    term: null,
    fileSession: null,
    isPresenting: false,
    hasSingleKeys: readSetting("single-keys") !== "off",
  }));
  return {
    ...store,
    /** Opens a sheet in place of any other. */
    showSheet: (sheet: SheetName) => store.setState({ sheet }),
    /** Opens the glossary, at an entry by its id or at its beginning. */
    showTerm: (term: string | null) => store.setState({ sheet: "glossary", term }),
    /** Closes the open sheet. */
    closeSheet: () => store.setState({ sheet: null }),
    /** Turns presentation mode on or off. */
    present: (isPresenting: boolean) => store.setState({ isPresenting, sheet: null }),
    /** Turns single-key shortcuts on or off, also for later visits. */
    switchSingleKeys(isOn: boolean) {
      store.setState({ hasSingleKeys: isOn });
      storeSetting("single-keys", isOn ? "on" : "off");
    },
  };
}
