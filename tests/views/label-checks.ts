/** Checks that labels lie inside the frame of a drawing and do not overlap. */
import type { Canvas, View, ViewData } from "../../src/views/contract.ts";
import { perNetworkView, type NetworkPanel } from "../../src/views/per-network.ts";
import type { Mark } from "../../src/views/marks/marks.ts";
import { textWidth } from "../../src/views/plot/text-width.ts";
import { hasRoomForTwo, sizeCanvas } from "../../src/views/sizing.ts";
import { light } from "./fixtures.ts";

/** A text with its bounding box, in pixels. */
interface LabelBox {
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
export function labelBoxesOf(marks: readonly Mark[], dx = 0, dy = 0): readonly LabelBox[] {
  return marks.flatMap(({ text = "", tag, attributes }) => {
    if (tag !== "text" || text.trim() === "" || "transform" in attributes) return [];
    const fontSize = Number(attributes["font-size"] ?? 11);
    const width = textWidth(text, { size: fontSize, weight: Number(attributes["font-weight"] ?? 400) });
    const [x, y] = [Number(attributes["x"]) + dx, Number(attributes["y"]) + dy];
    const left = attributes["text-anchor"] === "end" ? x - width : attributes["text-anchor"] === "middle" ? x - width / 2 : x;
    return [{ text, left, right: left + width, top: y - 0.7 * fontSize, bottom: y }];
  });
}

/** Labels may exceed the frame or overlap by this many pixels, because text widths are estimates. */
const tolerance = 2;

/** Descriptions of all labels that leave a frame of this size or overlap others. */
export function labelFaultsOf(labels: readonly LabelBox[], width: number, height: number): readonly string[] {
  const faults = labels.flatMap(({ text, left, right, top, bottom }) =>
    left < -tolerance || right > width + tolerance || top < -tolerance || bottom > height + tolerance
      ? [`“${text}” leaves the frame: ${[left, right, top, bottom].map(Math.round).join(" ")} in ${width} × ${height}`]
      : [],
  );
  labels.forEach((label, i) => {
    for (const other of labels.slice(i + 1)) {
      const overlapX = Math.min(label.right, other.right) - Math.max(label.left, other.left);
      const overlapY = Math.min(label.bottom, other.bottom) - Math.max(label.top, other.top);
      if (overlapX > tolerance && overlapY > tolerance) faults.push(`“${label.text}” lies on “${other.text}”`);
    }
  });
  return faults;
}

/** Labels of a view that leave the frame or overlap, in a card or on a stage of this size. */
export function labelFaultsInView(view: View, data: ViewData, size: Pick<Canvas, "width" | "height">): readonly string[] {
  const isPerNetwork = data.variants.length > 1 && view.isForAllNetworks !== true && view.region === undefined;
  const shownView = isPerNetwork ? (perNetworkView(view, hasRoomForTwo(size.width)) as View) : view;
  if (shownView.emptyMessage(data) !== null) return [];
  const { canvas } = sizeCanvas(shownView, data, size, light, false);
  const layout = shownView.layout(data, canvas) as { readonly marks?: readonly Mark[] } | readonly NetworkPanel[];
  const labels = !Array.isArray(layout)
    ? labelBoxesOf((layout as { readonly marks?: readonly Mark[] }).marks ?? [])
    : (layout as readonly NetworkPanel[]).flatMap(({ x, y, caption, marks }) => [
        ...labelBoxesOf(caption, x, y),
        ...labelBoxesOf((marks as { readonly marks?: readonly Mark[] } | null)?.marks ?? [], x, y + (caption.length > 0 ? 26 : 0)),
      ]);
  return labelFaultsOf(labels, canvas.width, canvas.height);
}
