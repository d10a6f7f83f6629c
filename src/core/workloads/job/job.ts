/**
 * A job of open-loop traffic: its ranks, their placement, and what they send to each other. One workload has a single job, another several.
 */
import { withoutUndefined } from "../../base/defined.ts";
import type { ValidationIssue } from "../../base/errors.ts";
import { choice, integer, kindChoice, number, type Params, type ValuesOf } from "../../base/params.ts";
import type { MappingNetwork, NetworkOutline } from "../../mappings/contract.ts";
import { listMapping as listed } from "../../mappings/list.ts";
import { mappings } from "../../mappings/registry.ts";
import { patterns } from "../../patterns/registry.ts";
import { uniformPattern } from "../../patterns/uniform.ts";
import { phitBytes } from "../../base/units.ts";
import type { DemandContext } from "../../plan/demand.ts";
import type { MessageInjection } from "../../traffic/open-loop.ts";
import { sizes } from "../../sizes/registry.ts";
import type { JobTimes } from "./several-jobs.ts";
import { isIdentity, type TrafficPart } from "./traffic-part.ts";

/**
 * Injection processes that may create several messages in a cycle, so that a load may exceed the capacity of a channel. The last two do so
 * if their intervals are shorter than a cycle.
 */
export const injectionProcesses = {
  exponential: {
    id: "exponential",
    title: "exponential",
    help: "A Poisson process: exponentially distributed intervals; several messages may be created in one cycle.",
  },
  uniform: {
    id: "uniform",
    title: "uniform",
    help: "Intervals are uniformly distributed from 0 to twice the mean; several messages may be created in one cycle.",
  },
  constant: { id: "constant", title: "constant", help: "Constant intervals; each terminal has its own random phase." },
  inStep: {
    id: "in-step",
    title: "in step",
    help: "Constant intervals, from cycle 0 on: all terminals send at the same time.",
  },
} as const;

/** The parameters of a job. The defaults of `pattern`, `load` and `ranks` are those of a single job. */
export const jobParams = {
  pattern: kindChoice(patterns, {
    title: "Traffic pattern",
    help: "Which terminal sends to which destinations.",
    default: "perfect-shuffle",
  }),
  load: number({
    title: "Offered load",
    word: "load #",
    help: "Phits that each sending terminal creates per cycle, in whole packets; 1 is the capacity of its channel. Packets of a terminal to itself count as offered load but are not sent.",
    min: 0.01,
    max: 1,
    step: 0.01,
    unit: "phits/cycle",
    default: 0.45,
  }),
  loadOf: choice({
    title: "Load 1 is",
    help: "What load 1 means if the channels of terminals have different rates.",
    choices: [
      { id: "cycle", title: "a phit per cycle", help: "Load 1 is one phit per cycle for all terminals." },
      {
        id: "channel",
        title: "the capacity of a terminal's own channel",
        help: "Load 1 is the capacity of the terminal's own channel. Above one message per cycle, intervals are exponentially distributed.",
      },
    ],
    default: "cycle",
  }),
  process: choice({
    title: "Injection process",
    help: "When messages are created. The mean interval is the phits of a mean message divided by the offered load.",
    choices: [
      { id: "bernoulli", title: "Bernoulli", help: "In each cycle with the same probability, independent of the past." },
      injectionProcesses.exponential,
      injectionProcesses.uniform,
      injectionProcesses.constant,
      injectionProcesses.inStep,
    ],
    default: "bernoulli",
  }),
  size: kindChoice(sizes, {
    title: "Message size",
    help: "Size of the messages; a message is divided into whole packets, which are created together.",
    default: "single",
  }),
  mapping: kindChoice(mappings, { title: "Mapping", help: "Which terminal each rank runs on.", default: "consecutive" }),
  ranks: integer({
    title: "Ranks",
    word: "# ranks|# rank",
    help: "Number of terminals that take part; all others send nothing. 0: as many as the mapping allows.",
    unit: "ranks",
    min: 0,
    max: 65536,
    default: 0,
  }),
} satisfies Params;

/** The parameter values of an open-loop job. */
export type OpenLoopJob = ValuesOf<typeof jobParams>;

/** Begin and end of a job as its injections need them: a time of 0, the default, is left out. */
export function compiledTimes({ begin = 0, end = 0 }: Partial<JobTimes>): Pick<MessageInjection, "begin" | "end"> {
  return { ...(begin > 0 ? { begin } : {}), ...(end > 0 ? { end } : {}) };
}

/** Terminals that the ranks of a job may not use. */
export type ReservedTerminals = ReadonlySet<number>;
const noReserved: ReservedTerminals = new Set();

