/** Lines of a text by places in it, for formats that are not read line by line. */
const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Longest piece of a line that is cut out for a note. */
const longestShown = 200;

/** Tells on which line a place stands; places are asked for in ascending order. A line ends with \n, \r\n or \r. */
export class LineCounter {
  private line = 1;
  private begin = 0;
  private at = 0;

  /** Where the last line ends. */
  private readonly last: number;

  constructor(private readonly text: string) {
    const end = text.endsWith("\r\n") ? 2 : text.endsWith("\n") || text.endsWith("\r") ? 1 : 0;
    this.last = text.length - end;
  }

  /** The line of a place, from 1; behind the last end of a line begins none. */
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

  /** That line's text, or where it is long the piece of it that begins at the place. */
  textOf(place: number): string {
    this.of(place);
    const from = place - this.begin > longestShown / 2 ? place : this.begin;
    let to = from;
    while (to < this.text.length && to - from < longestShown && !isEnd(this.text.charCodeAt(to))) to++;
    return this.text.slice(from, to);
  }

  /** Lines of the whole text. */
  count(): number {
    return this.text === "" ? 0 : this.of(this.last);
  }
}

const isEnd = (code: number) => code === lineFeed || code === carriageReturn;
