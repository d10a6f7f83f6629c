/** Removes deleted terminals from a workload: they leave their jobs, and their cells of traffic matrices. */
import { type ChosenKind, defaultsOf, type Values } from "../../core/base/params.ts";
import { matrixOf } from "../../core/traffic/painted.ts";
import { writeMatrix } from "../../core/traffic/traffic-matrix-text.ts";
import { cellsWhere } from "../../core/traffic/traffic-matrix.ts";
import { type Drawing, isTerminal, terminalOf } from "../../core/network/drawing/drawing.ts";
import type { Network } from "../../core/network/network.ts";
import { matrix } from "../../core/patterns/matrix.ts";
import { checkScenario, type Scenario } from "../../core/scenario/scenario.ts";
import { jobs } from "../../core/workloads/jobs.ts";
import { trafficJob } from "../../core/workloads/job/traffic-job.ts";
import { openLoop } from "../../core/workloads/open-loop.ts";
import { programs } from "../../core/workloads/programs.ts";
import { rates } from "../../core/workloads/rates.ts";
import { jobsOf, workloadOf } from "./give.ts";

/** Terminals that had links before the edit and have none after it. */
export function goneFrom(was: Drawing, next: Drawing): ReadonlySet<number> {
  const linked = ({ links }: Drawing) => new Set(links.flatMap(({ a, b }) => [a, b].filter(isTerminal).map(terminalOf)));
  const left = linked(next);
  return new Set([...linked(was)].filter((terminal) => !left.has(terminal)));
}

/**
 * The workload of a scenario without some terminals; the same object if it does not refer to them.
 * @param network the network before they were deleted
 */
export function workloadWithout(scenario: Scenario, network: Network, gone: ReadonlySet<number>): ChosenKind {
  const { workload } = scenario;
  const { kind, values } = workload;
  if (gone.size === 0 || checkScenario(scenario).length > 0) return workload;
  const named =
    kind === openLoop.id ? (values["pattern"] as ChosenKind).kind === matrix.id : [rates, jobs, programs].some(({ id }) => id === kind);
  // The workload was specified per terminal and none of these terminals is left. A network drawn from here starts with uniform traffic.
  if (named && gone.size === (network.present?.length ?? network.terminals)) return uniformTraffic;
  if (kind === rates.id) return { kind, values: withoutCells(values, gone) };
  if (kind === openLoop.id) {
    const pattern = values["pattern"] as ChosenKind;
    return pattern.kind !== matrix.id
      ? workload
      : { kind, values: { ...values, pattern: { ...pattern, values: withoutCells(pattern.values, gone) } } };
  }
  if (kind !== jobs.id && kind !== programs.id) return workload;
  const before = jobsOf(scenario, network);
  if (!before.some(({ terminals }) => terminals.some((terminal) => gone.has(terminal)))) return workload;
  const left = before.map((job) => ({ ...job, terminals: job.terminals.filter((terminal) => !gone.has(terminal)) }));
  const next = workloadOf(left, workload);
  // If no job would have terminals left, keep the workload: validation reports what is missing.
  return typeof next === "string" ? workload : next;
}

const uniformTraffic: ChosenKind = {
  kind: openLoop.id,
  values: { ...defaultsOf(openLoop.params), pattern: trafficJob.default.pattern },
};

/** A traffic matrix without the cells and entries of some terminals. */
function withoutCells(values: Values, gone: ReadonlySet<number>): Values {
  const cells = matrixOf(values["cells"] as string);
  const left = cellsWhere(cells, (s, d) => !gone.has(s) && !gone.has(d));
  const entries = values["entries"] as readonly { readonly source: number; readonly destination: number }[] | undefined;
  return {
    ...values,
    ...(left.value.length === cells.value.length ? {} : { cells: left.value.length === 0 ? "" : writeMatrix(left) }),
    ...(entries === undefined ? {} : { entries: entries.filter(({ source, destination }) => !gone.has(source) && !gone.has(destination)) }),
  };
}
