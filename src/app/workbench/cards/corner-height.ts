/**
 * Height of cards in the corners of the stage: they end above the lowest row of switches, which spans the whole width, and scroll if
 * longer. Loaded when cards are in the corners.
 */
import { cornerHeight } from "../../../views/stage/stage.ts";
import type { Page } from "../../create-page.ts";

/** Gap between a card and the row, and minimum height of a card, pixels. */
const rowGap = 10;
const minCardHeight = 160;

/** Interval between two measurements, milliseconds: they force a layout of the page. */
const measureInterval = 250;

/** Minimum hidden height of a card that is marked as cut, pixels. */
const minCut = 8;

/**
 * Measures the height that is free for the cards in the corners of the stage, writes it to the CSS property `--corner` of their container,
 * and marks the cards whose content is cut. Returns a function that stops.
 */
export function keepCornerHeight(page: Page, element: HTMLElement): () => void {
  const stop = page.frameLoop.register({
    draw: () => applyHeight(element, availableHeight(element, page)),
    minInterval: measureInterval,
  });
  // Cards also change between drawings: with the selection, with search results, or by scrolling.
  const mark = (): void => markCutCards(element);
  const changes = new MutationObserver(mark);
  changes.observe(element, { childList: true, characterData: true, subtree: true });
  // Scroll events do not bubble, so they are captured.
  element.addEventListener("scroll", mark, { capture: true, passive: true });
  return () => {
    stop();
    changes.disconnect();
    element.removeEventListener("scroll", mark, { capture: true });
    element.style.removeProperty("--corner");
  };
}

function applyHeight(element: HTMLElement, height: number | null): void {
  const value = height === null ? "" : `${Math.max(minCardHeight, Math.floor(height))}px`;
  if (element.style.getPropertyValue("--corner") !== value) element.style.setProperty("--corner", value);
  markCutCards(element);
}

/** Marks each card that continues below its edge. */
function markCutCards(element: HTMLElement): void {
  for (const card of element.children) card.toggleAttribute("data-cut", card.scrollHeight - card.scrollTop - card.clientHeight > minCut);
}

function availableHeight(element: HTMLElement, { runs, view }: Page): number | null {
  const network = runs.active.frame?.opened.network;
  const stage = document.getElementById("stage")?.getBoundingClientRect();
  if (network === undefined || stage === undefined) return null;
  const stageHeight = cornerHeight(network, stage, view.data("stage"));
  return stageHeight === null ? null : stage.top + stageHeight - rowGap - element.getBoundingClientRect().top;
}
