/** Widths of texts. Each character is measured on a canvas once for each font weight. */
import { defined } from "../../core/base/defined.ts";
import { lru } from "../../core/base/once.ts";
import type { Attributes } from "../marks/marks.ts";

/** Font size and weight of a text. */
export interface TextStyle {
  /** Font size, pixels; that of axis labels when absent. */
  readonly size?: number;
  /** Font weight; regular when absent. */
  readonly weight?: number;
}

/** Font size of axis labels, legends and notes, pixels. */
export const smallSize = 11;

/** Weight of emphasized text; equals `--weight-strong` of the page. */
export const strongWeight = 650;

/** Style of emphasized text in tooltips: the value under the pointer. */
export const calloutStyle: TextStyle = { size: 12, weight: strongWeight };

/** Font size for measuring, pixels. Browsers round the widths of small fonts. */
const measuredSize = 100;

const digits = [..."0123456789"];

/** Returns a function that measures texts in a font weight; widths relative to the font size. */
const fontOf = lru((weight) => {
  const canvas = typeof OffscreenCanvas === "undefined" ? document.createElement("canvas") : new OffscreenCanvas(1, 1);
  const context = canvas.getContext("2d") as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  if (context === null) throw new Error("this browser has no canvas to measure words on");
  context.font = `${weight} ${measuredSize}px ${familyOfPage()}`;
  const measure = (text: string) => context.measureText(text).width / measuredSize;
  // The page uses tabular digits, but a canvas does not: each digit counts as the widest.
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

/** The font family of the page; sans-serif without a page. */
function familyOfPage(): string {
  const family = typeof getComputedStyle === "undefined" ? "" : getComputedStyle(document.documentElement).getPropertyValue("--sans");
  return family.trim() === "" ? "sans-serif" : family;
}

/** Width of a text on one line, pixels. */
export function textWidth(text: string, { size = smallSize, weight = 400 }: TextStyle = {}): number {
  return size * fontOf(String(weight))(text);
}

/** Width of the longest of several texts, pixels; 0 for none. */
export function widestOf(texts: readonly string[], style?: TextStyle): number {
  return texts.reduce((widest, text) => Math.max(widest, textWidth(text, style)), 0);
}

/** A text style as SVG attributes. */
export function fontAttributes({ size = smallSize, weight }: TextStyle): Attributes {
  return { "font-size": size, ...defined({ "font-weight": weight }) };
}
