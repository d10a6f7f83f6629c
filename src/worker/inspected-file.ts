/** The result of inspecting a file. Types only. */
import type { ValidationIssue } from "../core/base/errors.ts";
import type { Network } from "../core/network/network.ts";
import type { Irregularity } from "../formats/recognition/contract.ts";
import type { PortChannels } from "./port-channels.ts";
import type { ColumnMap, ReadCounter, Diagnostics } from "../formats/contract.ts";

/** What the user specifies about a file. */
export interface ReadOptions {
  /** Id of the format; detected from the content when absent. */
  readonly format?: string;
  /** The index of the column with each meaning. */
  readonly columns?: Readonly<Record<string, number>>;
}

/** An inspected file. */
export interface InspectedFile extends Diagnostics {
  /** The detected format; null if it cannot be read. */
  readonly format: FormatName | null;
  /** Other possible formats. */
  readonly otherFormats: readonly FormatName[];
  readonly columns: ColumnMap | null;
  /** The first line that is not blank, shortened. */
  readonly firstLine: string;
  /** The contents; null if they are unusable. */
  readonly contents: FileContents | null;
  /** How the file changes the current document, as sentences. */
  readonly changes: readonly string[];
  /** Why the file, although readable, cannot be used here. */
  readonly issues: readonly ValidationIssue[];
}

/** A format by id and title. */
export interface FormatName {
  readonly id: string;
  readonly title: string;
}

/** The contents of a file, summarized for a preview. */
export type FileContents =
  | {
      readonly is: "network";
      readonly terminals: number;
      readonly switches: number;
      /** Number of links, including the links of terminals. */
      readonly links: number;
      /** Rates of links and how many links have them, in descending order of number: names in the file, otherwise bytes per second. */
      readonly rates: readonly (readonly [rate: string | number, links: number])[];
      /** Whether the file contains positions of its nodes. */
      readonly isPlaced: boolean;
      /** The network as it will be drawn; null if it cannot be used. */
      readonly network: Network | null;
      /** The recognized family; null if there is none. */
      readonly found: {
        readonly title: string;
        readonly sentences: readonly string[];
        readonly irregularities: readonly Irregularity[];
      } | null;
    }
  | {
      readonly is: "traffic" | "program";
      /** Number of senders and receivers, or of ranks. */
      readonly ends: number;
      /** Number of rates, messages or operations. */
      readonly entries: number;
      /** Number of messages, if entries are operations. */
      readonly messages?: number;
      /** Bytes of all messages; null for rates. */
      readonly bytes: number | null;
      readonly pairs: BlockTraffic;
    }
  | { readonly is: "counters"; readonly counters: readonly ReadCounter[] }
  /** A scenario or a lesson of this program, as text. */
  | { readonly is: "document"; readonly text: string };

/** A document to which a file was applied. */
export interface AppliedFile {
  /** The document as parsed JSON. */
  readonly document: unknown;
  /** The channels of the ports that the file numbers; null if it numbers none. */
  readonly ports: PortChannels | null;
}

/** Traffic between blocks of senders and receivers, of which there are few. */
export interface BlockTraffic {
  /** Blocks along a side, and senders or receivers of a block. */
  readonly side: number;
  readonly block: number;
  /** [side × side] source × destination: bytes, or rates. */
  readonly sums: Float64Array;
}
