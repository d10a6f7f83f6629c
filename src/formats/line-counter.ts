/** Finds the line of an offset in a text, for formats that are not read line by line. */
const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Maximum number of characters of a line that are shown with a diagnostic. */
const maxShownLength = 200;

/** Returns line numbers of offsets, which must be queried in ascending order. A line ends with \n, \r\n or \r. */
export class LineCounter {
  private line = 1;
  private lineStart = 0;
  private offset = 0;

  /** Offset of the end of the last line. */
  private readonly textEnd: number;

  constructor(private readonly text: string) {
    const end = text.endsWith("\r\n") ? 2 : text.endsWith("\n") || text.endsWith("\r") ? 1 : 0;
    this.textEnd = text.length - end;
  }

  /** Line number of an offset, from 1. No line starts after the last line end. */
  lineAt(position: number): number {
    const { text } = this;
    const limit = Math.min(position, this.textEnd);
    for (; this.offset < limit; this.offset++) {
      const code = text.charCodeAt(this.offset);
      if (code !== lineFeed && code !== carriageReturn) continue;
      if (code === carriageReturn && text.charCodeAt(this.offset + 1) === lineFeed) continue;
      this.line++;
      this.lineStart = this.offset + 1;
    }
    return this.line;
  }

  /** Text of the line at an offset, or the part that starts at the offset if the line is long. */
  textAt(position: number): string {
    this.lineAt(position);
    const start = position - this.lineStart > maxShownLength / 2 ? position : this.lineStart;
    let limit = start;
    while (limit < this.text.length && limit - start < maxShownLength && !isLineEnd(this.text.charCodeAt(limit))) limit++;
    return this.text.slice(start, limit);
  }

  /** Number of lines in the text. */
  lineCount(): number {
    return this.text === "" ? 0 : this.lineAt(this.textEnd);
  }
}

const isLineEnd = (code: number) => code === lineFeed || code === carriageReturn;
