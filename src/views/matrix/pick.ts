/** Pointing at a matrix: the port or switch under the pointer, its number beside it, a click to pick it. */
import { pointer, select } from "d3-selection";
import type { Network } from "../../core/network/network.ts";
import type { Canvas, Selected } from "../contract.ts";
import { drawMarks, type Mark, pathMark, rectMark, roundedRectangle, textMark } from "../shared/marks.ts";
import type { Matrix, Part } from "./place.ts";
import { mostOf, type Values } from "./values.ts";

/** What a pointer needs to know of the latest drawing; kept on the catcher as its datum. */
export interface Target {
  readonly matrix: Matrix;
  readonly values: Values;
  readonly network: Network;
  readonly canvas: Canvas;
  /** The number of what is pointed at, and its name. */
  readonly describe: (selected: Selected) => readonly [string, string] | null;
  readonly pick: (selected: Selected) => void;
}

const contains = ({ x, y, width, height }: Part, px: number, py: number) => px >= x && px < x + width + 1 && py >= y && py < y + height + 1;

/** What stands at a point: a port before the switch it lies in; of several, the one with most. */
export function partAt({ matrix, values, network }: Pick<Target, "matrix" | "values" | "network">, x: number, y: number) {
  const port = matrix.ports.find((part) => contains(part, x, y));
  if (port !== undefined) return { part: port, selected: { is: "channel", channel: mostOf(port.of, values.ofChannel) } as const };
  const box = matrix.switches.find((part) => contains(part, x, y));
  if (box === undefined) return null;
  return { part: box, selected: { is: "switch", node: mostOf(box.of, values.ofSwitch, network.terminals) } as const };
}

/** Lets a pointer find and pick. `into` gets a surface that catches it and a group for what it points at. */
export function letPick(target: Target, into: SVGGElement): void {
  const { canvas } = target;
  const catcher = select(into).selectChildren<SVGRectElement, Target>("rect.catcher").data([target]).join("rect").attr("class", "catcher");
  catcher.attr("width", canvas.width).attr("height", canvas.height).attr("fill", "transparent");
  const tip = select(into)
    .selectChildren<SVGGElement, Target>("g.tip")
    .data([target])
    .join("g")
    .attr("class", "tip")
    .attr("pointer-events", "none")
    .node() as SVGGElement;
  catcher
    .on("pointermove", function (this: SVGRectElement, event: PointerEvent, now: Target) {
      if (event.pointerType === "touch") return;
      const found = partAt(now, ...pointer(event, into));
      this.setAttribute("class", found === null ? "catcher" : "catcher over");
      const said = found === null ? null : now.describe(found.selected);
      drawMarks(found === null || said === null ? [] : tipMarks(found.part, said, now.canvas), tip);
    })
    .on("pointerleave", () => drawMarks([], tip))
    .on("click", (event: PointerEvent, now: Target) => {
      const found = partAt(now, ...pointer(event, into));
      if (found !== null) now.pick(found.selected);
    });
}

/** An outline, and beside it the number and the name. */
function tipMarks(part: Part, [value, name]: readonly [string, string], { width, height, theme }: Canvas): readonly Mark[] {
  const room = Math.min(width, 16 + 6.2 * Math.max(name.length, value.length));
  const left = Math.max(0, Math.min(width - room, part.x + part.width / 2 - room / 2));
  const isBelow = part.y < 48;
  const top = isBelow ? Math.min(height - 42, part.y + part.height + 6) : part.y - 48;
  return [
    pathMark("hover", roundedRectangle(part.x, part.y, part.width, part.height, 2), { stroke: theme.ink, "stroke-width": 1.5 }),
    rectMark("tip", left, top, room, 42, { rx: 6, fill: theme.ink }),
    textMark("tip value", left + 8, top + 17, value, { "font-size": 12, "font-weight": 650, fill: theme.surface }),
    textMark("tip name", left + 8, top + 33, name, { "font-size": 11, fill: theme.surface }),
  ];
}
