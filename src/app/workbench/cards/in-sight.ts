/** Keeps in sight what the reader is at: in a rail what has the focus, in the one column of a phone what is picked. */
import type { WorkbenchStore } from "../../state/workbench.ts";
import type { Layout } from "./layout.ts";

/** Begins to do so; returns the way to stop. */
export function keepInSight(layout: Layout, store: WorkbenchStore, rail: HTMLElement): () => void {
  return layout === "column" ? followPicked(store, rail) : followFocus(rail);
}

/** Keeps what has the focus in sight while cards above it appear or grow; where the reader has scrolled it away it stays there. */
function followFocus(rail: HTMLElement): () => void {
  // What has just taken the focus is in sight, even where a card has grown since.
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
  // While a card grows, browsers scroll too: that is not the reader's doing.
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

/** Height of a card that tells enough to read on, CSS pixels. */
const glimpse = 180;

/** After a pick on the network its card comes into sight, after a pick elsewhere the network does. */
function followPicked(store: WorkbenchStore, rail: HTMLElement): () => void {
  const stop = new AbortController();
  /** Where the reader's hand was last. */
  let hand: Element | null = null;
  const follow = ({ target }: Event) => void (hand = target instanceof Element ? target : null);
  for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, follow, { capture: true, signal: stop.signal });
  const unsubscribe = store.subscribe(({ session: { selected }, mode: { drawing, painting } }, before) => {
    if (selected === before.session.selected || selected.is === "nothing" || drawing !== null || painting !== null || hand === null) return;
    const stage = document.getElementById("stage");
    const isOnStage = stage?.contains(hand) === true;
    // The card is there, or grows, only once the page has drawn what was picked.
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

/** Height of the page above what stands at its foot, CSS pixels. */
const sightline = () => document.querySelector(".time")?.getBoundingClientRect().top ?? innerHeight;

/** Scrolls so far that the beginning of a card is seen, and no farther than that half of the network stays, where the next is picked. */
function show(card: Element, stage: Element): void {
  const { top, height } = stage.getBoundingClientRect();
  const hidden = Math.min(card.getBoundingClientRect().top + glimpse - sightline(), top + height / 2);
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  if (hidden > 0) scrollBy({ top: hidden, behavior });
}

/** Whether nothing of an element is in sight: the bar stays at the top of the page. */
function isOut(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom < (document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0) || top > sightline();
}
