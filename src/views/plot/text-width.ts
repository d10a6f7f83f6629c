/** Widths of texts. Each character is measured on a canvas once for each font weight. */
import { withoutUndefined } from "../../core/base/defined.ts";
import { memoizeTexts } from "../../core/base/memoize.ts";
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
const measuringSize = 100;

const digits = [..."0123456789"];

/**
 * Returns a function that computes the width of a text in a font weight, relative to the font size. Each character is measured once on a
 * canvas; the width of a text is the sum of its characters.
 */
const measureIn = memoizeTexts((weight) => {
  const canvas = typeof OffscreenCanvas === "undefined" ? document.createElement("canvas") : new OffscreenCanvas(1, 1);
  const context = canvas.getContext("2d") as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  if (context === null) throw new Error("this browser has no canvas to measure words on");
  context.font = `${weight} ${measuringSize}px ${pageFontFamily()}`;
  const measure = (text: string) => context.measureText(text).width / measuringSize;
  // The page uses tabular digits, but a canvas does not: each digit counts as the widest.
  const digitWidth = Math.max(...digits.map(measure));
  const characterWidths = new Map<string, number>(digits.map((digitCharacter) => [digitCharacter, digitWidth]));
  return (text: string) => {
    let width = 0;
    for (const character of text) {
      let characterWidth = characterWidths.get(character);
      if (characterWidth === undefined) characterWidths.set(character, (characterWidth = measure(character)));
      width += characterWidth;
    }
    return width;
  };
}, 6);

/** The font family of the page; sans-serif without a page. */
function pageFontFamily(): string {
  const family = typeof getComputedStyle === "undefined" ? "" : getComputedStyle(document.documentElement).getPropertyValue("--sans");
  return family.trim() === "" ? "sans-serif" : family;
}

/** Width of a text on one line, pixels. */
export function textWidth(text: string, { size = smallSize, weight = 400 }: TextStyle = {}): number {
  return size * measureIn(String(weight))(text);
}

/** Width of the longest of several texts, pixels; 0 for none. */
export function maxTextWidth(texts: readonly string[], style?: TextStyle): number {
  return texts.reduce((widest, text) => Math.max(widest, textWidth(text, style)), 0);
}

/** A text style as SVG attributes. */
export function fontAttributes({ size = smallSize, weight }: TextStyle): Attributes {
  return { "font-size": size, ...withoutUndefined({ "font-weight": weight }) };
}
