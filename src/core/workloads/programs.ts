import { type ValidationIssue, ScenarioError } from "../base/errors.ts";
import { type ChosenKind, integer, kindOf, list, record, type ValuesOf } from "../base/params.ts";
import type { Ground, Site } from "../mappings/contract.ts";
import { openLoopOf } from "../traffic/open-loop.ts";
import type { Program } from "../programs/program.ts";
import { together } from "../programs/together.ts";
import { workload } from "./contract.ts";
import { groundFor, partOfJob, type Placing, terminalsOf, timesOf, under } from "./job/job.ts";
import { checkJobOfMany, checkTimes, sharedTerminal, timeParams } from "./job/many.ts";
import { streamOf } from "./job/part.ts";
import { trafficJob } from "./job/traffic-job.ts";
import { rankPrograms } from "./simple.ts";

const jobRecord = record(
  {
    program: kindOf(rankPrograms, {
      title: "Program",
      help: "What the ranks of the job do, and on which terminals.",
      default: "all-to-all",
    }),
    begin: integer({ ...timeParams.begin, help: "Cycle in which all ranks of the job begin." }),
  },
  { title: "Job", help: "A program on terminals of its own." },
);

/** The traffic job with a title that distinguishes it from programs. */
const trafficBeside: typeof trafficJob = Object.defineProperty({ ...trafficJob, title: "Job of traffic" }, "default", {
  get: () => trafficJob.default,
  enumerable: true,
});

type Job = ValuesOf<typeof jobRecord.params>;
type TrafficValues = ValuesOf<typeof trafficJob.params>;

/** The default program, on two ranks from terminal `first` on. */
function usualFrom(first: number): Job {
  const { program, begin } = jobRecord.default;
  return { program: { ...program, values: { ...program.values, ranks: 2, mapping: { kind: "consecutive", values: { first } } } }, begin };
}

export const programs = workload({
  id: "programs",
  title: "programs",
  article: "",
  group: "Several jobs",
  summary:
    "Several programs at once, each on terminals of its own. They meet in the network only, among themselves and with traffic beside them; the run ends when all programs have ended.",
  source: "Jokanovic et al. (IEEE Int. Parallel and Distributed Processing Symp., 2015)",
  params: {
    jobs: list(jobRecord, {
      title: "Jobs",
      help: "The programs; no two share a terminal. What one takes by itself is found by running it alone.",
      minLength: 1,
      maxLength: 8,
      separator: "; ",
      default: [0, 2].map(usualFrom),
    }),
    traffic: list(trafficBeside, {
      title: "Jobs of traffic",
      help: "Jobs of traffic on other terminals, packet by packet only. They send until the last program has ended, and are measured up to then.",
      minLength: 0,
      maxLength: 8,
      separator: "; ",
      default: [],
    }),
  },
  phrase: "{title} in {jobs}",
  taken: "gave jobs programs to run",
  examples: [
    {
      jobs: [
        { program: { kind: "all-to-all", ranks: 2, mapping: "consecutive" } },
        { program: { kind: "binary-tree", ranks: 2, mapping: { kind: "consecutive", first: 2 } }, begin: 250 },
      ],
    },
    { jobs: [{ program: { kind: "broadcast", ranks: 4, mapping: "consecutive", message: "500 B" }, begin: 100 }] },
  ],
  endless: false,
  bytes: ({ jobs }, site) => jobs.reduce((sum, { program }) => sum + (kindFor(program).bytes?.(program.values, site) ?? 0), 0),
  check({ jobs, traffic }, site, conditions) {
    if (traffic.length > 0 && conditions.engine.time === "real") return [onlyByPacket];
    const issues = [
      ...jobs.flatMap(({ program }, i) => under(`jobs.${i}.program`, kindFor(program).check(program.values, site, conditions))),
      ...traffic.flatMap((job, i) => under(`traffic.${i}`, [...checkJobOfMany(job, site), ...checkTimes(job, Infinity)])),
    ];
    return issues.length > 0 ? issues : sharedBy({ jobs, traffic }, site);
  },
  visits: ({ jobs, traffic }, { terminals }) => (jobs.length + traffic.length) * terminals,
  places: placesOfJobs,
  terminals: (values, ground) => placesOfJobs(values, ground).flatMap((places) => Array.from(places)),
  // A traffic job cannot be isolated, because the programs determine how long it is measured.
  alone: ({ jobs, traffic }) => [...jobs.map((job) => ({ jobs: [job], traffic: [] })), ...traffic.map(() => null)],
  /** @throws ScenarioError if two jobs share a terminal on the built network */
  compile({ jobs, traffic }, context): Program {
    const { network } = context;
    const issues = sharedBy({ jobs, traffic }, network);
    if (issues.length > 0) throw new ScenarioError(under("workload", issues));
    const program = together(
      jobs.map((job) => kindFor(job.program).compile(job.program.values, context) as Program),
      jobs.map(({ begin }) => begin),
    );
    if (traffic.length === 0) return program;
    const parts = traffic.map((job) => partOfJob(job, context));
    const places = parts.map(({ terminals }, i) => ({ terminals, ...timesOf(traffic[i]) }));
    return { ...program, beside: { ...openLoopOf([streamOf(parts, network.terminals)]), jobs: places } };
  },
});

const kindFor = ({ kind }: ChosenKind) => rankPrograms.get(kind);

const onlyByPacket: ValidationIssue = {
  path: "traffic",
  message: "traffic beside programs is simulated packet by packet only.",
  remedy: "Choose virtual cut-through, store and forward or wormhole switching, or leave the traffic out.",
};

interface Jobs {
  readonly jobs: readonly Job[];
  readonly traffic: readonly TrafficValues[];
}

/** The terminals of each job by rank, first of the programs, then of the traffic. The jobs must fit the network. */
export function placesOfJobs({ jobs, traffic }: Jobs, ground: Ground): readonly ArrayLike<number>[] {
  return [
    ...jobs.map(({ program }) => kindFor(program).terminals!(program.values, ground)),
    ...traffic.map((job) => terminalsOf(job, ground)),
  ];
}

/** The issue about a terminal that two jobs share, as far as their placement is known. */
function sharedBy({ jobs, traffic }: Jobs, site: Site): readonly ValidationIssue[] {
  const where = (path: string, { mapping }: Pick<Placing, "mapping">, one: Jobs) => {
    const ground = groundFor(mapping, site);
    return { path, terminals: ground === null ? null : placesOfJobs(one, ground)[0] };
  };
  const places = [
    ...jobs.map((job, i) => where(`jobs.${i}.program`, job.program.values as unknown as Placing, { jobs: [job], traffic: [] })),
    ...traffic.map((job, i) => where(`traffic.${i}`, job, { jobs: [], traffic: [job] })),
  ];
  return sharedTerminal(places, site);
}
