/**
 * What workloads that are rank programs have in common: ranks, their placement, and the length of messages. A program specifies the valid
 * numbers of ranks and writes what each rank does.
 */
import { ScenarioError, type ValidationIssue } from "../base/errors.ts";
import { integer, kindChoice, type Params, quantity, type ValuesOf } from "../base/params.ts";
import { uniformBelow, mix, streamKey } from "../base/random.ts";
import { formatQuantity } from "../base/units.ts";
import type { MappingNetwork, NetworkOutline } from "../mappings/contract.ts";
import { mappings } from "../mappings/registry.ts";
import { reductionTrees } from "../network/reduction-tree.ts";
import type { Collective } from "../programs/collective.ts";
import type { Program } from "../programs/program.ts";
import { ProgramWriter } from "../programs/program-writer.ts";
import { type Conditions, type SendRates, type Workload, type WorkloadFact, defineWorkload } from "./contract.ts";
import { checkPlacement, jobParams, mappingCapacity, terminalsOfJob } from "./job/job.ts";

/**
 * Maximum number of bytes of all ranks, and of one message, if packets are simulated one by one; they take minutes to simulate, not hours.
 */
export const maxTotalBytes = 2e10;
export const maxMessageBytes = 1e6;
/** Maximum number of cycles that all ranks compute in sequence, so that times keep a precision of a small fraction of a cycle. */
export const maxBusyCycles = 2 ** 42;
/** Maximum number of cycles that a rank computes if only whole cycles are counted: half of the range of a 32-bit integer. */
export const maxWholeBusyCycles = 2 ** 30;
/** The default parameter that shortens messages, with a remedy. */
const defaultLengthParam = { path: "message", remedy: "Use shorter messages, fewer ranks, or fluid flow." };

/** The parameters of every program. */
export const rankParams = {
  ranks: integer({
    ...jobParams.ranks,
    zero: "as many ranks as possible",
    help: "Number of processes of the program, one per terminal; all other terminals send nothing. 0: as many as the program and the mapping allow.",
  }),
  mapping: kindChoice(mappings, { title: "Mapping", help: "Which terminal each rank runs on.", default: "central" }),
} satisfies Params;

/** The parameters of programs whose messages all have the same length. */
export const programParams = {
  message: quantity({
    title: "Message",
    word: "messages of #",
    help: "Size of a message in bytes; it is sent as whole packets.",
    dimension: "bytes",
    min: 1,
    max: 1e12,
    multipleOf: 1,
    default: 1000,
  }),
  ...rankParams,
} satisfies Params;

/** The dimensions of the virtual mesh that some programs use. */
export const dimensionsParam = integer({
  title: "Dimensions",
  word: "#-D",
  help: "Dimensions of the square or cubic virtual mesh that the ranks form, the first dimension fastest.",
  min: 2,
  max: 3,
  default: 2,
});

/** The context in which a program is written. */
export interface WritingContext {
  readonly ranks: number;
  /** Payload of a packet, bytes. */
  readonly packetBytes: number;
  /** Cycles in a number of seconds, rounded to a whole number. */
  cyclesOf(seconds: number): number;
  /** A fair coin for a pair of numbers, the same in every run with the same seed. */
  flipCoin(a: number, b: number): boolean;
  /** A random order of a list, drawn for a rank. */
  shuffle(list: readonly number[], rank: number): readonly number[];
  /** Coordinates of the ranks on the axes of the network. */
  readonly placement: RankPlacement;
  readonly write: ProgramWriter;
  /**
   * Creates parallel trees over the network, with ranks that contribute and ranks that receive; returns their numbers for `write`.
   * @throws ScenarioError if no switch reaches all the ranks through switches only
   */
  createTrees(count: number, from: readonly number[], to: readonly number[]): readonly number[];
}

/** The placement of ranks on a network. */
interface RankPlacement {
  /** Terminals of the network. */
  readonly terminals: number;
  readonly axes: MappingNetwork["axes"];
  /** [R × axes] Coordinates of each rank's terminal, −1 where an axis does not apply. */
  readonly coordinates: Int32Array;
}

/** @typeParam T what `prepare` computes for all ranks */
interface ProgramSpec<Id extends string, P extends Params, T> extends Pick<
  Workload<Id, P>,
  | "id"
  | "title"
  | "article"
  | "group"
  | "summary"
  | "source"
  | "phrase"
  | "examples"
  | "params"
  | "isTimed"
  | "collective"
  | "inPieces"
  | "visits"
