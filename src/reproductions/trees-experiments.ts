/** The 35 experiments as statements speak of them: how many of them are so, and which are not. */
import type { Checked, RecordedOf, Statement } from "./contract.ts";
import { treeSizes } from "./trees-runs.ts";
import { patterns, relativeTime, type TreeMix, type TreeSet } from "./trees-times.ts";

/** Times nearer to each other than this count as equal. */
export const equal = 0.02;
/** Parts of all experiments that words stand for. */
export const partOf = { "almost all": 0.9, most: 0.5, many: 0.25 } as const;

/** One experiment on all networks. */
export interface Experiment {
  readonly name: string;
  /** Time of a network relative to the fat tree's. */
  readonly timeOf: (network: string) => number;
}

/** The experiments of a mix. */
export function experimentsOf(set: TreeSet, recorded: RecordedOf, mix: TreeMix): readonly Experiment[] {
  return mix.patterns.flatMap((pattern) =>
    mix.sizes.map((size) => ({
      name: `${pattern} with ${size}`,
      timeOf: (network) => relativeTime(set, recorded, network, pattern, size).value,
    })),
  );
}

/** A case to be counted, in words, and whether it is as said. */
export interface Case {
  readonly name: string;
  readonly isSo: boolean;
}

/** Whether at least a part of all cases is so, and which are not. */
export function counted(cases: readonly Case[], part: number, so: string): Checked {
  const [yes, no] = [cases.filter(({ isSo }) => isSo), cases.filter(({ isSo }) => !isSo)];
  const holds = yes.length >= part * cases.length;
  const all = yes.length === cases.length ? `in all ${cases.length}` : `in ${yes.length} of ${cases.length}`;
  // The shorter of the two lists says more.
  const [few, word] = no.length <= yes.length ? [no, "not in"] : [yes, "in"];
  const named = few.slice(0, 4).map(({ name }) => name);
  const rest = few.length - named.length;
  const list = named.length === 0 ? "" : `, ${word} ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  return { holds, because: `${so} ${all} cases${list}.` };
}

/** A statement that is checked on the experiments of a mix; all of them unless some are named. */
export function said(
  set: TreeSet,
  {
    mix = { patterns, sizes: treeSizes },
    check,
    ...words
  }: Omit<Statement, "runs" | "check"> & {
    readonly mix?: TreeMix;
    readonly check: (experiments: readonly Experiment[]) => Checked;
  },
): Statement {
  return { ...words, runs: set.runs, check: (_, recorded) => check(experimentsOf(set, recorded, mix)) };
}

/** The slowest of several networks over several experiments, with its time. */
export function slowestOf(experiments: readonly Experiment[], networks: readonly string[]) {
  const all = experiments.flatMap(({ name, timeOf }) => networks.map((network) => ({ name, network, time: timeOf(network) })));
  return all.reduce((worst, each) => (each.time > worst.time ? each : worst));
}
