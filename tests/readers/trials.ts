/** Trials of a reader, which run in a separate thread: see `tests/trial-threads.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { ScenarioError } from "../../src/core/base/errors.ts";
import type { TrialMessage } from "../trial-threads.ts";
import { caseText } from "./damage.ts";
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
function report(message: TrialMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(message);
}
const reportText = (text: string) => report({ at: text.length > 400 ? `${text.slice(0, 400)}… (${text.length} characters)` : text });

/**
 * Checks that any text is either read or rejected with sentences, and that writing and reading it again gives the same meaning. Returns the
 * number of accepted texts.
 */
async function testDamagedTexts(seed: number, count: number): Promise<number> {
  let acceptedCount = 0;
  for (let index = 0; index < count; index++) {
    const text = caseText(seed, index, reader.examples);
    reportText(text);
    const errorFor = (why: string) => new Error(`${reader.name}, case ${index}: ${why}\n${JSON.stringify(text)}`);
    const result = await resultOrNull(() => reader.read(text), errorFor);
    if (result === null) continue;
    acceptedCount++;
    // Writing may reject the result, too, if it is too long for a link.
    const reread = result.rereadMeaning === undefined ? null : await resultOrNull(result.rereadMeaning, errorFor);
    if (reread !== null && reread !== result.meaning) throw errorFor(`is read as ${result.meaning}, written, and read as ${reread}`);
  }
  return acceptedCount;
}

/** The result of reading; null if the text was rejected with proper sentences. */
async function resultOrNull<T>(read: () => T | Promise<T>, errorFor: (why: string) => Error): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw errorFor(`threw ${error instanceof Error ? error.stack : String(error)}`);
    for (const { path, message, remedy } of error.issues) {
      const isSentence = message !== "" && /[.?]$/.test(message) && (remedy === undefined || /[.?]$/.test(remedy));
      if (typeof path !== "string" || !isSentence || (remedy === undefined && !/expected|at most|at least/.test(message)))
        throw errorFor(`was refused with ${JSON.stringify({ path, message, remedy })}`);
    }
    if (error.issues.length === 0 || error.message.length > 20_000) throw errorFor(`was refused in ${error.message.length} characters`);
    return null;
  }
}

/** Pieces that long texts repeat, and their endings. */
const repeatedPieces = [
  "1",
  "1;",
  ";",
  "1,",
  ",",
  "1.",
  "..",
  "1..",
  "-",
  "~",
  ":",
  "1x",
  " ",
  "e1",
  "a",
  "a.",
  "a=1&",
  "&",
  "%20",
  "%",
].concat(["[", "{", '"a",', '"', "'", "\\", "a/", "choice~a.b.c,", "to", "×", "\u202e"]);
const endings = ["", "!", ";,"];

/** Reading times below this are too short to be compared, in milliseconds. */
const minTime = 4;
/** Maximum ratio of times for a text of twice the length: it is 4 for a quadratic reader and 2 for a linear one. */
const maxRatio = 3;

/**
 * Checks that reading takes at most three times as long for twice the length, whatever piece is repeated. Returns the number of
 * comparisons.
 */
async function testGrowingTexts(isAll: boolean): Promise<number> {
  let comparisons = 0;
  for (const [prefixIndex, prefix] of reader.prefixes.entries()) {
    for (const [pieceIndex, piece] of repeatedPieces.entries()) {
      // Every second combination includes every prefix and, if there are at least two prefixes, every piece.
      if (!isAll && reader.prefixes.length > 1 && (prefixIndex + pieceIndex) % 2 === 1) continue;
      for (const end of isAll ? endings : [endings[(prefixIndex + pieceIndex) % endings.length]]) {
        const text = (length: number) => prefix + piece.repeat(Math.ceil(length / piece.length)) + end;
        for (let length = 32; length + prefix.length <= reader.maxLength / 2; length *= 4) {
          if ((await minTimeOf(text(length), 1)) < minTime) continue;
          const times = await compareTimes(text(length), text(2 * length));
          if (times.short < minTime) continue;
          comparisons++;
          // A full cache or heap slows down a single step. A quadratic reader is also slow at the next step.
          if (!isTooSlow(times) || !isTooSlow(await compareTimes(text(2 * length), text(4 * length)))) break;
          const message = `${length} and ${2 * length} characters take ${times.short.toFixed(1)} ms and ${times.long.toFixed(1)} ms`;
          throw new Error(`${reader.name}, ${JSON.stringify(prefix + piece)}…: ${message}`);
        }
      }
    }
  }
  return comparisons;
}

interface Times {
  readonly short: number;
  readonly long: number;
}
const isTooSlow = ({ short, long }: Times) => long > maxRatio * short;

/**
 * Reading times of a text and a longer one, in milliseconds. Repeated if the longer one takes too long, because other programs may
 * interfere.
 */
async function compareTimes(text: string, longer: string): Promise<Times> {
  let times: Times = { short: 0, long: Infinity };
  for (let attempts = 1; attempts <= 5 && isTooSlow(times); attempts++)
    times = { short: await minTimeOf(text, 2 * attempts), long: await minTimeOf(longer, 2 * attempts) };
  return times;
}

/** Minimum time of several readings, in milliseconds. */
async function minTimeOf(text: string, readings: number): Promise<number> {
  reportText(text);
  let minimum = Infinity;
  for (let k = 0; k < readings; k++) {
    const began = performance.now();
    await Promise.resolve(text)
      .then(reader.read)
      .catch(() => undefined);
    minimum = Math.min(minimum, performance.now() - began);
  }
  return minimum;
}

report({ done: trial.is === "damage" ? await testDamagedTexts(trial.seed, trial.count) : await testGrowingTexts(trial.isAll) });
