/** Leader line from the channel card to its channel on the stage. */
import { useEffect, useRef } from "react";
import { channelAnchor } from "../../../views/stage/stage.ts";
import { usePage } from "../../hooks.ts";
import type { Page } from "../../create-page.ts";

/** Gap before the dot that the stage draws on the channel, and minimum distance of the line from the card's corners, pixels. */
const leaderGaps = { dot: 6, card: 16 };

/** Maximum length of the line, pixels. */
const maxLength = 560;

/**
 * The line that connects the channel card with its channel on the stage, the large view of the page. The frame loop, which redraws all
 * views once per animation frame, also measures both ends and updates the line.
 */
export function LeaderLine() {
  const page = usePage();
  const svg = useRef<SVGSVGElement>(null);
  const positions = useRef<Positions>(null);
  useEffect(
    () =>
      page.frameLoop.register({
        draw() {
          if (svg.current === null) return;
          positions.current = measurePositions(svg.current, positions.current);
          const d = leaderPath(page, positions.current);
          for (const path of svg.current.querySelectorAll("path")) if (path.getAttribute("d") !== d) path.setAttribute("d", d);
        },
      }),
    [page],
  );
  return (
    <svg className="leader" ref={svg} aria-hidden="true">
      {/* A wider path behind the line separates it from the network. */}
      <path className="halo" />
      <path />
    </svg>
  );
}

/** Positions of stage and card. They are cached, because measuring forces a layout of the page. */
interface Positions {
  readonly stage: DOMRect;
  readonly card: DOMRect | undefined;
  readonly measuredAt: number;
}

/** Interval between two measurements, milliseconds. */
const measureInterval = 250;

function measurePositions(svg: SVGSVGElement, last: Positions | null): Positions {
  const now = performance.now();
  if (last !== null && now - last.measuredAt <= measureInterval) return last;
  return {
    stage: svg.getBoundingClientRect(),
    card: document.querySelector(".cards > .channel")?.getBoundingClientRect(),
    measuredAt: now,
  };
}

/**
 * Path of the line: horizontal from the card's edge where possible, otherwise with one corner. Empty if there is no card or channel, or the
 * channel is out of view.
 */
function leaderPath({ view, runs }: Page, { card, stage }: Positions): string {
  const network = runs.active.frame?.opened.network;
  const data = view.data("stage");
  const channelPoint = network === undefined ? null : channelAnchor(network, data.selectedChannel, stage, data);
  if (card === undefined || channelPoint === null) return "";
  const [x, y] = channelPoint;
  if (x < 0 || y < 0 || x > stage.width || y > stage.height) return "";
  const [right, top, bottom] = [card.right - stage.left, card.top - stage.top, card.bottom - stage.top];
  // A line across half the network would hide more than it explains.
  if (x - right > maxLength) return "";
  if (x < right + leaderGaps.card) return `M${x} ${bottom}V${y - leaderGaps.dot}`;
  const bendY = Math.min(bottom - leaderGaps.card, Math.max(top + leaderGaps.card, y));
  return bendY === y ? `M${right} ${y}H${x - leaderGaps.dot}` : `M${right} ${bendY}H${x}V${y - leaderGaps.dot}`;
}
