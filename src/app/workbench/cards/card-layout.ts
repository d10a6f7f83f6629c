/** Position of the cards: in the free corners of the stage, in a rail beside it, or in the single column of a phone. */
import type { BillOfMaterials } from "../../../core/network/bill-of-materials.ts";
import { topologyFacts } from "../../../core/scenario/scenario.ts";
import type { View } from "../../../views/contract.ts";
import { views } from "../../../views/index.ts";
import { type CardName, cardNames, channelCard } from "../../state/view-state.ts";
import { singleColumnQuery, useMediaQuery } from "../../ui/useMediaQuery.ts";
import { usePageRuns, useWorkbench } from "../../hooks.ts";
import type { Page } from "../../create-page.ts";

export type CardLayout = "corners" | "rail" | "column";

/** Width of a card, CSS pixels, which a corner must offer. */
const cardWidth = 324;
/** Width of the drawer beside the page, CSS pixels. */
const drawerWidth = 384;
/** Left and right margin of the page together, CSS pixels. */
const pageMargins = 96;

/** The layout for the current network and the open cards. */
export function useCardLayout(): CardLayout {
  const isColumn = useMediaQuery(singleColumnQuery);
  // The width is computed from the facts in closed form, so that the layout does not change when the network is built.
  const usedWidth = useWorkbench(({ document: { current: scenario } }) => upperWidthShare(topologyFacts(scenario.topology).parts));
  // Two corners hold two cards, and a view of two networks leaves none free.
  const isPair = useWorkbench(({ document: { current: scenario } }) => scenario.beside.length > 0);
  const isCrowded = useShownCards().length > 2 || isPair;
  // Drawings may use the whole stage, and the traffic matrix editor leaves no free corner.
  const isDrawing = useWorkbench(({ mode: { drawing, painting } }) => drawing !== null || painting !== null);
  const isDrawerOpen = useWorkbench((state) => state.view.drawer !== null);
  const minPageWidth = (2 * (cardWidth + 12)) / Math.max(0.01, 1 - usedWidth) + pageMargins + (isDrawerOpen ? drawerWidth : 0);
  const hasCorners = useMediaQuery(`(min-width: ${Math.ceil(minPageWidth)}px)`);
  if (isColumn) return "column";
  return hasCorners && !isCrowded && !isDrawing ? "corners" : "rail";
}

/**
 * Share of the width that a network takes in its upper half, 0 to 1: thinning trees leave the corners free, all other networks take the
 * full width.
 */
export function upperWidthShare({ switches }: BillOfMaterials): number {
  const counts: number[] = [];
  for (const { level, count } of switches) {
    if (level < 0) return 1;
    counts[level] = (counts[level] ?? 0) + count;
  }
  return Math.max(...counts.slice(Math.floor((counts.length - 1) / 2))) / Math.max(...counts);
}

/**
 * The cards shown: the reader's choice, otherwise the channel card and the views that are open by default. On an embedded page, only those
 * that the link names.
 */
export function useShownCards(): readonly CardName[] {
  const cardChoices = useWorkbench((state) => state.view.cards);
  const defaults = usePageRuns(({ view, store }) => (store.getState().view.isEmbedded ? "" : defaultCards(view).join(" ")));
  return cardNames.filter((name) => cardChoices[name] ?? defaults.split(" ").includes(name));
}

function defaultCards(view: Page["view"]): readonly CardName[] {
  const isShown = ({ id, region, isOpenByDefault }: View) => region === undefined && isOpenByDefault?.(view.data(id)) === true;
  return [channelCard, ...views.filter(isShown).map(({ id }) => id)];
}
