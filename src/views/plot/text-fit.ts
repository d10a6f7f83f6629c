/** Fits texts into a width: truncated, or wrapped. */
import { type TextStyle, textWidth } from "./text-width.ts";

/** The longest part of a text that fits into a width in pixels, with an ellipsis if it is truncated; at least its first character. */
export function truncateText(text: string, width: number, style?: TextStyle): string {
  let length = text.length;
  const truncated = () => (length === text.length ? text : `${text.slice(0, length)}…`);
  while (length > 1 && textWidth(truncated(), style) > width) length--;
  return truncated();
}

/** A text wrapped into lines of at most a width in pixels, broken at spaces. A longer word gets a separate line. */
export function wrapText(text: string, width: number, style?: TextStyle): readonly string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const lastLine = lines[lines.length - 1];
    const extended = lastLine === "" ? word : `${lastLine} ${word}`;
    if (lastLine === "" || textWidth(extended, style) <= width) lines[lines.length - 1] = extended;
    else lines.push(word);
  }
  return lines;
}
