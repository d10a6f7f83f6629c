/**
 * A job of open-loop traffic: its ranks, their placement, and what they send to each other. One workload has a single job, another several.
 */
import { defined } from "../../base/defined.ts";
import type { ValidationIssue } from "../../base/errors.ts";
import { choice, integer, kindOf, number, type Params, type ValuesOf } from "../../base/params.ts";
import type { Ground, Site } from "../../mappings/contract.ts";
import { list as listed } from "../../mappings/list.ts";
import { mappings } from "../../mappings/shelf.ts";
import { patterns } from "../../patterns/shelf.ts";
import { uniform } from "../../patterns/uniform.ts";
import { phitBytes } from "../../base/units.ts";
import type { DemandContext } from "../../plan/demand.ts";
import type { Injection } from "../../traffic/open-loop.ts";
import { sizes } from "../../sizes/shelf.ts";
import type { Times } from "./many.ts";
import { isIdentity, type Part } from "./part.ts";

/**
 * Injection processes that may create several messages in a cycle, so that a load may exceed the capacity of a channel. The last two do so
 * if their intervals are shorter than a cycle.
 */
export const processes = {
  exponential: {
    id: "exponential",
    title: "exponential",
    help: "A Poisson process: exponentially distributed intervals; several messages may fall in one cycle.",
  },
  uniform: {
    id: "uniform",
    title: "uniform",
    help: "Intervals uniformly distributed from 0 to twice the mean; several messages may fall in one cycle.",
  },
  constant: { id: "constant", title: "constant", help: "At equal intervals, with a phase that each terminal draws once." },
  inStep: {
    id: "in-step",
    title: "in step",
    help: "At equal intervals, in all terminals from cycle 0 on: all of them send together.",
  },
} as const;

/** The parameters of a job. The defaults of `pattern`, `load` and `ranks` are those of a single job. */
export const jobParams = {
  pattern: kindOf(patterns, { title: "Traffic pattern", help: "Who sends to whom.", default: "perfect-shuffle" }),
  load: number({
    title: "Offered load",
    word: "load #",
    help: "Phits that each sending terminal creates per cycle, in whole packets; 1 is the capacity of its channel. A packet to its own source is counted but not created.",
    min: 0.01,
    max: 1,
    step: 0.01,
    unit: "phits/cycle",
    default: 0.45,
  }),
  loadOf: choice({
    title: "Load 1",
    help: "Where terminals' own channels are unlike.",
    choices: [
      { id: "cycle", title: "a phit per cycle", help: "The same for all." },
      {
        id: "channel",
        title: "what a terminal's own channel carries",
        help: "Of more than a message per cycle, intervals are exponential.",
      },
    ],
    default: "cycle",
  }),
  process: choice({
    title: "Injection process",
    help: "When messages are created. The mean interval is the phits of a mean message divided by the offered load.",
    choices: [
      { id: "bernoulli", title: "Bernoulli", help: "In each cycle with the same probability, independent of the past." },
      processes.exponential,
      processes.uniform,
      processes.constant,
      processes.inStep,
    ],
    default: "bernoulli",
  }),
  size: kindOf(sizes, {
    title: "Message size",
    help: "How large messages are; a message is cut into whole packets, created together.",
    default: "single",
  }),
  mapping: kindOf(mappings, { title: "Mapping", help: "Which terminal each rank runs on.", default: "consecutive" }),
  ranks: integer({
    title: "Ranks",
    word: "# ranks|# rank",
    help: "Terminals that take part; all others send nothing. 0: as many as the mapping has places for.",
    unit: "ranks",
    min: 0,
    max: 65536,
    default: 0,
  }),
} satisfies Params;

/** The parameter values of an open-loop job. */
export type Job = ValuesOf<typeof jobParams>;

/** The compiled times of a job, without those that have their default. */
export function timesOf({ begin = 0, end = 0 }: Partial<Times>): Pick<Injection, "begin" | "end"> {
  return { ...(begin > 0 ? { begin } : {}), ...(end > 0 ? { end } : {}) };
}

/** Terminals that the ranks of a job may not use. */
export type Kept = ReadonlySet<number>;
const nothingKept: Kept = new Set();

/** Issues with the network, with paths relative to the job. */
export function checkJob(job: Job, around: Site, kept = nothingKept): readonly ValidationIssue[] {
  const { pattern, size, mapping, ranks } = job;
  const site = groundOf(job, around);
  const misplaced = checkPlaces({ mapping, ranks }, site, kept);
  if (misplaced.length > 0) return misplaced;
  const count = ranks === 0 ? roomOf(mapping, site, kept) : ranks;
  const chosen = patterns.get(pattern.kind);
  const missing = chosen.needs(count);
  if (missing !== null) {
    const isOther = chosen.id !== uniform.id && uniform.needs(count) === null;
    return [
      {
        path: "pattern",
        message: `${chosen.title} ${missing}.`,
        remedy: "Choose another pattern, or other sizes.",
        ...(isOther ? { nearest: uniform.id } : {}),
      },
    ];
  }
  const absent: ValidationIssue[] = [];
  const rankOf = ranksNamed(job, site);
  const values =
    rankOf === null || chosen.onRanks === undefined
      ? pattern.values
      : chosen.onRanks(pattern.values, (terminal, path) => {
          const rank = rankOf(terminal);
          if (rank < 0) absent.push(takesNoPart(terminal, path, job, site));
          return rank;
        });
  const issues = absent.length > 0 ? absent : chosen.check(values, count);
  return [...under("pattern", issues), ...checkSize(size)];
}

