/**
 * What the workloads that are rank programs share: ranks, where they stand, how long their messages are. A program says
 * for how many ranks it is defined and writes what each of them does; the rest is here.
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

/** Most bytes that all ranks send together, and most of a message, where packets move one by one: what takes minutes to simulate, not hours. */
export const mostBytes = 2e10;
export const longestMessage = 1e6;
/** Most cycles that all ranks compute one after the other: times are then still told to a small part of a cycle. */
export const mostCycles = 2 ** 42;
/** Most cycles that a rank computes where only whole cycles are counted: half of those that are. */
export const mostWholeCycles = 2 ** 30;
/** What is to be done about too many of them, where messages have a length of their own. */
const messages = { path: "message", remedy: "Use shorter messages, fewer ranks, or fluid flow." };

/** What every program has. */
export const rankParams = {
  ranks: integer({
    ...jobParams.ranks,
    zero: "as many ranks as fit",
    help: "Processes of the program, one per terminal; all other terminals send nothing. 0: as many as the program is defined for and the mapping has places for.",
  }),
  mapping: kindOf(mappings, { title: "Mapping", help: "Which terminal each rank runs on.", default: "central" }),
} satisfies Params;

/** What programs have besides whose messages are all of one length. */
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

/** The virtual mesh of two or three dimensions that some programs live on. */
export const dimensions = integer({
  title: "Dimensions",
  word: "#-D",
  help: "Dimensions of the square or cubic virtual mesh that the ranks form, the first dimension fastest.",
  min: 2,
  max: 3,
  default: 2,
});

/** What a program may know when it is written. */
export interface Writing {
  readonly ranks: number;
  /** Bytes that a packet carries. */
  readonly packetBytes: number;
  /** Cycles that pass in so many seconds, a whole number. */
  cycles(seconds: number): number;
  /** Heads or tails, the same in every run of one seed. */
  tossed(a: number, b: number): boolean;
  /** A list in an order of chance that belongs to a rank. */
  shuffled(list: readonly number[], rank: number): readonly number[];
  /** Where the ranks stand on the network's axes. */
  readonly places: Places;
  readonly write: ProgramWriter;
  /**
   * So many trees over the network, side by side, that some ranks contribute to and some hear: their numbers, as `write` takes them.
   * @throws ScenarioError where no switch reaches all of them by way of switches
   */
  trees(count: number, from: readonly number[], to: readonly number[]): readonly number[];
}

/** Where ranks stand. */
interface Places {
  /** Terminals of the network. */
  readonly terminals: number;
  readonly axes: Ground["axes"];
  /** [R × axes] Coordinates of each rank's terminal, −1 where an axis does not apply. */
  readonly at: Int32Array;
}

/** @typeParam T what all ranks have in common, worked out once */
interface Spec<Id extends string, P extends Params, T> extends Pick<
  Workload<Id, P>,
  "id" | "title" | "article" | "group" | "summary" | "source" | "phrase" | "examples" | "params" | "collective" | "inPieces" | "visits"
> {
  /** The numbers of ranks it is defined for, in words: `a power of two`. */
  readonly defined: string | ((values: ValuesOf<P>) => string);
  /** The largest of these numbers that is at most `most`; 0, or less than 2, where there is none. */
  fit(values: ValuesOf<P>, most: number): number;
  /** What asks for more ranks than there are places; null where nothing does. */
  crowded?(values: ValuesOf<P>, places: number): ValidationIssue | null;
  /** Bytes that all ranks send together, about. */
  bytes(values: ValuesOf<P>, ranks: number): number;
  /** The parameter that makes messages long, and what is to be done where they are too long; that of {@link programParams} where absent. */
  readonly length?: { readonly path: string & keyof P; readonly remedy: string };
  /** The collective operation that it is, in closed form, on a network that it fits; absent where it is none. */
  collectiveOf?(values: ValuesOf<P>, ranks: number, network: Pick<Site, "terminals" | "axes">): Collective;
  /** What else is known of it before it runs, see `Workload.facts`. */
  facts?(values: ValuesOf<P>, ranks: number, rates: Rates | null): readonly WorkloadFact[];
  /** What else does not fit; issues with paths relative to the workload. */
  check?(values: ValuesOf<P>, ranks: number, conditions: Conditions, site: Site): readonly ValidationIssue[];
  /** Works out what is the same for all ranks, before the first of them is written. */
  prepare?(values: ValuesOf<P>, writing: Writing): T;
  /** Writes what one rank does. */
  rank(values: ValuesOf<P>, rank: number, writing: Writing, prepared: T): void;
}

