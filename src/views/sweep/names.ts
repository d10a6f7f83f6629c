/** What networks and axes are called; and names where there is little room: on several lines, longer words in pieces, or cut. */
import type { SweepAxis } from "../../core/measures/sweep.ts";
import type { Variant } from "../contract.ts";
import { textWidth, type TextStyle } from "../plot/text-width.ts";

/** A network by its letter and title; by its title where it stands alone. */
export function networkName({ letter, title }: Pick<Variant, "letter" | "title">): string {
  return letter === "" ? title : `${letter} ${title}`;
}

/** What an axis is called, with its unit. */
export function axisTitle({ title, unit }: Pick<SweepAxis, "title" | "unit">): string {
  return unit === "" ? title : `${title}, ${unit}`;
}

/** Where a word may be parted: between two consonants that have vowels around them, `Raben-seif-ner`. */
const seam = /(?<=[aeiouy][^aeiouy\W])(?=[^aeiouy\W][aeiouy])/i;

/** A name on as few lines of a width in pixels as it needs, and these about as long as each other; null where a piece is longer than a line. */
export function inLines(name: string, width: number, style: TextStyle): readonly string[] | null {
  const isLonger = (text: string, than: number) => textWidth(text, style) > than;
  let best = filled(name, width, isLonger);
  for (let narrower = width - step; best !== null; narrower -= step) {
    const other = filled(name, narrower, isLonger);
    if (other === null || other.length > best.length) return best;
    best = other;
  }
  return null;
}

/** Lines are made as much narrower at each attempt, pixels. */
const step = 4;

/** The same with lines that are filled one after the other, at spaces and hyphens first. */
function filled(name: string, width: number, isLonger: (text: string, than: number) => boolean): readonly string[] | null {
  const lines: string[] = [];
  let line = "";
  for (const word of name.split(/(?<=[ -])/)) {
    const parts = isLonger(word.trimEnd(), width) ? word.split(seam) : [word];
    for (const [i, part] of parts.entries()) {
      // A hyphen may follow all but the last.
      const hyphen = i < parts.length - 1 ? "-" : "";
      if (line !== "" && isLonger(`${line}${part}`.trimEnd() + hyphen, width)) {
        lines.push(i > 0 ? `${line}-` : line.trimEnd());
        line = "";
      }
      line += part;
      if (isLonger(line.trimEnd() + hyphen, width)) return null;
    }
  }
  return [...lines, line];
}
