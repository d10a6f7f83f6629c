/** The instruments: quiet cards, each with a sentence made from its data. */
import { useEffect, useRef } from "react";
import { Picture } from "../Picture.tsx";
import { ChannelCard } from "./ChannelCard.tsx";
import { type Layout, useShownCards } from "./layout.ts";

export function Cards({ layout }: { readonly layout: Layout }) {
  const shown = useShownCards(layout);
  return (
    <div className="cards">
      {shown.includes("channel") && <ChannelCard />}
      {shown.includes("load-curve") && (
        <section className="card curve" aria-label="Load curve">
          <Picture id="load-curve" isCard />
        </section>
      )}
      {shown.includes("congestion-matrix") && <MatrixCard />}
    </div>
  );
}

/** A matrix wider than its card begins at its middle, where trees have their upper levels. */
function MatrixCard() {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const box = card.current?.querySelector(".view-box");
    const drawing = box?.querySelector("svg");
    if (box === null || box === undefined || drawing === null || drawing === undefined) return;
    const centre = new ResizeObserver(() => (box.scrollLeft = (box.scrollWidth - box.clientWidth) / 2));
    centre.observe(drawing);
    return () => centre.disconnect();
  }, []);
  return (
    <section className="card matrix" aria-label="Congestion matrix" ref={card}>
      <Picture id="congestion-matrix" isCard />
    </section>
  );
}
