/** Cards in the corners of the stage end above the lowest row of switches, which stands across all of the width; what is longer scrolls. */
import { type RefObject, useEffect } from "react";
import { cornerHeight } from "../../../views/stage/stage.ts";
import { usePage } from "../../hooks.ts";
import type { Page } from "../../create-page.ts";

/** Room between a card and the row, and what a card has in any case, pixels. */
const gap = 10;
const leastHeight = 160;

/** Milliseconds between two measurements: they make the browser lay out the page. */
const pace = 250;

/** So much of a card must be hidden to be worth a word, pixels. */
const leastCut = 8;

/** Writes into the style of what holds the cards how high they may be, while they stand in corners, and on each card whether it is cut. */
export function useCorner(cards: RefObject<HTMLElement | null>, isCorner: boolean): void {
  const page = usePage();
  useEffect(() => {
    const element = cards.current;
    if (!isCorner || element === null) return;
    const stop = page.frameLoop.register({ draw: () => write(element, heightOf(element, page)), pace });
    // Cards also change while nothing is drawn: another thing is picked, something has been found, or the reader scrolls.
    const mark = (): void => markCut(element);
    const changes = new MutationObserver(mark);
    changes.observe(element, { childList: true, characterData: true, subtree: true });
    // A scroll does not bubble; it is caught on its way down.
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

/** Says of each card whether it goes on below its edge. */
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
