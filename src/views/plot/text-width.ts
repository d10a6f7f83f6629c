/** How wide words are: each letter is measured on a canvas, once for each weight of the page's font. */
import { defined } from "../../core/base/defined.ts";
import { lru } from "../../core/base/once.ts";
import type { Attributes } from "../marks/marks.ts";

/** How words are written. */
export interface TextStyle {
  /** Size of the font, pixels; that of axes when absent. */
  readonly size?: number;
  /** Weight of the font; regular when absent. */
  readonly weight?: number;
}

/** Size of words on axes, in keys and notes, pixels. */
export const smallSize = 11;

/** Weight of words that are set off; that of `--weight-strong` on the page. */
export const strongWeight = 650;

/** How words are written that are set off: the value under a pointer, the name of what is picked. */
export const calloutStyle: TextStyle = { size: 12, weight: strongWeight };

/** Size that letters are measured at, pixels: at a small one, browsers round. */
const measuredSize = 100;

const digits = [..."0123456789"];

/** Measures words in a weight of the page's font; widths in parts of their size. */
const fontOf = lru((weight) => {
  const canvas = typeof OffscreenCanvas === "undefined" ? document.createElement("canvas") : new OffscreenCanvas(1, 1);
  const context = canvas.getContext("2d") as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  if (context === null) throw new Error("this browser has no canvas to measure words on");
  context.font = `${weight} ${measuredSize}px ${familyOfPage()}`;
  const measure = (text: string) => context.measureText(text).width / measuredSize;
  // Digits are tabular on the page, which a canvas does not know: each is as wide as the widest.
  const digit = Math.max(...digits.map(measure));
  const letters = new Map<string, number>(digits.map((each) => [each, digit]));
  return (text: string) => {
    let width = 0;
    for (const letter of text) {
      let own = letters.get(letter);
      if (own === undefined) letters.set(letter, (own = measure(letter)));
      width += own;
    }
    return width;
  };
}, 6);

/** The font that drawings have; without a page, a usual one. */
function familyOfPage(): string {
  const family = typeof getComputedStyle === "undefined" ? "" : getComputedStyle(document.documentElement).getPropertyValue("--sans");
  return family.trim() === "" ? "sans-serif" : family;
}

/** Width of words on one line, pixels. */
export function textWidth(text: string, { size = smallSize, weight = 400 }: TextStyle = {}): number {
  return size * fontOf(String(weight))(text);
}

/** Width of the longest of several words, pixels; 0 without any. */
export function widestOf(texts: readonly string[], style?: TextStyle): number {
  return texts.reduce((widest, text) => Math.max(widest, textWidth(text, style)), 0);
}

/** The same style as attributes of a text. */
export function fontAttributes({ size = smallSize, weight }: TextStyle): Attributes {
  return { "font-size": size, ...defined({ "font-weight": weight }) };
}