/**
 * Issues with an open-loop job (a pattern, sizes and a mapping of ranks to terminals) on a network, with paths relative to the job: ranks
 * that cannot be placed, a pattern that does not support that number of ranks, or a terminal that a pattern names but that the job lacks.
 * `ground` is the network as this job sees it: with all terminals, connected or not, if its pattern names terminals. `onRanks` replaces the
 * terminals in a pattern's values by ranks.
 * @param network the network as far as it is known before it is built
 * @param reserved terminals that the job may not use
 */
export function checkJob(job: OpenLoopJob, network: NetworkOutline, reserved = noReserved): readonly ValidationIssue[] {
  const { pattern, size, mapping, ranks } = job;
  const ground = groundOfJob(job, network);
  const placementIssues = checkPlacement({ mapping, ranks }, ground, reserved);
  if (placementIssues.length > 0) return placementIssues;
  const rankCount = ranks === 0 ? freeCapacity(mapping, ground, reserved) : ranks;
  const chosenPattern = patterns.get(pattern.kind);
  const unmetNeed = chosenPattern.reasonUnsupported(rankCount);
  if (unmetNeed !== null) {
    const canSuggestUniform = chosenPattern.id !== uniformPattern.id && uniformPattern.reasonUnsupported(rankCount) === null;
    return [
      {
        path: "pattern",
        message: `${chosenPattern.title} ${unmetNeed}.`,
        remedy: "Choose another pattern, or another network size.",
        ...(canSuggestUniform ? { nearest: uniformPattern.id } : {}),
      },
    ];
  }
  const absenceIssues: ValidationIssue[] = [];
  const resolveRank = rankResolver(job, ground);
  const values =
    resolveRank === null || chosenPattern.onRanks === undefined
      ? pattern.values
      : chosenPattern.onRanks(pattern.values, (terminal, path) => {
          const rank = resolveRank(terminal);
          if (rank < 0) absenceIssues.push(absentTerminalIssue(terminal, path, job, ground));
          return rank;
        });
  const issues = absenceIssues.length > 0 ? absenceIssues : chosenPattern.check(values, rankCount);
  return [...prefixPaths("pattern", issues), ...checkMessageSize(size)];
}

/**
 * The issue about a terminal, or a rank of a listed mapping, that a pattern names but that does not exist or is not connected (not
 * `present`); suggests the nearest number that is.
 * @param namedNumber the number in the pattern: a rank if the mapping is a list of terminals, otherwise a terminal
 */
function absentTerminalIssue(
  namedNumber: number,
  path: string,
  { mapping }: PlacementParams,
  { terminals, present = new Int32Array(0) }: NetworkOutline,
): ValidationIssue {
  const presentSet = new Set(present);
  const isListed = mapping.kind === listed.id;
  const listedTerminals = isListed ? (mapping.values as ValuesOf<typeof listed.params>).terminals : null;
  const count = listedTerminals === null ? terminals : listedTerminals.length;
  const noun = isListed ? "rank" : "terminal";
  if (namedNumber >= count) {
    const message = `${noun} ${namedNumber} does not exist; there are ${count} ${noun}s, 0 to ${count - 1}.`;
    return { path, message, remedy: `Use ${count - 1} or less.`, nearest: count - 1 };
  }
  const presentNumbers = Array.from({ length: count }, (_, each) => each).filter((each) =>
    presentSet.has(listedTerminals === null ? each : listedTerminals[each]),
  );
  const nearest = presentNumbers.reduce((best, each) => (Math.abs(each - namedNumber) < Math.abs(best - namedNumber) ? each : best));
  const description =
    listedTerminals === null ? `terminal ${namedNumber}` : `rank ${namedNumber}, terminal ${listedTerminals[namedNumber]},`;
  return { path, message: `${description} is not connected to the rest of the network.`, remedy: `Use ${noun} ${nearest}.`, nearest };
}

/**
 * Maps the terminal or rank that a pattern's parameters name to a rank, −1 if there is none. Null if the parameters name ranks directly.
 */
function rankResolver(
  { mapping, ranks }: PlacementParams,
  { present }: Pick<NetworkOutline, "present">,
): ((number: number) => number) | null {
  if (present === undefined) return null;
  const rankOf = new Map(Array.from(present, (terminal, rank) => [terminal, rank]));
  if (isOnAllTerminals({ mapping, ranks })) return (terminal) => rankOf.get(terminal) ?? -1;
  if (mapping.kind !== listed.id) return null;
  // The mapping skips absent terminals, but the pattern's parameters number ranks by their position in the whole list.
  const listedTerminals = (mapping.values as ValuesOf<typeof listed.params>).terminals;
  const listedRank = new Map(listedTerminals.filter((terminal) => rankOf.has(terminal)).map((terminal, rank) => [terminal, rank]));
  return (rank) => listedRank.get(listedTerminals[rank]) ?? -1;
}