/** Declares a workload that is a rank program. */
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
  /** The smallest number of ranks above some that it is defined for; Infinity beyond all. */
  const above = (values: ValuesOf<P>, ranks: number) => {
    const least = Math.max(2, ranks + 1);
    let [below, found] = [least - 1, rankParams.ranks.max];
    if (fit(values, found) < least) return Infinity;
    // What fits grows with the room: by halves, as going through all of them would take a while for each.
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
      // Below the fewest of all stand as many as fit.
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

/** The issue about a network, with faults or half drawn, without a switch that reaches all ranks by way of switches. */
const noTree: ValidationIssue = {
  path: "workload",
  message: "no switch reaches all ranks by way of switches alone.",
  remedy: "Use another algorithm, or a network whose switches are joined.",
};

/** Where these terminals stand on a network's axes. */
function placesOn({ terminals: all, axes, coordinates }: Ground, terminals: Int32Array): Places {
  const at = new Int32Array(terminals.length * axes.length);
  terminals.forEach((t, rank) => at.set(coordinates.subarray(t * axes.length, (t + 1) * axes.length), rank * axes.length));
  return { terminals: all, axes, at };
}

/** What is said of so many bytes where packets move one by one. */
export function tooManyBytes(all: number): string {
  return `the ranks together would send ${formatQuantity(Number(all.toPrecision(3)), "bytes")}; at most ${formatQuantity(mostBytes, "bytes")} are simulated.`;
}

/** The issue about a message too long for packets that move one by one. */
export function tooLong(path: string, bytes: number, longest: number): ValidationIssue {
  const [own, most] = [bytes, longest].map((each) => formatQuantity(each, "bytes"));
  return {
    path,
    message: `a message of ${own} is too long to be sent packet by packet; expected at most ${most}.`,
    remedy: `Use ${most} or less, or fluid flow.`,
    nearest: longest,
  };
}

/** @param around the numbers of ranks on either side that it is defined for and that find a place */
function undefinedFor(title: string, ranks: number, defined: string, around: readonly number[]): ValidationIssue {
  const message = `${/^[aeiou]/.test(title) ? "an" : "a"} ${title} is not defined for ${ranks === 1 ? "1 rank" : `${ranks} ranks`}; their number has to be ${defined}.`;
  const [nearest, otherSide] = around;
  if (nearest === undefined) return { path: "ranks", message, remedy: "Choose a larger network." };
  const remedy = `Use ${around.join(" or ")}.`;
  return otherSide === undefined ? { path: "ranks", message, remedy, nearest } : { path: "ranks", message, remedy, nearest, otherSide };
}

/** The largest side of a mesh of so many dimensions with at most so many ranks. */
export function sideOf(ranks: number, dimensions: number): number {
  let side = 1;
  while ((side + 1) ** dimensions <= ranks) side++;
  return side;
}

/** The neighbours of a rank in a square or cubic mesh, ahead and behind in each dimension, the first dimension first. */
export function neighbours(rank: number, ranks: number, dimensions: number): { readonly ahead: number[]; readonly behind: number[] } {
  const side = sideOf(ranks, dimensions);
  const strides = Array.from({ length: dimensions }, (_, d) => side ** d);
  const at = (stride: number) => Math.floor(rank / stride) % side;
  return {
    ahead: strides.filter((stride) => at(stride) < side - 1).map((stride) => rank + stride),
    behind: strides.filter((stride) => at(stride) > 0).map((stride) => rank - stride),
  };
}

/** Links of such a mesh. */
export function meshLinks(ranks: number, dimensions: number): number {
  const side = sideOf(ranks, dimensions);
  return dimensions * (side - 1) * side ** (dimensions - 1);
}
