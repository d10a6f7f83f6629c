/** Where the cards go: into the corners a network leaves free, into a rail beside it, or into the one column of a phone. */
import { useSyncExternalStore } from "react";
import { study } from "../page.ts";
import { type CardName, cardNames, useWorkbench } from "../store.ts";
import { loadOf } from "../study.ts";
import { useMedia } from "../useMedia.ts";
import { upperWidth } from "./shape.ts";

export type Layout = "corners" | "rail" | "column";

/** Width of a card, CSS pixels: what a corner must offer. */
const cardWidth = 324;
/** Width of the drawer beside the page. */
const drawerWidth = 384;
/** Below this the page is one column. */
const columnQuery = "(max-width: 899px)";
/** Margins of the page left and right together. */
const margins = 96;

/** The layout for the network shown and the cards open. */
export function useLayout(): Layout {
  const isColumn = useMedia(columnQuery);
  const network = useSyncExternalStore(study.subscribe, () => study.frame?.opened.network ?? null);
  const isMatrixOpen = useWorkbench((state) => state.cards["congestion-matrix"] === true);
  const share = network === null ? 0.5 : upperWidth(network);
  const isDrawerOpen = useWorkbench((state) => state.drawer !== null);
  const needed = (2 * (cardWidth + 12)) / Math.max(0.01, 1 - share) + margins + (isDrawerOpen ? drawerWidth : 0);
  const hasCorners = useMedia(`(min-width: ${Math.ceil(needed)}px)`);
  if (isColumn) return "column";
  return hasCorners && !isMatrixOpen ? "corners" : "rail";
}

/**
 * The cards shown: those the reader wants; of the others the channel, the curve where there is one to draw, and in one
 * column the matrix, whose numbers have no room in the switches of so small a stage.
 */
export function useShownCards(layout: Layout): readonly CardName[] {
  const wanted = useWorkbench((state) => state.cards);
  const hasCurve = useWorkbench((state) => loadOf(state.scenario) !== null);
  const isUseful: Record<CardName, boolean> = {
    channel: true,
    "load-curve": hasCurve,
    "congestion-matrix": layout === "column",
  };
  return cardNames.filter((name) => wanted[name] ?? isUseful[name]);
}
