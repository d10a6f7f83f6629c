/** Keeps the reader's place in view: in a rail the focused element, in the column of a phone the selection. */
import type { WorkbenchStore } from "../../state/workbench.ts";
import type { Layout } from "./layout.ts";

/** Starts observing; returns a function that stops it. */
export function keepInSight(layout: Layout, store: WorkbenchStore, rail: HTMLElement): () => void {
  return layout === "column" ? followPicked(store, rail) : followFocus(rail);
}

/** Keeps the focused element in view while cards above it appear or grow, unless the reader has scrolled it out of view. */
function followFocus(rail: HTMLElement): () => void {
  // An element that just received the focus is in view, even if a card has grown since.
  let wasSeen = true;
  let height = 0;
  const focused = () => {
    const at = document.activeElement;
    return at !== rail && rail.contains(at) ? at : null;
  };
  const isSeen = (element: Element) => {
    const [{ top, bottom }, edge] = [element.getBoundingClientRect(), rail.getBoundingClientRect()];
    return top >= edge.top && bottom <= edge.bottom;
  };
  const look = () => {
    const at = focused();
    wasSeen = at !== null && isSeen(at);
    height = rail.scrollHeight;
  };
  // Browsers also scroll while a card grows; only other scrolls are the reader's.
  const scrolled = () => {
    if (rail.scrollHeight === height) look();
  };
  const sizes = new ResizeObserver(() => {
    const at = focused();
    if (wasSeen && at !== null && !isSeen(at)) at.scrollIntoView({ block: "nearest" });
    look();
  });
  const watch = () => [...rail.children].forEach((card) => sizes.observe(card));
  const cards = new MutationObserver(watch);
  watch();
  cards.observe(rail, { childList: true });
  rail.addEventListener("focusin", look);
  rail.addEventListener("scroll", scrolled, { passive: true });
  return () => {
    sizes.disconnect();
    cards.disconnect();
    rail.removeEventListener("focusin", look);
    rail.removeEventListener("scroll", scrolled);
  };
}

/** Visible height of a card that invites further reading, CSS pixels. */
const glimpse = 180;

/** After a selection on the stage its card is scrolled into view, after a selection elsewhere the stage. */
function followPicked(store: WorkbenchStore, rail: HTMLElement): () => void {
  const stop = new AbortController();
  /** Target of the last input event. */
  let hand: Element | null = null;
  const follow = ({ target }: Event) => void (hand = target instanceof Element ? target : null);
  for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, follow, { capture: true, signal: stop.signal });
  const unsubscribe = store.subscribe(({ session: { selected }, mode: { drawing, painting } }, before) => {
    if (selected === before.session.selected || selected.is === "nothing" || drawing !== null || painting !== null || hand === null) return;
    const stage = document.getElementById("stage");
    const isOnStage = stage?.contains(hand) === true;
    // The card appears or grows only once the selection is rendered.
    requestAnimationFrame(() => {
      const card = rail.querySelector(".channel");
      if (isOnStage && card !== null && stage !== null) show(card, stage);
      else if (!isOnStage && stage !== null && isOut(stage)) stage.scrollIntoView({ block: "nearest" });
    });
  });
  return () => {
    stop.abort();
    unsubscribe();
  };
}

/** Upper edge of the bar at the bottom of the page, CSS pixels. */
const sightline = () => document.querySelector(".time")?.getBoundingClientRect().top ?? innerHeight;

/** Scrolls until the top of a card is visible, but keeps at least half of the stage in view for the next selection. */
function show(card: Element, stage: Element): void {
  const { top, height } = stage.getBoundingClientRect();
  const hidden = Math.min(card.getBoundingClientRect().top + glimpse - sightline(), top + height / 2);
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  if (hidden > 0) scrollBy({ top: hidden, behavior });
}

/** Whether an element is entirely out of view, below the sticky top bar or above the bottom bar. */
function isOut(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom < (document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0) || top > sightline();
}
