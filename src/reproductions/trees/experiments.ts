/**
 * The 35 experiments of the trees report, and checks of statements about them: in how many cases a statement is true, and in which it is
 * not.
 */
import type { StatementCheck, Statement } from "../contract.ts";
import { allExperiments, type RecordingInputs, relativeTimeOf, type TreeMix, type TreeSet } from "./times.ts";
import { patternNames } from "./runs.ts";
import { notesOf, sentenceWithId, type Sentences, type StatementSpec } from "../exhibit.ts";
import { isAtMost } from "../predicates.ts";

/** Times and performances whose relative difference is at most this count as equal. */
export const equalTolerance = 0.02;
/** Whether one time is shorter than another by more than the tolerance. */
export const isFaster = (a: number, b: number) => a < b * (1 - equalTolerance);
/** Whether one time is equal to or shorter than another, within the tolerance. */
export const isAsFast = (a: number, b: number) => a <= b * (1 + equalTolerance);

/** For each word that a statement may use, whether a number of cases suffices for it. */
const isEnoughFor = {
  all: (count: number, of: number) => count === of,
  "almost all": (count: number, of: number) => count >= 0.9 * of,
  most: (count: number, of: number) => count > 0.5 * of,
  many: (count: number, of: number) => count >= 0.25 * of,
  some: (count: number) => count > 0,
} as const;

/** The definitions of the words used in all statements about times and performance. */
export const [wordDefinitionsNote] = notesOf({
  "our model: Definitions of words":
    "Times within 2 % of each other count as equal: “faster”, “better” and “smaller” mean by more than 2 %; “as well”, “equally well” and “the same” mean at most 2 % worse; “best” means that no other network is faster. “Almost all” means at least nine in ten, “most” more than half, “many” at least one in four, “some” at least one. Other interpretations are given with each statement.",
});

/** An experiment on all networks: one pattern with one message size. */
export interface Experiment {
  readonly name: string;
  /** Time of a network relative to the fat tree. */
  readonly timeOf: (network: string) => number;
}

/** The experiments of a mix, which is a selection of patterns and message sizes. */
export function experimentsOf(set: TreeSet, inputs: RecordingInputs, mix: TreeMix): readonly Experiment[] {
  return mix.patterns.flatMap((pattern) =>
    mix.sizes.map((size) => ({
      name: `${patternNames[pattern]} with ${size}`,
      timeOf: (network) => relativeTimeOf(set, inputs, network, pattern, size).value,
    })),
  );
}

/** A case to count, with its name, and whether the statement is true of it. */
interface CountedCase {
  readonly name: string;
  readonly isTrue: boolean;
}

/**
 * Checks whether the number of true cases suffices for a word such as `most`. The reason names up to four exceptions or, if these are
 * fewer, true cases.
 */
function checkCount(cases: readonly CountedCase[], word: keyof typeof isEnoughFor, claim: string): StatementCheck {
  const [trueCases, falseCases] = [cases.filter(({ isTrue }) => isTrue), cases.filter(({ isTrue }) => !isTrue)];
  const holds = isEnoughFor[word](trueCases.length, cases.length);
  const countText = trueCases.length === cases.length ? `in all ${cases.length}` : `in ${trueCases.length} of ${cases.length}`;
  // List the smaller group: the exceptions, or the cases that are true.
  const [listed, preposition] = falseCases.length <= trueCases.length ? [falseCases, "all except"] : [trueCases, "only"];
  const listedNames = listed.slice(0, 4).map(({ name }) => name);
  const unlistedCount = listed.length - listedNames.length;
  const list =
    listedNames.length === 0 ? "" : ` (${preposition} ${listedNames.join(", ")}${unlistedCount > 0 ? ` and ${unlistedCount} more` : ""})`;
  return { holds, because: `${claim} ${countText} cases${list}.` };
}

type ExperimentCheck = (experiments: readonly Experiment[]) => StatementCheck;

/** Checks a condition in each experiment. */
export const inEachExperiment =
  (word: keyof typeof isEnoughFor, claim: string, isTrue: (timeOf: Experiment["timeOf"]) => boolean): ExperimentCheck =>
  (experiments) =>
    checkCount(
      experiments.map(({ name, timeOf }) => ({ name, isTrue: isTrue(timeOf) })),
      word,
      claim,
    );

/** Checks a condition for each network in each experiment. */
export const onEachNetwork =
  (word: keyof typeof isEnoughFor, claim: string, networks: readonly string[], isTrue: (time: number) => boolean): ExperimentCheck =>
  (experiments) =>
    checkCount(
      experiments.flatMap(({ name, timeOf }) => networks.map((each) => ({ name: `${name} (${each})`, isTrue: isTrue(timeOf(each)) }))),
      word,
      claim,
    );

/** Checks a condition for pairs of networks in each experiment. */
export const ofNetworkPairs =
  (
    word: keyof typeof isEnoughFor,
    claim: string,
    networks: readonly (readonly [string, string])[],
    isTrue: (time: number, other: number) => boolean,
  ): ExperimentCheck =>
  (experiments) =>
    checkCount(
      networks.flatMap(([a, b]) =>
        experiments.map(({ name, timeOf }) => ({ name: `${name} (${a})`, isTrue: isTrue(timeOf(a), timeOf(b)) })),
      ),
      word,
      claim,
    );

/** Checks that the slowest time does not exceed a limit. */
export function checkSlowestIsAtMost(limit: number, slowest: ReturnType<typeof slowestOf>, subject: string): StatementCheck {
  return isAtMost(slowest.time, limit, `${subject} takes {} times as long: ${slowest.name} on the ${slowest.network}.`);
}

/**
 * Creates statements of the trees report, each with a check on experiments.
 * @param sentences the texts, by section and id
 * @param checks the interpretation and the check of each statement, by the id of its sentence
 */
export function experimentStatements(
  set: TreeSet,
  sentences: Sentences,
  checks: Readonly<
    Record<
      string,
      Pick<StatementSpec, "interpretation" | "otherwise"> & {
        readonly mix?: TreeMix;
        readonly check: ExperimentCheck;
      }
    >
  >,
): readonly Statement[] {
  return Object.entries(checks).map(([id, { mix = allExperiments, check, ...statementFields }]) => ({
    ...sentenceWithId(sentences, id),
    ...statementFields,
    runs: set.recordingIds,
    check: (inputs) => check(experimentsOf(set, inputs, mix)),
  }));
}

/** The network and experiment with the longest relative time. */
export function slowestOf(experiments: readonly Experiment[], networks: readonly string[]) {
  const times = experiments.flatMap(({ name, timeOf }) => networks.map((network) => ({ name, network, time: timeOf(network) })));
  return times.reduce((slowest, each) => (each.time > slowest.time ? each : slowest));
}
