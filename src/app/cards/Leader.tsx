/** The thin line that ties the channel's card to its channel on the stage. */
import { useEffect, useRef } from "react";
import { onFrame } from "../../views/frames.ts";
import { middleOf } from "../../views/stage/paint.ts";
import { sceneOf } from "../../views/stage/stage.ts";
import { inFront, shownChannel } from "../page.ts";

/** Room left before the dot that the stage draws on the channel, and above and below the line's end at the card, pixels. */
const gap = { dot: 6, card: 16 };

/** Drawn with the views, in the same animation frame, over the whole stage. */
export function Leader() {
  const svg = useRef<SVGSVGElement>(null);
  useEffect(
    () =>
      onFrame(() => {
        const d = svg.current === null ? "" : leaderOf(svg.current);
        for (const path of svg.current?.querySelectorAll("path") ?? []) path.setAttribute("d", d);
      }),
    [],
  );
  return (
    <svg className="leader" ref={svg} aria-hidden="true">
      <path className="halo" />
      <path />
    </svg>
  );
}

/** From the card's edge level with the channel where that is possible, else round one corner; empty when there is nothing to tie. */
function leaderOf(svg: SVGSVGElement): string {
  const network = inFront().frame?.opened.network;
  const card = document.querySelector(".cards > .channel")?.getBoundingClientRect();
  const stage = svg.getBoundingClientRect();
  const scene = network === undefined ? null : sceneOf(network, Math.floor(stage.width), Math.floor(stage.height));
  const channel = shownChannel();
  const strands = scene?.strands.filter((strand) => strand.channels.includes(channel)) ?? [];
  if (card === undefined || strands.length === 0) return "";
  const [x, y] = middleOf(strands);
  const [right, top, bottom] = [card.right - stage.left, card.top - stage.top, card.bottom - stage.top];
  if (x < right + gap.card) return `M${x} ${bottom}V${y - gap.dot}`;
  const level = Math.min(bottom - gap.card, Math.max(top + gap.card, y));
  return level === y ? `M${right} ${y}H${x - gap.dot}` : `M${right} ${level}H${x}V${y - gap.dot}`;
}
