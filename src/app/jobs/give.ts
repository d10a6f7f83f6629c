/** The jobs of a scenario with their terminals, and the assignment of terminals to other jobs. */
import { capital } from "../../core/base/words.ts";
import { type ChosenKind, defaultsOf, type Values } from "../../core/base/params.ts";
import type { Network } from "../../core/network/network.ts";
import { matrixOf } from "../../core/traffic/painted.ts";
import { writeMatrix } from "../../core/traffic/traffic-matrix-text.ts";
import { emptyMatrix, listOf, withCells } from "../../core/traffic/traffic-matrix.ts";
import { list as listed } from "../../core/mappings/list.ts";
import { matrix } from "../../core/patterns/matrix.ts";
import { mostJobs } from "../../core/scenario/jobs.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { jobs as ofTraffic } from "../../core/workloads/jobs.ts";
import { openLoop } from "../../core/workloads/open-loop.ts";
import { loadIn } from "../painting/sheet.ts";
import { programs } from "../../core/workloads/programs.ts";
import { rates } from "../../core/workloads/rates.ts";
import { trafficJob } from "../../core/workloads/job/traffic-job.ts";
import { rankPrograms } from "../../core/workloads/simple.ts";
import { patterns, workloads } from "../../core/kinds/all-kinds.ts";

/**
 * One job: its traffic or program, and its terminals in order. Numbers in its pattern, such as a hot spot, are terminals here, not ranks.
 */
export type OwnJob = { readonly terminals: readonly number[] } & (
  | { readonly is: "traffic"; readonly values: Values }
  | { readonly is: "program"; readonly program: ChosenKind; readonly begin: number }
);

/**
 * The jobs of a scenario, in the order of its results; a workload without jobs counts as one job. Empty if the workload cannot be expressed
 * as jobs.
 */
export function jobsOf(scenario: Scenario, network: Network): readonly OwnJob[] {
  const { workload } = scenario;
  const kind = workloads.get(workload.kind);
  const { values } = workload as { readonly values: Readonly<Record<string, readonly Values[]>> };
  const places = kind.places?.(workload.values, network).map((own) => Array.from(own)) ?? [];
  const traffic = (job: Values, terminals: readonly number[]): OwnJob => ({
    is: "traffic",
    values: byTerminal(job, namedBy(job, terminals, network)),
    terminals,
  });
  const program = (chosen: ChosenKind, begin: number, terminals: readonly number[]): OwnJob => ({
    is: "program",
    program: chosen,
    begin,
    terminals,
  });
  if (kind.id === ofTraffic.id) return values["jobs"].map((job, i) => traffic(job, places[i]));
  if (kind.id === programs.id)
    return [
      ...values["jobs"].map(({ program: chosen, begin }, i) => program(chosen as ChosenKind, begin as number, places[i])),
      ...values["traffic"].map((job, i) => traffic(job, places[values["jobs"].length + i])),
    ];
  const own = () =>
    Array.from(kind.terminals?.(workload.values, network) ?? network.present ?? Array.from({ length: network.terminals }, (_, t) => t));
  if (kind.id === rates.id) {
    const cells = workload.values["cells"] as string;
    const { process, size } = workload.values;
    const pattern = { kind: matrix.id, values: { ...defaultsOf(matrix.params), entries: [], cells } };
    return [traffic({ ...defaultsOf(trafficJob.params), process, size, pattern, load: loadIn(scenario, matrixOf(cells)) }, own())];
  }
  if (kind.id === openLoop.id) return [traffic({ ...defaultsOf(trafficJob.params), ...workload.values }, own())];
  return rankPrograms.find(kind.id) === undefined ? [] : [program(workload, 0, own())];
}

/**
 * A workload of these jobs, programs before traffic, without jobs that have no terminals; or the reason why there is none, as a sentence.
 */
export function workloadOf(list: readonly OwnJob[], before: ChosenKind): ChosenKind | string {
  const some = list.filter(({ terminals }) => terminals.length > 0);
  if (some.length === 0) return "No terminal would have a job. Give some of them one.";
  const on = (terminals: readonly number[]) => ({ mapping: { kind: "list", values: { terminals } }, ranks: 0 });
  const traffic = some.flatMap((job) => (job.is === "traffic" ? [{ ...byRank(job), ...on(job.terminals) }] : []));
  const own = some.flatMap((job) =>
    job.is === "program"
      ? [{ program: { ...job.program, values: { ...job.program.values, ...on(job.terminals) } }, begin: job.begin }]
      : [],
  );
  const io = before.kind === ofTraffic.id ? (before.values["io"] as readonly unknown[]) : [];
  if (own.length > 0 && io.length > 0) return "Programs do not run beside I/O jobs yet. Take these out first.";
  if (own.length > 0) return { kind: programs.id, values: { jobs: own, traffic } };
  return { kind: ofTraffic.id, values: { jobs: traffic, io } };
}

