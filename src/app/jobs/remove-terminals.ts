/** Removes deleted terminals from a workload: they leave their jobs, and their cells of traffic matrices. */
import { type ChosenKind, defaultsOf, type Values } from "../../core/base/params.ts";
import { matrixOf } from "../../core/traffic/traffic-matrix-param.ts";
import { writeMatrix } from "../../core/traffic/traffic-matrix-text.ts";
import { filterCells } from "../../core/traffic/traffic-matrix.ts";
import { type Drawing, isTerminalEnd, terminalOfEnd } from "../../core/network/drawing/drawing.ts";
import type { Network } from "../../core/network/network.ts";
import { matrixPattern } from "../../core/patterns/matrix.ts";
import { checkScenario, type Scenario } from "../../core/scenario/scenario.ts";
import { jobs } from "../../core/workloads/jobs.ts";
import { trafficJob } from "../../core/workloads/job/traffic-job.ts";
import { openLoop } from "../../core/workloads/open-loop.ts";
import { programsWorkload } from "../../core/workloads/programs.ts";
import { rates } from "../../core/workloads/rates.ts";
import { terminalJobsOf, workloadOfJobs } from "./assign-terminals.ts";

/** Terminals that had links before the edit and have none after it. */
export function removedTerminals(before: Drawing, next: Drawing): ReadonlySet<number> {
  const linkedTerminals = ({ links }: Drawing) => new Set(links.flatMap(({ a, b }) => [a, b].filter(isTerminalEnd).map(terminalOfEnd)));
  const linkedAfter = linkedTerminals(next);
  return new Set([...linkedTerminals(before)].filter((terminal) => !linkedAfter.has(terminal)));
}

/**
 * The workload of a scenario after some terminals were deleted from its network: their cells leave the traffic matrix and the terminals
 * leave their jobs. The same object if the workload does not refer to them.
 * @param network the network before they were deleted
 * @param removed numbers of the deleted terminals in that network
 */
export function workloadWithoutTerminals(scenario: Scenario, network: Network, removed: ReadonlySet<number>): ChosenKind {
  const { workload } = scenario;
  const { kind, values } = workload;
  if (removed.size === 0 || checkScenario(scenario).length > 0) return workload;
  const namesTerminals =
    kind === openLoop.id
      ? (values["pattern"] as ChosenKind).kind === matrixPattern.id
      : [rates, jobs, programsWorkload].some(({ id }) => id === kind);
  // If the workload names terminals and none is left, a network that is drawn from now on starts with uniform traffic.
  if (namesTerminals && removed.size === (network.present?.length ?? network.terminals)) return uniformTraffic;
  if (kind === rates.id) return { kind, values: withoutCells(values, removed) };
  if (kind === openLoop.id) {
    const pattern = values["pattern"] as ChosenKind;
    return pattern.kind !== matrixPattern.id
      ? workload
      : { kind, values: { ...values, pattern: { ...pattern, values: withoutCells(pattern.values, removed) } } };
  }
  if (kind !== jobs.id && kind !== programsWorkload.id) return workload;
  const jobsBefore = terminalJobsOf(scenario, network);
  if (!jobsBefore.some(({ terminals }) => terminals.some((terminal) => removed.has(terminal)))) return workload;
  const remainingJobs = jobsBefore.map((job) => ({ ...job, terminals: job.terminals.filter((terminal) => !removed.has(terminal)) }));
  const nextWorkload = workloadOfJobs(remainingJobs, workload);
  // If no job would have terminals left, keep the workload: validation reports what is missing.
  return typeof nextWorkload === "string" ? workload : nextWorkload;
}

const uniformTraffic: ChosenKind = {
  kind: openLoop.id,
  values: { ...defaultsOf(openLoop.params), pattern: trafficJob.default.pattern },
};

/** A traffic matrix without the cells and entries of some terminals. */
function withoutCells(values: Values, removed: ReadonlySet<number>): Values {
  const cells = matrixOf(values["cells"] as string);
  const remainingCells = filterCells(cells, (s, d) => !removed.has(s) && !removed.has(d));
  const entries = values["entries"] as readonly { readonly source: number; readonly destination: number }[] | undefined;
  return {
    ...values,
    ...(remainingCells.value.length === cells.value.length
      ? {}
      : { cells: remainingCells.value.length === 0 ? "" : writeMatrix(remainingCells) }),
    ...(entries === undefined
      ? {}
      : { entries: entries.filter(({ source, destination }) => !removed.has(source) && !removed.has(destination)) }),
  };
}
