/** Fits texts into a width: truncated, or wrapped. */
import { type TextStyle, textWidth } from "./text-width.ts";

/** The longest part of a text that fits into a width in pixels, with an ellipsis if it is truncated; at least its first character. */
export function truncateText(text: string, width: number, style?: TextStyle): string {
  let letters = text.length;
  const cut = () => (letters === text.length ? text : `${text.slice(0, letters)}…`);
  while (letters > 1 && textWidth(cut(), style) > width) letters--;
  return cut();
}

/** A text wrapped into lines of at most a width in pixels, broken at spaces. A longer word has a line by itself. */
export function wrapText(text: string, width: number, style?: TextStyle): readonly string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1];
    const longer = last === "" ? word : `${last} ${word}`;
    if (last === "" || textWidth(longer, style) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
