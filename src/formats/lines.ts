/** Visits a text line by line without splitting it: a text of 10⁶ lines stays a single string. */

const [lineFeed, carriageReturn, byteOrderMark] = [0x0a, 0x0d, 0xfeff];

/** Number of characters between two progress reports. */
const partLength = 262_144;

/**
 * Calls `onLine` with the number of each line, from 1, and the offsets of its start and end, without the line end. Lines may end with \n,
 * \r\n or \r, also mixed in one text. No line starts after the last line end.
 * @param onProgress receives the fraction that has been read, 0 to 1
 * @returns the number of lines
 */
export function eachLine(text: string, each: (line: number, from: number, to: number) => void, onPart?: (part: number) => void): number {
  const { length } = text;
  let line = 0;
  let next = partLength;
  let from = text.charCodeAt(0) === byteOrderMark ? 1 : 0;
  for (let at = from; at <= length; at++) {
    const code = at === length ? lineFeed : text.charCodeAt(at);
    if (code !== lineFeed && code !== carriageReturn) continue;
    if (at === length && from === at) break;
    each(++line, from, at);
    if (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed) at++;
    from = at + 1;
    if (from >= next) {
      onPart?.(at / length);
      next = from + partLength;
    }
  }
  return line;
}

/** The first lines of a text that are not blank and satisfy a condition: at most `maxLines` lines, each cut to 2,000 characters. */
export function firstLines(text: string, most: number, isSaying: (line: string) => boolean = () => true): string[] {
  const lines: string[] = [];
  let from = text.charCodeAt(0) === byteOrderMark ? 1 : 0;
  while (from < text.length && lines.length < most) {
    let to = from;
    while (to < text.length && text.charCodeAt(to) !== lineFeed && text.charCodeAt(to) !== carriageReturn) to++;
    const line = text.slice(from, Math.min(to, from + 2000));
    if (line.trim() !== "" && isSaying(line)) lines.push(line);
    from = to + 1;
  }
  return lines;
}
