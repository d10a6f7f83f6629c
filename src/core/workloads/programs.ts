import { type ValidationIssue, ScenarioError } from "../base/errors.ts";
import { type ChosenKind, integer, kindChoice, list, record, type ValuesOf } from "../base/params.ts";
import type { MappingNetwork, NetworkOutline } from "../mappings/contract.ts";
import { openLoopOf } from "../traffic/open-loop.ts";
import type { Program } from "../programs/program.ts";
import { mergePrograms } from "../programs/merge-programs.ts";
import { defineWorkload } from "./contract.ts";
import { groundOfMapping, trafficOfJob, type PlacementParams, terminalsOfJob, compiledTimes, prefixPaths } from "./job/job.ts";
import { checkOneOfSeveralJobs, checkJobTimes, checkSharedTerminals, jobTimeParams } from "./job/several-jobs.ts";
import { streamOfParts } from "./job/traffic-part.ts";
import { trafficJob } from "./job/traffic-job.ts";
import { rankPrograms } from "./simple.ts";

const jobRecord = record(
  {
    program: kindChoice(rankPrograms, {
      title: "Program",
      help: "The program of the job, with its ranks and their terminals.",
      default: "all-to-all",
    }),
    begin: integer({ ...jobTimeParams.begin, help: "Cycle in which all ranks of the job begin." }),
  },
  { title: "Job", help: "A program that runs on its own terminals." },
);

/** The traffic job with a title that distinguishes it from programs. */
const backgroundTrafficJob: typeof trafficJob = Object.defineProperty({ ...trafficJob, title: "Background job" }, "default", {
  get: () => trafficJob.default,
  enumerable: true,
});

type ProgramJobValues = ValuesOf<typeof jobRecord.params>;
type TrafficValues = ValuesOf<typeof trafficJob.params>;

/** The default program, on two ranks from terminal `first` on. */
function defaultJobFrom(first: number): ProgramJobValues {
  const { program, begin } = jobRecord.default;
  return { program: { ...program, values: { ...program.values, ranks: 2, mapping: { kind: "consecutive", values: { first } } } }, begin };
}

export const programsWorkload = defineWorkload({
  id: "programs",
  title: "programs",
  article: "",
  group: "Several jobs",
  summary:
    "Several programs at the same time, each on its own terminals. They share only the network, also with background traffic; the run ends when all programs have ended.",
  source: "Jokanovic et al. (IEEE Int. Parallel and Distributed Processing Symp., 2015)",
  params: {
    jobs: list(jobRecord, {
      title: "Jobs",
      help: "The programs; no two programs share a terminal. Each program is also run alone, for comparison.",
      minLength: 1,
      maxLength: 8,
      separator: "; ",
      default: [0, 2].map(defaultJobFrom),
    }),
    traffic: list(backgroundTrafficJob, {
      title: "Background traffic",
      help: "Background traffic on other terminals, only with packet-by-packet simulation. It is sent and measured until the last program has ended.",
      minLength: 0,
      maxLength: 8,
      separator: "; ",
      default: [],
    }),
  },
  phrase: "{title} in {jobs}",
  replacementPhrase: "gave jobs programs to run",
  examples: [
    {
      jobs: [
        { program: { kind: "all-to-all", ranks: 2, mapping: "consecutive" } },
        { program: { kind: "binary-tree", ranks: 2, mapping: { kind: "consecutive", first: 2 } }, begin: 250 },
      ],
    },
    { jobs: [{ program: { kind: "broadcast", ranks: 4, mapping: "consecutive", message: "500 B" }, begin: 100 }] },
  ],
  isEndless: false,
  isTimed: true,
  bytes: ({ jobs }, site) => jobs.reduce((sum, { program }) => sum + (programKind(program).bytes?.(program.values, site) ?? 0), 0),
  check({ jobs, traffic }, site, conditions) {
    if (traffic.length > 0 && conditions.engine.time === "real") return [packetOnlyIssue];
    const issues = [
      ...jobs.flatMap(({ program }, i) => prefixPaths(`jobs.${i}.program`, programKind(program).check(program.values, site, conditions))),
      ...traffic.flatMap((job, i) => prefixPaths(`traffic.${i}`, [...checkOneOfSeveralJobs(job, site), ...checkJobTimes(job, Infinity)])),
    ];
    return issues.length > 0 ? issues : checkSharedTerminalsOf({ jobs, traffic }, site);
  },
  visits: ({ jobs, traffic }, { terminals }) => (jobs.length + traffic.length) * terminals,
  terminalsByJob: terminalsOfProgramJobs,
  terminals: (values, ground) => terminalsOfProgramJobs(values, ground).flatMap((trafficTerminals) => Array.from(trafficTerminals)),
  // A traffic job cannot be isolated, because the programs determine how long it is measured.
  isolatedJobs: ({ jobs, traffic }) => [...jobs.map((job) => ({ jobs: [job], traffic: [] })), ...traffic.map(() => null)],
  /** @throws ScenarioError if two jobs share a terminal on the built network */
  compile({ jobs, traffic }, context): Program {
    const { network } = context;
    const issues = checkSharedTerminalsOf({ jobs, traffic }, network);
    if (issues.length > 0) throw new ScenarioError(prefixPaths("workload", issues));
    const program = mergePrograms(
      jobs.map((job) => programKind(job.program).compile(job.program.values, context) as Program),
      jobs.map(({ begin }) => begin),
    );
    if (traffic.length === 0) return program;
    const parts = traffic.map((job) => trafficOfJob(job, context));
    const trafficTerminals = parts.map(({ terminals }, i) => ({ terminals, ...compiledTimes(traffic[i]) }));
    return { ...program, backgroundTraffic: { ...openLoopOf([streamOfParts(parts, network.terminals)]), jobs: trafficTerminals } };
  },
});

const programKind = ({ kind }: ChosenKind) => rankPrograms.get(kind);

const packetOnlyIssue: ValidationIssue = {
  path: "traffic",
  message: "background traffic is simulated only packet by packet.",
  remedy: "Choose virtual cut-through, store and forward or wormhole switching, or leave the traffic out.",
};

interface ProgramsValues {
  readonly jobs: readonly ProgramJobValues[];
  readonly traffic: readonly TrafficValues[];
}

/** The terminals of each job by rank, first of the programs, then of the traffic. The jobs must fit the network. */
export function terminalsOfProgramJobs({ jobs, traffic }: ProgramsValues, ground: MappingNetwork): readonly ArrayLike<number>[] {
  return [
    ...jobs.map(({ program }) => programKind(program).terminals!(program.values, ground)),
    ...traffic.map((job) => terminalsOfJob(job, ground)),
  ];
}

/** The issue about a terminal that two jobs share, as far as their placement is known. */
function checkSharedTerminalsOf({ jobs, traffic }: ProgramsValues, site: NetworkOutline): readonly ValidationIssue[] {
  const placeJob = (path: string, { mapping }: Pick<PlacementParams, "mapping">, singleJob: ProgramsValues) => {
    const ground = groundOfMapping(mapping, site);
    return { path, terminals: ground === null ? null : terminalsOfProgramJobs(singleJob, ground)[0] };
  };
  const placedJobs = [
    ...jobs.map((job, i) => placeJob(`jobs.${i}.program`, job.program.values as unknown as PlacementParams, { jobs: [job], traffic: [] })),
    ...traffic.map((job, i) => placeJob(`traffic.${i}`, job, { jobs: [], traffic: [job] })),
  ];
  return checkSharedTerminals(placedJobs, site);
}
