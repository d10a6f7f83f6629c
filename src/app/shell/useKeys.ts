/** The keys of this page, tied to its run, its store and the cards it shows. */
import { useMemo } from "react";
import { fitStage } from "../../views/stage/viewport.ts";
import { useLayout, useShownCards } from "../workbench/cards/layout.ts";
import { type Hands, type Key, keysOf } from "./keys.ts";
import { catchTyping } from "./palette/typed-ahead.ts";
import { closeSheet, overlay, present, showSheet } from "./overlay.ts";
import { stepBack, stepForward, togglePlay } from "../workbench/time/clock.ts";
import { type CardName, cardNames, nothingSelected, redo, undo, workbench } from "../document/store.ts";

/** The table, made anew when other cards are shown. */
export function useKeys(): readonly Key[] {
  const shown = useShownCards(useLayout()).join(" ");
  return useMemo(() => keysOf(handsOn(shown.split(" "))), [shown]);
}

function handsOn(shown: readonly string[]): Hands {
  return {
    toggle: togglePlay,
    step: stepForward,
    stepBack,
    fit: fitStage,
    takeOut: () => void import("../workbench/faults/take-out.ts").then((file) => file.takeOut()),
    undo: () => undo(workbench),
    redo: () => redo(workbench),
    toggleView: (place) => {
      const name = cardNames[place];
      if (name !== undefined) showCard(name, !shown.includes(name));
    },
    search: () => askFor("search"),
    palette: () => askFor("palette"),
    keys: () => showSheet("keys"),
    present: () => present(!overlay.getState().isPresenting),
    back,
  };
}

/** Shows the palette, and keeps for it what is typed before it is there. */
function askFor(sheet: "search" | "palette"): void {
  catchTyping();
  showSheet(sheet);
}

/** Opens or closes a card. */
export function showCard(name: CardName, isShown: boolean): void {
  workbench.setState(({ cards }) => ({ cards: { ...cards, [name]: isShown } }));
}

/** One step out of whatever is open; when nothing is, what was picked is let go. */
function back(): void {
  const { drawer, notice } = workbench.getState();
  const { sheet, isPresenting } = overlay.getState();
  if (sheet !== null) closeSheet();
  else if (notice !== null) workbench.setState({ notice: null });
  else if (drawer !== null) workbench.setState({ drawer: null });
  else if (workbench.getState().selected.is !== "nothing" || workbench.getState().span !== null)
    workbench.setState({ selected: nothingSelected, span: null });
  else if (isPresenting) present(false);
}
