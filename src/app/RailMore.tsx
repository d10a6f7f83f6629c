/** What a rail of cards says while some of them stand below its edge: how many, and the way to them. */
import { useEffect, useState } from "react";

export function RailMore() {
  const [below, setBelow] = useState(0);
  useEffect(() => {
    const rail = railOnPage();
    if (rail === null) return;
    const count = () => {
      const edge = rail.getBoundingClientRect().bottom - least;
      setBelow([...rail.children].filter((card) => card.getBoundingClientRect().top > edge).length);
    };
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
  if (below === 0) return null;
  return (
    <button type="button" className="rail-more" onClick={scrollOn}>
      {below} more below ↓
    </button>
  );
}

/** Of a card so much must be seen to count as seen, pixels. */
const least = 64;

function railOnPage(): HTMLElement | null {
  return document.querySelector<HTMLElement>(".cards");
}

function scrollOn(): void {
  const rail = railOnPage();
  rail?.scrollBy({ top: rail.clientHeight - least, behavior: "smooth" });
}
