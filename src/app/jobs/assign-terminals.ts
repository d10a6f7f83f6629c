/** The jobs of a scenario with their terminals, and the assignment of terminals to other jobs. */
import { capitalize } from "../../core/base/words.ts";
import { type ChosenKind, defaultsOf, type Values } from "../../core/base/params.ts";
import type { Network } from "../../core/network/network.ts";
import { matrixOf } from "../../core/traffic/traffic-matrix-param.ts";
import { writeMatrix } from "../../core/traffic/traffic-matrix-text.ts";
import { emptyMatrix, cellList, withCells } from "../../core/traffic/traffic-matrix.ts";
import { listMapping as listed } from "../../core/mappings/list.ts";
import { matrixPattern } from "../../core/patterns/matrix.ts";
import { maxJobs } from "../../core/scenario/jobs.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { jobs as ofTraffic } from "../../core/workloads/jobs.ts";
import { openLoop } from "../../core/workloads/open-loop.ts";
import { senderLoadOf } from "../painting/matrix-draft.ts";
import { programsWorkload } from "../../core/workloads/programs.ts";
import { rates } from "../../core/workloads/rates.ts";
import { trafficJob } from "../../core/workloads/job/traffic-job.ts";
import { rankPrograms } from "../../core/workloads/simple.ts";
import { allTrafficPatterns, allWorkloads } from "../../core/kinds/all-kinds.ts";

/**
 * One job: its traffic or program, and its terminals in order. Numbers in its pattern, such as a hot spot, are terminals here, not ranks.
 */
export type TerminalJob = { readonly terminals: readonly number[] } & (
  | { readonly is: "traffic"; readonly values: Values }
  | { readonly is: "program"; readonly program: ChosenKind; readonly begin: number }
);

/**
 * The jobs of a scenario, each with its program or traffic and its terminals, in the order of the results. A workload without jobs counts
 * as one job on all its terminals. Empty if the workload cannot be expressed as jobs.
 */
export function terminalJobsOf(scenario: Scenario, network: Network): readonly TerminalJob[] {
  const { workload } = scenario;
  const kind = allWorkloads.get(workload.kind);
  const { values } = workload as { readonly values: Readonly<Record<string, readonly Values[]>> };
  const terminalsOfJobs = kind.terminalsByJob?.(workload.values, network).map((terminalList) => Array.from(terminalList)) ?? [];
  // The pattern of a traffic job names ranks; here it names terminals, because ranks change when terminals are assigned to other jobs.
  const trafficJobOf = (job: Values, terminals: readonly number[]): TerminalJob => ({
    is: "traffic",
    values: withTerminalNumbers(job, numberedTerminals(job, terminals, network)),
    terminals,
  });
  const programJobOf = (rankProgram: ChosenKind, begin: number, terminals: readonly number[]): TerminalJob => ({
    is: "program",
    program: rankProgram,
    begin,
    terminals,
  });
  // Workloads with several jobs: only traffic jobs, or rank programs followed by traffic jobs.
  if (kind.id === ofTraffic.id) return values["jobs"].map((job, i) => trafficJobOf(job, terminalsOfJobs[i]));
  if (kind.id === programsWorkload.id)
    return [
      ...values["jobs"].map(({ program: rankProgram, begin }, i) =>
        programJobOf(rankProgram as ChosenKind, begin as number, terminalsOfJobs[i]),
      ),
      ...values["traffic"].map((job, i) => trafficJobOf(job, terminalsOfJobs[values["jobs"].length + i])),
    ];
  const terminalList = () =>
    Array.from(kind.terminals?.(workload.values, network) ?? network.present ?? Array.from({ length: network.terminals }, (_, t) => t));
  // Workloads that count as one job: painted rates, open-loop traffic, and a rank program.
  if (kind.id === rates.id) {
    const cells = workload.values["cells"] as string;
    const { process, size } = workload.values;
    const pattern = { kind: matrixPattern.id, values: { ...defaultsOf(matrixPattern.params), entries: [], cells } };
    return [
      trafficJobOf(
        { ...defaultsOf(trafficJob.params), process, size, pattern, load: senderLoadOf(scenario, matrixOf(cells)) },
        terminalList(),
      ),
    ];
  }
  if (kind.id === openLoop.id) return [trafficJobOf({ ...defaultsOf(trafficJob.params), ...workload.values }, terminalList())];
  return rankPrograms.find(kind.id) === undefined ? [] : [programJobOf(workload, 0, terminalList())];
}

