/** The main claim of each paper in one sentence, with the statements and the number that decide whether it is reproduced. */
import type { Outcome, Published, ExhibitRow } from "./contract.ts";
import { findExhibit } from "./index.ts";
import type { PaperId } from "./papers.ts";
import { printed } from "./numbers.ts";
import { valiantThroughput } from "./others/printed.ts";
import { printedRandomGains } from "./torus/printed.ts";

export interface PaperClaim {
  /** The claim in our words. */
  readonly says: string;
  /** The statements that the claim rests on: their ids, by the id of their exhibit. */
  readonly statements: Readonly<Record<string, readonly string[]>>;
  /** A number computed here that illustrates the claim. */
  readonly number: {
    readonly exhibit: string;
    readonly row: string;
    /** A phrase that follows the number: `times the fat tree’s performance per cost`. */
    readonly of: string;
    /** The published number to compare with, if the row itself has none. */
    readonly published?: Published;
  };
}

export const claims: Readonly<Record<PaperId, PaperClaim>> = {
  trees: {
    says: "A thin tree with 2:1 over-subscription costs less than a third of a fat tree, is as fast, and has the best performance per cost",
    statements: { "trees-section-6": ["a-third", "low-levels", "clear-winner"] },
    number: { exhibit: "trees-section-6", row: "ratio Table 4b", of: "times the fat tree’s performance per cost" },
  },
  qsnet: {
    says: "Three permutations reach full bandwidth and three cannot; distributed I/O servers accept a fifth more than clustered ones",
    statements: { "qsnet-figure-13": ["optimal", "slow"], "qsnet-table-1": ["distributed", "fifth"] },
    number: { exhibit: "qsnet-table-1", row: "half random traffic, distributed I/O", of: "MB/s accepted by each distributed server" },
  },
  torus: {
    says: "Routing half of the pairs through an intermediate node makes a matrix transpose up to 35 % faster",
    statements: { "torus-figure-3": ["gain", "whole gain", "growth"] },
    number: {
      exhibit: "torus-figure-3",
      row: "gain 2048",
      of: "% faster on 2,048 nodes",
      published: printed(String(printedRandomGains[1].gain)),
    },
  },
  quads: {
    says: "Twelve small switches are nearly as fast as one large switch, and the gap is smaller in full duplex",
    statements: { "quads-section-4-2": ["outperforms", "not-twice", "better-utilized"] },
    number: {
      exhibit: "quads-section-4-2",
      row: "ratio Three Quads to switch, half duplex",
      of: "times the transpose time of the large switch",
    },
  },
  matmul: {
    says: "Point-to-point messages take 30 to 45 % longer than broadcasts over Ethernet, and the difference is smaller over InfiniBand",
    statements: { "matmul-table-1": ["penalty-ethernet", "slower-on-both", "smaller-over-infiniband"] },
    number: {
      exhibit: "matmul-table-1",
      row: "ratio InfiniBand point to point 12000",
      of: "times the time of broadcasts, over InfiniBand",
    },
  },
  deepseek: {
    says: "Eight planes of two-level fat trees connect 16,384 accelerators with as few switches and links per endpoint as one plane",
    statements: { "deepseek-table-3": ["supports", "over-10k"] },
    number: { exhibit: "deepseek-table-3", row: "endpoints MPFT", of: "endpoints in eight planes" },
  },
  megatron: {
    says: "Training a model of a trillion parameters takes about three months on 3,072 accelerators",
    statements: { "megatron-table-1": ["three-months", "interleaved"] },
    number: { exhibit: "megatron-table-1", row: "days a trillion", of: "days to train a trillion parameters" },
  },
  swing: {
    says: "On a ring, Swing’s allreduce crosses two thirds of the links that recursive doubling crosses",
    statements: { "swing-distances": ["nearer", "same-bytes"] },
    number: { exhibit: "swing-distances", row: "swing-latency 256 ranks", of: "links crossed in all steps, on a ring of 256 ranks" },
  },
  jellyfish: {
    says: "When the switches of a fat tree are connected as a random graph, nearly all pairs of servers are at most five links apart",
    statements: { "jellyfish-figure-1c": ["nearly-all", "shorter"] },
    number: { exhibit: "jellyfish-figure-1c", row: "under jellyfish", of: "% of server pairs fewer than six links apart" },
  },
  dragonfly: {
    says: "One link between every two groups is enough if adaptive routing can take non-minimal paths through a third group",
    statements: { "dragonfly-throughput": ["one-global", "balanced", "worst", "half"] },
    number: {
      exhibit: "dragonfly-throughput",
      row: "most worst valiant",
      of: "of injection bandwidth accepted with Valiant routing, in the worst case",
      published: valiantThroughput,
    },
  },
  butterfly: {
    says: "One link between every two switches is enough if adaptive routing can take non-minimal paths through a third switch",
    statements: { "butterfly-throughput": ["non-minimal", "only-when", "worst", "half"] },
    number: {
      exhibit: "butterfly-throughput",
      row: "most worst valiant",
      of: "of injection bandwidth accepted with Valiant routing, in the worst case",
      published: valiantThroughput,
    },
  },
};

/** Whether a claim is reproduced: all of its statements hold, some, or none. */
export const claimVerdicts = ["reproduced", "partly", "not reproduced"] as const;
export type ClaimVerdict = (typeof claimVerdicts)[number];

/** How many of a claim's statements hold, and how many there are; null until all of them have been checked. */
export function statementCountsOf(
  { statements }: PaperClaim,
  outcomeOf: (exhibit: string) => Outcome | null,
): { readonly holdingCount: number; readonly total: number } | null {
  const checked = Object.entries(statements).flatMap(([exhibit, ids]) => ids.map((id) => outcomeOf(exhibit)?.checked.get(id)));
  if (checked.includes(undefined)) return null;
  return { holdingCount: checked.filter((each) => each?.holds === true).length, total: checked.length };
}

/** The verdict on a claim; null until all of its statements have been checked. */
export function verdictOnClaim(claim: PaperClaim, outcomeOf: (exhibit: string) => Outcome | null): ClaimVerdict | null {
  const counts = statementCountsOf(claim, outcomeOf);
  if (counts === null) return null;
  return counts.holdingCount === counts.total ? "reproduced" : counts.holdingCount > 0 ? "partly" : "not reproduced";
}

/** The row of a claim's number, with its published number. */
export function rowOfClaim({ number: { exhibit, row, published } }: PaperClaim): ExhibitRow {
  const claimRow = findExhibit(exhibit)?.rows.find(({ id }) => id === row);
  if (claimRow === undefined) throw new Error(`${exhibit} has no row "${row}"`);
  return published === undefined ? claimRow : { ...claimRow, published };
}