/** Whether rank i runs on terminal i, for all terminals. */
const isOnAllTerminals = ({ mapping, ranks }: PlacementParams) =>
  ranks === 0 && mapping.kind === jobParams.mapping.defaultKind && Object.values(mapping.values).every((value) => value === 0);

/** Issues with the combination of the size parameters. */
export function checkMessageSize(size: OpenLoopJob["size"]): readonly ValidationIssue[] {
  return prefixPaths("size", sizes.get(size.kind).check(size.values));
}

/** The parameters that place the ranks of a job. */
export type PlacementParams = Pick<OpenLoopJob, "mapping" | "ranks">;

/** A network as a mapping sees it: only with the terminals that are present, unless the mapping names terminals itself. */
function visibleGround<G extends Pick<NetworkOutline, "terminals" | "axes" | "present"> & Partial<MappingNetwork>>(
  { kind }: OpenLoopJob["mapping"],
  ground: G,
): G {
  const { present, axes, coordinates } = ground;
  if (present === undefined || mappings.get(kind).namesTerminals === true) return ground;
  const ownCoordinates =
    coordinates &&
    Int32Array.from({ length: present.length * axes.length }, (_, i) => {
      return coordinates[present[Math.floor(i / axes.length)] * axes.length + (i % axes.length)];
    });
  return { ...ground, terminals: present.length, ...withoutUndefined({ coordinates: ownCoordinates }) };
}

/** A network as a job sees it: if its pattern names terminals, with all terminals, present or not. */
export function groundOfJob<G extends { readonly present?: Int32Array }>(
  job: Pick<OpenLoopJob, "pattern" | "mapping" | "ranks">,
  ground: G,
): G {
  const isNamed = isOnAllTerminals(job) || job.mapping.kind === listed.id;
  return isNamed && patterns.get(job.pattern.kind).namesTerminals === true ? { ...ground, present: undefined } : ground;
}

/** Maximum number of ranks that the mapping can place. The mapping must have been checked before. */
export function mappingCapacity(mapping: OpenLoopJob["mapping"], site: Pick<NetworkOutline, "terminals" | "axes" | "present">): number {
  return mappings.get(mapping.kind).places(mapping.values, visibleGround(mapping, site));
}

/**
 * Maximum number of ranks that the mapping can place outside of the reserved terminals; an upper bound if only the built network can tell.
 */
function freeCapacity(mapping: OpenLoopJob["mapping"], site: NetworkOutline, reserved: ReservedTerminals): number {
  if (reserved.size === 0) return mappingCapacity(mapping, site);
  const ground = groundOfMapping(mapping, site);
  if (ground === null) return Math.min(mappingCapacity(mapping, site), site.terminals - reserved.size);
  return terminalsOfJob({ mapping, ranks: 0 }, ground, reserved).length;
}

/** The network as far as a mapping reads it; null if it reads what is unknown before the network is built. */
export function groundOfMapping(
  { kind }: OpenLoopJob["mapping"],
  site: Pick<NetworkOutline, "terminals" | "axes" | "present">,
): MappingNetwork | null {
  if ("coordinates" in site) return site as MappingNetwork;
  return mappings.get(kind).readsCoordinates
    ? null
    : ({ ...site, coordinates: new Int32Array(0) } as Partial<MappingNetwork> as MappingNetwork);
}

/**
 * Issues with the placement of ranks on the terminals of a network, with paths relative to the job: an invalid mapping, or more ranks than
 * it has places.
 * @param site the network as far as it is known before it is built
 * @param reserved terminals that are not available, because they are dedicated servers
 * @param noun what the ranks are called in messages
 */
export function checkPlacement(
  { mapping, ranks }: PlacementParams,
  site: NetworkOutline,
  reserved = noReserved,
  noun = "rank",
): readonly ValidationIssue[] {
  const mappingIssues = mappings.get(mapping.kind).check(mapping.values, visibleGround(mapping, site));
  if (mappingIssues.length > 0) return prefixPaths("mapping", mappingIssues);
  const capacity = freeCapacity(mapping, site, reserved);
  const besideServers = reserved.size === 0 ? "" : " besides the dedicated servers";
  if (capacity < 1) {
    return [
      {
        path: "mapping",
        message: `the mapping has no place for a ${noun}${besideServers}.`,
        remedy: reserved.size === 0 ? "Choose another mapping." : "Use fewer servers, share them, or choose another mapping.",
      },
    ];
  }
  if (ranks <= capacity) return [];
  return [
    {
      path: "ranks",
      message: `${ranks} ${noun}s do not fit; the mapping has ${capacity} ${capacity === 1 ? "place" : "places"}${besideServers}.`,
      remedy: `Use ${capacity} or less.`,
      nearest: capacity,
    },
  ];
}

