/**
 * What collective operations have in common: a vector, an algorithm given as a schedule, channels and chunks. An operation lists its
 * algorithms; the program, closed forms, choices and issues are derived from them.
 */
import { ScenarioError, type ValidationIssue } from "../../base/errors.ts";
import { choice, integer, type Params, quantity } from "../../base/params.ts";
import { formatQuantity } from "../../base/units.ts";
import type { NetworkOutline } from "../../mappings/contract.ts";
import type { Collective, CollectiveOperation } from "../../programs/collective.ts";
import type { Conditions } from "../contract.ts";
import { maxBusyCycles, maxWholeBusyCycles, programWorkload, programParams, rankParams, type WritingContext } from "../program.ts";
import { maxContribution, checkTreeCount, prepareTrees, checkTreeSupport } from "./in-network.ts";
import { type ScheduleInstance, instancesOf, maxBytesSent, countRounds } from "./schedule-instances.ts";
import { mirrorSchedule, type RankOrder, withRankOrder, type Schedule } from "./schedule.ts";
import { shiftedOrder } from "./trees.ts";
import { writeSchedules } from "./write-schedules.ts";

/** The arguments of a collective operation. */
export interface CollectiveCall {
  readonly ranks: number;
  /** Bytes of the vector. */
  readonly bytes: number;
  /** The rank that has the vector at the beginning or at the end; 0 if there is none. */
  readonly root: number;
  readonly channels: number;
  /** Number of chunks of a block, or number of segments of the vector; at least 1. */
  readonly chunks: number;
  /** Ranks in a row of a grid, or on a host; 1 if the algorithm has no rows. */
  readonly row: number;
}

/** An algorithm of a collective operation. */
export interface Algorithm {
  /** Identifier in the document. It never changes. */
  readonly id: string;
  readonly title: string;
  readonly help: string;
  /** Number of dependent rounds of messages, if no block is empty. */
  rounds(task: CollectiveCall): number;
  /** True if the number of rounds does not depend on empty blocks. */
  readonly isSteady?: true;
  /** Parallel schedules of a channel, each with its part of every block. Channels are counted within one direction. */
  schedules(task: CollectiveCall, channel: number): readonly Schedule[];
  /** Number of different schedules among the channels of one direction; 1 when absent. */
  readonly channelVariants?: number;
  /** Maximum number of messages that a rank sends in one channel and chunk. */
  messages(task: CollectiveCall): number;
  /** True if most of the messages are sent in loops. */
  readonly isLooped?: true;
  /** Default number of segments of a vector. When absent, every block is cut into chunks, which are passed on one by one. */
  segments?(ranks: number, bytes: number): number;
  /** True if one rank has the vector at the beginning or at the end. */
  readonly isRooted?: true;
  /** True if switches carry out the operation: see `in-network.ts`. Then there are no schedules. */
  readonly isInNetwork?: true;
  /** Whether ranks form rows of equal length, and what a row is. */
  readonly rows?: "grid" | "hosts";
}

/** Maximum number of messages of all ranks, if loops send them: they take minutes to simulate, not hours. */
const maxLoopMessages = 2 ** 26;
/** Maximum number of messages that are written one by one, which takes seconds. */
const maxWrittenMessages = 2 ** 21;
/** Operations of a loop that sends, including its beginning and end. */
const loopOperations = 16;

const vectorParam = quantity({
  ...programParams.message,
  title: "Vector",
  word: "#",
  help: "Size of the whole vector in bytes; its blocks are sent as messages.",
});

const channelsParam = integer({
  title: "Channels",
  word: "# channels|# channel",
  help: "Number of copies of the algorithm that run in parallel, each with a part of every block and in alternating directions; useful for terminals with several links and injection slots.",
  min: 1,
  max: 32,
  default: 1,
});

const chunksParam = integer({
  title: "Chunks",
  word: "# chunks|# chunk",
  help: "Number of pieces of every block, or of segments in a tree or chain; each is passed on as soon as it arrives. 0: chosen by the algorithm.",
  zero: "default chunks",
  min: 0,
  max: 1024,
  default: 0,
});

/** The rate at which received data are reduced. */
export const reductionParam = quantity({
  title: "Reduction",
  word: "reduced at #",
  help: "Bytes per second that a rank reduces; the rank is busy during this time. 0: the reduction takes no time.",
  dimension: "rate",
  min: 0,
  max: 1e15,
  multipleOf: 1,
  zero: "no reduction time",
  default: 0,
});

