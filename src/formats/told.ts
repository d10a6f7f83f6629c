/** What a reader has to say, gathered while it reads. */
import { mostNotes, type Note, type Reading, type Reason, type Told } from "./contract.ts";

/** Longest piece of a line that is shown. */
const longestShown = 80;

/** Reasons that are told apart, and lines of each that are named. */
const [mostReasons, mostLines] = [1000, 3];

export class Telling {
  private readonly notes: Note[] = [];
  /** By what is the same in all notes of a kind. */
  private readonly reasons = new Map<string, { readonly why: string; readonly text: string; count: number; readonly lines: number[] }>();
  private readonly guesses: string[] = [];
  private unread = 0;

  /** Line `line`, from 1, cannot be read. @param why begins in lower case and has no full stop */
  note(line: number, text: string, why: string): void {
    this.unread++;
    this.count(line, text, why);
    if (this.notes.length < mostNotes) this.notes.push({ line, text: shortened(text), why });
  }

  private count(line: number, text: string, why: string): void {
    // What is quoted and numbered differs from line to line.
    const key = why.replaceAll(/"[^"]*"/g, '""').replaceAll(/\d[\d.,]*/g, "0");
    let reason = this.reasons.get(key);
    if (reason === undefined) {
      if (this.reasons.size >= mostReasons) return;
      this.reasons.set(key, (reason = { why, text: shortened(text), count: 0, lines: [] }));
    }
    reason.count++;
    if (line > 0 && reason.lines.length < mostLines && !reason.lines.includes(line)) reason.lines.push(line);
  }

  /** Something was guessed, a sentence; told once. */
  guess(sentence: string): void {
    if (!this.guesses.includes(sentence)) this.guesses.push(sentence);
  }

  /**
   * All that was told, of a text of so many lines.
   * @param statements lines of which half must be unread for these to be why the text is refused
   */
  told(lines: number, refused: string | null = null, statements = lines): Told {
    // Some things are known only when all lines have been read; what the end lacks is told of the last line.
    const notes = this.notes.map((note) => ({ ...note, line: Math.min(note.line, lines) })).toSorted((a, b) => a.line - b.line);
    const reasons = [...this.reasons.values()]
      .map((reason) => ({ ...reason, lines: [...new Set(reason.lines.map((line) => Math.min(line, lines)))].sort((a, b) => a - b) }))
      .sort((a, b) => b.count - a.count);
    // Where most lines are read, they are not why nothing can be made of the text.
    const isReason = reasons.length > 0 && 2 * this.unread >= statements;
    const why = refused === null || !isReason ? refused : `${refused} ${sayCommonest(reasons[0])}`;
    return { lines, notes, unread: this.unread, reasons, guesses: this.guesses, refused: why };
  }
}

/** Nothing can be made of a text. @param refused a sentence with what to do */
export function refusedAs(format: string, lines: number, refused: string): Reading {
  return { format, ...new Telling().told(lines, refused) };
}

function sayCommonest({ why, count, lines }: Reason): string {
  const where = count === 1 ? (lines.length === 0 ? "" : ` (line ${lines[0]})`) : ` (${sayLines(count, lines)})`;
  return `The commonest reason: ${why}${where}.`;
}

/** How many lines there are, with the numbers of the first: `20 lines: 2, 3, 4, …`. */
export function sayLines(count: number, lines: readonly number[]): string {
  const numbers = lines.map((line) => line.toLocaleString("en-US"));
  const list = [...numbers, ...(count > lines.length ? ["…"] : [])].join(", ");
  return `${count.toLocaleString("en-US")} ${count === 1 ? "line" : "lines"}${lines.length === 0 ? "" : `: ${list}`}`;
}

/** A line as it is shown: signs that move a cursor or turn text round are written out. */
export function shortened(text: string, longest = longestShown): string {
  const plain = text
    .trim()
    .replaceAll(/[\t ]+/g, " ")
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain;
}