/**
 * A workload of these jobs, programs before traffic, without jobs that have no terminals; or the reason why there is none, as a sentence.
 */
export function workloadOfJobs(jobs: readonly TerminalJob[], previousWorkload: ChosenKind): ChosenKind | string {
  const nonEmpty = jobs.filter(({ terminals }) => terminals.length > 0);
  if (nonEmpty.length === 0) return "No terminal would have a job. Assign a job to at least one terminal.";
  const placementOn = (terminals: readonly number[]) => ({ mapping: { kind: "list", values: { terminals } }, ranks: 0 });
  const traffic = nonEmpty.flatMap((job) => (job.is === "traffic" ? [{ ...withRankNumbers(job), ...placementOn(job.terminals) }] : []));
  const programJobs = nonEmpty.flatMap((job) =>
    job.is === "program"
      ? [{ program: { ...job.program, values: { ...job.program.values, ...placementOn(job.terminals) } }, begin: job.begin }]
      : [],
  );
  const io = previousWorkload.kind === ofTraffic.id ? (previousWorkload.values["io"] as readonly unknown[]) : [];
  if (programJobs.length > 0 && io.length > 0) return "Programs cannot run together with I/O jobs yet. Remove the I/O jobs first.";
  if (programJobs.length > 0) return { kind: programsWorkload.id, values: { jobs: programJobs, traffic } };
  return { kind: ofTraffic.id, values: { jobs: traffic, io } };
}

/** Maps numbers in a job's pattern to terminals. */
function numberedTerminals({ mapping, ranks }: Values, terminals: readonly number[], network: Network): readonly number[] {
  const { kind, values } = mapping as ChosenKind;
  if (kind === listed.id) return values["terminals"] as readonly number[];
  const isOnAll = ranks === 0 && kind === trafficJob.default.mapping.kind && Object.values(values).every((value) => value === 0);
  return isOnAll ? Array.from({ length: network.terminals }, (_, t) => t) : terminals;
}

/** The parameters of a job with terminals instead of ranks in its pattern. */
function withTerminalNumbers(values: Values, terminalOfNumber: readonly number[]): Values {
  return withNumbersReplaced(values, (rank) => terminalOfNumber[rank]);
}

/**
 * The parameters of a job with ranks instead of terminals in its pattern. Traffic to other jobs is left out; if none remains, the traffic
 * becomes uniform.
 */
function withRankNumbers({ values, terminals }: TerminalJob & { readonly is: "traffic" }): Values {
  const rankOf = new Map(terminals.map((terminal, rank) => [terminal, rank]));
  const renumberedValues = withNumbersReplaced(values, (terminal) => rankOf.get(terminal));
  const { kind, values: patternValues } = renumberedValues["pattern"] as ChosenKind;
  const isEmpty =
    kind === matrixPattern.id && patternValues["cells"] === "" && (patternValues["entries"] as readonly unknown[]).length === 0;
  return isEmpty ? { ...renumberedValues, pattern: trafficJob.default.pattern } : renumberedValues;
}

/**
 * The parameters of a traffic job after its terminals are renumbered: replaces the numbers that occur in its pattern, for example ranks by
 * terminals. A matrix cell whose source or destination has no new number is left out; any other pattern in which a number has no new one
 * becomes the default pattern.
 * @param numberOf the new number for an old one; undefined if there is none
 */
