/** What stands over the page at the moment: a sheet, or the mode for the projector. Nothing of it belongs to the scenario. */
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

/** Sheets that stand before the page, one at a time; `search` is the palette, asked for a place in the network. */
export type SheetName = "keys" | "palette" | "search" | "gallery" | "code" | "units" | "embed";

export interface Overlay {
  readonly sheet: SheetName | null;
  /** True while the page is made for the back row. */
  readonly isPresenting: boolean;
  /** True while the page stands within another one. */
  readonly isEmbedded: boolean;
}

export const overlay = createStore<Overlay>()(() => ({ sheet: null, isPresenting: false, isEmbedded: false }));

/** Reads it in a component. */
export function useOverlay<T>(select: (state: Overlay) => T): T {
  return useStore(overlay, select);
}

/** Shows a sheet in the place of any other. */
export function showSheet(sheet: SheetName): void {
  overlay.setState({ sheet });
}

/** Closes the sheet that is open. */
export function closeSheet(): void {
  overlay.setState({ sheet: null });
}

/** Turns the mode for the projector on or off. */
export function present(isPresenting: boolean): void {
  overlay.setState({ isPresenting, sheet: null });
}
