/**
 * What workloads that are rank programs have in common: ranks, their placement, and the length of messages. A program specifies the valid
 * numbers of ranks and writes what each rank does.
 */
import { ScenarioError, type ValidationIssue } from "../base/errors.ts";
import { integer, kindOf, type Params, quantity, type ValuesOf } from "../base/params.ts";
import { below, mix, streamKey } from "../base/random.ts";
import { formatQuantity } from "../base/units.ts";
import type { Ground, Site } from "../mappings/contract.ts";
import { mappings } from "../mappings/shelf.ts";
import { reductionTrees } from "../network/reduction-tree.ts";
import type { Collective } from "../programs/collective.ts";
import type { Program } from "../programs/program.ts";
import { ProgramWriter } from "../programs/program-writer.ts";
import { type Conditions, type Rates, type Workload, type WorkloadFact, workload } from "./contract.ts";
import { checkPlaces, jobParams, placesOf, terminalsOf } from "./job/job.ts";

/**
 * Maximum number of bytes of all ranks, and of one message, if packets are simulated one by one; they take minutes to simulate, not hours.
 */
export const mostBytes = 2e10;
export const longestMessage = 1e6;
/** Maximum number of cycles that all ranks compute in sequence, so that times keep a precision of a small fraction of a cycle. */
export const mostCycles = 2 ** 42;
/** Maximum number of cycles that a rank computes if only whole cycles are counted: half of the range of a 32-bit integer. */
export const mostWholeCycles = 2 ** 30;
/** The default parameter that shortens messages, with a remedy. */
const messages = { path: "message", remedy: "Use shorter messages, fewer ranks, or fluid flow." };

/** The parameters of every program. */
export const rankParams = {
  ranks: integer({
    ...jobParams.ranks,
    zero: "as many ranks as fit",
    help: "Processes of the program, one per terminal; all other terminals send nothing. 0: as many as the program is defined for and the mapping has places for.",
  }),
  mapping: kindOf(mappings, { title: "Mapping", help: "Which terminal each rank runs on.", default: "central" }),
} satisfies Params;

/** The parameters of programs whose messages all have the same length. */
export const programParams = {
  message: quantity({
    title: "Message",
    word: "messages of #",
    help: "Bytes of a message; it travels as whole packets.",
    dimension: "bytes",
    min: 1,
    max: 1e12,
    multipleOf: 1,
    default: 1000,
  }),
  ...rankParams,
} satisfies Params;

/** The dimensions of the virtual mesh that some programs use. */
export const dimensions = integer({
  title: "Dimensions",
  word: "#-D",
  help: "Dimensions of the square or cubic virtual mesh that the ranks form, the first dimension fastest.",
  min: 2,
  max: 3,
  default: 2,
});

/** The context in which a program is written. */
export interface Writing {
  readonly ranks: number;
  /** Payload of a packet, bytes. */
  readonly packetBytes: number;
  /** Cycles in a number of seconds, rounded to a whole number. */
  cycles(seconds: number): number;
  /** A fair coin for a pair of numbers, the same in every run with the same seed. */
  tossed(a: number, b: number): boolean;
  /** A random order of a list, drawn for a rank. */
  shuffled(list: readonly number[], rank: number): readonly number[];
  /** Coordinates of the ranks on the axes of the network. */
  readonly places: Places;
  readonly write: ProgramWriter;
  /**
   * Creates parallel trees over the network, with ranks that contribute and ranks that receive; returns their numbers for `write`.
   * @throws ScenarioError if no switch reaches all the ranks through switches only
   */
  trees(count: number, from: readonly number[], to: readonly number[]): readonly number[];
}

/** The placement of ranks on a network. */
interface Places {
  /** Terminals of the network. */
  readonly terminals: number;
  readonly axes: Ground["axes"];
  /** [R × axes] Coordinates of each rank's terminal, −1 where an axis does not apply. */
  readonly at: Int32Array;
}

/** @typeParam T what `prepare` computes for all ranks */
interface Spec<Id extends string, P extends Params, T> extends Pick<
  Workload<Id, P>,
  "id" | "title" | "article" | "group" | "summary" | "source" | "phrase" | "examples" | "params" | "collective" | "inPieces" | "visits"
