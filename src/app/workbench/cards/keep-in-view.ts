/** Keeps the reader's place in view: the card of a new selection, and in a rail the focused element. */
import type { WorkbenchStore } from "../../state/workbench.ts";
import type { CardLayout } from "./card-layout.ts";

/** Starts observing; returns a function that stops it. */
export function keepInView(layout: CardLayout, store: WorkbenchStore, rail: HTMLElement): () => void {
  const stopFollowing = followSelection(layout, store, rail);
  if (layout === "column") return stopFollowing;
  const stopFocus = followFocus(rail);
  return () => {
    stopFollowing();
    stopFocus();
  };
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
 * Scrolls to what a new selection concerns. On a phone, its card is scrolled into view after a selection on the stage, the
 * large view, and the stage after a selection elsewhere. In a rail, which scrolls by itself, the card is scrolled into view unless the
 * selection was made in the rail, where the reader is looking. Nothing scrolls while a network is drawn or a traffic matrix is painted.
 * Returns a function that removes the listeners.
 * @param rail The scrolling column of cards.
 */
function followSelection(layout: CardLayout, store: WorkbenchStore, rail: HTMLElement): () => void {
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
    const isInRail = rail.contains(lastTarget);
    // The card appears or grows only once the selection is rendered.
    requestAnimationFrame(() => {
      const card = rail.querySelector(".channel");
      if (layout !== "column") {
        if (!isInRail && card !== null) scrollRail(rail, card);
      } else if (isOnStage && card !== null) scrollPage(card);
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

/** Scrolls the page until the top of a card is visible, and no further, so that the network stays in view. */
function scrollPage(card: Element): void {
  const hidden = card.getBoundingClientRect().top + previewHeight - bottomBarTop();
  if (hidden > 0) scrollBy({ top: hidden, behavior: scrollBehavior() });
}

/** Scrolls a rail to a card, if the top of the card is not visible. */
function scrollRail(rail: HTMLElement, card: Element): void {
  const [{ top, bottom }, cardTop] = [rail.getBoundingClientRect(), card.getBoundingClientRect().top];
  if (cardTop < top || cardTop + previewHeight > bottom) rail.scrollBy({ top: cardTop - top, behavior: scrollBehavior() });
}

const scrollBehavior = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth");

/** Whether an element is entirely out of view, below the sticky top bar or above the bottom bar. */
function isOutOfView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom < (document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0) || top > bottomBarTop();
}