/** The issue about a terminal, or a rank of a list, that a pattern names but that takes no part; suggests the nearest one that does. */
function takesNoPart(named: number, path: string, { mapping }: Placing, { terminals, present = new Int32Array(0) }: Site): ValidationIssue {
  const own = new Set(present);
  const isListed = mapping.kind === listed.id;
  const all = isListed ? (mapping.values as ValuesOf<typeof listed.params>).terminals : null;
  const count = all === null ? terminals : all.length;
  const noun = isListed ? "rank" : "terminal";
  if (named >= count) {
    const message = `${noun} ${named} does not exist; there are ${count}, 0 to ${count - 1}.`;
    return { path, message, remedy: `Use ${count - 1} or less.`, nearest: count - 1 };
  }
  const there = Array.from({ length: count }, (_, each) => each).filter((each) => own.has(all === null ? each : all[each]));
  const nearest = there.reduce((best, each) => (Math.abs(each - named) < Math.abs(best - named) ? each : best));
  const who = all === null ? `terminal ${named}` : `rank ${named}, terminal ${all[named]},`;
  return { path, message: `${who} takes no part: it is not connected.`, remedy: `Use ${noun} ${nearest}.`, nearest };
}

/**
 * Maps the terminal or rank that a pattern's parameters name to a rank, −1 if there is none. Null if the parameters name ranks directly.
 */
function ranksNamed({ mapping, ranks }: Placing, { present }: Pick<Site, "present">): ((named: number) => number) | null {
  if (present === undefined) return null;
  const rankOf = new Map(Array.from(present, (terminal, rank) => [terminal, rank]));
  if (isOnAll({ mapping, ranks })) return (terminal) => rankOf.get(terminal) ?? -1;
  if (mapping.kind !== listed.id) return null;
  // Absent terminals are skipped, but the parameters number ranks as the list does.
  const all = (mapping.values as ValuesOf<typeof listed.params>).terminals;
  const own = new Map(all.filter((terminal) => rankOf.has(terminal)).map((terminal, rank) => [terminal, rank]));
  return (rank) => own.get(all[rank]) ?? -1;
}

/** Whether rank i runs on terminal i, for all terminals. */
const isOnAll = ({ mapping, ranks }: Placing) =>
  ranks === 0 && mapping.kind === jobParams.mapping.usual && Object.values(mapping.values).every((value) => value === 0);

/** Issues with the combination of the size parameters. */
export function checkSize(size: Job["size"]): readonly ValidationIssue[] {
  return under("size", sizes.get(size.kind).check(size.values));
}

/** The parameters that place the ranks of a job. */
export type Placing = Pick<Job, "mapping" | "ranks">;

/** A network as a mapping sees it: only with the terminals that are present, unless the mapping names terminals itself. */
function seenBy<G extends Pick<Site, "terminals" | "axes" | "present"> & Partial<Ground>>({ kind }: Job["mapping"], ground: G): G {
  const { present, axes, coordinates } = ground;
  if (present === undefined || mappings.get(kind).namesTerminals === true) return ground;
  const own =
    coordinates &&
    Int32Array.from({ length: present.length * axes.length }, (_, i) => {
      return coordinates[present[Math.floor(i / axes.length)] * axes.length + (i % axes.length)];
    });
  return { ...ground, terminals: present.length, ...defined({ coordinates: own }) };
}

/** A network as a job sees it: if its pattern names terminals, with all terminals, present or not. */
export function groundOf<G extends { readonly present?: Int32Array }>(job: Pick<Job, "pattern" | "mapping" | "ranks">, ground: G): G {
  const isNamed = isOnAll(job) || job.mapping.kind === listed.id;
  return isNamed && patterns.get(job.pattern.kind).namesTerminals === true ? { ...ground, present: undefined } : ground;
}

/** Maximum number of ranks that the mapping can place. The mapping must have been checked before. */
export function placesOf(mapping: Job["mapping"], site: Pick<Site, "terminals" | "axes" | "present">): number {
  return mappings.get(mapping.kind).places(mapping.values, seenBy(mapping, site));
}

/**
 * Maximum number of ranks that the mapping can place outside of the reserved terminals; an upper bound if only the built network can tell.
 */
function roomOf(mapping: Job["mapping"], site: Site, kept: Kept): number {
  if (kept.size === 0) return placesOf(mapping, site);
  const ground = groundFor(mapping, site);
  if (ground === null) return Math.min(placesOf(mapping, site), site.terminals - kept.size);
  return terminalsOf({ mapping, ranks: 0 }, ground, kept).length;
}

