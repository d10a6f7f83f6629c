/** Keeps what is picked in sight on a phone, where the network and its cards are in one column. */
import type { WorkbenchStore } from "../../state/workbench.ts";

/** Height of a card that tells enough to read on, CSS pixels. */
const glimpse = 180;

/** Follows what is picked; returns the way to stop. */
export function followPicked(store: WorkbenchStore, rail: { readonly current: HTMLElement | null }): () => void {
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
      const card = rail.current?.querySelector(".channel") ?? null;
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
