/** Finds the line of an offset in a text, for formats that are not read line by line. */
const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Maximum number of characters of a line that are shown with a diagnostic. */
const longestShown = 200;

/** Returns line numbers of offsets, which must be queried in ascending order. A line ends with \n, \r\n or \r. */
export class LineCounter {
  private line = 1;
  private begin = 0;
  private at = 0;

  /** Offset of the end of the last line. */
  private readonly last: number;

  constructor(private readonly text: string) {
    const end = text.endsWith("\r\n") ? 2 : text.endsWith("\n") || text.endsWith("\r") ? 1 : 0;
    this.last = text.length - end;
  }

  /** Line number of an offset, from 1. No line starts after the last line end. */
  of(place: number): number {
    const { text } = this;
    const to = Math.min(place, this.last);
    for (; this.at < to; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code !== lineFeed && code !== carriageReturn) continue;
      if (code === carriageReturn && text.charCodeAt(this.at + 1) === lineFeed) continue;
      this.line++;
      this.begin = this.at + 1;
    }
    return this.line;
  }

  /** Text of the line at an offset, or the part that starts at the offset if the line is long. */
  textOf(place: number): string {
    this.of(place);
    const from = place - this.begin > longestShown / 2 ? place : this.begin;
    let to = from;
    while (to < this.text.length && to - from < longestShown && !isEnd(this.text.charCodeAt(to))) to++;
    return this.text.slice(from, to);
  }

  /** Number of lines in the text. */
  count(): number {
    return this.text === "" ? 0 : this.of(this.last);
  }
}

const isEnd = (code: number) => code === lineFeed || code === carriageReturn;
