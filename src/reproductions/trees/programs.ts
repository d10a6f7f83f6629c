/** The seven patterns of the trees report as programs of any size, and what follows from each. */
import type { Causality } from "../../core/analysis/analysis.ts";
import { causalityOf } from "../../core/analysis/programs/causality.ts";
import type { Program } from "../../core/programs/program.ts";
import type { ScenarioDocument } from "../contract.ts";
import { compiledPlan } from "../documents.ts";
import { type TreePattern, treePatterns, treeSizes } from "./runs.ts";

/** The workload of a pattern for so many ranks; with the shortest messages, because the order of messages does not depend on their size. */
export function workloadOf(pattern: TreePattern, ranks: number, message: string = treeSizes[0]): Readonly<Record<string, unknown>> {
  return { ...treePatterns[pattern], ranks, message };
}

/** A pattern on a small fat tree, to be opened. */
export function patternDocument(title: string, pattern: TreePattern, ranks: number): ScenarioDocument {
  return { version: 1, title, topology: { kind: "k-ary-n-tree", k: 4, n: 2 }, workload: workloadOf(pattern, ranks) };
}

/** Room for all ranks of the report, quickly built: what follows from a program does not depend on the network. */
const topology = { kind: "thin-tree", k: 16, kUp: 1, n: 3 };

/** The program of a pattern. */
function programOf(pattern: TreePattern, ranks: number): Program {
  const { demand } = compiledPlan({ topology, workload: workloadOf(pattern, ranks) });
  if (demand.form !== "program") throw new Error(`${pattern} is not a program`);
  return demand;
}

/** What must come before what in a pattern. */
export function causalityOfPattern(pattern: TreePattern, ranks: number): Causality {
  return causalityOf(programOf(pattern, ranks), null);
}

/** The distances between ranks that messages of a pattern go, shortest first, whichever way they go. */
export function distancesOf({ listed }: Causality): readonly number[] {
  if (listed === null) return [];
  return [...new Set(listed.from.map((from, m) => Math.abs(listed.to[m] - from)))].sort((a, b) => a - b);
}