> {
  /** The valid numbers of ranks, in words: `a power of two`. */
  readonly defined: string | ((values: ValuesOf<P>) => string);
  /** The largest valid number of ranks up to `most`; less than 2 if there is none. */
  fit(values: ValuesOf<P>, most: number): number;
  /** The issue about parameters that need more ranks than the mapping can place; null if there is none. */
  crowded?(values: ValuesOf<P>, places: number): ValidationIssue | null;
  /** Approximate bytes that all ranks send together. */
  bytes(values: ValuesOf<P>, ranks: number): number;
  /**
   * The parameter that determines the length of messages, and the remedy if they are too long; by default that of {@link programParams}.
   */
  readonly length?: { readonly path: string & keyof P; readonly remedy: string };
  /** Closed form of the collective operation, for a network that it fits; absent if the program is none. */
  collectiveOf?(values: ValuesOf<P>, ranks: number, network: Pick<Site, "terminals" | "axes">): Collective;
  /** Additional facts before the run, see `Workload.facts`. */
  facts?(values: ValuesOf<P>, ranks: number, rates: Rates | null): readonly WorkloadFact[];
  /** Additional issues, with paths relative to the workload. */
  check?(values: ValuesOf<P>, ranks: number, conditions: Conditions, site: Site): readonly ValidationIssue[];
  /** Computes what all ranks share, before the first rank is written. */
  prepare?(values: ValuesOf<P>, writing: Writing): T;
  /** Writes the operations of one rank. */
  rank(values: ValuesOf<P>, rank: number, writing: Writing, prepared: T): void;
}

/** Defines a workload that is a rank program. */
export function program<const Id extends string, P extends typeof rankParams & Params, T = undefined>(
  spec: Spec<Id, P, T>,
): Workload<Id, P> {
  const {
    defined,
    fit,
    crowded,
    bytes,
    length = messages,
    collectiveOf,
    facts,
    check: checkMore,
    prepare,
    rank: writeRank,
    ...kind
  } = spec;
  const placing = (values: ValuesOf<P>) => values as unknown as ValuesOf<typeof rankParams>;
  const countOf = (values: ValuesOf<P>, site: Pick<Site, "terminals" | "axes" | "present">) => {
    const { ranks, mapping } = placing(values);
    return ranks === 0 ? fit(values, placesOf(mapping, site)) : ranks;
  };
  /** The smallest valid number of ranks above a given one; Infinity if there is none. */
  const above = (values: ValuesOf<P>, ranks: number) => {
    const least = Math.max(2, ranks + 1);
    let [below, found] = [least - 1, rankParams.ranks.max];
    if (fit(values, found) < least) return Infinity;
    // `largestRanks` is monotonic, so a binary search is possible; trying all numbers would be slow.
    while (found - below > 1) {
      const middle = Math.floor((below + found) / 2);
      if (fit(values, middle) < least) below = middle;
      else found = middle;
    }
    return found;
  };
  return workload<Id, P>({
    group: "Rank programs",
    ...kind,
    endless: false,
    bytes: (values, site) => bytes(values, countOf(values, site)),
    ...(collectiveOf === undefined ? {} : { collectiveOf: (values, site) => collectiveOf(values, countOf(values, site), site) }),
    ...(facts === undefined ? {} : { facts: (values, site, rates) => facts(values, countOf(values, site), rates) }),
    next(name, given, isUp) {
      if (name !== "ranks") return null;
      const values = given as ValuesOf<P>;
      const { ranks } = placing(values);
      if (isUp) return Math.min(above(values, ranks), rankParams.ranks.max);
      const below = fit(values, ranks - 1);
      // Below the smallest valid number comes 0, which means as many as fit.
      return below < 2 ? 0 : below;
    },
    check(values, site, conditions) {
      const misplaced = checkPlaces(placing(values), site);
      if (misplaced.length > 0) return misplaced;
      const ranks = countOf(values, site);
      const nearest = fit(values, ranks);
      if (ranks < 2 || nearest !== ranks) {
        const places = placesOf(placing(values).mapping, site);
        const around = [nearest, above(values, ranks)].filter((each) => each >= 2 && each <= places);
        const tooMany = crowded?.(values, places) ?? null;
        if (tooMany !== null) return [tooMany];
        return [
          undefinedFor(
            kind.title,
            placing(values).ranks === 0 ? places : ranks,
            typeof defined === "string" ? defined : defined(values),
            around,
          ),
        ];
      }
      const more = checkMore?.(values, ranks, conditions, site) ?? [];
      if (more.length > 0 || conditions.engine.moves === "flows") return more;
      const { message: each = 0 } = values as Partial<ValuesOf<typeof programParams>>;
      if (each > longestMessage) return [tooLong("message", each, longestMessage)];
      const all = bytes(values, ranks);
      if (all <= mostBytes) return [];
      const shorter = Math.floor((each * mostBytes) / all);
      return [
        {
          path: length.path,
          ...(shorter < 1 ? {} : { nearest: shorter }),
          message: tooManyBytes(all),
          remedy: shorter < 1 ? length.remedy : `Use ${formatQuantity(shorter, "bytes")} or less, fewer ranks, or fluid flow.`,
        },
      ];
    },
    terminals: (values, ground) => terminalsOf({ mapping: placing(values).mapping, ranks: countOf(values, ground) }, ground),
    compile(values, { network, packetBytes, cycleSeconds = Infinity, host, seed }): Program {
      const ranks = countOf(values, network);
      const [key, coin] = [streamKey(seed, "order"), streamKey(seed, "coin")];
      const terminals = terminalsOf({ mapping: placing(values).mapping, ranks }, network);
      const write = new ProgramWriter(packetBytes, host);
      const writing: Writing = {
        ranks,
        packetBytes,
        cycles: (seconds) => Math.round(seconds / cycleSeconds),
        tossed: (a, b) => (mix(coin, a, b) & 1) === 1,
        shuffled(list, rank) {
          const drawn = [...list];
          for (let i = drawn.length - 1; i > 0; i--) {
            const other = below(mix(key, rank, i), i + 1);
            [drawn[i], drawn[other]] = [drawn[other], drawn[i]];
          }
          return drawn;
        },
        places: placesOn(network, terminals),
        write,
        trees(count, from, to) {
          const on = (those: readonly number[]) => those.map((rank) => terminals[rank]);
          const found = reductionTrees(network, on(from), on(to), count);
          if (found.length === 0) throw new ScenarioError([noTree]);
          return found.map((tree) => write.tree(tree, from, to));
        },
      };
      const prepared = prepare?.(values, writing) as T;
      for (let rank = 0; rank < ranks; rank++) {
        writeRank(values, rank, writing, prepared);
        write.next();
      }
      const written = write.finish(terminals);
      return collectiveOf === undefined ? written : { ...written, collective: collectiveOf(values, ranks, network) };
    },
  });
}

