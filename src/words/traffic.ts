/** The name of a scenario's traffic in a sentence. */
import { joinWithAnd } from "../core/base/words.ts";
import type { ChosenKind, Values } from "../core/base/params.ts";
import { patterns } from "../core/patterns/registry.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { workloads } from "../core/workloads/registry.ts";

/** The traffic or program of a scenario: `uniform traffic`, `uniform and I/O traffic` of several jobs, `the matrix transpose`. */
export function trafficPhrase({ workload: { kind, values } }: Pick<Scenario, "workload">): string {
  const { title, isEndless } = workloads.get(kind);
  if (!isEndless) return `the ${title}`;
  const { jobs = [], io = [] } = values as Readonly<Record<string, readonly Values[] | undefined>>;
  const names = [
    ...new Set([values, ...jobs].flatMap(({ pattern }) => (pattern === undefined ? [] : patterns.get((pattern as ChosenKind).kind).title))),
  ];
  if (io.length > 0) names.push("I/O");
  return names.length === 0 ? title : `${joinWithAnd(names)} traffic`;
}