/** Maps numbers in a job's pattern to terminals. */
function namedBy({ mapping, ranks }: Values, terminals: readonly number[], network: Network): readonly number[] {
  const { kind, values } = mapping as ChosenKind;
  if (kind === listed.id) return values["terminals"] as readonly number[];
  const isOnAll = ranks === 0 && kind === trafficJob.default.mapping.kind && Object.values(values).every((value) => value === 0);
  return isOnAll ? Array.from({ length: network.terminals }, (_, t) => t) : terminals;
}

/** The parameters of a job with terminals instead of ranks in its pattern. */
function byTerminal(values: Values, named: readonly number[]): Values {
  return renumbered(values, (rank) => named[rank]);
}

/**
 * The parameters of a job with ranks instead of terminals in its pattern. Traffic to other jobs is left out; if none remains, the traffic
 * becomes uniform.
 */
function byRank({ values, terminals }: OwnJob & { readonly is: "traffic" }): Values {
  const rankOf = new Map(terminals.map((terminal, rank) => [terminal, rank]));
  const next = renumbered(values, (terminal) => rankOf.get(terminal));
  const { kind, values: own } = next["pattern"] as ChosenKind;
  const isEmpty = kind === matrix.id && own["cells"] === "" && (own["entries"] as readonly unknown[]).length === 0;
  return isEmpty ? { ...next, pattern: trafficJob.default.pattern } : next;
}

/**
 * The parameters of a job with the numbers in its pattern replaced. Matrix cells without a new number are left out; a hot spot without one
 * becomes uniform traffic.
 */
function renumbered(values: Values, numberOf: (number: number) => number | undefined): Values {
  const pattern = values["pattern"] as ChosenKind;
  const { onRanks } = patterns.get(pattern.kind);
  if (onRanks !== undefined) {
    let isWhole = true;
    const own = onRanks(pattern.values, (named) => {
      const number = numberOf(named);
      if (number === undefined) isWhole = false;
      return number ?? 0;
    });
    return { ...values, pattern: isWhole ? { ...pattern, values: own } : trafficJob.default.pattern };
  }
  if (pattern.kind !== matrix.id) return values;
  const { source, destination, value } = listOf(matrixOf(pattern.values["cells"] as string));
  const kept = Array.from(source, (s, i) => [numberOf(s), numberOf(destination[i]), value[i]] as const).filter(
    (cell): cell is readonly [number, number, number] => cell[0] !== undefined && cell[1] !== undefined,
  );
  const cells = withCells(emptyMatrix, {
    source: kept.map(([s]) => s),
    destination: kept.map(([, d]) => d),
    value: kept.map(([, , v]) => v),
  });
  const entries = (pattern.values["entries"] as readonly { readonly source: number; readonly destination: number }[]).flatMap((entry) => {
    const [s, d] = [numberOf(entry.source), numberOf(entry.destination)];
    return s === undefined || d === undefined ? [] : [{ ...entry, source: s, destination: d }];
  });
  return { ...values, pattern: { ...pattern, values: { ...pattern.values, entries, cells: kept.length === 0 ? "" : writeMatrix(cells) } } };
}

/** The job that receives terminals: an existing one, a new one, or none. */
export type Goal = number | "new" | "none";

/**
 * The workload after some terminals were assigned to a job, or the reason why that is not possible, as a sentence. A new job starts with
 * the workload that its first terminals had. If there was only one job for all terminals, the others continue as job A.
 */
export function given(scenario: Scenario, network: Network, terminals: readonly number[], goal: Goal): ChosenKind | string {
  const before = jobsOf(scenario, network);
  if (before.length === 0) {
    const { title } = workloads.get(scenario.workload.kind);
    return `${capital(title)} cannot be shared out among jobs. Choose traffic or a program first.`;
  }
  if (goal === "new" && before.length >= mostJobs) return `There are ${mostJobs} jobs already; more at once are not simulated.`;
  const going = new Set(terminals);
  const former = before.find((job) => job.terminals.some((t) => going.has(t)));
  const left = before.map((job, i) => ({
    ...job,
    terminals: i === goal ? sorted([...job.terminals, ...terminals]) : job.terminals.filter((t) => !going.has(t)),
  }));
  const fresh: OwnJob = former ?? { is: "traffic", values: defaultsOf(trafficJob.params), terminals: [] };
  const next = goal === "new" ? [...left, { ...fresh, terminals: sorted(terminals) }] : left;
  return workloadOf(next, scenario.workload);
}

const sorted = (terminals: readonly number[]) => [...new Set(terminals)].sort((a, b) => a - b);

/** The workload with one job changed from a program to traffic or back, on the same terminals. */
export function turned(scenario: Scenario, network: Network, job: number): ChosenKind | string {
  const list = jobsOf(scenario, network).map((own, i): OwnJob => {
    if (i !== job) return own;
    const { terminals } = own;
    if (own.is === "program") return { is: "traffic", values: { ...defaultsOf(trafficJob.params), begin: own.begin }, terminals };
    const [kind] = rankPrograms.kinds.filter(({ id }) => id === "all-to-all");
    return {
      is: "program",
      program: { kind: kind.id, values: defaultsOf(kind.params) },
      begin: Number(own.values["begin"] ?? 0),
      terminals,
    };
  });
  return workloadOf(list, scenario.workload);
}
