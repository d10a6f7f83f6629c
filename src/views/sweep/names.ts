/** Names of networks and axes, and wrapping of names in little space. */
import type { SweepAxis } from "../../core/measures/sweep.ts";
import type { Variant } from "../contract.ts";
import { textWidth, type TextStyle } from "../plot/text-width.ts";

/** A network by letter and title, or by its title only. */
export function networkName({ letter, title }: Pick<Variant, "letter" | "title">): string {
  return letter === "" ? title : `${letter} ${title}`;
}

/** Title of an axis with its unit. */
export function axisTitle({ title, unit }: Pick<SweepAxis, "title" | "unit">): string {
  return unit === "" ? title : `${title}, ${unit}`;
}

/** Possible word break: between two consonants with vowels around them, `Raben-seif-ner`. */
const wordBreak = /(?<=[aeiouy][^aeiouy\W])(?=[^aeiouy\W][aeiouy])/i;

/** Wraps a name into as few lines of a width in pixels as possible, of nearly equal length; null if a piece is longer than a line. */
export function wrapName(name: string, width: number, style: TextStyle): readonly string[] | null {
  const isLonger = (text: string, maxWidth: number) => textWidth(text, style) > maxWidth;
  let wrapped = fillLines(name, width, isLonger);
  for (let narrower = width - widthStep; wrapped !== null; narrower -= widthStep) {
    const narrowerLines = fillLines(name, narrower, isLonger);
    if (narrowerLines === null || narrowerLines.length > wrapped.length) return wrapped;
    wrapped = narrowerLines;
  }
  return null;
}

/** Decrement of the width at each attempt, pixels. */
const widthStep = 4;

/**
 * Breaks a name into lines of at most `width`. It breaks after spaces and hyphens, and within a word, with a hyphen, only if the word is
 * longer than a line. Returns null if a piece of a word does not fit. `isLonger` measures a text, in the same unit as `width`.
 */
function fillLines(name: string, width: number, isLonger: (text: string, maxWidth: number) => boolean): readonly string[] | null {
  const lines: string[] = [];
  let line = "";
  for (const word of name.split(/(?<=[ -])/)) {
    const pieces = isLonger(word.trimEnd(), width) ? word.split(wordBreak) : [word];
    for (const [i, piece] of pieces.entries()) {
      // All pieces but the last may need a hyphen.
      const hyphen = i < pieces.length - 1 ? "-" : "";
      if (line !== "" && isLonger(`${line}${piece}`.trimEnd() + hyphen, width)) {
        lines.push(i > 0 ? `${line}-` : line.trimEnd());
        line = "";
      }
      line += piece;
      if (isLonger(line.trimEnd() + hyphen, width)) return null;
    }
  }
  return [...lines, line];
}