> {
  /** The valid numbers of ranks, in words: `a power of two`. */
  readonly validRanks: string | ((values: ValuesOf<P>) => string);
  /** The largest valid number of ranks up to `max`; less than 2 if there is none. */
  largestRanks(values: ValuesOf<P>, max: number): number;
  /** The issue about parameters that need more ranks than the mapping can place; null if there is none. */
  capacityIssue?(values: ValuesOf<P>, capacity: number): ValidationIssue | null;
  /** Approximate bytes that all ranks send together. */
  bytes(values: ValuesOf<P>, ranks: number): number;
  /**
   * The parameter that determines the length of messages, and the remedy if they are too long; by default that of {@link programParams}.
   */
  readonly lengthParam?: { readonly path: string & keyof P; readonly remedy: string };
  /** Closed form of the collective operation, for a network that it fits; absent if the program is no collective operation. */
  collectiveOf?(values: ValuesOf<P>, ranks: number, network: Pick<NetworkOutline, "terminals" | "axes">): Collective;
  /** Additional facts before the run, see `Workload.facts`. */
  facts?(values: ValuesOf<P>, ranks: number, rates: SendRates | null): readonly WorkloadFact[];
  /** Additional issues, with paths relative to the workload. */
  check?(values: ValuesOf<P>, ranks: number, conditions: Conditions, site: NetworkOutline): readonly ValidationIssue[];
  /** Computes what all ranks share, before the first rank is written. */
  prepare?(values: ValuesOf<P>, writing: WritingContext): T;
  /** Writes the operations of one rank. */
  writeRank(values: ValuesOf<P>, rank: number, writing: WritingContext, prepared: T): void;
}

