/** A job of open-loop traffic: ranks, where they stand, and what they send. One workload has one of them, another several. */
import type { Complaint } from "../base/errors.ts";
import { choice, integer, kindOf, number, type Params, type ValuesOf } from "../base/params.ts";
import type { Ground, Site } from "../mappings/contract.ts";
import { mappings } from "../mappings/index.ts";
import { patterns } from "../patterns/index.ts";
import { type DemandContext, type Injection, meanLoad, type OpenLoop } from "../plan/demand.ts";
import { sizes } from "../sizes/index.ts";

/** The parameters of a job; `pattern`, `load` and `ranks` say what is usual there. */
export const jobParams = {
  pattern: kindOf(patterns, { title: "Traffic pattern", help: "Who sends to whom.", default: "perfect-shuffle" }),
  load: number({
    title: "Offered load",
    word: "load #",
    help: "Phits each sending terminal creates per cycle, in whole packets; 1 is all its channel can carry. A packet to its own source is counted, but not created.",
    min: 0.01,
    max: 1,
    step: 0.01,
    unit: "phits/cycle",
    default: 0.45,
  }),
  process: choice({
    title: "Injection process",
    help: "When messages are created. The mean interval between two is the phits of a mean message over the offered load.",
    choices: [
      { id: "bernoulli", title: "Bernoulli", help: "In each cycle with the same probability, whatever was before." },
      {
        id: "exponential",
        title: "exponential",
        help: "With exponentially distributed intervals: a Poisson process; several may fall in one cycle.",
      },
      { id: "uniform", title: "uniform", help: "With intervals evenly spread from 0 to twice the mean; several may fall in one cycle." },
      { id: "constant", title: "constant", help: "At equal intervals, from a phase that each terminal draws once." },
    ],
    default: "bernoulli",
  }),
  size: kindOf(sizes, {
    title: "Message size",
    help: "How large messages are; a message is cut into whole packets, created together.",
    default: "single",
  }),
  mapping: kindOf(mappings, { title: "Mapping", help: "Which terminal each rank stands on.", default: "consecutive" }),
  ranks: integer({
    title: "Ranks",
    word: "# ranks|# rank",
    help: "Terminals that take part; all others are silent. 0: as many as the mapping has places for.",
    unit: "ranks",
    min: 0,
    max: 65536,
    default: 0,
  }),
} satisfies Params;

export type Job = ValuesOf<typeof jobParams>;

/** What does not fit the network: complaints with paths relative to the job. */
export function checkJob({ pattern, size, mapping, ranks }: Job, site: Site): readonly Complaint[] {
  const misplaced = checkPlaces({ mapping, ranks }, site);
  if (misplaced.length > 0) return misplaced;
  const count = ranks === 0 ? placesOf(mapping, site) : ranks;
  const chosen = patterns.get(pattern.kind);
  const missing = chosen.needs(count);
  if (missing !== null) {
    return [
      { path: "pattern", message: `${chosen.title} ${missing}.`, remedy: "Choose another pattern, or other sizes.", nearest: "uniform" },
    ];
  }
  return [
    ...under("pattern", chosen.check(pattern.values as never, count)),
    ...under("size", sizes.get(size.kind).check(size.values as never)),
  ];
}

/** Where ranks stand, and how many of them. */
export type Placing = Pick<Job, "mapping" | "ranks">;

/** Ranks that find a place. The mapping's own check must have passed. */
export function placesOf({ kind, values }: Job["mapping"], site: Pick<Site, "terminals" | "axes">): number {
  return mappings.get(kind).places(values as never, site);
}

/** What keeps ranks from their places: complaints with paths relative to the job. */
export function checkPlaces({ mapping, ranks }: Placing, site: Site): readonly Complaint[] {
  const misplaced = mappings.get(mapping.kind).check(mapping.values as never, site);
  if (misplaced.length > 0) return under("mapping", misplaced);
  const places = placesOf(mapping, site);
  if (ranks <= places) return [];
  return [
    {
      path: "ranks",
      message: `${ranks} ranks find no place; the mapping has ${places}.`,
      remedy: `Use ${places} or less.`,
      nearest: places,
    },
  ];
}

function under(section: string, complaints: readonly Complaint[]): readonly Complaint[] {
  return complaints.map((complaint) => ({ ...complaint, path: complaint.path === "" ? section : `${section}.${complaint.path}` }));
}

/** [R] The terminals of a job, rank by rank. The job's own check must have passed. */
export function terminalsOf({ mapping, ranks }: Placing, ground: Ground): Int32Array {
  const { places, compile } = mappings.get(mapping.kind);
  return compile(mapping.values as never, ranks === 0 ? places(mapping.values as never, ground) : ranks, ground);
}

/**
 * About as many draws may be needed until every terminal has a packet for another one. A terminal that keeps more than
 * its part of that allows is silent.
 */
const mostDraws = 2 ** 24;

/** The demand of jobs that share no terminal. */
export function demandOf(jobs: readonly Job[], { network, packetBytes }: DemandContext): OpenLoop {
  const { terminals } = network;
  const places = jobs.map((job) => terminalsOf(job, network));
  const parts = jobs.map(({ pattern: { kind, values } }, j) => {
    const { compile, share, permutation } = patterns.get(kind);
    const ranks = places[j].length;
    return { destination: compile(values as never, ranks), share: share(values as never, ranks), permutation };
  });
  const injections = jobs.map(({ load, process, size }): Injection => {
    const { mean, draw } = sizes.get(size.kind).compile(size.values as never, packetBytes);
    return { load, process, meanPackets: mean, packets: draw };
  });
  const jobOf = new Uint8Array(terminals).fill(jobs.length);
  const rankOf = new Int32Array(terminals);
  places.forEach((those, j) =>
    those.forEach((terminal, rank) => {
      jobOf[terminal] = j;
      rankOf[terminal] = rank;
    }),
  );
  const isIdle = (terminal: number) => jobOf[terminal] === jobs.length;
  const share = (source: number, destination: number) => {
    if (isIdle(source)) return source === destination ? 1 : 0;
    return jobOf[source] === jobOf[destination] ? parts[jobOf[source]].share(rankOf[source], rankOf[destination]) : 0;
  };
  const most = 1 - Math.max(1 / 65536, terminals / mostDraws);
  const sending = Uint8Array.from({ length: terminals }, (_, source) => (share(source, source) < most ? 1 : 0));
  const injectionOf = jobOf.map((job) => (job === jobs.length ? 0 : job));
  return {
    form: "open-loop",
    load: meanLoad(injections, injectionOf, sending),
    injections,
    injectionOf,
    destination: destinationOf(),
    sending,
    share,
    permutation: parts.every(({ permutation }) => permutation),
  };

  function destinationOf(): OpenLoop["destination"] {
    if (parts.every(({ permutation }) => permutation)) {
      const table = Int32Array.from({ length: terminals }, (_, source) => {
        const job = jobOf[source];
        return isIdle(source) ? source : places[job][parts[job].destination(rankOf[source], 0)];
      });
      return (source) => table[source];
    }
    const [{ destination }] = parts;
    const isIdentity = jobs.length === 1 && places[0].length === terminals && places[0].every((terminal, rank) => terminal === rank);
    if (isIdentity) return destination;
    return (source, draw) => {
      const job = jobOf[source];
      return job === jobs.length ? source : places[job][parts[job].destination(rankOf[source], draw)];
    };
  }
}
