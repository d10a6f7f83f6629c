import { type ValidationIssue, ScenarioError } from "../base/errors.ts";
import { integer, list, record } from "../base/params.ts";
import type { Ground, Site } from "../mappings/contract.ts";
import { list as listed } from "../mappings/list.ts";
import { openLoopOf } from "../traffic/open-loop.ts";
import { workload } from "./contract.ts";
import { checkIoJob, checkServers, dedicatedTo, type IoJob, ioParams, partsOfIoJob, serversOf } from "./job/io-job.ts";
import { checkJob, checkPlaces, groundFor, type Job, partOfJob, type Placing, terminalsOf, timesOf, under } from "./job/job.ts";
import { checkJobOfMany, checkTimes, isShort, sharedTerminal, timeParams, type Times } from "./job/many.ts";
import { streamOf } from "./job/part.ts";
import { trafficJob } from "./job/traffic-job.ts";

const ioRecord = record(
  {
    ...ioParams,
    ranks: integer({ ...ioParams.ranks, help: "Terminals that read and write. 0: as many as the mapping has places for.", default: 2 }),
    ...timeParams,
  },
  { title: "I/O job", help: "Clients that write to servers and read from them." },
);

export const jobs = workload({
  id: "jobs",
  title: "jobs",
  article: "",
  group: "Several jobs",
  summary: "Several jobs at once, each with terminals, traffic and time of its own. They meet in the network and on servers.",
  source: "Petrini et al. (QsNET), §4.7",
  params: {
    jobs: list(trafficJob, {
      title: "Jobs",
      help: "The jobs; no two share a terminal. They are measured together, and each terminal by itself.",
      minLength: 0,
      maxLength: 8,
      separator: "; ",
      default: [0, 2].map((first) => ({ ...trafficJob.default, mapping: { kind: "consecutive", values: { first } } })),
    }),
    io: list(ioRecord, {
      title: "I/O jobs",
      help: "Jobs that read and write alongside the others. Their clients share no terminal with another job; their servers may be anywhere. The mappings of all jobs skip dedicated servers.",
      minLength: 0,
      maxLength: 8,
      separator: "; ",
      default: [],
    }),
  },
  phrase: "{jobs}",
  taken: "gave terminals jobs of their own",
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
  endless: true,
  check(values, site, { measuredTo }) {
    const issues = check(values, site);
    if (issues.length > 0) return issues;
    const times = (path: string, jobs: readonly Times[]) => jobs.flatMap((job, i) => under(`${path}.${i}`, checkTimes(job, measuredTo)));
    return [...times("jobs", values.jobs), ...times("io", values.io)];
  },
  // The check of an I/O job visits clients and servers.
  visits: ({ jobs, io }, { terminals }) => (jobs.length + 2 * io.length) * terminals,
  places(values, ground) {
    const { jobs, io } = placesByJob(values, ground);
    return [...jobs, ...io.map(({ clients }) => clients)];
  },
  terminals(values, ground) {
    const { jobs, io } = placesByJob(values, ground);
    return [...new Set([...jobs.flatMap((ranks) => [...ranks]), ...io.flatMap(({ clients, servers }) => [...clients, ...servers])])];
  },
  alone(values, ground) {
    // If mappings skip dedicated servers of other jobs, the isolated job needs a list of the resulting terminals.
    const hasKept = values.io.some(({ application }) => application === "dedicated");
    // If terminals are absent as well, a list would number the ranks differently.
    if (hasKept && ground().present !== undefined) return [...values.jobs, ...values.io].map(() => null);
    const places = hasKept ? placesByJob(values, ground()) : null;
    // A job with too few terminals is not valid in isolation.
    const isSilent = (job: Job) => job.mapping.kind === listed.id && isShort(job, ground());
    return [
      ...values.jobs.map((job, i) => {
        const own = on(job, places?.jobs[i]);
        return own === null || isSilent(job) ? null : { jobs: [own], io: [] };
      }),
      ...values.io.map((job, i) => {
        const own = on(job, places?.io[i].clients);
        return own === null ? null : { jobs: [], io: [own] };
      }),
    ];
  },
  /** @throws ScenarioError if, on the built network, two jobs share a terminal or a job does not fit next to the servers */
  compile(values, context) {
    const { network } = context;
    const issues = check(values, network);
    if (issues.length > 0) throw new ScenarioError(under("workload", issues));
    const kept = dedicatedTo(values.io, network) ?? new Set();
    const io = values.io.map((job) => partsOfIoJob(job, context, kept));
    const sent = [...values.jobs.map((job) => partOfJob(job, context, kept)), ...io.flatMap(({ writes }) => writes ?? [])];
    // A server may run on the terminal of another job's sender or server, so the servers of each job have their own stream.
    const streams = [sent, ...io.flatMap(({ reads }) => (reads === null ? [] : [[reads]]))];
    const places = placesByJob(values, network);
    const ofIo = places.io.map(({ clients, servers }) => [...new Set([...clients, ...servers])]);
    return {
      ...openLoopOf(streams.map((parts) => streamOf(parts, network.terminals))),
      isDivided: true,
      jobs: [
        ...places.jobs.map((terminals, i) => ({ terminals, ...timesOf(values.jobs[i]) })),
        ...ofIo.map((terminals, i) => ({ terminals, ...timesOf(values.io[i]) })),
      ],
    };
  },
});

