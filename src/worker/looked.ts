/** What the worker has found in a file that somebody brings. Types only. */
import type { ValidationIssue } from "../core/base/errors.ts";
import type { Network } from "../core/network/network.ts";
import type { Irregularity } from "../formats/recognition/contract.ts";
import type { Ports } from "./ports.ts";
import type { ColumnMap, ReadCounter, Told } from "../formats/contract.ts";

/** What a reader says of a file besides. */
export interface Asked {
  /** The id of the format that it is; guessed by its content where absent. */
  readonly format?: string;
  /** Which column has which meaning. */
  readonly columns?: Readonly<Record<string, number>>;
}

/** A file, looked at. */
export interface Looked extends Told {
  /** What it was taken for; null where it is nothing that can be read. */
  readonly format: Named | null;
  /** What it might be as well. */
  readonly others: readonly Named[];
  readonly columns: ColumnMap | null;
  /** Its first line that says something, shortened. */
  readonly firstLine: string;
  /** What it holds; null where nothing can be made of it. */
  readonly holds: Holds | null;
  /** What becomes of the document at hand, as sentences. */
  readonly changes: readonly string[];
  /** Why it cannot be used here, though it can be read. */
  readonly issues: readonly ValidationIssue[];
}

export interface Named {
  readonly id: string;
  readonly title: string;
}

export type Holds =
  | {
      readonly is: "network";
      readonly terminals: number;
      readonly switches: number;
      /** Cables, those of terminals included. */
      readonly links: number;
      /** Rates that links have, and how many have them, most first: names of the text where it has any, else bytes per second. */
      readonly rates: readonly (readonly [rate: string | number, links: number])[];
      /** Whether the file says where its nodes stand. */
      readonly isPlaced: boolean;
      /** As it will be drawn; null where it cannot be used. */
      readonly network: Network | null;
      /** What it was found to be; null where it is of no known family. */
      readonly found: { readonly title: string; readonly said: readonly string[]; readonly irregular: readonly Irregularity[] } | null;
    }
  | {
      readonly is: "traffic" | "program";
      /** Senders and receivers, or ranks. */
      readonly ends: number;
      /** Rates, messages or operations. */
      readonly entries: number;
      /** Messages, where entries are operations. */
      readonly messages?: number;
      /** Bytes of all messages; null where it is told in rates. */
      readonly bytes: number | null;
      readonly pairs: Pairs;
    }
  | { readonly is: "counters"; readonly counters: readonly ReadCounter[] }
  /** A scenario or a lesson of this program, as its text. */
  | { readonly is: "document"; readonly text: string };

/** What has become of a document with a file. */
export interface Used {
  /** As text has it, parsed. */
  readonly document: unknown;
  /** The channels of the ports that the file numbers; null where it numbers none. */
  readonly ports: Ports | null;
}

/** Who sends how much to whom, in blocks of so many ends that there are few. */
export interface Pairs {
  /** Blocks a side, and ends of a block. */
  readonly side: number;
  readonly block: number;
  /** [side × side] source × destination: bytes, or rates. */
  readonly sums: Float64Array;
}