/** Defines a workload that is a rank program. */
export function programWorkload<const Id extends string, P extends typeof rankParams & Params, T = undefined>(
  spec: ProgramSpec<Id, P, T>,
): Workload<Id, P> {
  const {
    validRanks,
    largestRanks,
    capacityIssue,
    bytes,
    lengthParam = defaultLengthParam,
    collectiveOf,
    facts,
    check: checkFurther,
    prepare,
    writeRank,
    ...workloadKind
  } = spec;
  const placementOf = (values: ValuesOf<P>) => values as unknown as ValuesOf<typeof rankParams>;
  const rankCount = (values: ValuesOf<P>, site: Pick<NetworkOutline, "terminals" | "axes" | "present">) => {
    const { ranks, mapping } = placementOf(values);
    return ranks === 0 ? largestRanks(values, mappingCapacity(mapping, site)) : ranks;
  };
  /** The smallest valid number of ranks above a given one; Infinity if there is none. */
  const nextValidRanks = (values: ValuesOf<P>, ranks: number) => {
    const minRanks = Math.max(2, ranks + 1);
    let [largestMisfit, result] = [minRanks - 1, rankParams.ranks.max];
    if (largestRanks(values, result) < minRanks) return Infinity;
    // `largestRanks` is monotonic, so a binary search is possible; trying all numbers would be slow.
    while (result - largestMisfit > 1) {
      const middle = Math.floor((largestMisfit + result) / 2);
      if (largestRanks(values, middle) < minRanks) largestMisfit = middle;
      else result = middle;
    }
    return result;
  };
  return defineWorkload<Id, P>({
    group: "Rank programs",
    ...workloadKind,
    isEndless: false,
    bytes: (values, site) => bytes(values, rankCount(values, site)),
    ...(collectiveOf === undefined
      ? {}
      : { isTimed: true as const, collectiveOf: (values, site) => collectiveOf(values, rankCount(values, site), site) }),
    ...(facts === undefined ? {} : { facts: (values, site, rates) => facts(values, rankCount(values, site), rates) }),
    next(name, rawValues, isUp) {
      if (name !== "ranks") return null;
      const values = rawValues as ValuesOf<P>;
      const { ranks } = placementOf(values);
      if (isUp) return Math.min(nextValidRanks(values, ranks), rankParams.ranks.max);
      const largestMisfit = largestRanks(values, ranks - 1);
      // Below the smallest valid number comes 0, which means as many as fit.
      return largestMisfit < 2 ? 0 : largestMisfit;
    },
    /**
     * The issues with the workload on a network (`site`) that is known only by its dimensions: ranks that cannot be placed, a number of
     * ranks that the algorithm does not support, issues of the kind itself (`checkFurther`), and messages that are too long to simulate
     * packet by packet. Suggests the nearest valid number of ranks, or a shorter message.
     */
    check(values, site, conditions) {
      const placementIssues = checkPlacement(placementOf(values), site);
      if (placementIssues.length > 0) return placementIssues;
      const ranks = rankCount(values, site);
      const nearest = largestRanks(values, ranks);
      // The number of ranks must suit the algorithm; suggest the next smaller and the next larger valid number that fit on the network.
      if (ranks < 2 || nearest !== ranks) {
        const capacity = mappingCapacity(placementOf(values).mapping, site);
        const neighbors = [nearest, nextValidRanks(values, ranks)].filter((each) => each >= 2 && each <= capacity);
        const capacityProblem = capacityIssue?.(values, capacity) ?? null;
        if (capacityProblem !== null) return [capacityProblem];
        return [
          invalidRanksIssue(
            workloadKind.title,
            placementOf(values).ranks === 0 ? capacity : ranks,
            typeof validRanks === "string" ? validRanks : validRanks(values),
            neighbors,
          ),
        ];
      }
      const furtherIssues = checkFurther?.(values, ranks, conditions, site) ?? [];
      if (furtherIssues.length > 0 || conditions.engine.granularity === "flows") return furtherIssues;
      // Without fluid flow, every packet is simulated, so the bytes are limited.
      const { message: messageBytes = 0 } = values as Partial<ValuesOf<typeof programParams>>;
      if (messageBytes > maxMessageBytes) return [messageTooLong("message", messageBytes, maxMessageBytes)];
      const totalBytes = bytes(values, ranks);
      if (totalBytes <= maxTotalBytes) return [];
      const shorterMessage = Math.floor((messageBytes * maxTotalBytes) / totalBytes);
      return [
        {
          path: lengthParam.path,
          ...(shorterMessage < 1 ? {} : { nearest: shorterMessage }),
          message: tooManyBytesMessage(totalBytes),
          otherParam: fluidFlow,
          remedy:
            shorterMessage < 1 ? lengthParam.remedy : `Use ${formatQuantity(shorterMessage, "bytes")} or less, fewer ranks, or fluid flow.`,
        },
      ];
    },
    terminals: (values, ground) => terminalsOfJob({ mapping: placementOf(values).mapping, ranks: rankCount(values, ground) }, ground),
    /**
     * Compiles the workload into the program of all its ranks on the built network. It creates the context in which the kind writes
     * operations (time conversion, random draws, the placement of ranks, reduction trees over switches), calls the kind's `prepare` once,
     * and its `writeRank` for each rank.
     */
    compile(values, { network, packetBytes, cycleSeconds = Infinity, host, seed }): Program {
      const ranks = rankCount(values, network);
      const [shuffleKey, coinKey] = [streamKey(seed, "order"), streamKey(seed, "coin")];
      const terminals = terminalsOfJob({ mapping: placementOf(values).mapping, ranks }, network);
      const write = new ProgramWriter(packetBytes, host);
      const writing: WritingContext = {
        ranks,
        packetBytes,
        cyclesOf: (seconds) => Math.round(seconds / cycleSeconds),
        flipCoin: (a, b) => (mix(coinKey, a, b) & 1) === 1,
        shuffle(list, rank) {
          const shuffledList = [...list];
          for (let i = shuffledList.length - 1; i > 0; i--) {
            const swapIndex = uniformBelow(mix(shuffleKey, rank, i), i + 1);
            [shuffledList[i], shuffledList[swapIndex]] = [shuffledList[swapIndex], shuffledList[i]];
          }
          return shuffledList;
        },
        placement: placementOn(network, terminals),
        write,
        createTrees(count, from, to) {
          const terminalsOf = (someRanks: readonly number[]) => someRanks.map((rank) => terminals[rank]);
          const result = reductionTrees(network, terminalsOf(from), terminalsOf(to), count);
          if (result.length === 0) throw new ScenarioError([noTreeIssue]);
          return result.map((tree) => write.addTree(tree, from, to));
        },
      };
      const prepared = prepare?.(values, writing) as T;
      for (let rank = 0; rank < ranks; rank++) {
        writeRank(values, rank, writing, prepared);
        write.nextRank();
      }
      const writtenProgram = write.finish(terminals);
      return collectiveOf === undefined ? writtenProgram : { ...writtenProgram, collective: collectiveOf(values, ranks, network) };
    },
  });
}

