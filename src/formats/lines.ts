/** Visits a text line by line without splitting it: a text of 10⁶ lines stays a single string. */

const [lineFeed, carriageReturn, byteOrderMark] = [0x0a, 0x0d, 0xfeff];

/** Number of characters between two progress reports. */
const progressInterval = 262_144;

/**
 * Calls `onLine` with the number of each line, from 1, and the offsets of its start and end, without the line end. Lines may end with \n,
 * \r\n or \r, also mixed in one text. No line starts after the last line end.
 * @param onProgress receives the fraction that has been read, 0 to 1
 * @returns the number of lines
 */
export function forEachLine(
  text: string,
  onLine: (line: number, start: number, end: number) => void,
  onProgress?: (fraction: number) => void,
): number {
  const { length } = text;
  let line = 0;
  let nextReport = progressInterval;
  let start = text.charCodeAt(0) === byteOrderMark ? 1 : 0;
  for (let position = start; position <= length; position++) {
    const code = position === length ? lineFeed : text.charCodeAt(position);
    if (code !== lineFeed && code !== carriageReturn) continue;
    if (position === length && start === position) break;
    onLine(++line, start, position);
    if (code === carriageReturn && text.charCodeAt(position + 1) === lineFeed) position++;
    start = position + 1;
    if (start >= nextReport) {
      onProgress?.(position / length);
      nextReport = start + progressInterval;
    }
  }
  return line;
}

/** The first lines of a text that are not blank and satisfy a condition: at most `maxLines` lines, each cut to 2,000 characters. */
export function firstLines(text: string, maxLines: number, isIncluded: (line: string) => boolean = () => true): string[] {
  const lines: string[] = [];
  let start = text.charCodeAt(0) === byteOrderMark ? 1 : 0;
  while (start < text.length && lines.length < maxLines) {
    let limit = start;
    while (limit < text.length && text.charCodeAt(limit) !== lineFeed && text.charCodeAt(limit) !== carriageReturn) limit++;
    const line = text.slice(start, Math.min(limit, start + 2000));
    if (line.trim() !== "" && isIncluded(line)) lines.push(line);
    start = limit + 1;
  }
  return lines;
}
