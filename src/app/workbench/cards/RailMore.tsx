/** What a rail of cards says while it goes on below its edge: how many cards stand there, and the way to the next. */
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

/** So much of a card must be seen to count as seen, and so much be hidden to be worth a word, pixels. */
const least = 64;

function railOnPage(): HTMLElement | null {
  return document.querySelector<HTMLElement>(".cards");
}

/** The cards below the rail's edge. */
function below(rail: HTMLElement): readonly Element[] {
  const edge = rail.getBoundingClientRect().bottom - least;
  return [...rail.children].filter((card) => card.getBoundingClientRect().top > edge);
}

/** Goes to the first card below, and the focus with it: the button may be gone by then. */
function goOn(): void {
  const rail = railOnPage();
  if (rail === null) return;
  const next = below(rail)[0] ?? rail.lastElementChild;
  next?.querySelector<HTMLElement>("button, select")?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "start" });
}
