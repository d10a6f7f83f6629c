/** Button at the edge of a rail that continues below: the number of hidden cards, and a jump to the next one. */
import { useEffect, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { countOf } from "../../../words/numbers.ts";

export function RailMore() {
  const [more, setMore] = useState({ cards: 0, pixels: 0 });
  useEffect(() => {
    const rail = railOnPage();
    if (rail === null) return;
    const count = () => setMore({ cards: below(rail).length, pixels: Math.round(rail.scrollHeight - rail.scrollTop - rail.clientHeight) });
    const sizes = new ResizeObserver(count);
    const watch = () => [rail, ...rail.children].forEach((each) => sizes.observe(each));
    const cards = new MutationObserver(watch);
    watch();
    cards.observe(rail, { childList: true });
    rail.addEventListener("scroll", count, { passive: true });
    return () => {
      sizes.disconnect();
      cards.disconnect();
      rail.removeEventListener("scroll", count);
    };
  }, []);
  if (more.pixels < least) return null;
  return (
    <Button variant="primary" className="rail-more" onClick={goOn}>
      {more.cards > 0 && `${countOf(more.cards, "card", "cards")} `}more below ↓
    </Button>
  );
}

/** Minimum visible part of a card that counts as seen, and minimum hidden part that shows the button, pixels. */
const least = 64;

function railOnPage(): HTMLElement | null {
  return document.querySelector<HTMLElement>(".cards");
}

/** The cards below the edge of the rail. */
function below(rail: HTMLElement): readonly Element[] {
  const edge = rail.getBoundingClientRect().bottom - least;
  return [...rail.children].filter((card) => card.getBoundingClientRect().top > edge);
}

/** Scrolls to the first hidden card and moves the focus there, because the button may disappear. */
function goOn(): void {
  const rail = railOnPage();
  if (rail === null) return;
  const next = below(rail)[0] ?? rail.lastElementChild;
  next?.querySelector<HTMLElement>("button, select")?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "start" });
}
