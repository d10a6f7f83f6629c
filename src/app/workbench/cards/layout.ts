/** Where the cards go: into the corners a network leaves free, into a rail beside it, or into the one column of a phone. */
import type { Parts } from "../../../core/network/parts.ts";
import { factsOf } from "../../../core/scenario/scenario.ts";
import type { View } from "../../../views/contract.ts";
import { views } from "../../../views/index.ts";
import { type CardName, cardNames, channelCard } from "../../state/view-state.ts";
import { columnQuery, useMedia } from "../../ui/useMedia.ts";
import { useComputed, useWorkbench } from "../../hooks.ts";
import type { Page } from "../../create-page.ts";

export type Layout = "corners" | "rail" | "column";

/** Width of a card, CSS pixels: what a corner must offer. */
const cardWidth = 324;
/** Width of the drawer beside the page. */
const drawerWidth = 384;
/** Margins of the page left and right together. */
const margins = 96;

/** The layout for the network shown and the cards open. */
export function useLayout(): Layout {
  const isColumn = useMedia(columnQuery);
  // From the closed form, so that nothing moves when the network is there.
  const share = useWorkbench(({ document: { current: scenario } }) => upperWidth(factsOf(scenario.topology).parts));
  // Two corners hold two cards, and a picture of two networks leaves none.
  const isPair = useWorkbench(({ document: { current: scenario } }) => scenario.beside.length > 0);
  const isCrowded = useShownCards().length > 2 || isPair;
  // A drawing may go anywhere, and a sheet is wider than a corner.
  const isDrawing = useWorkbench(({ mode: { drawing, painting } }) => drawing !== null || painting !== null);
  const isDrawerOpen = useWorkbench((state) => state.view.drawer !== null);
  const needed = (2 * (cardWidth + 12)) / Math.max(0.01, 1 - share) + margins + (isDrawerOpen ? drawerWidth : 0);
  const hasCorners = useMedia(`(min-width: ${Math.ceil(needed)}px)`);
  if (isColumn) return "column";
  return hasCorners && !isCrowded && !isDrawing ? "corners" : "rail";
}

/**
 * How much of the width a network takes in its upper half, 0 to 1: trees that grow thinner leave corners, everything
 * else takes it all.
 */
export function upperWidth({ switches }: Parts): number {
  const counts: number[] = [];
  for (const { level, count } of switches) {
    if (level < 0) return 1;
    counts[level] = (counts[level] ?? 0) + count;
  }
  return Math.max(...counts.slice(Math.floor((counts.length - 1) / 2))) / Math.max(...counts);
}

/**
 * The cards shown: those the reader wants; of the others the channel, and what views say of themselves. Within another page,
 * those that its link names.
 */
export function useShownCards(): readonly CardName[] {
  const wanted = useWorkbench((state) => state.view.cards);
  const usual = useComputed(({ view, store }) => (store.getState().view.isEmbedded ? "" : usualCards(view).join(" ")));
  return cardNames.filter((name) => wanted[name] ?? usual.split(" ").includes(name));
}

function usualCards(view: Page["view"]): readonly CardName[] {
  const isShown = ({ id, place, isUsual }: View) => place === undefined && isUsual?.(view.data(id)) === true;
  return [channelCard, ...views.filter(isShown).map(({ id }) => id)];
}
