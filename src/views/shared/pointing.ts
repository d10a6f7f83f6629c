/** Pointing at a drawing: what lies under the pointer is outlined and named beside it, a click picks it. */
import { pointer, select } from "d3-selection";
import type { Actions, Canvas, Selected } from "../contract.ts";
import { drawMarks, type Drawing, type Mark, rectMark, textMark } from "./marks.ts";

/** Reach of a mouse and of a finger, pixels. */
const reach = { fine: 8, coarse: 18 } as const;

/** What lies under a pointer. */
export interface Spot {
  /** Where its name is tied, pixels. */
  readonly x: number;
  readonly y: number;
  /** Its value with the unit, and its name. */
  readonly value: string;
  readonly name: string;
  readonly outline: readonly Mark[];
  /** What a click picks; null where there is nothing to pick. */
  readonly picks: Selected | null;
  /** Number of the network that it belongs to, on a drawing of several; else it is that of the network drawn. */
  readonly of?: number;
}

/** Finds what lies at a point of a drawing, or null; `within` pixels of it still count. */
export type Finder<D> = (drawn: D, x: number, y: number, within: number, canvas: Canvas) => Spot | null;

interface Target<D> {
  readonly drawn: D;
  readonly canvas: Canvas;
  readonly act: Actions;
}

/** Draws marks into a group of their own, and over them a surface that catches the pointer. */
export function drawPointed<D extends Drawing>(drawn: D, into: SVGGElement, canvas: Canvas, act: Actions, find: Finder<D>): void {
  const target: Target<D> = { drawn, canvas, act };
  const layer = (name: string) =>
    select(into).selectChildren<SVGGElement, Target<D>>(`g.${name}`).data([target]).join("g").attr("class", name);
  const marks = layer("marks").node();
  if (marks !== null) drawMarks(drawn.marks, marks);
  const catcher = select(into).selectChildren<SVGRectElement, Target<D>>("rect.catcher").data([target]).join("rect");
  catcher.attr("width", canvas.width).attr("height", canvas.height).attr("fill", "transparent");
  if (catcher.attr("class") === null) catcher.attr("class", "catcher");
  const tip = layer("tip").attr("pointer-events", "none").node();
  const found = (event: PointerEvent, { drawn, canvas }: Target<D>) => {
    const [x, y] = pointer(event, into);
    return find(drawn, x, y, event.pointerType === "touch" ? reach.coarse : reach.fine, canvas);
  };
  catcher
    .on("pointermove", function (this: SVGRectElement, event: PointerEvent, target: Target<D>) {
      if (event.pointerType === "touch" || tip === null) return;
      const spot = found(event, target);
      this.setAttribute("class", spot === null || spot.picks === null ? "catcher" : "catcher over");
      drawMarks(spot === null ? [] : tipMarks(spot, target.canvas), tip);
    })
    .on("pointerleave", () => {
      if (tip !== null) drawMarks([], tip);
    })
    .on("click", (event: PointerEvent, target: Target<D>) => {
      const spot = found(event, target);
      if (spot !== null && spot.picks !== null) target.act.pick(spot.picks, spot.of);
    });
}

/** Words in lines of at most so many letters, as far as they can be broken. */
function brokenTo(text: string, most: number): readonly string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1];
    if (last === "" || last.length + 1 + word.length <= most) lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The outline of a spot, and its value and name in a box beside it that stays within the drawing. */
export function tipMarks({ x, y, value, name, outline }: Spot, { width, height, theme }: Canvas): readonly Mark[] {
  const lines = brokenTo(name, Math.floor((width - 16) / 6.4));
  const longest = Math.max(...lines.map(({ length }) => length));
  const box = { width: 16 + Math.max(6.4 * longest, 7.2 * value.length), height: 26 + 16 * lines.length };
  // Beside the spot where there is room, else above it or below: what is named stays in sight.
  const isNarrow = Math.max(x, width - x) < box.width + 14;
  const beside = isNarrow ? x - box.width / 2 : x + 14 + box.width > width ? x - 14 - box.width : x + 14;
  const level = !isNarrow ? y - box.height / 2 : y > box.height + 10 ? y - box.height - 10 : y + 10;
  const left = Math.max(0, Math.min(width - box.width, beside));
  const top = Math.max(0, Math.min(height - box.height, level));
  return [
    ...outline,
    rectMark("tip", left, top, box.width, box.height, { rx: 6, fill: theme.ink }),
    textMark("tip value", left + 8, top + 17, value, { "font-size": 12, "font-weight": 650, fill: theme.ground }),
    ...lines.map((line, i) =>
      textMark(i === 0 ? "tip name" : `tip name ${i}`, left + 8, top + 33 + 16 * i, line, { "font-size": 11, fill: theme.ground }),
    ),
  ];
}
