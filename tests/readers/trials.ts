/** Trials of a reader, which run in a separate thread: see `tests/watched.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { ScenarioError } from "../../src/core/base/errors.ts";
import type { Said } from "../watched.ts";
import { textOf } from "./damage.ts";
import { type Reader, readers } from "./readers.ts";

export type Trial =
  /** Damaged or made-up texts. */
  | { readonly is: "damage"; readonly reader: string; readonly seed: number; readonly count: number }
  /**
   * Texts of growing length: all combinations of prefix, repeated piece and ending, or every second combination of prefix and piece with
   * one ending.
   */
  | { readonly is: "growth"; readonly reader: string; readonly isAll: boolean };

const trial = workerData as Trial;
const reader = readers.find(({ name }) => name === trial.reader) as Reader;
/** Reports the text that is tried next, so that a hang can be attributed to it, or the final result. */
function say(said: Said): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(said);
}
const note = (text: string) => say({ at: text.length > 400 ? `${text.slice(0, 400)}… (${text.length} characters)` : text });

/**
 * Checks that any text is either read or rejected with sentences, and that writing and reading it again gives the same meaning. Returns the
 * number of accepted texts.
 */
async function damaged(seed: number, count: number): Promise<number> {
  let understood = 0;
  for (let index = 0; index < count; index++) {
    const text = textOf(seed, index, reader.examples);
    note(text);
    const fault = (why: string) => new Error(`${reader.name}, case ${index}: ${why}\n${JSON.stringify(text)}`);
    const read = await attempt(() => reader.read(text), fault);
    if (read === null) continue;
    understood++;
    // Writing may reject the result, too, if it is too long for a link.
    const again = read.again === undefined ? null : await attempt(read.again, fault);
    if (again !== null && again !== read.meaning) throw fault(`is read as ${read.meaning}, written, and read as ${again}`);
  }
  return understood;
}

/** The result of reading; null if the text was rejected with proper sentences. */
async function attempt<T>(read: () => T | Promise<T>, fault: (why: string) => Error): Promise<T | null> {
  try {
    return await read();
  } catch (refusal) {
    if (!(refusal instanceof ScenarioError)) throw fault(`threw ${refusal instanceof Error ? refusal.stack : String(refusal)}`);
    for (const { path, message, remedy } of refusal.issues) {
      const isSentence = message !== "" && /[.?]$/.test(message) && (remedy === undefined || /[.?]$/.test(remedy));
      if (typeof path !== "string" || !isSentence || (remedy === undefined && !/expected|at most|at least/.test(message)))
        throw fault(`was refused with ${JSON.stringify({ path, message, remedy })}`);
    }
    if (refusal.issues.length === 0 || refusal.message.length > 20_000) throw fault(`was refused in ${refusal.message.length} characters`);
    return null;
  }
}

/** Pieces that long texts repeat, and their endings. */
const repeated = ["1", "1;", ";", "1,", ",", "1.", "..", "1..", "-", "~", ":", "1x", " ", "e1", "a", "a.", "a=1&", "&", "%20", "%"].concat([
  "[",
  "{",
  '"a",',
  '"',
  "'",
  "\\",
  "a/",
  "choice~a.b.c,",
  "to",
  "×",
  "\u202e",
]);
const ends = ["", "!", ";,"];

/** Reading times below this are too short to be compared, in milliseconds. */
const shortest = 4;
/** Maximum ratio of times for a text of twice the length: it is 4 for a quadratic reader and 2 for a linear one. */
const most = 3;

/**
 * Checks that reading takes at most three times as long for twice the length, whatever piece is repeated. Returns the number of
 * comparisons.
 */
async function grown(isAll: boolean): Promise<number> {
  let compared = 0;
  for (const [h, head] of reader.heads.entries()) {
    for (const [p, piece] of repeated.entries()) {
      // Every second combination includes every prefix and, if there are at least two prefixes, every piece.
      if (!isAll && reader.heads.length > 1 && (h + p) % 2 === 1) continue;
      for (const end of isAll ? ends : [ends[(h + p) % ends.length]]) {
        const text = (length: number) => head + piece.repeat(Math.ceil(length / piece.length)) + end;
        for (let length = 32; length + head.length <= reader.longest / 2; length *= 4) {
          if ((await timeOf(text(length), 1)) < shortest) continue;
          const times = await compare(text(length), text(2 * length));
          if (times.short < shortest) continue;
          compared++;
          // A full cache or heap slows down a single step. A quadratic reader is also slow at the next step.
          if (!isTooMuch(times) || !isTooMuch(await compare(text(2 * length), text(4 * length)))) break;
          const said = `${length} and ${2 * length} characters take ${times.short.toFixed(1)} ms and ${times.long.toFixed(1)} ms`;
          throw new Error(`${reader.name}, ${JSON.stringify(head + piece)}…: ${said}`);
        }
      }
    }
  }
  return compared;
}

interface Times {
  readonly short: number;
  readonly long: number;
}
const isTooMuch = ({ short, long }: Times) => long > most * short;

/**
 * Reading times of a text and a longer one, in milliseconds. Repeated if the longer one takes too long, because other programs may
 * interfere.
 */
async function compare(text: string, longer: string): Promise<Times> {
  let times: Times = { short: 0, long: Infinity };
  for (let tries = 1; tries <= 5 && isTooMuch(times); tries++)
    times = { short: await timeOf(text, 2 * tries), long: await timeOf(longer, 2 * tries) };
  return times;
}

/** Minimum time of several readings, in milliseconds. */
async function timeOf(text: string, times: number): Promise<number> {
  note(text);
  let least = Infinity;
  for (let k = 0; k < times; k++) {
    const began = performance.now();
    await Promise.resolve(text)
      .then(reader.read)
      .catch(() => undefined);
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

say({ done: trial.is === "damage" ? await damaged(trial.seed, trial.count) : await grown(trial.isAll) });
