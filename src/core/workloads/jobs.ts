import { type ValidationIssue, ScenarioError } from "../base/errors.ts";
import { integer, list, record } from "../base/params.ts";
import type { MappingNetwork, NetworkOutline } from "../mappings/contract.ts";
import { listMapping as listed } from "../mappings/list.ts";
import { openLoopOf } from "../traffic/open-loop.ts";
import { defineWorkload } from "./contract.ts";
import { checkIoJob, checkServers, dedicatedServers, type IoJob, ioParams, trafficOfIoJob, serverTerminals } from "./job/io-job.ts";
import {
  checkJob,
  checkPlacement,
  groundOfMapping,
  type OpenLoopJob,
  trafficOfJob,
  type PlacementParams,
  terminalsOfJob,
  compiledTimes,
  prefixPaths,
} from "./job/job.ts";
import {
  checkOneOfSeveralJobs,
  checkJobTimes,
  hasTooFewTerminals,
  checkSharedTerminals,
  jobTimeParams,
  type JobTimes,
} from "./job/several-jobs.ts";
import { streamOfParts } from "./job/traffic-part.ts";
import { trafficJob } from "./job/traffic-job.ts";

const ioRecord = record(
  {
    ...ioParams,
    ranks: integer({ ...ioParams.ranks, help: "Number of terminals that read and write. 0: as many as the mapping allows.", default: 2 }),
    ...jobTimeParams,
  },
  { title: "I/O job", help: "Clients that write to servers and read from them." },
);

export const jobs = defineWorkload({
  id: "jobs",
  title: "jobs",
  article: "",
  group: "Several jobs",
  summary: "Several jobs at the same time, each with its own terminals, traffic, begin and end. They share the network and the servers.",
  source: "Petrini et al. (QsNET), §4.7",
  params: {
    jobs: list(trafficJob, {
      title: "Jobs",
      help: "The jobs; no two jobs share a terminal. Results are measured for all jobs together and for each terminal.",
      minLength: 0,
      maxLength: 8,
      separator: "; ",
      default: [0, 2].map((first) => ({ ...trafficJob.default, mapping: { kind: "consecutive", values: { first } } })),
    }),
    io: list(ioRecord, {
      title: "I/O jobs",
      help: "Jobs of clients that read from and write to servers. Their clients share no terminal with another job; their servers may be on any terminal. The mappings of all jobs skip dedicated servers.",
      minLength: 0,
      maxLength: 8,
      separator: "; ",
      default: [],
    }),
  },
  phrase: "{jobs}",
  replacementPhrase: "set up several jobs",
  examples: [
    {
      jobs: [
        { ranks: 2, mapping: "consecutive", pattern: "uniform", load: 0.5 },
        { ranks: 2, mapping: { kind: "consecutive", first: 2 }, pattern: "neighbour", load: 0.1, process: "constant" },
      ],
    },
    {
      jobs: [
        { ranks: 3, mapping: "random", size: { kind: "exponential", mean: "200 B" }, process: "uniform" },
        { ranks: 3, mapping: { kind: "random", first: 3 }, pattern: { kind: "hot-spot", share: 1 }, load: 0.2, begin: 300, end: 700 },
      ],
    },
    {
      jobs: [{ ranks: 3, load: 0.4, size: { kind: "fixed", bytes: "200 B" } }],
      io: [{ ranks: 3, mapping: { kind: "consecutive", first: 3 }, writes: 0.5, serverMapping: { kind: "strided", stride: 3 } }],
    },
    {
      jobs: [{ ranks: 2 }],
      io: [{ mapping: { kind: "consecutive", first: 3 }, application: "dedicated", access: "deterministic" }],
    },
  ],
  isEndless: true,
  check(values, site, { measuredTo }) {
    const issues = checkJobs(values, site);
    if (issues.length > 0) return issues;
    const timeIssues = (path: string, jobs: readonly JobTimes[]) =>
      jobs.flatMap((job, i) => prefixPaths(`${path}.${i}`, checkJobTimes(job, measuredTo)));
    return [...timeIssues("jobs", values.jobs), ...timeIssues("io", values.io)];
  },
  // The check of an I/O job visits clients and servers.
  visits: ({ jobs, io }, { terminals }) => (jobs.length + 2 * io.length) * terminals,
  terminalsByJob(values, ground) {
    const { jobs, io } = terminalsOfJobs(values, ground);
    return [...jobs, ...io.map(({ clients }) => clients)];
  },
  terminals(values, ground) {
    const { jobs, io } = terminalsOfJobs(values, ground);
    return [...new Set([...jobs.flatMap((ranks) => [...ranks]), ...io.flatMap(({ clients, servers }) => [...clients, ...servers])])];
  },
  /**
   * The values of the workload with one job only, for each of the jobs and then of the I/O jobs, so that it can be simulated without the
   * others; null for a job that cannot be isolated. The job keeps the terminals that it has when all jobs run.
   * @param values the list of jobs, and that of I/O jobs (clients that write to and read from servers)
   * @param ground returns the network as mappings read it; `present` are the connected terminals if not all are
   */
  isolatedJobs(values, ground) {
    // If mappings skip dedicated servers of other jobs, the isolated job needs a list of the resulting terminals.
    const hasReserved = values.io.some(({ application }) => application === "dedicated");
    // If terminals are absent, too, a list would number the ranks differently.
    if (hasReserved && ground().present !== undefined) return [...values.jobs, ...values.io].map(() => null);
    const terminalsByJob = hasReserved ? terminalsOfJobs(values, ground()) : null;
    // A job with too few terminals is not valid in isolation.
    const hasNoTraffic = (job: OpenLoopJob) => job.mapping.kind === listed.id && hasTooFewTerminals(job, ground());
    return [
      ...values.jobs.map((job, i) => {
        const isolated = withListedTerminals(job, terminalsByJob?.jobs[i]);
        return isolated === null || hasNoTraffic(job) ? null : { jobs: [isolated], io: [] };
      }),
      ...values.io.map((job, i) => {
        const isolated = withListedTerminals(job, terminalsByJob?.io[i].clients);
        return isolated === null ? null : { jobs: [], io: [isolated] };
      }),
    ];
  },
  /**
   * Compiles all jobs into streams of open-loop traffic: one stream for what jobs and clients send, and one for the reads of each I/O job's
   * servers. Also lists the terminals and the begin and end of each job.
   * @throws ScenarioError if, on the built network, two jobs share a terminal or a job does not fit next to the servers
   */
  compile(values, context) {
    const { network } = context;
    const issues = checkJobs(values, network);
    if (issues.length > 0) throw new ScenarioError(prefixPaths("workload", issues));
    const reserved = dedicatedServers(values.io, network) ?? new Set();
    const io = values.io.map((job) => trafficOfIoJob(job, context, reserved));
    const sendingParts = [...values.jobs.map((job) => trafficOfJob(job, context, reserved)), ...io.flatMap(({ writes }) => writes ?? [])];
    // A server may run on the terminal of another job's sender or server, so the servers of each job have their own stream.
    const streams = [sendingParts, ...io.flatMap(({ reads }) => (reads === null ? [] : [[reads]]))];
    // The terminals and times of each job, by which results are reported.
    const terminalsByJob = terminalsOfJobs(values, network);
    const ioTerminals = terminalsByJob.io.map(({ clients, servers }) => [...new Set([...clients, ...servers])]);
    return {
      ...openLoopOf(streams.map((parts) => streamOfParts(parts, network.terminals))),
      isDivided: true,
      jobs: [
        ...terminalsByJob.jobs.map((terminals, i) => ({ terminals, ...compiledTimes(values.jobs[i]) })),
        ...ioTerminals.map((terminals, i) => ({ terminals, ...compiledTimes(values.io[i]) })),
      ],
    };
  },
});