function withNumbersReplaced(values: Values, numberOf: (number: number) => number | undefined): Values {
  const pattern = values["pattern"] as ChosenKind;
  // Patterns with single numbers, such as a hot spot, replace them by `onRanks`.
  const { onRanks } = allTrafficPatterns.get(pattern.kind);
  if (onRanks !== undefined) {
    let hasAllNumbers = true;
    const patternValues = onRanks(pattern.values, (oldNumber) => {
      const newNumber = numberOf(oldNumber);
      if (newNumber === undefined) hasAllNumbers = false;
      return newNumber ?? 0;
    });
    return { ...values, pattern: hasAllNumbers ? { ...pattern, values: patternValues } : trafficJob.default.pattern };
  }
  if (pattern.kind !== matrixPattern.id) return values;
  // A matrix has cells (packed as text) and a list of entries.
  const { source, destination, value } = cellList(matrixOf(pattern.values["cells"] as string));
  const remainingCells = Array.from(source, (s, i) => [numberOf(s), numberOf(destination[i]), value[i]] as const).filter(
    (cell): cell is readonly [number, number, number] => cell[0] !== undefined && cell[1] !== undefined,
  );
  const cells = withCells(emptyMatrix, {
    source: remainingCells.map(([s]) => s),
    destination: remainingCells.map(([, d]) => d),
    value: remainingCells.map(([, , v]) => v),
  });
  const entries = (pattern.values["entries"] as readonly { readonly source: number; readonly destination: number }[]).flatMap((entry) => {
    const [s, d] = [numberOf(entry.source), numberOf(entry.destination)];
    return s === undefined || d === undefined ? [] : [{ ...entry, source: s, destination: d }];
  });
  return {
    ...values,
    pattern: { ...pattern, values: { ...pattern.values, entries, cells: remainingCells.length === 0 ? "" : writeMatrix(cells) } },
  };
}

/** The job that receives terminals: an existing one, a new one, or none. */
export type JobTarget = number | "new" | "none";

/**
 * The workload after some terminals were assigned to a job, to a new job or to none, or the reason why the assignment is not possible, as a
 * sentence. A new job starts with the program or traffic that its first terminals had. If there was only one job for all terminals, the
 * others continue as job A.
 * @param target Index of the job in `terminalJobsOf`, “new” or “none”.
 */
export function assignTerminals(
  scenario: Scenario,
  network: Network,
  terminals: readonly number[],
  target: JobTarget,
): ChosenKind | string {
  const currentJobs = terminalJobsOf(scenario, network);
  if (currentJobs.length === 0) {
    const { title } = allWorkloads.get(scenario.workload.kind);
    return `${capitalize(title)} cannot be divided among jobs. Choose traffic or a program first.`;
  }
  if (target === "new" && currentJobs.length >= maxJobs)
    return `There are already ${maxJobs} jobs, the most that can be simulated together.`;
  // Take the terminals out of their jobs and add them to the target.
  const moving = new Set(terminals);
  const previousJob = currentJobs.find((job) => job.terminals.some((t) => moving.has(t)));
  const remainingJobs = currentJobs.map((job, i) => ({
    ...job,
    terminals: i === target ? sortedUnique([...job.terminals, ...terminals]) : job.terminals.filter((t) => !moving.has(t)),
  }));
  const jobTemplate: TerminalJob = previousJob ?? { is: "traffic", values: defaultsOf(trafficJob.params), terminals: [] };
  const jobs = target === "new" ? [...remainingJobs, { ...jobTemplate, terminals: sortedUnique(terminals) }] : remainingJobs;
  return workloadOfJobs(jobs, scenario.workload);
}

const sortedUnique = (terminals: readonly number[]) => [...new Set(terminals)].sort((a, b) => a - b);

/** The workload with one job changed from a program to traffic or back, on the same terminals. */
export function toggleProgram(scenario: Scenario, network: Network, job: number): ChosenKind | string {
  const jobs = terminalJobsOf(scenario, network).map((terminalJob, i): TerminalJob => {
    if (i !== job) return terminalJob;
    const { terminals } = terminalJob;
    if (terminalJob.is === "program")
      return { is: "traffic", values: { ...defaultsOf(trafficJob.params), begin: terminalJob.begin }, terminals };
    const [kind] = rankPrograms.kinds.filter(({ id }) => id === "all-to-all");
    return {
      is: "program",
      program: { kind: kind.id, values: defaultsOf(kind.params) },
      begin: Number(terminalJob.values["begin"] ?? 0),
      terminals,
    };
  });
  return workloadOfJobs(jobs, scenario.workload);
}
