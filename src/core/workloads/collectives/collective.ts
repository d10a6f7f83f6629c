/**
 * What collective operations have in common: a vector, an algorithm given as a schedule, channels and chunks. An operation lists its
 * algorithms; the program, closed forms, choices and issues are derived from them.
 */
import { ScenarioError, type ValidationIssue } from "../../base/errors.ts";
import { choice, integer, type Params, quantity } from "../../base/params.ts";
import { formatQuantity } from "../../base/units.ts";
import type { Site } from "../../mappings/contract.ts";
import type { Collective, CollectiveOperation } from "../../programs/collective.ts";
import type { Conditions } from "../contract.ts";
import { mostCycles, mostWholeCycles, program, programParams, rankParams, type Writing } from "../program.ts";
import { mostGiven, tooManyTrees, treesOf, unfitForTrees } from "./in-network.ts";
import { type Lane, lanesOf, mostSent, roundsIn } from "./lanes.ts";
import { mirrored, type Order, placed, type Schedule } from "./schedule.ts";
import { shiftedBy } from "./trees.ts";
import { writeLanes } from "./written.ts";

/** The arguments of a collective operation. */
export interface Task {
  readonly ranks: number;
  /** Bytes of the vector. */
  readonly bytes: number;
  /** The rank that has the vector at the beginning or at the end; 0 if there is none. */
  readonly root: number;
  readonly channels: number;
  /** Parts of a block, or number of segments; at least 1. */
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
  rounds(task: Task): number;
  /** True if the number of rounds does not depend on empty blocks. */
  readonly isSteady?: true;
  /** Parallel schedules of a channel, each with its part of every block. Channels are counted within one direction. */
  schedules(task: Task, channel: number): readonly Schedule[];
  /** Number of different schedules among the channels of one direction; 1 when absent. */
  readonly ways?: number;
  /** Maximum number of messages that a rank sends in one channel and chunk. */
  messages(task: Task): number;
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
const mostMessages = 2 ** 26;
/** Maximum number of messages that are written one by one, which takes seconds. */
const mostWritten = 2 ** 21;
/** Operations of a loop that sends, including its beginning and end. */
const loopLength = 16;

const vector = quantity({
  ...programParams.message,
  title: "Vector",
  word: "#",
  help: "Bytes of the whole vector, whose blocks travel as messages.",
});

const channels = integer({
  title: "Channels",
  word: "# channels|# channel",
  help: "The same beside itself so many times, each with its part of every block, in turn in both directions: for terminals with several links and injection slots.",
  min: 1,
  max: 32,
  default: 1,
});

const chunks = integer({
  title: "Chunks",
  word: "# chunks|# chunk",
  help: "Pieces of every block, or segments of a tree or chain, each passed on as soon as it is there. 0: as many as suit the algorithm.",
  zero: "as many chunks as suit",
  min: 0,
  max: 1024,
  default: 0,
});

/** The rate at which received data are reduced. */
export const reduction = quantity({
  title: "Reduction",
  word: "reduced at #",
  help: "Bytes that a rank reduces per second, and does nothing else meanwhile. 0: it takes no time.",
  dimension: "rate",
  min: 0,
  max: 1e15,
  multipleOf: 1,
  zero: "reduced in no time",
  default: 0,
});

/** The parameter for the root of a broadcast or reduce. */
export const root = (help: string) => integer({ title: "Root", help, min: 0, max: 65535, default: 0 });

/** The parameter for the rows of a 2-D ring. */
export const row = integer({
  title: "Row",
  word: "rows of #",
  help: "Ranks of a row in a two-dimensional ring. 0: as square as their number allows.",
  zero: "square rows",
  unit: "ranks",
  min: 0,
  max: 65536,
  default: 0,
});

/** The parameter for the hosts of a hierarchical algorithm. */
export const host = integer({
  title: "Ranks of a host",
  word: "# ranks per host|# rank per host",
  help: "Ranks in a row that a hierarchical algorithm takes for one host. 0: the hosts of the network.",
  zero: "the network's hosts",
  unit: "ranks",
  min: 0,
  max: 65536,
  default: 0,
});

/** The largest divisor of a number that does not exceed a maximum. */
function divisorUpTo(number: number, most: number): number {
  let found = Math.min(number, most);
  while (number % found !== 0) found--;
  return found;
}

/** The parameter values of all operations; a value is absent if the operation does not have the parameter. */
interface Chosen {
  readonly message: number;
  readonly algorithm: string;
  readonly channels: number;
  readonly chunks: number;
  readonly reduction?: number;
  readonly root?: number;
  readonly row?: number;
  readonly host?: number;
}

type Where = Pick<Site, "terminals" | "axes">;

/** Used where the network is unknown. */
const nowhere: Where = { terminals: 0, axes: [] };

/** Adjusts the rows so that they divide the ranks, because closed forms are also computed for values that are not checked yet. */
const inRows = (task: Task): Task => ({ ...task, row: divisorUpTo(task.ranks, Math.max(1, Math.floor(task.row))) });

/** Terminals of a host of the network; 0 if it has no hosts. */
function hostOn({ terminals, axes }: Where): number {
  const hosts = axes.find(({ kind }) => kind === "host");
  return hosts === undefined ? 0 : terminals / hosts.size;
}

/** @typeParam A ids of the algorithms */
interface Spec<Id extends string, A extends string, P extends Params> {
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
export function collective<const Id extends string, const A extends string, P extends Params>(spec: Spec<Id, A, P>) {
  const { id, algorithms } = spec;
  const find = (values: Chosen) => algorithms.find((each) => each.id === values.algorithm)!;
  const taskOf = (values: Chosen, ranks: number, where: Where): Task => {
    const { rows, segments } = find(values);
    const wanted = values.chunks === 0 ? (segments?.(ranks, values.message) ?? 1) : values.chunks;
    const grid = values.row === 0 ? divisorUpTo(ranks, Math.floor(Math.sqrt(ranks))) : values.row;
    const hosts = values.host === 0 ? hostOn(where) : values.host;
    return {
      ranks,
      bytes: values.message,
      root: values.root ?? 0,
      channels: values.channels,
      // Every segment has at least one byte.
      chunks: segments === undefined ? wanted : Math.min(wanted, values.message),
      row: (rows === "grid" ? grid : rows === "hosts" ? hosts : 1) ?? 1,
    };
  };
  return program({
    id,
    title: id,
    article: spec.article,
    group: "Collectives",
    summary: spec.summary,
    source: spec.source,
    params: {
      message: vector,
      algorithm: choice({
        title: "Algorithm",
        help: "Who sends what to whom.",
        default: algorithms[0].id as NoInfer<A>,
        choices: algorithms.map(({ id: each, title, help }) => ({ id: each, title, help })),
      }),
      ...spec.params,
      channels,
      chunks,
      ...rankParams,
    },
    phrase: spec.phrase,
    examples: spec.examples,
    collective: true,
    inPieces: true,
    defined: "2 or more",
    fit: (_values, most) => most,
    bytes(given, ranks) {
      const values = given as unknown as Chosen;
      if (find(values).isInNetwork === true) return ranks * mostGiven(id, ranks, values.message);
      const task = inRows(taskOf(values, ranks, nowhere));
      // The first two ranks are representative of all.
      return ranks * mostSent(lanesFor(find(values), task), 2);
    },
    check(given, ranks, conditions, site) {
      const values = given as unknown as Chosen;
      const algorithm = find(values);
      const misplaced = noRoot(values.root ?? 0, ranks);
      if (misplaced.length > 0) return misplaced;
      if (algorithm.isInNetwork === true)
        return [...unfitForTrees("algorithm", site, algorithms[0].id), ...tooManyTrees(id, ranks, values.channels)].slice(0, 1);
      const task = taskOf(values, ranks, site);
      const unfit = unfitRows(algorithm, values, task);
      if (unfit.length > 0) return unfit;
      return [...tooMany(algorithm, task), ...untimed(algorithm, values, task, conditions)].slice(0, 1);
    },
    collectiveOf: (given, ranks, where) =>
      closedForm(id, find(given as unknown as Chosen), inRows(taskOf(given as unknown as Chosen, ranks, where))),
    prepare(given, writing) {
      const values = given as unknown as Chosen;
      const algorithm = find(values);
      const task = taskOf(values, writing.ranks, writing.places);
      if (algorithm.isInNetwork === true) return treesOf(id, task, writing);
      const order = algorithm.rows === "hosts" && values.host === 0 ? byHost(task, writing.places) : null;
      const lanes = lanesFor(algorithm, task, order);
      return (rank: number) => writeLanes(lanes, rank, values.reduction ?? 0, writing);
    },
    rank: (_given, rank, _writing, writeRank) => writeRank(rank),
  });
}

/**
 * The parallel instances of an algorithm's schedules: channel by channel, alternating between both directions, and chunk by chunk within a
 * channel.
 */
export function lanesFor(algorithm: Algorithm, task: Task, order: Order | null = null): readonly Lane[] {
  const { ranks, bytes, root: first } = task;
  const { ways = 1, segments } = algorithm;
  const schedules: Schedule[] = [];
  for (let channel = 0; channel < task.channels; channel++) {
    const isBack = Math.floor(channel / ways) % 2 === 1;
    for (const each of algorithm.schedules(task, channel % ways)) {
      // Mirroring must not move the root.
      const turned = !isBack ? each : mirrored(each, algorithm.isRooted === true ? 0 : ranks - 1);
      const rooted = first === 0 ? turned : placed(turned, shiftedBy(first, ranks));
      const ordered = order === null ? rooted : placed(rooted, order);
      for (let chunk = 0; chunk < (segments === undefined ? task.chunks : 1); chunk++) schedules.push(ordered);
    }
  }
  return lanesOf(schedules, bytes);
}

/** Name, steps and bytes of an algorithm. Steps are counted by simulation if empty blocks may save a round. */
function closedForm(operation: CollectiveOperation, algorithm: Algorithm, task: Task): Collective {
  const { ranks, bytes, root } = task;
  if (algorithm.isInNetwork === true)
    return {
      operation,
      algorithm: algorithm.title,
      ranks,
      bytes,
      steps: algorithm.rounds(task),
      bytesPerRank: mostGiven(operation, ranks, bytes),
      ...(root === 0 ? {} : { root }),
      inNetwork: true,
    };
  const lanes = lanesFor(algorithm, task);
  // With at least this many bytes, no segment is empty; or, for blocks, no block of the first instance.
  const parts = algorithm.segments === undefined ? ranks : task.chunks * lanes.length;
  const isClosed = algorithm.isSteady === true || bytes >= parts;
  return {
    operation,
    algorithm: algorithm.title,
    ranks,
    bytes,
    steps: isClosed ? algorithm.rounds(task) : roundsIn(lanes, ranks),
    bytesPerRank: mostSent(lanes, ranks),
    ...(root === 0 ? {} : { root }),
  };
}

/** Ranks ordered by host. @throws ScenarioError if hosts have different numbers of ranks */
function byHost({ ranks, row: each }: Task, { axes, at }: Writing["places"]): Order {
  const axis = axes.findIndex(({ kind }) => kind === "host");
  const on = new Map<number, number[]>();
  for (let rank = 0; rank < ranks; rank++) {
    const place = at[rank * axes.length + axis];
    on.set(place, [...(on.get(place) ?? []), rank]);
  }
  for (const [place, there] of on) {
    if (there.length === each) continue;
    const message = `of ${each} ranks of a host, ${there.length} stand on host ${place}; a hierarchical algorithm needs hosts of equal size.`;
    throw new ScenarioError([
      { path: "workload.host", message, remedy: "Choose a mapping that fills hosts, or say how many ranks a host has." },
    ]);
  }
  const order = [...on.values()].flat();
  const places = new Int32Array(ranks);
  order.forEach((rank, place) => (places[rank] = place));
  return { rankAt: (place) => order[place], placeOf: (rank) => places[rank] };
}

/** The issue about a root that does not exist. */
export function noRoot(root: number, ranks: number): readonly ValidationIssue[] {
  if (root < ranks) return [];
  const message = `there is no rank ${root}; the ${ranks} ranks are numbered from 0.`;
  return [{ path: "root", message, remedy: `Use ${ranks - 1} or less.`, nearest: ranks - 1 }];
}

/** The issue about ranks that do not fill whole rows. */
function unfitRows({ rows }: Algorithm, values: Chosen, { ranks, row: each }: Task): readonly ValidationIssue[] {
  if (rows === undefined || (each > 0 && ranks % each === 0)) return [];
  const isOwn = (rows === "grid" ? values.row : values.host) !== 0;
  const nearest = divisorUpTo(ranks, each > 0 ? each : Math.floor(Math.sqrt(ranks)));
  if (rows === "hosts" && !isOwn) {
    if (each === 0)
      return [
        {
          path: "host",
          message: "this network has no hosts, and nobody said how many ranks a host has.",
          remedy: `Say how many ranks a host has, such as ${nearest}.`,
          nearest,
        },
      ];
    const fewer = ranks - (ranks % each);
    const message = `${ranks} ranks do not fill hosts of ${each}.`;
    if (fewer > 0) return [{ path: "ranks", message, remedy: `Use ${fewer} or ${fewer + each} ranks.`, nearest: fewer }];
    return [{ path: "host", message, remedy: `Say how many ranks a host has, such as ${nearest}.`, nearest }];
  }
  const message = `${ranks} ranks are no whole number of ${rows === "grid" ? "rows" : "hosts"} of ${each}.`;
  return [{ path: rows === "grid" ? "row" : "host", message, remedy: `Use ${nearest}, or another divisor of ${ranks}.`, nearest }];
}

/** The issue about a reduction whose time is unknown or too long. */
function untimed(
  algorithm: Algorithm,
  { reduction: rate = 0 }: Chosen,
  task: Task,
  { cycleSeconds, engine }: Conditions,
): readonly ValidationIssue[] {
  if (rate === 0) return [];
  if (cycleSeconds === null) {
    const message = "the rate of the reduction is in bytes per second, but this technology gives a cycle no length.";
    return [{ path: "reduction", message, remedy: "Choose a technology with a rate, or a reduction that takes no time.", nearest: 0 }];
  }
  const most = engine.time === "real" ? mostCycles : mostWholeCycles;
  const { ranks, bytes } = task;
  // With whole vectors, recursive doubling reduces the most in sequence; with segments, one schedule reduces its part in each round.
  const parts = task.chunks * algorithm.schedules(task, 0).length;
  const reduced = bytes * (algorithm.segments === undefined ? Math.log2(ranks) + 1 : algorithm.rounds(task) / parts);
  const least = Math.ceil(reduced / (most * cycleSeconds));
  if (rate >= least) return [];
  const message = `to reduce ${formatQuantity(bytes, "bytes")} at ${formatQuantity(rate, "rate")} takes longer than is simulated.`;
  return [{ path: "reduction", message, remedy: `Use ${formatQuantity(least, "rate")} or more, or 0 for no time.`, nearest: least }];
}

/**
 * The issue about too many messages to simulate or to write. It suggests the first of chunks, channels and ranks whose reduction is
 * sufficient.
 */
function tooMany(algorithm: Algorithm, task: Task): readonly ValidationIssue[] {
  const { isLooped = false, segments } = algorithm;
  const beside = ({ channels: count, chunks: pieces, ...of }: Task) =>
    count *
    algorithm.schedules({ ...of, channels: count, chunks: pieces, ranks: 2, row: 1 }, 0).length *
    (segments === undefined ? pieces : 1);
  const messages = (of: Task) => of.ranks * beside(of) * algorithm.messages(of);
  const written = (of: Task) => (isLooped ? of.ranks * beside(of) * loopLength : messages(of));
  const fits = (of: Task) => messages(of) <= mostMessages && written(of) <= mostWritten;
  if (fits(task)) return [];
  const message = `${task.ranks} ranks would send ${inMillions(messages(task))} messages; at most ${inMillions(isLooped ? mostMessages : mostWritten)} are simulated.`;
  const counts = ["chunks", "channels", "ranks"] as const;
  for (const path of counts) {
    let [most, tooMuch] = [0, task[path]];
    while (tooMuch - most > 1) {
      const middle = Math.floor((most + tooMuch) / 2);
      if (fits({ ...task, [path]: middle })) most = middle;
      else tooMuch = middle;
    }
    const nearest = path === "ranks" ? most - (most % task.row) : most;
    const others = counts.filter((each) => each !== path).map((each) => `fewer ${each}`);
    if (nearest >= (path === "ranks" ? 2 : 1))
      return [{ path, message, remedy: `Use ${nearest} or less, or ${others.join(" or ")}.`, nearest }];
  }
  return [{ path: "ranks", message, remedy: "Use fewer ranks, channels and chunks." }];
}

/** A large number in millions: `16.8 million`. */
export const inMillions = (count: number) => `${Number((count / 1e6).toPrecision(3))} million`;