/** The issue about a network, with faults or incomplete, in which no switch reaches all ranks through switches. */
const noTree: ValidationIssue = {
  path: "workload",
  message: "no switch reaches all ranks by way of switches alone.",
  remedy: "Use another algorithm, or a network whose switches are joined.",
};

/** The coordinates of terminals on the axes of a network. */
function placesOn({ terminals: all, axes, coordinates }: Ground, terminals: Int32Array): Places {
  const at = new Int32Array(terminals.length * axes.length);
  terminals.forEach((t, rank) => at.set(coordinates.subarray(t * axes.length, (t + 1) * axes.length), rank * axes.length));
  return { terminals: all, axes, at };
}

/** The message about too many bytes for a simulation packet by packet. */
export function tooManyBytes(all: number): string {
  return `the ranks together would send ${formatQuantity(Number(all.toPrecision(3)), "bytes")}; at most ${formatQuantity(mostBytes, "bytes")} are simulated.`;
}

/** The issue about a message that is too long for a simulation packet by packet. */
export function tooLong(path: string, bytes: number, longest: number): ValidationIssue {
  const [own, most] = [bytes, longest].map((each) => formatQuantity(each, "bytes"));
  return {
    path,
    message: `a message of ${own} is too long to be sent packet by packet; expected at most ${most}.`,
    remedy: `Use ${most} or less, or fluid flow.`,
    nearest: longest,
  };
}

/**
 * The issue about an invalid number of ranks.
 * @param around the nearest valid numbers of ranks below and above that the mapping can place
 */
function undefinedFor(title: string, ranks: number, defined: string, around: readonly number[]): ValidationIssue {
  const message = `${/^[aeiou]/.test(title) ? "an" : "a"} ${title} is not defined for ${ranks === 1 ? "1 rank" : `${ranks} ranks`}; their number has to be ${defined}.`;
  const [nearest, otherSide] = around;
  if (nearest === undefined) return { path: "ranks", message, remedy: "Choose a larger network." };
  const remedy = `Use ${around.join(" or ")}.`;
  return otherSide === undefined ? { path: "ranks", message, remedy, nearest } : { path: "ranks", message, remedy, nearest, otherSide };
}

/** The largest side of a mesh with the given number of dimensions and at most `ranks` ranks. */
export function sideOf(ranks: number, dimensions: number): number {
  let side = 1;
  while ((side + 1) ** dimensions <= ranks) side++;
  return side;
}

/** The neighbors of a rank in a square or cubic mesh, in positive (`ahead`) and negative (`behind`) direction, by dimension. */
export function neighbours(rank: number, ranks: number, dimensions: number): { readonly ahead: number[]; readonly behind: number[] } {
  const side = sideOf(ranks, dimensions);
  const strides = Array.from({ length: dimensions }, (_, d) => side ** d);
  const at = (stride: number) => Math.floor(rank / stride) % side;
  return {
    ahead: strides.filter((stride) => at(stride) < side - 1).map((stride) => rank + stride),
    behind: strides.filter((stride) => at(stride) > 0).map((stride) => rank - stride),
  };
}

/** Number of links of such a mesh. */
export function meshLinks(ranks: number, dimensions: number): number {
  const side = sideOf(ranks, dimensions);
  return dimensions * (side - 1) * side ** (dimensions - 1);
}
