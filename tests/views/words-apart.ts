/** Checks that labels lie inside the frame of a drawing and do not overlap. */
import type { Canvas, View, ViewData } from "../../src/views/contract.ts";
import { ofEach, type Part } from "../../src/views/each.ts";
import type { Mark } from "../../src/views/marks/marks.ts";
import { textWidth } from "../../src/views/plot/text-width.ts";
import { hasRoomForTwo, sized } from "../../src/views/sizing.ts";
import { light } from "./fixtures.ts";

/** A text with its bounding box, in pixels. */
interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Boxes of the texts among the marks, in pixels. Rotated and empty texts are left out.
 * @param dx Horizontal offset of the marks.
 * @param dy Vertical offset of the marks.
 */
export function wordsIn(marks: readonly Mark[], dx = 0, dy = 0): readonly Word[] {
  return marks.flatMap(({ text = "", tag, attributes }) => {
    if (tag !== "text" || text.trim() === "" || "transform" in attributes) return [];
    const size = Number(attributes["font-size"] ?? 11);
    const wide = textWidth(text, { size, weight: Number(attributes["font-weight"] ?? 400) });
    const [x, y] = [Number(attributes["x"]) + dx, Number(attributes["y"]) + dy];
    const left = attributes["text-anchor"] === "end" ? x - wide : attributes["text-anchor"] === "middle" ? x - wide / 2 : x;
    return [{ text, left, right: left + wide, top: y - 0.7 * size, bottom: y }];
  });
}

/** Labels may exceed the frame or overlap by this many pixels, because text widths are estimates. */
const tolerance = 2;

/** Descriptions of all labels that leave a frame of this size or overlap others. */
export function faultsOf(words: readonly Word[], width: number, height: number): readonly string[] {
  const faults = words.flatMap(({ text, left, right, top, bottom }) =>
    left < -tolerance || right > width + tolerance || top < -tolerance || bottom > height + tolerance
      ? [`“${text}” leaves the frame: ${[left, right, top, bottom].map(Math.round).join(" ")} in ${width} × ${height}`]
      : [],
  );
  words.forEach((one, i) => {
    for (const other of words.slice(i + 1)) {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across > tolerance && down > tolerance) faults.push(`“${one.text}” lies on “${other.text}”`);
    }
  });
  return faults;
}

/** Labels of a view that leave the frame or overlap, in a card or on a stage of this size. */
export function faultsIn(view: View, data: ViewData, size: Pick<Canvas, "width" | "height">): readonly string[] {
  const isEach = data.variants.length > 1 && view.drawsAll !== true && view.place === undefined;
  const shown = isEach ? (ofEach(view, hasRoomForTwo(size.width)) as View) : view;
  if (shown.needs(data) !== null) return [];
  const { canvas } = sized(shown, data, size, light, false);
  const drawn = shown.layout(data, canvas) as { readonly marks?: readonly Mark[] } | readonly Part[];
  const words = !Array.isArray(drawn)
    ? wordsIn((drawn as { readonly marks?: readonly Mark[] }).marks ?? [])
    : (drawn as readonly Part[]).flatMap(({ x, y, caption, marks }) => [
        ...wordsIn(caption, x, y),
        ...wordsIn((marks as { readonly marks?: readonly Mark[] } | null)?.marks ?? [], x, y + (caption.length > 0 ? 26 : 0)),
      ]);
  return faultsOf(words, canvas.width, canvas.height);
}
