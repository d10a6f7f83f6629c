/** The seven patterns of the trees report as programs for any number of ranks, and properties of these programs. */
import type { Causality } from "../../core/analysis/analysis.ts";
import { causalityOf } from "../../core/analysis/programs/causality.ts";
import type { Program } from "../../core/programs/program.ts";
import type { ScenarioDocument } from "../contract.ts";
import { compiledPlan } from "../documents.ts";
import { type TreePattern, treePatterns, treeSizes } from "./runs.ts";

/** The workload of a pattern. The default is the shortest message, because the order of messages does not depend on their size. */
export function patternWorkload(pattern: TreePattern, ranks: number, message: string = treeSizes[0]): Readonly<Record<string, unknown>> {
  return { ...treePatterns[pattern], ranks, message };
}

/** A document of a pattern on a small fat tree, for opening in the workbench. */
export function patternDocument(title: string, pattern: TreePattern, ranks: number): ScenarioDocument {
  return { version: 1, title, topology: { kind: "k-ary-n-tree", k: 4, n: 2 }, workload: patternWorkload(pattern, ranks) };
}

/**
 * A network that has enough terminals for all ranks of the report and is built quickly. A program's causality does not depend on the
 * network.
 */
const largeTopology = { kind: "thin-tree", k: 16, kUp: 1, n: 3 };

/** The program of a pattern. */
function programOf(pattern: TreePattern, ranks: number): Program {
  const { demand } = compiledPlan({ topology: largeTopology, workload: patternWorkload(pattern, ranks) });
  if (demand.form !== "program") throw new Error(`${pattern} is not a program`);
  return demand;
}

/** The causality of a pattern: which messages must be received before others are sent. */
export function causalityOfPattern(pattern: TreePattern, ranks: number): Causality {
  return causalityOf(programOf(pattern, ranks), null);
}

/** The distances between the ranks of a pattern's messages, in either direction, in ascending order. */
export function rankDistancesOf({ listed }: Causality): readonly number[] {
  if (listed === null) return [];
  return [...new Set(listed.from.map((from, m) => Math.abs(listed.to[m] - from)))].sort((a, b) => a - b);
}
