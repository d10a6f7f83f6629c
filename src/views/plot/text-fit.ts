/** Words where there is little room: cut, or on several lines. */
import { type TextStyle, textWidth } from "./text-width.ts";

/** As much of a text as a width in pixels has room for, with an ellipsis where it is cut; its first letter at least. */
export function truncateText(text: string, width: number, style?: TextStyle): string {
  let letters = text.length;
  const cut = () => (letters === text.length ? text : `${text.slice(0, letters)}…`);
  while (letters > 1 && textWidth(cut(), style) > width) letters--;
  return cut();
}

/** A text in lines of at most a width in pixels, broken at spaces; a word that is longer has a line alone. */
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
