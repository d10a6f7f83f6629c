/** What is tried on a reader, in a thread of its own: see `tests/watched.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { ScenarioError } from "../../src/core/base/errors.ts";
import type { Said } from "../watched.ts";
import { textOf } from "./damage.ts";
import { type Reader, readers } from "./readers.ts";

export type Trial =
  /** So many texts, damaged or made up. */
  | { readonly is: "damage"; readonly reader: string; readonly seed: number; readonly count: number }
  /** Texts that grow: all of them, or every second combination of a beginning and a repeated piece, with one of the ends. */
  | { readonly is: "growth"; readonly reader: string; readonly isAll: boolean };

const trial = workerData as Trial;
const reader = readers.find(({ name }) => name === trial.reader) as Reader;
/** Says what comes next, so that what does not return has a name; or what all came to. */
function say(said: Said): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(said);
}
const note = (text: string) => say({ at: text.length > 400 ? `${text.slice(0, 400)}… (${text.length} characters)` : text });

/** Any text is read or refused in sentences; what is read is written, and read as the same. Returns how many were read. */
async function damaged(seed: number, count: number): Promise<number> {
  let understood = 0;
  for (let index = 0; index < count; index++) {
    const text = textOf(seed, index, reader.examples);
    note(text);
    const fault = (why: string) => new Error(`${reader.name}, case ${index}: ${why}\n${JSON.stringify(text)}`);
    const read = await attempt(() => reader.read(text), fault);
    if (read === null) continue;
    understood++;
    // What is too long for a link is refused there, too.
    const again = read.again === undefined ? null : await attempt(read.again, fault);
    if (again !== null && again !== read.meaning) throw fault(`is read as ${read.meaning}, written, and read as ${again}`);
  }
  return understood;
}

/** What was read; null where it was refused as it should be. */
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

/** What long texts repeat, and what they end with. */
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

/** Readings that take less than this are too short to be compared, milliseconds. */
const shortest = 4;
/** A text of twice the length may take so many times as long: 4 where a reader is quadratic, 2 where it is linear. */
const most = 3;

/** Takes no more than three times as long for twice the length, whatever is repeated. Returns how many texts were compared. */
async function grown(isAll: boolean): Promise<number> {
  let compared = 0;
  for (const [h, head] of reader.heads.entries()) {
    for (const [p, piece] of repeated.entries()) {
      // Every beginning and, of a reader that has two or more of them, every piece is among the combinations.
      if (!isAll && reader.heads.length > 1 && (h + p) % 2 === 1) continue;
      for (const end of isAll ? ends : [ends[(h + p) % ends.length]]) {
        const text = (length: number) => head + piece.repeat(Math.ceil(length / piece.length)) + end;
        for (let length = 32; length + head.length <= reader.longest / 2; length *= 4) {
          if ((await timeOf(text(length), 1)) < shortest) continue;
          const times = await compare(text(length), text(2 * length));
          if (times.short < shortest) continue;
          compared++;
          // Where a memory is full there is one such step; what is quadratic is so at the next one, too.
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

/** Times of a text and of a longer one, milliseconds; tried again where the longer takes too much: other programs take time, too. */
async function compare(text: string, longer: string): Promise<Times> {
  let times: Times = { short: 0, long: Infinity };
  for (let tries = 1; tries <= 5 && isTooMuch(times); tries++)
    times = { short: await timeOf(text, 2 * tries), long: await timeOf(longer, 2 * tries) };
  return times;
}

/** The shortest of several readings, milliseconds. */
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