/** Issues of a section, with their paths made relative to the whole. */
export function prefixPaths(section: string, issues: readonly ValidationIssue[]): readonly ValidationIssue[] {
  return issues.map((issue) => ({ ...issue, path: issue.path === "" ? section : `${section}.${issue.path}` }));
}

/** [R] The terminals of a job by rank, without reserved terminals. The job must have been checked before. */
export function terminalsOfJob({ mapping, ranks }: PlacementParams, ground: MappingNetwork, reserved = noReserved): Int32Array {
  const { places: capacityOf, compile: compileVisible } = mappings.get(mapping.kind);
  const visible = visibleGround(mapping, ground);
  const compile: typeof compileVisible = (values, count) => {
    const positions = compileVisible(values, count, visible);
    return visible === ground ? positions : positions.map((position) => ground.present![position]);
  };
  const capacity = capacityOf(mapping.values, visible);
  const rankCount = ranks === 0 ? capacity : ranks;
  if (reserved.size === 0) return compile(mapping.values, rankCount, ground);
  // Ask for additional ranks until enough remain after reserved terminals are skipped.
  for (let count = Math.min(capacity, rankCount); ;) {
    const remaining = compile(mapping.values, count, ground).filter((terminal) => !reserved.has(terminal));
    if (remaining.length >= rankCount || count === capacity) return remaining.slice(0, rankCount);
    count = Math.min(capacity, count + rankCount - remaining.length);
  }
}

/**
 * The open-loop traffic of a job: for each rank its terminal, its injection (load, process and size of messages), and the destinations of
 * its messages, with their probabilities (`share`). Ranks with the same load share an injection. If the load is relative to the channel, it
 * is scaled by the rate of the terminal's channel. `ground` is the network as the job sees it; `onRanks` replaces the terminals in a
 * pattern's values by ranks. The job must have been checked before.
 * @param terminalRates [terminals] rate of each terminal's channel, phits per cycle
 * @param reserved terminals that the job may not use
 */
export function trafficOfJob(
  job: OpenLoopJob & Partial<JobTimes>,
  { network, packetBytes, terminalRates }: Pick<DemandContext, "network" | "packetBytes" | "terminalRates">,
  reserved = noReserved,
): TrafficPart {
  const { compile, share: compileShare, isPermutation, reasonUnsupported, onRanks } = patterns.get(job.pattern.kind);
  const ground = groundOfJob(job, network);
  const terminals = terminalsOfJob(job, ground, reserved);
  const resolveRank = rankResolver(job, ground);
  const values = resolveRank === null || onRanks === undefined ? job.pattern.values : onRanks(job.pattern.values, resolveRank);
  // If there are too few ranks for the pattern, each rank is its own destination, so no rank sends.
  const isSilent = reasonUnsupported(terminals.length) !== null;
  const destinationRank = isSilent ? (rank: number) => rank : compile(values, terminals.length);
  const share = isSilent ? (rank: number, destination: number) => Number(rank === destination) : compileShare(values, terminals.length);
  const rankOf = new Map(Array.from(terminals, (terminal, rank) => [terminal, rank]));
  const isRelativeToChannel = job.loadOf === "channel" && terminalRates !== undefined;
  const rateOf = (rank: number) => (isRelativeToChannel ? terminalRates[terminals[rank]] : 1);
  const rates = [...new Set(Array.from(terminals, (_, rank) => rateOf(rank)))];
  return {
    terminals,
    injections: rates.map((rate) => injectionOfJob({ ...job, load: job.load * rate }, packetBytes)),
    injectionOf: (rank) => rates.indexOf(rateOf(rank)),
    destination: isIdentity(terminals) ? destinationRank : (rank, draw) => terminals[destinationRank(rank, draw)],
    share(rank, terminal) {
      const destination = rankOf.get(terminal);
      return destination === undefined ? 0 : share(rank, destination);
    },
    isPermutation,
  };
}

/** How the ranks of a job create messages. */
export function injectionOfJob(
  { load, process, size, ...times }: Pick<OpenLoopJob, "load" | "process" | "size"> & Partial<JobTimes>,
  packetBytes: number,
): MessageInjection {
  const { mean, draw } = sizes.get(size.kind).compile(size.values, packetBytes);
  const isBelowOnePerCycle = load * phitBytes <= mean * packetBytes;
  return {
    load,
    process: isBelowOnePerCycle || process !== "bernoulli" ? process : "exponential",
    meanPackets: mean,
    packets: draw,
    ...compiledTimes(times),
  };
}
