/** Button at the edge of a rail that continues below: it shows the number of hidden cards and scrolls to the next hidden card. */
import { useEffect, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { countOf } from "../../../words/numbers.ts";

/**
 * A button that says how many cards are hidden below the visible part of the rail, the scrolling column of cards, and scrolls to the next
 * card. Nothing is shown if less than `minVisible` pixels are hidden.
 */
export function MoreCardsButton() {
  const [hidden, setHidden] = useState({ cards: 0, pixels: 0 });
  useEffect(() => {
    const rail = findRail();
    if (rail === null) return;
    const update = () =>
      setHidden({ cards: cardsBelow(rail).length, pixels: Math.round(rail.scrollHeight - rail.scrollTop - rail.clientHeight) });
    const sizeObserver = new ResizeObserver(update);
    const observeAll = () => [rail, ...rail.children].forEach((each) => sizeObserver.observe(each));
    const childObserver = new MutationObserver(observeAll);
    observeAll();
    childObserver.observe(rail, { childList: true });
    rail.addEventListener("scroll", update, { passive: true });
    return () => {
      sizeObserver.disconnect();
      childObserver.disconnect();
      rail.removeEventListener("scroll", update);
    };
  }, []);
  if (hidden.pixels < minVisible) return null;
  return (
    <Button variant="primary" className="rail-more" onClick={goToNextCard}>
      {hidden.cards > 0 ? countOf(hidden.cards, "more card", "more cards") : "more"} below ↓
    </Button>
  );
}

/** Minimum visible part of a card that counts as seen, and minimum hidden part that shows the button, pixels. */
const minVisible = 64;

function findRail(): HTMLElement | null {
  return document.querySelector<HTMLElement>(".cards");
}

/** The cards below the edge of the rail. */
function cardsBelow(rail: HTMLElement): readonly Element[] {
  const edge = rail.getBoundingClientRect().bottom - minVisible;
  return [...rail.children].filter((card) => card.getBoundingClientRect().top > edge);
}

/** Scrolls to the first hidden card and moves the focus there, because the button may disappear. */
function goToNextCard(): void {
  const rail = findRail();
  if (rail === null) return;
  const next = cardsBelow(rail)[0] ?? rail.lastElementChild;
  next?.querySelector<HTMLElement>("button, select")?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "start" });
}
