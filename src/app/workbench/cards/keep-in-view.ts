/** Keeps the reader's place in view: in a rail the focused element, in the column of a phone the selection. */
import type { WorkbenchStore } from "../../state/workbench.ts";
import type { CardLayout } from "./card-layout.ts";

/** Starts observing; returns a function that stops it. */
export function keepInView(layout: CardLayout, store: WorkbenchStore, rail: HTMLElement): () => void {
  return layout === "column" ? followSelection(store, rail) : followFocus(rail);
}

/**
 * Keeps the focused element in view while cards above it appear or grow, unless the reader has scrolled it out of view. `rail` is the
 * scrolling column of cards. Returns a function that removes the listeners.
 */
function followFocus(rail: HTMLElement): () => void {
  // An element that just received the focus is in view, even if a card has grown since.
  let wasVisible = true;
  let rememberedHeight = 0;
  const focusedElement = () => {
    const focusedNow = document.activeElement;
    return focusedNow !== rail && rail.contains(focusedNow) ? focusedNow : null;
  };
  const isVisible = (element: Element) => {
    const [{ top, bottom }, edge] = [element.getBoundingClientRect(), rail.getBoundingClientRect()];
    return top >= edge.top && bottom <= edge.bottom;
  };
  const remember = () => {
    const focusedNow = focusedElement();
    wasVisible = focusedNow !== null && isVisible(focusedNow);
    rememberedHeight = rail.scrollHeight;
  };
  // Browsers also scroll while a card grows; only other scrolls are the reader's.
  const onScroll = () => {
    if (rail.scrollHeight === rememberedHeight) remember();
  };
  const sizeObserver = new ResizeObserver(() => {
    const focusedNow = focusedElement();
    if (wasVisible && focusedNow !== null && !isVisible(focusedNow)) focusedNow.scrollIntoView({ block: "nearest" });
    remember();
  });
  const observeAll = () => [...rail.children].forEach((card) => sizeObserver.observe(card));
  const childObserver = new MutationObserver(observeAll);
  observeAll();
  childObserver.observe(rail, { childList: true });
  rail.addEventListener("focusin", remember);
  rail.addEventListener("scroll", onScroll, { passive: true });
  return () => {
    sizeObserver.disconnect();
    childObserver.disconnect();
    rail.removeEventListener("focusin", remember);
    rail.removeEventListener("scroll", onScroll);
  };
}

/** Visible height of a card that invites further reading, CSS pixels. */
const previewHeight = 180;

/**
 * Scrolls to what a new selection concerns: after a selection on the stage, the large view, its card is scrolled into view; after a
 * selection elsewhere, the stage. Nothing scrolls while a network is drawn or a traffic matrix is painted. Returns a function that removes
 * the listeners.
 * @param rail The scrolling column of cards.
 */
function followSelection(store: WorkbenchStore, rail: HTMLElement): () => void {
  const stop = new AbortController();
  /** Target of the last input event. */
  let lastTarget: Element | null = null;
  const rememberTarget = ({ target }: Event) => void (lastTarget = target instanceof Element ? target : null);
  for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, rememberTarget, { capture: true, signal: stop.signal });
  const unsubscribe = store.subscribe(({ session: { selected }, mode: { drawing, painting } }, previous) => {
    if (selected === previous.session.selected || selected.is === "nothing" || drawing !== null || painting !== null || lastTarget === null)
      return;
    const stage = document.getElementById("stage");
    const isOnStage = stage?.contains(lastTarget) === true;
    // The card appears or grows only once the selection is rendered.
    requestAnimationFrame(() => {
      const card = rail.querySelector(".channel");
      if (isOnStage && card !== null && stage !== null) scrollToCard(card, stage);
      else if (!isOnStage && stage !== null && isOutOfView(stage)) stage.scrollIntoView({ block: "nearest" });
    });
  });
  return () => {
    stop.abort();
    unsubscribe();
  };
}

/** Upper edge of the bar at the bottom of the page, CSS pixels. */
const bottomBarTop = () => document.querySelector(".time")?.getBoundingClientRect().top ?? innerHeight;

/** Scrolls until the top of a card is visible, but keeps at least half of the stage in view for the next selection. */
function scrollToCard(card: Element, stage: Element): void {
  const { top, height } = stage.getBoundingClientRect();
  const hidden = Math.min(card.getBoundingClientRect().top + previewHeight - bottomBarTop(), top + height / 2);
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  if (hidden > 0) scrollBy({ top: hidden, behavior });
}

/** Whether an element is entirely out of view, below the sticky top bar or above the bottom bar. */
function isOutOfView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom < (document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0) || top > bottomBarTop();
}
