/** Marks: a drawing as plain data. Layouts make them, tests read them, one function puts them on the page. */
import { bind, childOf, dataOf, madeOf } from "./bound.ts";
import type { Spot } from "./pointing.ts";

export interface Mark {
  /** Names the mark among its drawing's: the same key is the same element from frame to frame. */
  readonly key: string;
  readonly tag: "path" | "text" | "rect" | "circle";
  /** Attributes; lengths in CSS pixels. */
  readonly attributes: Attributes;
  /** Words of a text. */
  readonly text?: string;
  /** What a pointer, or a key, finds on it: of a line its points, of a bar itself. Nothing when absent. */
  readonly targets?: readonly Spot[];
}

export type Attributes = Readonly<Record<string, string | number>>;

/** A drawing that is nothing but marks, in the order of painting. */
export interface Drawing {
  readonly marks: readonly Mark[];
}

/** A coordinate as it stands in an attribute: tenths of a pixel. */
export function tenth(length: number): number {
  return Math.round(length * 10) / 10;
}

/** A path; without a fill unless the attributes name one. */
export function pathMark(key: string, d: string, attributes: Attributes): Mark {
  return { key, tag: "path", attributes: { fill: "none", ...attributes, d } };
}

export function textMark(key: string, x: number, y: number, text: string, attributes: Attributes): Mark {
  return { key, tag: "text", attributes: { ...attributes, x: tenth(x), y: tenth(y) }, text };
}

export function rectMark(key: string, x: number, y: number, width: number, height: number, attributes: Attributes): Mark {
  return {
    key,
    tag: "rect",
    attributes: { ...attributes, x: tenth(x), y: tenth(y), width: tenth(Math.max(0, width)), height: tenth(Math.max(0, height)) },
  };
}

export function circleMark(key: string, x: number, y: number, radius: number, attributes: Attributes): Mark {
  return { key, tag: "circle", attributes: { ...attributes, cx: tenth(x), cy: tenth(y), r: radius } };
}

/** Outline of a rectangle with rounded corners, as a part of a path. */
export function roundedRectangle(x: number, y: number, width: number, height: number, radius: number): string {
  const r = tenth(Math.min(radius, width / 2, height / 2));
  if (r < 0.3) return `M${tenth(x)} ${tenth(y)}h${tenth(width)}v${tenth(height)}h${-tenth(width)}z`;
  const w = tenth(width - 2 * r);
  const h = tenth(height - 2 * r);
  const arc = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${tenth(x + r)} ${tenth(y)}h${w}${arc(r, r)}v${h}${arc(-r, r)}h${-w}${arc(-r, -r)}v${-h}${arc(r, -r)}z`;
}

/** Outline of a circle, as a part of a path. */
export function ring(x: number, y: number, radius: number): string {
  const r = tenth(radius);
  return `M${tenth(x - r)} ${tenth(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** Writes attributes where they differ: a browser may take any for a change. Returns how many they are. */
export function setAttributes(element: Element, attributes: Attributes): number {
  let count = 0;
  for (const name in attributes) {
    count++;
    const value = String(attributes[name]);
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
  return count;
}

/** The group of that class in a drawing, made when it is not there yet. */
export function layerOf(into: SVGGElement, name: string): SVGGElement {
  return childOf(into, "g", name);
}

/** Place of a drawing among those that share a box: one for each network, or one alone. */
export function placeOfDrawing(into: SVGGElement): number {
  const own = into.closest("g.part") ?? into;
  return own.parentNode === null ? 0 : [...own.parentNode.children].indexOf(own);
}

/** Puts marks into a group: new ones are made, old ones changed where they differ, the rest removed. */
export function drawMarks(marks: readonly Mark[], into: SVGGElement): void {
  const before = new Map<string, SVGElement>();
  for (const each of [...into.children] as SVGElement[]) {
    const { key } = dataOf<Mark>(each)!;
    if (before.has(key)) each.remove();
    else before.set(key, each);
  }
  const now = marks.map((mark) => {
    const known = before.get(mark.key);
    before.delete(mark.key);
    const element = known ?? madeOf(mark.tag);
    bind(element, mark);
    write(mark, element);
    return element;
  });
  for (const each of before.values()) each.remove();
  let next = into.firstElementChild;
  for (const each of now) {
    if (each === next) next = next.nextElementSibling;
    else into.insertBefore(each, next);
  }
}

function write({ attributes, text }: Mark, element: SVGElement): void {
  if (element.attributes.length > setAttributes(element, attributes)) {
    for (const name of element.getAttributeNames()) if (!(name in attributes)) element.removeAttribute(name);
  }
  if (text !== undefined && element.textContent !== text) element.textContent = text;
}

/** Attributes that keep a word legible over the lines it may lie on. */
export function halo(ground: string): Attributes {
  return { stroke: ground, "stroke-width": 4, "stroke-opacity": 0.9, "stroke-linejoin": "round", "paint-order": "stroke" };
}
