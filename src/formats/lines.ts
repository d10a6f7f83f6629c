/** A text line by line, without cutting it up: a text of 10⁶ lines is one string, and stays one. */

const [lineFeed, carriageReturn, byteOrderMark] = [0x0a, 0x0d, 0xfeff];

/** Characters between two words about how far a reader is. */
const partLength = 262_144;

/**
 * Tells each line: its number from 1, where it begins, and where it ends, without what ends it. A line ends with \n, \r\n or \r, also
 * where a text mixes them. After the last end of line begins no line.
 * @param onPart hears now and then which part has been read, 0 to 1
 * @returns how many lines there are
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

/** The first lines of a text that say something: at most `most`, without blank lines, each cut to 2,000 characters. */
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
