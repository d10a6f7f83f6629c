/** The 35 experiments as statements speak of them: how many of them are so, and which are not. */
import type { Checked, Statement } from "../contract.ts";
import { everything, type Recalled, relativeTime, type TreeMix, type TreeSet } from "./times.ts";
import { patternNames } from "./runs.ts";
import { notesOf, quoted, type Sentences, type StatementSpec } from "../exhibit.ts";
import { isAtMost } from "../predicates.ts";

/** Times, and performances, nearer to each other than this part count as equal. */
export const equal = 0.02;
/** Whether one time is faster than another: by more than what counts as equal. */
export const isFaster = (a: number, b: number) => a < b * (1 - equal);
/** Whether one time is as good as another: equal, or below it. */
export const isAsFast = (a: number, b: number) => a <= b * (1 + equal);

/** Whether so many of all cases are what a word says. */
const isSaidOf = {
  all: (count: number, of: number) => count === of,
  "almost all": (count: number, of: number) => count >= 0.9 * of,
  most: (count: number, of: number) => count > 0.5 * of,
  many: (count: number, of: number) => count >= 0.25 * of,
  some: (count: number) => count > 0,
} as const;

/** The one place where the words of all statements on times and performance are read. */
export const [readings] = notesOf({
  "our model: How words became numbers":
    "What lies within 2 % of each other counts as equal, everywhere: “faster”, “better” and “smaller” mean by more than 2 %, “as well”, “equally well” and “the same” mean no more than 2 % worse, “best” means that none is faster. “Almost all” is nine in ten, “most” more than half, “many” at least one in four, “some” at least one. Each statement says how else it was read.",
});

/** One experiment on all networks. */
export interface Experiment {
  readonly name: string;
  /** Time of a network relative to the fat tree's. */
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

/** A case to be counted, in words, and whether it is as said. */
interface Case {
  readonly name: string;
  readonly isSo: boolean;
}

/** Whether as many cases are so as a word says, and which are not. */
function counted(cases: readonly Case[], word: keyof typeof isSaidOf, so: string): Checked {
  const [yes, no] = [cases.filter(({ isSo }) => isSo), cases.filter(({ isSo }) => !isSo)];
  const holds = isSaidOf[word](yes.length, cases.length);
  const all = yes.length === cases.length ? `in all ${cases.length}` : `in ${yes.length} of ${cases.length}`;
  // The shorter of the two lists says more.
  const [few, which] = no.length <= yes.length ? [no, "not in"] : [yes, "in"];
  const named = few.slice(0, 4).map(({ name }) => name);
  const rest = few.length - named.length;
  const list = named.length === 0 ? "" : `, ${which} ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  return { holds, because: `${so} ${all} cases${list}.` };
}

type Check = (experiments: readonly Experiment[]) => Checked;

/** Whether as many experiments are so as a word says. */
export const inEach =
  (word: keyof typeof isSaidOf, so: string, isSo: (timeOf: Experiment["timeOf"]) => boolean): Check =>
  (experiments) =>
    counted(
      experiments.map(({ name, timeOf }) => ({ name, isSo: isSo(timeOf) })),
      word,
      so,
    );

/** The same of each of several networks in each experiment. */
export const onEach =
  (word: keyof typeof isSaidOf, so: string, networks: readonly string[], isSo: (time: number) => boolean): Check =>
  (experiments) =>
    counted(
      experiments.flatMap(({ name, timeOf }) => networks.map((each) => ({ name: `${name} (${each})`, isSo: isSo(timeOf(each)) }))),
      word,
      so,
    );

/** The same of pairs of networks, each compared in every experiment. */
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

/** The slowest time of several networks in several experiments, and the most that it may be. */
export function slowestIsAtMost(limit: number, worst: ReturnType<typeof slowestOf>, subject: string): Checked {
  return isAtMost(worst.time, limit, `${subject} takes {} times as long: ${worst.name} on the ${worst.network}.`);
}

/** Statements that are checked on the experiments of a mix; on all of them unless some are named. */
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

/** The slowest of several networks over several experiments, with its time. */
export function slowestOf(experiments: readonly Experiment[], networks: readonly string[]) {
  const all = experiments.flatMap(({ name, timeOf }) => networks.map((network) => ({ name, network, time: timeOf(network) })));
  return all.reduce((worst, each) => (each.time > worst.time ? each : worst));
}