/** The parameter for the root of a broadcast or reduce. */
export const rootParam = (help: string) => integer({ title: "Root", help, min: 0, max: 65535, default: 0 });

/** The parameter for the rows of a 2-D ring. */
export const rowParam = integer({
  title: "Ranks per row",
  word: "rows of #",
  help: "Ranks of a row in a two-dimensional ring. 0: the grid is as nearly square as possible.",
  zero: "square rows",
  unit: "ranks",
  min: 0,
  max: 65536,
  default: 0,
});

/** The parameter for the hosts of a hierarchical algorithm. */
export const hostParam = integer({
  title: "Ranks per host",
  word: "# ranks per host|# rank per host",
  help: "Number of consecutive ranks that a hierarchical algorithm treats as one host. 0: the hosts of the network.",
  zero: "the network's hosts",
  unit: "ranks",
  min: 0,
  max: 65536,
  default: 0,
});

/** The largest divisor of a number that does not exceed a maximum. */
function divisorUpTo(number: number, max: number): number {
  let divisor = Math.min(number, max);
  while (number % divisor !== 0) divisor--;
  return divisor;
}

/** The parameter values of all operations; a value is absent if the operation does not have the parameter. */
interface CollectiveValues {
  readonly message: number;
  readonly algorithm: string;
  readonly channels: number;
  readonly chunks: number;
  readonly reduction?: number;
  readonly root?: number;
  readonly row?: number;
  readonly host?: number;
}

type HostSite = Pick<NetworkOutline, "terminals" | "axes">;

/** Used where the network is unknown. */
const unknownSite: HostSite = { terminals: 0, axes: [] };

/** Adjusts the rows so that they divide the ranks, because closed forms are also computed for values that are not checked yet. */
const withDividingRows = (call: CollectiveCall): CollectiveCall => ({
  ...call,
  row: divisorUpTo(call.ranks, Math.max(1, Math.floor(call.row))),
});

/** Terminals of a host of the network; 0 if it has no hosts. */
function hostSize({ terminals, axes }: HostSite): number {
  const hosts = axes.find(({ kind }) => kind === "host");
  return hosts === undefined ? 0 : terminals / hosts.size;
}