interface Jobs {
  readonly jobs: readonly (Job & Times)[];
  readonly io: readonly (IoJob & Times)[];
}

/** The terminals of each job's ranks, and of each I/O job's clients and servers. The jobs must fit the network. */
export function placesByJob({ jobs, io }: Jobs, ground: Ground) {
  const kept = dedicatedTo(io, ground) ?? undefined;
  return {
    jobs: jobs.map((job) => terminalsOf(job, ground, kept)),
    io: io.map((job) => ({ clients: terminalsOf(job, ground, kept), servers: serversOf(job, ground) })),
  };
}

/** A job with its terminals listed. The job is unchanged if `terminals` is undefined; null if there are too many to list. */
function on<J extends Placing>(job: J, terminals: Int32Array | undefined): J | null {
  if (terminals === undefined) return job;
  if (terminals.length > listed.params.terminals.maxLength) return null;
  return { ...job, mapping: { kind: listed.id, values: { terminals: [...terminals] } } };
}

/** Checks the servers, then each job by itself, and finally that no two jobs share a terminal. */
function check({ jobs, io }: Jobs, site: Site): readonly ValidationIssue[] {
  if (jobs.length + io.length === 0) return [{ path: "jobs", message: "there is no job.", remedy: "Add one." }];
  const unserved = io.flatMap((job, i) => under(`io.${i}`, checkServers(job, site)));
  if (unserved.length > 0) return unserved;
  const kept = dedicatedTo(io, site);
  // At least one job must send.
  const checkSent = io.length === 0 && jobs.every((job) => isShort(job, site)) ? checkJob : checkJobOfMany;
  const issues = [
    ...jobs.flatMap((job, i) => under(`jobs.${i}`, kept === null ? checkPlaces(job, site) : checkSent(job, site, kept))),
    ...io.flatMap((job, i) => under(`io.${i}`, checkIoJob(job, site, kept))),
  ];
  // If a mapping reads coordinates, only the built network can tell; `compile` checks again.
  if (issues.length > 0 || kept === null) return issues;
  const placings = [...jobs.map((job, i) => [`jobs.${i}`, job] as const), ...io.map((job, i) => [`io.${i}`, job] as const)];
  return sharedTerminal(
    placings.map(([path, placing]) => {
      const ground = groundFor(placing.mapping, site);
      return { path, terminals: ground === null ? null : terminalsOf(placing, ground, kept) };
    }),
    site,
  );
}
