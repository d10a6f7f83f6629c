/** The keyboard shortcuts of this page, bound to its runs, store and cards. */
import { useMemo } from "react";
import { useShownCards } from "../workbench/cards/card-layout.ts";
import { type ActionShortcut, type KeyActions, shortcutsFor } from "../ui/shortcuts.ts";
import { stepBack, stepForward, togglePlay } from "../runs/playback-actions.ts";
import { type CardName, cardNames } from "../state/view-state.ts";
import { noSelection } from "../state/session-state.ts";
import { redo, undo } from "../document/history.ts";
import type { WorkbenchStore } from "../state/workbench.ts";
import type { Page } from "../create-page.ts";
import { usePage } from "../hooks.ts";

/** The table of shortcuts, rebuilt when other cards are shown. */
export function useShortcuts(): readonly ActionShortcut[] {
  const page = usePage();
  const openCards = useShownCards().join(" ");
  return useMemo(() => shortcutsFor(shortcutActions(page, openCards.split(" "))), [page, openCards]);
}

/**
 * The actions that the keyboard shortcuts of the workbench trigger. `openCards` are the ids of the open cards (views beside the network).
 * `toggleOutage` makes the selected switch or link fail, or repairs it; `stepBackOut` closes what was opened last, or clears the selection;
 * `viewports` are the zoomed parts of the drawings.
 */
function shortcutActions(page: Page, openCards: readonly string[]): KeyActions {
  const { store, overlay, runs, viewports } = page;
  return {
    togglePlay: () => togglePlay(runs),
    stepForward: () => stepForward(runs),
    stepBack: () => stepBack(runs),
    fitNetwork: () => viewports.showAll(),
    toggleOutage: () => void import("../workbench/faults/take-out.ts").then((file) => file.takeOutSelection(page)),
    toggleDrawing: () => void import("../drawing/drawing-actions.ts").then((file) => file.toggleDrawing(page, true)),
    togglePainting: () => void import("../painting/matrix-actions.ts").then((file) => file.toggleMatrixEditor(page)),
    undo: () => undo(store),
    redo: () => redo(store),
    toggleView: (index) => {
      const name = cardNames[index];
      if (name !== undefined) showCard(store, name, !openCards.includes(name));
    },
    openSearch: () => openPalette(page, "search"),
    openPalette: () => openPalette(page, "palette"),
    openKeys: () => overlay.showSheet("keys"),
    togglePresentation: () => overlay.present(!overlay.getState().isPresenting),
    stepBackOut: () => stepBackOut(page),
  };
}

/** Opens the palette, and captures keys until it appears. */
function openPalette({ overlay, typing }: Page, sheet: "search" | "palette"): void {
  typing.start();
  overlay.showSheet(sheet);
}

/** Opens or closes a card. */
export function showCard(store: WorkbenchStore, name: CardName, isShown: boolean): void {
  store.setState(({ view: { cards } }) => ({ view: { cards: { ...cards, [name]: isShown } } }));
}

/** Closes the topmost open part; if none is open, clears the selection. */
function stepBackOut({ store, overlay }: Page): void {
  const {
    view: { drawer },
    session: { notice },
  } = store.getState();
  const { sheet, isPresenting } = overlay.getState();
  if (sheet !== null) overlay.closeSheet();
  else if (notice !== null) store.setState({ session: { notice: null } });
  else if (drawer !== null) store.setState({ view: { drawer: null } });
  else if (store.getState().session.selected.is !== "nothing" || store.getState().session.span !== null)
    store.setState({ session: { selected: noSelection, span: null } });
  else if (store.getState().mode.painting !== null) store.setState({ mode: { painting: null }, session: { hover: null } });
  else if (isPresenting) overlay.present(false);
}
