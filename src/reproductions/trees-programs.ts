/** The seven patterns of the trees report as programs of any size, and what follows from each. */
import { type Causality, causalityOf } from "../core/analysis/causality.ts";
import { readScenario } from "../core/scenario/scenario.ts";
import { compile } from "../core/compile.ts";
import type { Program } from "../core/plan/program.ts";
import type { ScenarioDocument } from "./contract.ts";

/** The patterns by the report's names, each with its workload; sizes are the shortest, because the order of messages depends on none. */
export const patternWorkloads = {
  "2W": { kind: "wavefront", dimensions: 2 },
  "3W": { kind: "wavefront", dimensions: 3 },
  "2M": { kind: "mesh-exchange", dimensions: 2 },
  "3M": { kind: "mesh-exchange", dimensions: 3 },
  BU: { kind: "butterfly-exchange" },
  BT: { kind: "binary-tree" },
  WF: { kind: "waterfall" },
} as const;
export type PatternName = keyof typeof patternWorkloads;
export const patternNames = Object.keys(patternWorkloads) as readonly PatternName[];

/** The workload of a pattern for so many ranks, as it stands in a document. */
export function workloadOf(pattern: PatternName, ranks: number, message = "10 B"): Readonly<Record<string, unknown>> {
  return { ...patternWorkloads[pattern], ranks, message };
}

/** A pattern on a small fat tree, to be opened. */
export function patternDocument(title: string, pattern: PatternName, ranks: number): ScenarioDocument {
  return { title, topology: { kind: "k-ary-n-tree", k: 4, n: 2 }, workload: workloadOf(pattern, ranks) };
}

/** Room for all ranks of the report, quickly built: what follows from a program does not depend on the network. */
const topology = { kind: "thin-tree", k: 16, kUp: 1, n: 3 };

/** The program of a pattern. */
function programOf(pattern: PatternName, ranks: number): Program {
  const { demand } = compile(readScenario({ topology, workload: workloadOf(pattern, ranks) })).plan;
  if (demand.form !== "program") throw new Error(`${pattern} is no program`);
  return demand;
}

const known = new Map<string, Causality>();

/** What must come before what in a pattern; followed once. */
export function causalityOfPattern(pattern: PatternName, ranks: number): Causality {
  const key = `${pattern} ${ranks}`;
  const found = known.get(key) ?? causalityOf(programOf(pattern, ranks), null);
  known.set(key, found);
  return found;
}

/** The distances between ranks that messages of a pattern go, shortest first, whichever way they go. */
export function distancesOf(pattern: PatternName, ranks: number): readonly number[] {
  const { listed } = causalityOfPattern(pattern, ranks);
  if (listed === null) return [];
  return [...new Set(listed.from.map((from, m) => Math.abs(listed.to[m] - from)))].sort((a, b) => a - b);
}