/** The network as far as a mapping reads it; null if it reads what is unknown before the network is built. */
export function groundFor({ kind }: Job["mapping"], site: Pick<Site, "terminals" | "axes" | "present">): Ground | null {
  if ("coordinates" in site) return site as Ground;
  return mappings.get(kind).readsCoordinates ? null : ({ ...site, coordinates: new Int32Array(0) } as Partial<Ground> as Ground);
}

/**
 * Issues with the placement of ranks, with paths relative to the job.
 * @param noun what the ranks are called
 */
export function checkPlaces({ mapping, ranks }: Placing, site: Site, kept = nothingKept, noun = "rank"): readonly ValidationIssue[] {
  const misplaced = mappings.get(mapping.kind).check(mapping.values, seenBy(mapping, site));
  if (misplaced.length > 0) return under("mapping", misplaced);
  const places = roomOf(mapping, site, kept);
  const beside = kept.size === 0 ? "" : " next to the dedicated servers";
  if (places < 1) {
    return [
      {
        path: "mapping",
        message: `the mapping has no place for a ${noun}${beside}.`,
        remedy: kept.size === 0 ? "Choose another mapping." : "Use fewer servers, share them, or choose another mapping.",
      },
    ];
  }
  if (ranks <= places) return [];
  return [
    {
      path: "ranks",
      message: `${ranks} ${noun}s do not fit; the mapping has ${places} ${places === 1 ? "place" : "places"}${beside}.`,
      remedy: `Use ${places} or less.`,
      nearest: places,
    },
  ];
}

/** Issues of a section, with their paths made relative to the whole. */
export function under(section: string, issues: readonly ValidationIssue[]): readonly ValidationIssue[] {
  return issues.map((issue) => ({ ...issue, path: issue.path === "" ? section : `${section}.${issue.path}` }));
}

/** [R] The terminals of a job by rank, without reserved terminals. The job must have been checked before. */
export function terminalsOf({ mapping, ranks }: Placing, ground: Ground, kept = nothingKept): Int32Array {
  const { places, compile: compileSeen } = mappings.get(mapping.kind);
  const seen = seenBy(mapping, ground);
  const compile: typeof compileSeen = (values, count) => {
    const found = compileSeen(values, count, seen);
    return seen === ground ? found : found.map((place) => ground.present![place]);
  };
  const most = places(mapping.values, seen);
  const wanted = ranks === 0 ? most : ranks;
  if (kept.size === 0) return compile(mapping.values, wanted, ground);
  // Ask for additional ranks until enough remain after reserved terminals are skipped.
  for (let count = Math.min(most, wanted); ;) {
    const left = compile(mapping.values, count, ground).filter((terminal) => !kept.has(terminal));
    if (left.length >= wanted || count === most) return left.slice(0, wanted);
    count = Math.min(most, count + wanted - left.length);
  }
}

/** The traffic of a job. The job must have been checked before. */
export function partOfJob(
  job: Job & Partial<Times>,
  { network, packetBytes, terminalRates }: Pick<DemandContext, "network" | "packetBytes" | "terminalRates">,
  kept = nothingKept,
): Part {
  const { compile, share: shareOf, permutation, needs, onRanks } = patterns.get(job.pattern.kind);
  const ground = groundOf(job, network);
  const places = terminalsOf(job, ground, kept);
  const rankNamed = ranksNamed(job, ground);
  const values = rankNamed === null || onRanks === undefined ? job.pattern.values : onRanks(job.pattern.values, rankNamed);
  // If there are too few ranks for the pattern, each is its own destination, so none sends.
  const isSilent = needs(places.length) !== null;
  const to = isSilent ? (rank: number) => rank : compile(values, places.length);
  const share = isSilent ? (rank: number, other: number) => Number(rank === other) : shareOf(values, places.length);
  const rankOf = new Map(Array.from(places, (terminal, rank) => [terminal, rank]));
  const isOfChannel = job.loadOf === "channel" && terminalRates !== undefined;
  const rateOf = (rank: number) => (isOfChannel ? terminalRates[places[rank]] : 1);
  const rates = [...new Set(Array.from(places, (_, rank) => rateOf(rank)))];
  return {
    terminals: places,
    injections: rates.map((rate) => injectionOf({ ...job, load: job.load * rate }, packetBytes)),
    injectionOf: (rank) => rates.indexOf(rateOf(rank)),
    destination: isIdentity(places) ? to : (rank, draw) => places[to(rank, draw)],
    share(rank, terminal) {
      const other = rankOf.get(terminal);
      return other === undefined ? 0 : share(rank, other);
    },
    permutation,
  };
}

/** How the ranks of a job create messages. */
export function injectionOf(
  { load, process, size, ...times }: Pick<Job, "load" | "process" | "size"> & Partial<Times>,
  packetBytes: number,
): Injection {
  const { mean, draw } = sizes.get(size.kind).compile(size.values, packetBytes);
  const isSlow = load * phitBytes <= mean * packetBytes;
  return {
    load,
    process: isSlow || process !== "bernoulli" ? process : "exponential",
    meanPackets: mean,
    packets: draw,
    ...timesOf(times),
  };
}
