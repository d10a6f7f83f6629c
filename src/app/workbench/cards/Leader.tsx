/** The thin line that ties the channel's card to its channel on the stage. */
import { useEffect, useRef } from "react";
import { channelAt } from "../../../views/stage/stage.ts";
import { usePage } from "../../hooks.ts";
import type { Page } from "../../create-page.ts";

/** Room left before the dot that the stage draws on the channel, and above and below the line's end at the card, pixels. */
const gap = { dot: 6, card: 16 };

/** Longest line, pixels. */
const farthest = 560;

/** Drawn with the views, in the same animation frame, over the whole stage. */
export function Leader() {
  const page = usePage();
  const svg = useRef<SVGSVGElement>(null);
  const places = useRef<Places>(null);
  useEffect(
    () =>
      page.frameLoop.register({
        draw() {
          if (svg.current === null) return;
          places.current = placesOf(svg.current, places.current);
          const d = leaderOf(page, places.current);
          for (const path of svg.current.querySelectorAll("path")) if (path.getAttribute("d") !== d) path.setAttribute("d", d);
        },
      }),
    [page],
  );
  return (
    <svg className="leader" ref={svg} aria-hidden="true">
      <path className="halo" />
      <path />
    </svg>
  );
}

/** Where the stage and the card stand; measured seldom, because it makes the browser lay out the page. */
interface Places {
  readonly stage: DOMRect;
  readonly card: DOMRect | undefined;
  readonly at: number;
}

/** Milliseconds between two measurements. */
const pace = 250;

function placesOf(svg: SVGSVGElement, before: Places | null): Places {
  const at = performance.now();
  if (before !== null && at - before.at <= pace) return before;
  return {
    stage: svg.getBoundingClientRect(),
    card: document.querySelector(".cards > .channel")?.getBoundingClientRect(),
    at,
  };
}

/**
 * From the card's edge level with the channel where that is possible, else round one corner; empty when there is nothing
 * to tie, or the channel is out of sight.
 */
function leaderOf({ view, runs }: Page, { card, stage }: Places): string {
  const network = runs.active.frame?.opened.network;
  const data = view.data("stage");
  const at = network === undefined ? null : channelAt(network, data.selectedChannel, stage, data);
  if (card === undefined || at === null) return "";
  const [x, y] = at;
  if (x < 0 || y < 0 || x > stage.width || y > stage.height) return "";
  const [right, top, bottom] = [card.right - stage.left, card.top - stage.top, card.bottom - stage.top];
  // A line across half the network would strike through more than it ties together.
  if (x - right > farthest) return "";
  if (x < right + gap.card) return `M${x} ${bottom}V${y - gap.dot}`;
  const level = Math.min(bottom - gap.card, Math.max(top + gap.card, y));
  return level === y ? `M${right} ${y}H${x - gap.dot}` : `M${right} ${level}H${x}V${y - gap.dot}`;
}