/** The issue about a network, with faults or incomplete, in which no switch reaches all ranks through switches. */
const noTreeIssue: ValidationIssue = {
  path: "workload",
  message: "no switch can reach all ranks over switches alone.",
  remedy: "Use another algorithm, or a network in which the switches are connected.",
};

/** The coordinates of terminals on the axes of a network. */
function placementOn({ terminals: terminalCount, axes, coordinates }: MappingNetwork, terminals: Int32Array): RankPlacement {
  const rankCoordinates = new Int32Array(terminals.length * axes.length);
  terminals.forEach((terminal, rank) =>
    rankCoordinates.set(coordinates.subarray(terminal * axes.length, (terminal + 1) * axes.length), rank * axes.length),
  );
  return { terminals: terminalCount, axes, coordinates: rankCoordinates };
}

/** In fluid flow, bytes are not limited, because a message takes the same time to simulate whatever its length. */
const fluidFlow = { path: "flowControl", value: "fluid" } as const;

/** The message about too many bytes for a simulation packet by packet. */
export function tooManyBytesMessage(bytes: number): string {
  return `the ranks together would send ${formatQuantity(Number(bytes.toPrecision(3)), "bytes")}; at most ${formatQuantity(maxTotalBytes, "bytes")} are simulated.`;
}

/** The issue about a message that is too long for a simulation packet by packet. */
export function messageTooLong(path: string, bytes: number, maxBytes: number): ValidationIssue {
  const [formattedBytes, formattedLimit] = [bytes, maxBytes].map((each) => formatQuantity(each, "bytes"));
  return {
    path,
    message: `a message of ${formattedBytes} is too long to be sent packet by packet; expected at most ${formattedLimit}.`,
    remedy: `Use ${formattedLimit} or less, or fluid flow.`,
    nearest: maxBytes,
    otherParam: fluidFlow,
  };
}

/**
 * The issue about an invalid number of ranks.
 * @param neighbors the nearest valid numbers of ranks below and above that the mapping can place
 */
function invalidRanksIssue(title: string, ranks: number, validRanks: string, neighbors: readonly number[]): ValidationIssue {
  const message = `${/^[aeiou]/.test(title) ? "an" : "a"} ${title} is not defined for ${ranks === 1 ? "1 rank" : `${ranks} ranks`}; the number of ranks must be ${validRanks}.`;
  const [nearest, otherSide] = neighbors;
  if (nearest === undefined) return { path: "ranks", message, remedy: "Choose a larger network." };
  const remedy = `Use ${neighbors.join(" or ")}.`;
  return otherSide === undefined ? { path: "ranks", message, remedy, nearest } : { path: "ranks", message, remedy, nearest, otherSide };
}

/** The largest side of a mesh with the given number of dimensions and at most `ranks` ranks. */
export function meshSide(ranks: number, dimensions: number): number {
  let side = 1;
  while ((side + 1) ** dimensions <= ranks) side++;
  return side;
}

/** The neighbors of a rank in a square or cubic mesh, in positive (`ahead`) and negative (`behind`) direction, by dimension. */
export function meshNeighbors(rank: number, ranks: number, dimensions: number): { readonly ahead: number[]; readonly behind: number[] } {
  const side = meshSide(ranks, dimensions);
  const strides = Array.from({ length: dimensions }, (_, d) => side ** d);
  const coordinateOn = (stride: number) => Math.floor(rank / stride) % side;
  return {
    ahead: strides.filter((stride) => coordinateOn(stride) < side - 1).map((stride) => rank + stride),
    behind: strides.filter((stride) => coordinateOn(stride) > 0).map((stride) => rank - stride),
  };
}

/** Number of links of a square or cubic mesh. */
export function meshLinks(ranks: number, dimensions: number): number {
  const side = meshSide(ranks, dimensions);
  return dimensions * (side - 1) * side ** (dimensions - 1);
}
