/**
 * Height of cards in the corners of the stage: they end above the lowest row of switches, which spans the whole width, and scroll if
 * longer.
 */
import { type RefObject, useEffect } from "react";
import { cornerHeight } from "../../../views/stage/stage.ts";
import { usePage } from "../../hooks.ts";
import type { Page } from "../../create-page.ts";

/** Gap between a card and the row, and minimum height of a card, pixels. */
const gap = 10;
const leastHeight = 160;

/** Interval between two measurements, milliseconds: they force a layout of the page. */
const pace = 250;

/** Minimum hidden height of a card that is marked as cut, pixels. */
const leastCut = 8;

/** Sets the available height as a custom property while the cards are in corners, and marks cards that are cut. */
export function useCorner(cards: RefObject<HTMLElement | null>, isCorner: boolean): void {
  const page = usePage();
  useEffect(() => {
    const element = cards.current;
    if (!isCorner || element === null) return;
    const stop = page.frameLoop.register({ draw: () => write(element, heightOf(element, page)), pace });
    // Cards also change between drawings: with the selection, with search results, or by scrolling.
    const mark = (): void => markCut(element);
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
  }, [cards, isCorner, page]);
}

function write(element: HTMLElement, height: number | null): void {
  const value = height === null ? "" : `${Math.max(leastHeight, Math.floor(height))}px`;
  if (element.style.getPropertyValue("--corner") !== value) element.style.setProperty("--corner", value);
  markCut(element);
}

/** Marks each card that continues below its edge. */
function markCut(element: HTMLElement): void {
  for (const card of element.children) card.toggleAttribute("data-cut", card.scrollHeight - card.scrollTop - card.clientHeight > leastCut);
}

function heightOf(element: HTMLElement, { runs, view }: Page): number | null {
  const network = runs.active.frame?.opened.network;
  const stage = document.getElementById("stage")?.getBoundingClientRect();
  if (network === undefined || stage === undefined) return null;
  const room = cornerHeight(network, stage, view.data("stage"));
  return room === null ? null : stage.top + room - gap - element.getBoundingClientRect().top;
}
