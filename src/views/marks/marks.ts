/** Marks: a drawing as plain data. Layouts create them, tests read them, one function draws them on the page. */
import { bindData, ensureChild, boundDataOf, createSvgElement } from "./bound-data.ts";
import type { HoverTarget } from "./hover-target.ts";

export interface Mark {
  /** Key of the mark, unique in its drawing: marks with equal keys use the same element from frame to frame. */
  readonly key: string;
  readonly tag: "path" | "text" | "rect" | "circle";
  /** SVG attributes; lengths in CSS pixels. */
  readonly attributes: Attributes;
  /** Content of a text element. */
  readonly text?: string;
  /** Hover targets of the mark: the points of a line, or the bar itself. None when absent. */
  readonly targets?: readonly HoverTarget[];
}

export type Attributes = Readonly<Record<string, string | number>>;

/** A drawing that consists of marks only, in the order of painting. */
export interface MarksDrawing {
  readonly marks: readonly Mark[];
}

/** A coordinate rounded to a tenth of a pixel, for attributes. */
export function toTenths(length: number): number {
  return Math.round(length * 10) / 10;
}

/** A path, without a fill unless the attributes have one. */
export function pathMark(key: string, d: string, attributes: Attributes): Mark {
  return { key, tag: "path", attributes: { fill: "none", ...attributes, d } };
}

/** A text with its baseline at x, y. */
export function textMark(key: string, x: number, y: number, text: string, attributes: Attributes): Mark {
  return { key, tag: "text", attributes: { ...attributes, x: toTenths(x), y: toTenths(y) }, text };
}

/** A rectangle; a negative size becomes 0. */
export function rectMark(key: string, x: number, y: number, width: number, height: number, attributes: Attributes): Mark {
  return {
    key,
    tag: "rect",
    attributes: {
      ...attributes,
      x: toTenths(x),
      y: toTenths(y),
      width: toTenths(Math.max(0, width)),
      height: toTenths(Math.max(0, height)),
    },
  };
}

/** A circle. */
export function circleMark(key: string, x: number, y: number, radius: number, attributes: Attributes): Mark {
  return { key, tag: "circle", attributes: { ...attributes, cx: toTenths(x), cy: toTenths(y), r: radius } };
}

/** SVG path data of a rectangle with rounded corners. */
export function roundedRectanglePath(x: number, y: number, width: number, height: number, radius: number): string {
  const r = toTenths(Math.min(radius, width / 2, height / 2));
  if (r < 0.3) return `M${toTenths(x)} ${toTenths(y)}h${toTenths(width)}v${toTenths(height)}h${-toTenths(width)}z`;
  const straightWidth = toTenths(width - 2 * r);
  const straightHeight = toTenths(height - 2 * r);
  const arc = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${toTenths(x + r)} ${toTenths(y)}h${straightWidth}${arc(r, r)}v${straightHeight}${arc(-r, r)}h${-straightWidth}${arc(-r, -r)}v${-straightHeight}${arc(r, -r)}z`;
}

/** SVG path data of a circle. */
export function circlePath(x: number, y: number, radius: number): string {
  const r = toTenths(radius);
  return `M${toTenths(x - r)} ${toTenths(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** Sets the attributes that differ, because browsers may treat any write as a change. Returns the number of attributes. */
export function setAttributes(element: Element, attributes: Attributes): number {
  let count = 0;
  for (const name in attributes) {
    count++;
    const value = String(attributes[name]);
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
  return count;
}

/** The group with that class in a drawing, created if it does not exist. */
export function ensureLayer(group: SVGGElement, name: string): SVGGElement {
  return ensureChild(group, "g", name);
}

/** Index of a drawing in its box, which may contain a drawing for each network; 0 for the only drawing. */
export function drawingIndexInBox(group: SVGGElement): number {
  const drawingElement = group.closest("g.part") ?? group;
  return drawingElement.parentNode === null ? 0 : [...drawingElement.parentNode.children].indexOf(drawingElement);
}

/**
 * Draws marks (shapes with a tag, attributes and a key) into an SVG group. The element of an earlier mark with the same key is updated,
 * others are created, and elements without a mark are removed. Finally the elements are brought into the order of the marks.
 */
export function drawMarks(marks: readonly Mark[], group: SVGGElement): void {
  const unusedByKey = new Map<string, SVGElement>();
  for (const each of [...group.children] as SVGElement[]) {
    const { key } = boundDataOf<Mark>(each)!;
    if (unusedByKey.has(key)) each.remove();
    else unusedByKey.set(key, each);
  }
  const elements = marks.map((mark) => {
    const existing = unusedByKey.get(mark.key);
    unusedByKey.delete(mark.key);
    const element = existing ?? createSvgElement(mark.tag);
    bindData(element, mark);
    writeMark(mark, element);
    return element;
  });
  for (const each of unusedByKey.values()) each.remove();
  let nextElement = group.firstElementChild;
  for (const each of elements) {
    if (each === nextElement) nextElement = nextElement.nextElementSibling;
    else group.insertBefore(each, nextElement);
  }
}

function writeMark({ attributes, text }: Mark, element: SVGElement): void {
  if (element.attributes.length > setAttributes(element, attributes)) {
    for (const name of element.getAttributeNames()) if (!(name in attributes)) element.removeAttribute(name);
  }
  if (text !== undefined && element.textContent !== text) element.textContent = text;
}

/** Attributes that keep a text legible over lines. */
export function textHalo(ground: string): Attributes {
  return { stroke: ground, "stroke-width": 4, "stroke-opacity": 0.9, "stroke-linejoin": "round", "paint-order": "stroke" };
}
