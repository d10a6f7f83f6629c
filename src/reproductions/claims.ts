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
    says: "A thin tree narrowed two to one costs under a third of a fat tree, is as fast, and wins for the money",
    statements: { "trees-section-6": ["a-third", "low-levels", "clear-winner"] },
    number: { exhibit: "trees-section-6", row: "ratio Table 4b", of: "times the fat tree’s performance per cost" },
  },
  qsnet: {
    says: "Three permutations run at full speed and three cannot; servers spread out serve a fifth more",
    statements: { "qsnet-figure-13": ["optimal", "slow"], "qsnet-table-1": ["distributed", "fifth"] },
    number: { exhibit: "qsnet-table-1", row: "half random traffic, distributed I/O", of: "MB/s of servers spread out" },
  },
  torus: {
    says: "Sending half of the pairs by way of another node makes a transpose up to 35 % faster",
    statements: { "torus-figure-3": ["gain", "whole gain", "growth"] },
    number: {
      exhibit: "torus-figure-3",
      row: "gain 2048",
      of: "% faster on 2,048 nodes",
      published: printed(String(printedRandomGains[1].gain)),
    },
  },
  quads: {
    says: "Twelve small switches come near one large one, and nearer when both directions are used",
    statements: { "quads-section-4-2": ["outperforms", "not-twice", "better-utilized"] },
    number: {
      exhibit: "quads-section-4-2",
      row: "ratio Three Quads to switch, half duplex",
      of: "times as long as the large switch",
    },
  },
  matmul: {
    says: "Broadcasts beat messages between two by 30 to 45 % over Ethernet, and by less over InfiniBand",
    statements: { "matmul-table-1": ["penalty-ethernet", "slower-on-both", "smaller-over-infiniband"] },
    number: {
      exhibit: "matmul-table-1",
      row: "ratio InfiniBand point to point 12000",
      of: "times as long as by broadcasts, over InfiniBand",
    },
  },
  deepseek: {
    says: "Eight planes of two levels join 16,384 accelerators with no more switches and links for each than one plane has",
    statements: { "deepseek-table-3": ["supports", "over-10k"] },
    number: { exhibit: "deepseek-table-3", row: "endpoints MPFT", of: "endpoints in eight planes" },
  },
  megatron: {
    says: "A trillion parameters train in about three months on 3,072 accelerators",
    statements: { "megatron-table-1": ["three-months", "interleaved"] },
    number: { exhibit: "megatron-table-1", row: "days a trillion", of: "days for a trillion parameters" },
  },
  swing: {
    says: "An allreduce whose partners swing to and fro crosses two thirds of the links of one that doubles distances",
    statements: { "swing-distances": ["nearer", "same-bytes"] },
    number: { exhibit: "swing-distances", row: "swing-latency 256 ranks", of: "links in all steps, on a ring of 256" },
  },
  jellyfish: {
    says: "The switches of a fat tree bring nearly all servers within five links of each other if they are joined at random",
    statements: { "jellyfish-figure-1c": ["nearly-all", "shorter"] },
    number: { exhibit: "jellyfish-figure-1c", row: "under jellyfish", of: "% of pairs fewer than six links apart" },
  },
  dragonfly: {
    says: "One link between two groups is enough, if packets go by way of another group where that pays",
    statements: { "dragonfly-throughput": ["one-global", "balanced", "worst", "half"] },
    number: {
      exhibit: "dragonfly-throughput",
      row: "most worst valiant",
      of: "of what terminals can send, in the worst case, by Valiant’s detours",
      published: valiantThroughput,
    },
  },
  butterfly: {
    says: "One link between two switches is enough, if packets go by way of another switch where that pays",
    statements: { "butterfly-throughput": ["non-minimal", "only-when", "worst", "half"] },
    number: {
      exhibit: "butterfly-throughput",
      row: "most worst valiant",
      of: "of what terminals can send, in the worst case, by Valiant’s detours",
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
): { readonly held: number; readonly of: number } | null {
  const checked = Object.entries(statements).flatMap(([exhibit, ids]) => ids.map((id) => outcomeOf(exhibit)?.checked.get(id)));
  if (checked.includes(undefined)) return null;
  return { held: checked.filter((each) => each?.holds === true).length, of: checked.length };
}

/** The verdict on a claim; null until all of its statements have been checked. */
export function verdictOnClaim(claim: PaperClaim, outcomeOf: (exhibit: string) => Outcome | null): ClaimVerdict | null {
  const counts = statementCountsOf(claim, outcomeOf);
  if (counts === null) return null;
  return counts.held === counts.of ? "reproduced" : counts.held > 0 ? "partly" : "not reproduced";
}

/** The row of a claim's number, with its published number. */
export function rowOfClaim({ number: { exhibit, row, published } }: PaperClaim): ExhibitRow {
  const claimRow = findExhibit(exhibit)?.rows.find(({ id }) => id === row);
  if (claimRow === undefined) throw new Error(`${exhibit} has no row "${row}"`);
  return published === undefined ? claimRow : { ...claimRow, published };
}