/** @typeParam A ids of the algorithms */
interface CollectiveSpec<Id extends string, A extends string, P extends Params> {
  readonly id: Id & CollectiveOperation;
  readonly article: "a" | "an";
  readonly summary: string;
  readonly source: string;
  /** The first algorithm is the default. */
  readonly algorithms: readonly (Algorithm & { readonly id: A })[];
  /** Parameters in addition to vector, algorithm, channels, chunks and ranks. */
  readonly params: P;
  readonly phrase: string;
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

/** Defines the workload of a collective operation. */
export function collectiveWorkload<const Id extends string, const A extends string, P extends Params>(spec: CollectiveSpec<Id, A, P>) {
  const { id, algorithms } = spec;
  const algorithmOf = (values: CollectiveValues) => algorithms.find((each) => each.id === values.algorithm)!;
  const callOf = (values: CollectiveValues, ranks: number, network: HostSite): CollectiveCall => {
    const { rows, segments } = algorithmOf(values);
    const chunkCount = values.chunks === 0 ? (segments?.(ranks, values.message) ?? 1) : values.chunks;
    const gridRow = values.row === 0 ? divisorUpTo(ranks, Math.floor(Math.sqrt(ranks))) : values.row;
    const hostRanks = values.host === 0 ? hostSize(network) : values.host;
    return {
      ranks,
      bytes: values.message,
      root: values.root ?? 0,
      channels: values.channels,
      // Every segment has at least one byte.
      chunks: segments === undefined ? chunkCount : Math.min(chunkCount, values.message),
      row: (rows === "grid" ? gridRow : rows === "hosts" ? hostRanks : 1) ?? 1,
    };
  };
  return programWorkload({
    id,
    title: id,
    article: spec.article,
    group: "Collectives",
    summary: spec.summary,
    source: spec.source,
    params: {
      message: vectorParam,
      algorithm: choice({
        title: "Algorithm",
        help: "How the ranks exchange and reduce their data.",
        default: algorithms[0].id as NoInfer<A>,
        choices: algorithms.map(({ id: each, title, help }) => ({ id: each, title, help })),
      }),
      ...spec.params,
      channels: channelsParam,
      chunks: chunksParam,
      ...rankParams,
    },
    phrase: spec.phrase,
    examples: spec.examples,
    collective: true,
    inPieces: true,
    validRanks: "2 or more",
    largestRanks: (_values, maxRanks) => maxRanks,
    bytes(rawValues, ranks) {
      const values = rawValues as unknown as CollectiveValues;
      if (algorithmOf(values).isInNetwork === true) return ranks * maxContribution(id, ranks, values.message);
      const call = withDividingRows(callOf(values, ranks, unknownSite));
      // The first two ranks are representative of all.
      return ranks * maxBytesSent(instancesFor(algorithmOf(values), call), 2);
    },
    check(rawValues, ranks, conditions, site) {
      const values = rawValues as unknown as CollectiveValues;
      const algorithm = algorithmOf(values);
      const rootIssues = checkRoot(values.root ?? 0, ranks);
      if (rootIssues.length > 0) return rootIssues;
      if (algorithm.isInNetwork === true)
        return [...checkTreeSupport("algorithm", site, algorithms[0].id), ...checkTreeCount(id, ranks, values.channels)].slice(0, 1);
      const call = callOf(values, ranks, site);
      const rowIssues = checkRows(algorithm, values, call);
      if (rowIssues.length > 0) return rowIssues;
      return [...checkMessages(algorithm, call), ...checkReductionTime(algorithm, values, call, conditions)].slice(0, 1);
    },
    collectiveOf: (rawValues, ranks, network) =>
      collectiveForm(
        id,
        algorithmOf(rawValues as unknown as CollectiveValues),
        withDividingRows(callOf(rawValues as unknown as CollectiveValues, ranks, network)),
      ),
    prepare(rawValues, writing) {
      const values = rawValues as unknown as CollectiveValues;
      const algorithm = algorithmOf(values);
      const call = callOf(values, writing.ranks, writing.placement);
      if (algorithm.isInNetwork === true) return prepareTrees(id, call, writing);
      const order = algorithm.rows === "hosts" && values.host === 0 ? orderByHost(call, writing.placement) : null;
      const instances = instancesFor(algorithm, call, order);
      return (rank: number) => writeSchedules(instances, rank, values.reduction ?? 0, writing);
    },
    writeRank: (_given, rank, _writing, writeRank) => writeRank(rank),
  });
}

/**
 * The parallel instances of an algorithm's schedules: channel by channel, alternating between both directions, and chunk by chunk within a
 * channel.
 */
export function instancesFor(algorithm: Algorithm, call: CollectiveCall, order: RankOrder | null = null): readonly ScheduleInstance[] {
  const { ranks, bytes, root: rootRank } = call;
  const { channelVariants = 1, segments } = algorithm;
  const schedules: Schedule[] = [];
  for (let channel = 0; channel < call.channels; channel++) {
    const isReverse = Math.floor(channel / channelVariants) % 2 === 1;
    for (const schedule of algorithm.schedules(call, channel % channelVariants)) {
      // Mirroring must not move the root.
      const directed = !isReverse ? schedule : mirrorSchedule(schedule, algorithm.isRooted === true ? 0 : ranks - 1);
      const rooted = rootRank === 0 ? directed : withRankOrder(directed, shiftedOrder(rootRank, ranks));
      const ordered = order === null ? rooted : withRankOrder(rooted, order);
      for (let chunk = 0; chunk < (segments === undefined ? call.chunks : 1); chunk++) schedules.push(ordered);
    }
  }
  return instancesOf(schedules, bytes);
}

/**
 * The description of a collective call for the page: name of the algorithm, number of dependent communication steps, and the most bytes
 * that a rank sends. Steps have a closed form if no block of the vector is empty; otherwise they are counted by executing the schedule,
 * because empty blocks may save a round. An instance is one of several parallel copies of the schedule, each with a part of the data.
 */
function collectiveForm(operation: CollectiveOperation, algorithm: Algorithm, call: CollectiveCall): Collective {
  const { ranks, bytes, root } = call;
  if (algorithm.isInNetwork === true)
    return {
      operation,
      algorithm: algorithm.title,
      ranks,
      bytes,
      steps: algorithm.rounds(call),
      bytesPerRank: maxContribution(operation, ranks, bytes),
      ...(root === 0 ? {} : { root }),
      inNetwork: true,
    };
  const instances = instancesFor(algorithm, call);
  // With at least this many bytes, no segment is empty or, in algorithms without segments, no block of the first instance.
  const minFullBytes = algorithm.segments === undefined ? ranks : call.chunks * instances.length;
  const hasClosedForm = algorithm.isSteady === true || bytes >= minFullBytes;
  return {
    operation,
    algorithm: algorithm.title,
    ranks,
    bytes,
    steps: hasClosedForm ? algorithm.rounds(call) : countRounds(instances, ranks),
    bytesPerRank: maxBytesSent(instances, ranks),
    ...(root === 0 ? {} : { root }),
  };
}

/**
 * Orders ranks so that those on one host are consecutive, as hierarchical algorithms need. Returns the rank at each position, and the
 * position of each rank.
 * @param ranks, row the number of ranks, and the number that each host must have
 * @param axes, coordinates the dimensions of the network, one of which is the host; and [rank × axes] the coordinates of each rank
 * @throws ScenarioError if hosts have different numbers of ranks
 */
function orderByHost({ ranks, row: hostRanks }: CollectiveCall, { axes, coordinates }: WritingContext["placement"]): RankOrder {
  const axis = axes.findIndex(({ kind }) => kind === "host");
  const ranksByHost = new Map<number, number[]>();
  for (let rank = 0; rank < ranks; rank++) {
    const index = coordinates[rank * axes.length + axis];
    ranksByHost.set(index, [...(ranksByHost.get(index) ?? []), rank]);
  }
  for (const [index, ranksOnHost] of ranksByHost) {
    if (ranksOnHost.length === hostRanks) continue;
    const message = `of ${hostRanks} ranks of a host, ${ranksOnHost.length} run on host ${index}; a hierarchical algorithm needs the same number of ranks on each host.`;
    throw new ScenarioError([
      { path: "workload.host", message, remedy: "Choose a mapping that fills hosts, or set the number of ranks per host." },
    ]);
  }
  const order = [...ranksByHost.values()].flat();
  const indexOfRank = new Int32Array(ranks);
  order.forEach((rank, index) => (indexOfRank[rank] = index));
  return { rankAt: (index) => order[index], positionOf: (rank) => indexOfRank[rank] };
}

/** The issue about a root that does not exist. */
export function checkRoot(root: number, ranks: number): readonly ValidationIssue[] {
  if (root < ranks) return [];
  const message = `there is no rank ${root}; the ${ranks} ranks are numbered from 0.`;
  return [{ path: "root", message, remedy: `Use ${ranks - 1} or less.`, nearest: ranks - 1 }];
}

/**
 * The issue that the ranks do not fill whole rows, for algorithms that arrange ranks as a grid, or by host (a row is then a host); no issue
 * if they do. Suggests a number of ranks or a row length that fits.
 * @param row number of ranks of a row; 0 if unknown
 */
function checkRows({ rows }: Algorithm, values: CollectiveValues, { ranks, row: rowLength }: CollectiveCall): readonly ValidationIssue[] {
  if (rows === undefined || (rowLength > 0 && ranks % rowLength === 0)) return [];
  const isExplicit = (rows === "grid" ? values.row : values.host) !== 0;
  const nearest = divisorUpTo(ranks, rowLength > 0 ? rowLength : Math.floor(Math.sqrt(ranks)));
  if (rows === "hosts" && !isExplicit) {
    if (rowLength === 0)
      return [
        {
          path: "host",
          message: "this network has no hosts, so the number of ranks per host is not known.",
          remedy: `Set the number of ranks per host, such as ${nearest}.`,
          nearest,
        },
      ];
    const fewerRanks = ranks - (ranks % rowLength);
    const message = `${ranks} ranks do not fill hosts of ${rowLength}.`;
    if (fewerRanks > 0)
      return [{ path: "ranks", message, remedy: `Use ${fewerRanks} or ${fewerRanks + rowLength} ranks.`, nearest: fewerRanks }];
    return [{ path: "host", message, remedy: `Set the number of ranks per host, such as ${nearest}.`, nearest }];
  }
  const message = `${ranks} ranks are not a whole number of ${rows === "grid" ? "rows" : "hosts"} of ${rowLength}.`;
  return [{ path: rows === "grid" ? "row" : "host", message, remedy: `Use ${nearest}, or another divisor of ${ranks}.`, nearest }];
}

/**
 * The issue that the time of a collective's reductions (additions of received data) is unknown, because cycles have no length in seconds,
 * or is longer than is simulated. Suggests the lowest rate that is fast enough. A `reduction` of 0 means that reductions take no time.
 */
function checkReductionTime(
  algorithm: Algorithm,
  { reduction: bytesPerSecond = 0 }: CollectiveValues,
  call: CollectiveCall,
  { cycleSeconds, engine }: Conditions,
): readonly ValidationIssue[] {
  if (bytesPerSecond === 0) return [];
  if (cycleSeconds === null) {
    const message = "the rate of the reduction is in bytes per second, but in this technology a cycle has no length.";
    return [{ path: "reduction", message, remedy: "Choose a technology with a rate, or a reduction that takes no time.", nearest: 0 }];
  }
  const cycleLimit = engine.time === "real" ? maxBusyCycles : maxWholeBusyCycles;
  const { ranks, bytes } = call;
  // Without segments, recursive doubling reduces the most bytes in sequence; with segments, each round reduces one schedule's part of a
  // segment.
  const scheduleParts = call.chunks * algorithm.schedules(call, 0).length;
  const reducedBytes = bytes * (algorithm.segments === undefined ? Math.log2(ranks) + 1 : algorithm.rounds(call) / scheduleParts);
  const minRate = Math.ceil(reducedBytes / (cycleLimit * cycleSeconds));
  if (bytesPerSecond >= minRate) return [];
  const message = `to reduce ${formatQuantity(bytes, "bytes")} at ${formatQuantity(bytesPerSecond, "rate")} takes longer than the longest time that can be simulated.`;
  return [
    {
      path: "reduction",
      message,
      remedy: `Use ${formatQuantity(minRate, "rate")} or more, or 0 if reduction takes no time.`,
      nearest: minRate,
    },
  ];
}

/**
 * The issue that a collective call needs too many messages to simulate, or too many operations to write; no issue if it fits. An instance
 * is one of the parallel schedules into which channels (as in NCCL) and chunks of the vector divide the call. By bisection, finds the
 * largest feasible value of chunks, channels or ranks, and suggests the first of them whose reduction is sufficient.
 */
function checkMessages(algorithm: Algorithm, call: CollectiveCall): readonly ValidationIssue[] {
  const { isLooped = false, segments } = algorithm;
  // The number of schedules does not depend on the number of ranks, so it is counted with two ranks, which takes the least time.
  const instanceCount = ({ channels: channelCount, chunks: chunkCount, ...candidate }: CollectiveCall) =>
    channelCount *
    algorithm.schedules({ ...candidate, channels: channelCount, chunks: chunkCount, ranks: 2, row: 1 }, 0).length *
    (segments === undefined ? chunkCount : 1);
  const messageCount = (candidate: CollectiveCall) => candidate.ranks * instanceCount(candidate) * algorithm.messages(candidate);
  const writtenOperations = (candidate: CollectiveCall) =>
    isLooped ? candidate.ranks * instanceCount(candidate) * loopOperations : messageCount(candidate);
  const isFeasible = (candidate: CollectiveCall) =>
    messageCount(candidate) <= maxLoopMessages && writtenOperations(candidate) <= maxWrittenMessages;
  if (isFeasible(call)) return [];
  const message = `${call.ranks} ranks would send ${formatMillions(messageCount(call))} messages; at most ${formatMillions(isLooped ? maxLoopMessages : maxWrittenMessages)} are simulated.`;
  const reducible = ["chunks", "channels", "ranks"] as const;
  for (const path of reducible) {
    let [largestFit, smallestMisfit] = [0, call[path]];
    while (smallestMisfit - largestFit > 1) {
      const middle = Math.floor((largestFit + smallestMisfit) / 2);
      if (isFeasible({ ...call, [path]: middle })) largestFit = middle;
      else smallestMisfit = middle;
    }
    const nearest = path === "ranks" ? largestFit - (largestFit % call.row) : largestFit;
    const others = reducible.filter((each) => each !== path).map((each) => `fewer ${each}`);
    if (nearest >= (path === "ranks" ? 2 : 1))
      return [{ path, message, remedy: `Use ${nearest} or less, or ${others.join(" or ")}.`, nearest }];
  }
  return [{ path: "ranks", message, remedy: "Use fewer ranks, channels and chunks." }];
}

/** A large number in millions: `16.8 million`. */
export const formatMillions = (count: number) => `${Number((count / 1e6).toPrecision(3))} million`;
