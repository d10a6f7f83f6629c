/** The keyboard shortcuts of this page, bound to its runs, store and cards. */
import { useMemo } from "react";
import { useShownCards } from "../workbench/cards/layout.ts";
import { type Hands, type Key, keysOf } from "../ui/keys.ts";
import { stepBack, stepForward, togglePlay } from "../runs/clock.ts";
import { type CardName, cardNames } from "../state/view-state.ts";
import { nothingSelected } from "../state/session-state.ts";
import { redo, undo } from "../document/history.ts";
import type { WorkbenchStore } from "../state/workbench.ts";
import type { Page } from "../create-page.ts";
import { usePage } from "../hooks.ts";

/** The table of shortcuts, rebuilt when other cards are shown. */
export function useKeys(): readonly Key[] {
  const page = usePage();
  const shown = useShownCards().join(" ");
  return useMemo(() => keysOf(handsOn(page, shown.split(" "))), [page, shown]);
}

/** The actions that shortcuts trigger on a page. */
function handsOn(page: Page, shown: readonly string[]): Hands {
  const { store, overlay, runs, viewports } = page;
  return {
    toggle: () => togglePlay(runs),
    step: () => stepForward(runs),
    stepBack: () => stepBack(runs),
    fit: () => viewports.fit(),
    takeOut: () => void import("../workbench/faults/take-out.ts").then((file) => file.takeOut(page)),
    draw: () => void import("../drawing/act.ts").then((file) => file.toggleDrawing(page, true)),
    paint: () => void import("../painting/act.ts").then((file) => file.togglePainting(page)),
    undo: () => undo(store),
    redo: () => redo(store),
    toggleView: (place) => {
      const name = cardNames[place];
      if (name !== undefined) showCard(store, name, !shown.includes(name));
    },
    search: () => askFor(page, "search"),
    palette: () => askFor(page, "palette"),
    keys: () => overlay.showSheet("keys"),
    present: () => overlay.present(!overlay.getState().isPresenting),
    back: () => back(page),
  };
}

/** Opens the palette, and captures keys until it appears. */
function askFor({ overlay, typing }: Page, sheet: "search" | "palette"): void {
  typing.catch();
  overlay.showSheet(sheet);
}

/** Opens or closes a card. */
export function showCard(store: WorkbenchStore, name: CardName, isShown: boolean): void {
  store.setState(({ view: { cards } }) => ({ view: { cards: { ...cards, [name]: isShown } } }));
}

/** Closes the topmost open part; if none is open, clears the selection. */
function back({ store, overlay }: Page): void {
  const {
    view: { drawer },
    session: { notice },
  } = store.getState();
  const { sheet, isPresenting } = overlay.getState();
  if (sheet !== null) overlay.closeSheet();
  else if (notice !== null) store.setState({ session: { notice: null } });
  else if (drawer !== null) store.setState({ view: { drawer: null } });
  else if (store.getState().session.selected.is !== "nothing" || store.getState().session.span !== null)
    store.setState({ session: { selected: nothingSelected, span: null } });
  else if (store.getState().mode.painting !== null) store.setState({ mode: { painting: null }, session: { hover: null } });
  else if (isPresenting) overlay.present(false);
}
