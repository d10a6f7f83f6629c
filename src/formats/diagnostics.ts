/** Collects the diagnostics of a reader. */
import { maxUnreadLines, type UnreadLine, type ReadResult, type UnreadReason, type Diagnostics } from "./contract.ts";

/** Maximum number of characters of a line that are shown. */
const maxShownLength = 80;

/** Maximum number of different reasons, and of line numbers per reason. */
const [maxReasons, maxLinesPerReason] = [1000, 3];

export class DiagnosticsCollector {
  private readonly notes: UnreadLine[] = [];
  /** Reasons by their text without quoted parts and numbers. */
  private readonly reasons = new Map<string, { readonly why: string; readonly text: string; count: number; readonly lines: number[] }>();
  private readonly guesses: string[] = [];
  private unread = 0;

  /** Reports that line `line`, from 1, cannot be read. @param why starts in lower case and has no full stop */
  note(line: number, text: string, why: string): void {
    this.unread++;
    this.countReason(line, text, why);
    if (this.notes.length < maxUnreadLines) this.notes.push({ line, text: shortenLine(text), why });
  }

  private countReason(line: number, text: string, why: string): void {
    // Quoted text and numbers differ from line to line.
    const key = why.replaceAll(/"[^"]*"/g, '""').replaceAll(/\d[\d.,]*/g, "0");
    let reason = this.reasons.get(key);
    if (reason === undefined) {
      if (this.reasons.size >= maxReasons) return;
      this.reasons.set(key, (reason = { why, text: shortenLine(text), count: 0, lines: [] }));
    }
    reason.count++;
    if (line > 0 && reason.lines.length < maxLinesPerReason && !reason.lines.includes(line)) reason.lines.push(line);
  }

  /** Reports an assumption, as a sentence. Repetitions are ignored. */
  guess(sentence: string): void {
    if (!this.guesses.includes(sentence)) this.guesses.push(sentence);
  }

  /**
   * The diagnostics of a text.
   * @param lines number of lines of the text
   * @param refused why nothing can be used, or null
   * @param statements number of lines with content. If at least half of them could not be read, the most frequent reason is appended to
   * `refused`.
   */
  summary(lines: number, refused: string | null = null, statements = lines): Diagnostics {
    // Faults that are detected after the last line are reported for the last line.
    const notes = this.notes.map((note) => ({ ...note, line: Math.min(note.line, lines) })).toSorted((a, b) => a.line - b.line);
    const reasons = [...this.reasons.values()]
      .map((reason) => ({ ...reason, lines: [...new Set(reason.lines.map((line) => Math.min(line, lines)))].sort((a, b) => a - b) }))
      .sort((a, b) => b.count - a.count);
    // If most lines were read, the unread ones do not explain why the text cannot be used.
    const explainsRefusal = reasons.length > 0 && 2 * this.unread >= statements;
    const why = refused === null || !explainsRefusal ? refused : `${refused} ${mostFrequentReasonSentence(reasons[0])}`;
    return { lines, notes, unread: this.unread, reasons, guesses: this.guesses, refused: why };
  }
}

/** The result for a text of which nothing can be used. @param refused a sentence that says what to do */
export function refusedResult(format: string, lineCount: number, refused: string): ReadResult {
  return { format, ...new DiagnosticsCollector().summary(lineCount, refused) };
}

function mostFrequentReasonSentence({ why, count, lines }: UnreadReason): string {
  const where = count === 1 ? (lines.length === 0 ? "" : ` (line ${lines[0]})`) : ` (${linesText(count, lines)})`;
  return `The most frequent reason: ${why}${where}.`;
}

/** A number of lines, with the first line numbers: `20 lines: 2, 3, 4, …`. */
export function linesText(count: number, lines: readonly number[]): string {
  const numbers = lines.map((line) => line.toLocaleString("en-US"));
  const list = [...numbers, ...(count > lines.length ? ["…"] : [])].join(", ");
  return `${count.toLocaleString("en-US")} ${count === 1 ? "line" : "lines"}${lines.length === 0 ? "" : `: ${list}`}`;
}

/** A line for display, shortened. Control characters and characters that change the text direction are escaped. */
export function shortenLine(text: string, maxLength = maxShownLength): string {
  const escaped = text
    .trim()
    .replaceAll(/[\t ]+/g, " ")
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return escaped.length > maxLength ? `${escaped.slice(0, maxLength - 1)}…` : escaped;
}