interface JobsValues {
  readonly jobs: readonly (OpenLoopJob & JobTimes)[];
  readonly io: readonly (IoJob & JobTimes)[];
}

/** The terminals of each job's ranks, and of each I/O job's clients and servers. The jobs must fit the network. */
export function terminalsOfJobs({ jobs, io }: JobsValues, ground: MappingNetwork) {
  const reserved = dedicatedServers(io, ground) ?? undefined;
  return {
    jobs: jobs.map((job) => terminalsOfJob(job, ground, reserved)),
    io: io.map((job) => ({ clients: terminalsOfJob(job, ground, reserved), servers: serverTerminals(job, ground) })),
  };
}

/** A job with its terminals listed. The job is unchanged if `terminals` is undefined; null if there are too many to list. */
function withListedTerminals<J extends PlacementParams>(job: J, terminals: Int32Array | undefined): J | null {
  if (terminals === undefined) return job;
  if (terminals.length > listed.params.terminals.maxLength) return null;
  return { ...job, mapping: { kind: listed.id, values: { terminals: [...terminals] } } };
}

/**
 * The issues with the jobs on a network that is known only by its dimensions (`site`): checks the servers of I/O jobs, then each job
 * separately, and finally that no two jobs share a terminal. Paths are relative to the workload. Reserved terminals are those of dedicated
 * servers.
 */
function checkJobs({ jobs, io }: JobsValues, site: NetworkOutline): readonly ValidationIssue[] {
  if (jobs.length + io.length === 0) return [{ path: "jobs", message: "the list of jobs is empty.", remedy: "Add one." }];
  const serverIssues = io.flatMap((job, i) => prefixPaths(`io.${i}`, checkServers(job, site)));
  if (serverIssues.length > 0) return serverIssues;
  const reserved = dedicatedServers(io, site);
  // A job with too few terminals for its pattern is accepted as silent, unless no job would send.
  const checkTrafficJob = io.length === 0 && jobs.every((job) => hasTooFewTerminals(job, site)) ? checkJob : checkOneOfSeveralJobs;
  const issues = [
    ...jobs.flatMap((job, i) =>
      prefixPaths(`jobs.${i}`, reserved === null ? checkPlacement(job, site) : checkTrafficJob(job, site, reserved)),
    ),
    ...io.flatMap((job, i) => prefixPaths(`io.${i}`, checkIoJob(job, site, reserved))),
  ];
  // If a mapping reads coordinates, only the built network shows whether jobs share a terminal; `compile` checks again.
  if (issues.length > 0 || reserved === null) return issues;
  const placements = [...jobs.map((job, i) => [`jobs.${i}`, job] as const), ...io.map((job, i) => [`io.${i}`, job] as const)];
  return checkSharedTerminals(
    placements.map(([path, placement]) => {
      const ground = groundOfMapping(placement.mapping, site);
      return { path, terminals: ground === null ? null : terminalsOfJob(placement, ground, reserved) };
    }),
    site,
  );
}
