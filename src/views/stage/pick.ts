/** Pointing at strands: the nearest one within reach, its value beside it, a click to choose it. */
import { pointer, select } from "d3-selection";
import { nameOfChannel, type Network } from "../../core/network/network.ts";
import type { Canvas, Selected } from "../contract.ts";
import { formatLoad, withUnit } from "../shared/format.ts";
import type { Loads } from "../shared/loads.ts";
import { drawMarks, type Mark, pathMark, rectMark, textMark } from "../shared/marks.ts";
import { courseOf, pointAt, type Scene, type Strand } from "./scene.ts";

/** Reach of a mouse and of a finger, pixels. */
const reach = { fine: 8, coarse: 18 } as const;
/** A curve is searched at so many points. */
const samples = 14;

/** The strand nearest to a point within a distance, or null. */
export function nearestStrand(scene: Scene, x: number, y: number, within: number): Strand | null {
  let best: Strand | null = null;
  let least = within * within;
  for (const strand of scene.strands) {
    const { curve } = strand;
    const outside = (i: 0 | 1, at: number) =>
      at < Math.min(curve[i], curve[2 + i], curve[4 + i], curve[6 + i]) - within ||
      at > Math.max(curve[i], curve[2 + i], curve[4 + i], curve[6 + i]) + within;
    if (outside(1, y) || outside(0, x)) continue;
    let [ax, ay] = pointAt(curve, 0);
    for (let i = 1; i <= samples; i++) {
      const [bx, by] = pointAt(curve, i / samples);
      const distance = squaredDistance(x, y, ax, ay, bx, by);
      if (distance < least) {
        least = distance;
        best = strand;
      }
      [ax, ay] = [bx, by];
    }
  }
  return best;
}

/** Squared distance of a point from a line between two others. */
function squaredDistance(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return (x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2;
}

/** The channel of a strand that is meant: the hottest, where it stands for several. */
export function channelOf(strand: Strand, loads: Loads): number {
  return strand.channels.reduce((hottest, channel) => (loads.of(channel) > loads.of(hottest) ? channel : hottest));
}

/** Outline and value of the strand under the pointer. */
export function hoverMarks(strand: Strand, scene: Scene, network: Network, loads: Loads, { theme }: Canvas): readonly Mark[] {
  const channel = channelOf(strand, loads);
  const [x, y] = pointAt(strand.curve, 0.5);
  const value = withUnit(formatLoad(loads.of(channel)), "phits/cycle");
  const name = nameOfChannel(network, channel);
  const width = 16 + 6.2 * Math.max(name.length, value.length);
  const left = Math.max(0, Math.min(scene.width - width, x + 14 + width > scene.width ? x - 14 - width : x + 14));
  const top = Math.max(0, Math.min(scene.height - 42, y - 21));
  return [
    pathMark("hover", courseOf(strand), { stroke: theme.ink, "stroke-width": scene.strandWidth.hot + 3, "stroke-linecap": "round" }),
    pathMark("hover core", courseOf(strand), { stroke: theme.ground, "stroke-width": scene.strandWidth.hot, "stroke-linecap": "round" }),
    rectMark("tip", left, top, width, 42, { rx: 6, fill: theme.ink }),
    textMark("tip value", left + 8, top + 17, value, { "font-size": 12, "font-weight": 650, fill: theme.ground }),
    textMark("tip name", left + 8, top + 33, name, { "font-size": 11, fill: theme.ground }),
  ];
}

/** What a pointer needs to know of the latest drawing; kept on the group as its datum. */
export interface Target {
  readonly scene: Scene;
  readonly network: Network;
  readonly loads: Loads;
  readonly canvas: Canvas;
  readonly pick: (selected: Selected) => void;
}

/** Lets a pointer find and choose strands. `into` gets a surface that catches it and a group for what it points at. */
export function letPick(target: Target, into: SVGGElement): void {
  const { scene } = target;
  const catcher = select(into).selectChildren<SVGRectElement, Target>("rect.catcher").data([target]).join("rect").attr("class", "catcher");
  catcher.attr("width", scene.width).attr("height", scene.height).attr("fill", "transparent");
  const tip = select(into)
    .selectChildren<SVGGElement, Target>("g.tip")
    .data([target])
    .join("g")
    .attr("class", "tip")
    .attr("pointer-events", "none")
    .node();
  const found = (event: PointerEvent, { scene }: Target) => {
    const [x, y] = pointer(event, into);
    return nearestStrand(scene, x, y, event.pointerType === "touch" ? reach.coarse : reach.fine);
  };
  catcher
    .on("pointermove", function (this: SVGRectElement, event: PointerEvent, target: Target) {
      if (event.pointerType === "touch" || tip === null) return;
      const strand = found(event, target);
      this.setAttribute("class", strand === null ? "catcher" : "catcher over");
      drawMarks(strand === null ? [] : hoverMarks(strand, target.scene, target.network, target.loads, target.canvas), tip);
    })
    .on("pointerleave", () => {
      if (tip !== null) drawMarks([], tip);
    })
    .on("click", (event: PointerEvent, target: Target) => {
      const strand = found(event, target);
      if (strand !== null) target.pick({ is: "channel", channel: channelOf(strand, target.loads) });
    });
}
