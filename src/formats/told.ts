/** What a reader has to say, gathered while it reads. */
import { mostNotes, type Note, type Reading, type Told } from "./contract.ts";

/** Longest piece of a line that is shown. */
const longestShown = 80;

export class Telling {
  private readonly notes: Note[] = [];
  private readonly guesses: string[] = [];
  private unread = 0;

  /** Line `line`, from 1, cannot be read. @param why begins in lower case and has no full stop */
  note(line: number, text: string, why: string): void {
    this.unread++;
    if (this.notes.length < mostNotes) this.notes.push({ line, text: shortened(text), why });
  }

  /** Something was guessed, a sentence; told once. */
  guess(sentence: string): void {
    if (!this.guesses.includes(sentence)) this.guesses.push(sentence);
  }

  /** All that was told, of a text of so many lines. */
  told(lines: number, refused: string | null = null): Told {
    // Some things are known only when all lines have been read; what the end lacks is told of the last line.
    const notes = this.notes.map((note) => ({ ...note, line: Math.min(note.line, lines) })).toSorted((a, b) => a.line - b.line);
    return { lines, notes, unread: this.unread, guesses: this.guesses, refused };
  }
}

/** Nothing can be made of a text. @param refused a sentence with what to do */
export function refusedAs(format: string, lines: number, refused: string): Reading {
  return { format, ...new Telling().told(lines, refused) };
}

/** A line as it is shown: signs that move a cursor or turn text round are written out. */
export function shortened(text: string, longest = longestShown): string {
  const plain = text
    .trim()
    .replaceAll(/[\t ]+/g, " ")
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain;
}
