/** Leader line from the channel card to its channel on the stage. */
import { useEffect, useRef } from "react";
import { channelAt } from "../../../views/stage/stage.ts";
import { usePage } from "../../hooks.ts";
import type { Page } from "../../create-page.ts";

/** Gap before the dot that the stage draws on the channel, and minimum distance of the line from the card's corners, pixels. */
const gap = { dot: 6, card: 16 };

/** Maximum length of the line, pixels. */
const farthest = 560;

/** Drawn by the frame loop together with the views, over the whole stage. */
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

/** Positions of stage and card. They are cached, because measuring forces a layout of the page. */
interface Places {
  readonly stage: DOMRect;
  readonly card: DOMRect | undefined;
  readonly at: number;
}

/** Interval between two measurements, milliseconds. */
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
 * Path of the line: horizontal from the card's edge where possible, otherwise with one corner. Empty if there is no card or channel, or the
 * channel is out of view.
 */
function leaderOf({ view, runs }: Page, { card, stage }: Places): string {
  const network = runs.active.frame?.opened.network;
  const data = view.data("stage");
  const at = network === undefined ? null : channelAt(network, data.selectedChannel, stage, data);
  if (card === undefined || at === null) return "";
  const [x, y] = at;
  if (x < 0 || y < 0 || x > stage.width || y > stage.height) return "";
  const [right, top, bottom] = [card.right - stage.left, card.top - stage.top, card.bottom - stage.top];
  // A line across half the network would hide more than it explains.
  if (x - right > farthest) return "";
  if (x < right + gap.card) return `M${x} ${bottom}V${y - gap.dot}`;
  const level = Math.min(bottom - gap.card, Math.max(top + gap.card, y));
  return level === y ? `M${right} ${y}H${x - gap.dot}` : `M${right} ${level}H${x}V${y - gap.dot}`;
}
