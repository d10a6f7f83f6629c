/**
 * The 35 experiments of the trees report, and checks of statements about them: in how many cases a statement is true, and in which it is
 * not.
 */
import type { Checked, Statement } from "../contract.ts";
import { everything, type Recalled, relativeTime, type TreeMix, type TreeSet } from "./times.ts";
import { patternNames } from "./runs.ts";
import { notesOf, quoted, type Sentences, type StatementSpec } from "../exhibit.ts";
import { isAtMost } from "../predicates.ts";

/** Times and performances whose relative difference is at most this count as equal. */
export const equal = 0.02;
/** Whether one time is shorter than another by more than the tolerance. */
export const isFaster = (a: number, b: number) => a < b * (1 - equal);
/** Whether one time is equal to or shorter than another, within the tolerance. */
export const isAsFast = (a: number, b: number) => a <= b * (1 + equal);

/** Whether a number of cases is what the word says. */
const isSaidOf = {
  all: (count: number, of: number) => count === of,
  "almost all": (count: number, of: number) => count >= 0.9 * of,
  most: (count: number, of: number) => count > 0.5 * of,
  many: (count: number, of: number) => count >= 0.25 * of,
  some: (count: number) => count > 0,
} as const;

/** The definitions of the words used in all statements about times and performance. */
export const [readings] = notesOf({
  "our model: How words became numbers":
    "What lies within 2 % of each other counts as equal, everywhere: “faster”, “better” and “smaller” mean by more than 2 %, “as well”, “equally well” and “the same” mean no more than 2 % worse, “best” means that none is faster. “Almost all” is nine in ten, “most” more than half, “many” at least one in four, “some” at least one. Each statement says how else it was read.",
});

/** An experiment on all networks: one pattern with one message size. */
export interface Experiment {
  readonly name: string;
  /** Time of a network relative to the fat tree. */
  readonly timeOf: (network: string) => number;
}

/** The experiments of a mix. */
export function experimentsOf(set: TreeSet, given: Recalled, mix: TreeMix): readonly Experiment[] {
  return mix.patterns.flatMap((pattern) =>
    mix.sizes.map((size) => ({
      name: `${patternNames[pattern]} with ${size}`,
      timeOf: (network) => relativeTime(set, given, network, pattern, size).value,
    })),
  );
}

/** A case to count, with its name, and whether the statement is true of it. */
interface Case {
  readonly name: string;
  readonly isSo: boolean;
}

/** Checks whether the number of true cases is what the word says; the reason lists the exceptions. */
function counted(cases: readonly Case[], word: keyof typeof isSaidOf, so: string): Checked {
  const [yes, no] = [cases.filter(({ isSo }) => isSo), cases.filter(({ isSo }) => !isSo)];
  const holds = isSaidOf[word](yes.length, cases.length);
  const all = yes.length === cases.length ? `in all ${cases.length}` : `in ${yes.length} of ${cases.length}`;
  // List the smaller group: the exceptions, or the cases that are true.
  const [few, which] = no.length <= yes.length ? [no, "not in"] : [yes, "in"];
  const named = few.slice(0, 4).map(({ name }) => name);
  const rest = few.length - named.length;
  const list = named.length === 0 ? "" : `, ${which} ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  return { holds, because: `${so} ${all} cases${list}.` };
}

type Check = (experiments: readonly Experiment[]) => Checked;

/** Checks a condition in each experiment. */
export const inEach =
  (word: keyof typeof isSaidOf, so: string, isSo: (timeOf: Experiment["timeOf"]) => boolean): Check =>
  (experiments) =>
    counted(
      experiments.map(({ name, timeOf }) => ({ name, isSo: isSo(timeOf) })),
      word,
      so,
    );

/** Checks a condition for each network in each experiment. */
export const onEach =
  (word: keyof typeof isSaidOf, so: string, networks: readonly string[], isSo: (time: number) => boolean): Check =>
  (experiments) =>
    counted(
      experiments.flatMap(({ name, timeOf }) => networks.map((each) => ({ name: `${name} (${each})`, isSo: isSo(timeOf(each)) }))),
      word,
      so,
    );

/** Checks a condition for pairs of networks in each experiment. */
export const ofPairs =
  (
    word: keyof typeof isSaidOf,
    so: string,
    networks: readonly (readonly [string, string])[],
    isSo: (time: number, other: number) => boolean,
  ): Check =>
  (experiments) =>
    counted(
      networks.flatMap(([a, b]) => experiments.map(({ name, timeOf }) => ({ name: `${name} (${a})`, isSo: isSo(timeOf(a), timeOf(b)) }))),
      word,
      so,
    );

/** Checks that the slowest time does not exceed a limit. */
export function slowestIsAtMost(limit: number, worst: ReturnType<typeof slowestOf>, subject: string): Checked {
  return isAtMost(worst.time, limit, `${subject} takes {} times as long: ${worst.name} on the ${worst.network}.`);
}

/** Statements that are checked on the experiments of a mix; the default is all experiments. */
export function said(
  set: TreeSet,
  sentences: Sentences,
  specs: Readonly<
    Record<
      string,
      Pick<StatementSpec, "readAs" | "otherwise"> & {
        readonly mix?: TreeMix;
        readonly check: Check;
      }
    >
  >,
): readonly Statement[] {
  return Object.entries(specs).map(([id, { mix = everything, check, ...reading }]) => ({
    ...quoted(sentences, id),
    ...reading,
    runs: set.runs,
    check: (given) => check(experimentsOf(set, given, mix)),
  }));
}

/** The network and experiment with the longest relative time. */
export function slowestOf(experiments: readonly Experiment[], networks: readonly string[]) {
  const all = experiments.flatMap(({ name, timeOf }) => networks.map((network) => ({ name, network, time: timeOf(network) })));
  return all.reduce((worst, each) => (each.time > worst.time ? each : worst));
}
