/**
 * The contract of file formats of other programs, for networks, traffic and programs: how a format is detected from the content of a text,
 * how the text is read into types that all formats share, and how it is written. A reader never throws because of a text; it reports the
 * lines that it cannot read.
 */
import type { ProgramGraph } from "../core/programs/graph.ts";

export type { ProgramGraph };

/** Kind of content that a format holds. */
export type ContentKind = "network" | "traffic" | "program" | "counters" | "document";

/** One file format. */
export interface Format {
  readonly id: string;
  /** Usual name: `ibnetdiscover`, `GraphML`. */
  readonly title: string;
  readonly contentKind: ContentKind;
  /** Extension of written files, without the dot. */
  readonly extension: string;
  /** Where the format is specified: program, manual page, section. */
  readonly source: string;
  /** What the format cannot represent, as sentences. A round trip through the format keeps everything else. */
  readonly limitations: readonly string[];
  /**
   * Confidence, 0 to 1, that a text has this format. Its start decides: at most {@link detectionLength} characters, of which the last line
   * may be cut off.
   */
  confidenceOf(excerpt: string): number;
  /** Loads the library that reading and writing need; absent if they need none. */
  fetch?(): Promise<void>;
  read(text: string, options?: ReaderOptions): ReadResult;
  /** Absent if the format can only be read. */
  write?(content: WritableContent): string;
}

/** Number of characters from which a format is detected. */
export const detectionLength = 65_536;

/** What the caller knows about a text beyond its content. */
export interface ReaderOptions {
  /** Column index, from 0, of each role in {@link ColumnMap.roles}. */
  readonly columns?: Readonly<Record<string, number>>;
  /** Receives the fraction of the text that has been read, 0 to 1. It may throw to cancel the reading. */
  readonly onProgress?: (part: number) => void;
}

/** Content of a text, with the diagnostics of its reader. */
export interface ReadResult extends Diagnostics {
  readonly format: string;
  readonly network?: ReadNetwork;
  readonly traffic?: ReadTraffic;
  readonly program?: ReadProgram;
  readonly counters?: readonly ReadCounter[];
  /** A document of this program, as parsed JSON. */
  readonly document?: unknown;
  /** Present if the roles of columns were guessed, so that a user can correct them. */
  readonly columns?: ColumnMap;
}

/** Diagnostics of a reader. */
export interface Diagnostics {
  /** Number of lines of the text. */
  readonly lines: number;
  /** Lines that could not be read, in the order of the text: at most {@link maxUnreadLines}. */
  readonly notes: readonly UnreadLine[];
  /** Number of lines that could not be read, including those beyond the maximum. */
  readonly unread: number;
  /** The unread lines grouped by reason, the most frequent reason first. */
  readonly reasons: readonly UnreadReason[];
  /** Assumptions of the reader, as sentences. */
  readonly guesses: readonly string[];
  /** Why nothing in the text can be used, as a sentence that also says what to do; null if something can. */
  readonly refused: string | null;
}

/** Maximum number of unread lines that are listed; further ones are only counted. */
export const maxUnreadLines = 200;

/** A line that could not be read. */
export interface UnreadLine {
  /** Line number, from 1; 0 if the text as a whole is meant. */
  readonly line: number;
  /** The line, shortened to 80 characters. */
  readonly text: string;
  /** The reason. It starts in lower case and has no full stop: `connects "a" to itself`. */
  readonly why: string;
}

/** A group of unread lines whose reasons differ only in quoted text and numbers. */
export interface UnreadReason {
  /** Reason and text of the first line of the group. */
  readonly why: string;
  readonly text: string;
  /** Number of lines in the group. */
  readonly count: number;
  /** Numbers of the first few lines, in ascending order; empty if the text as a whole is meant. */
  readonly lines: readonly number[];
}

/** Columns of a table and the role that each column was assigned. */
export interface ColumnMap {
  /** Headings, or `column 1` if the table has none. */
  readonly names: readonly string[];
  /** Roles that a column may have, in the order in which a form lists them: `from`, `to`, `rate`. */
  readonly roles: readonly string[];
  /** Column index of each role that is assigned. */
  readonly assigned: Readonly<Record<string, number>>;
}

/** A network as it was read: N nodes, L links. */
export interface ReadNetwork {
  readonly nodes: readonly ReadNode[];
  /** One entry per cable. If the text lists a cable twice, once from either end, it is still one link. */
  readonly links: readonly ReadLink[];
}

export interface ReadNode {
  /** Identifier in the text, unique among the nodes. */
  readonly id: string;
  /** Display name, if it differs from the identifier. */
  readonly name?: string;
  /** Whether the node sends and receives, as a host or an adapter does. A node that only forwards packets is a switch. */
  readonly isTerminal: boolean;
  /** Position: x to the right and y down, in any unit. */
  readonly place?: readonly [x: number, y: number];
  /** Number of ports, in use or free. */
  readonly ports?: number;
}

/** A bidirectional cable between two nodes. */
export interface ReadLink {
  /** Indices in {@link ReadNetwork.nodes}. */
  readonly a: number;
  readonly b: number;
  /** Port numbers as in the text. */
  readonly aPort?: number;
  readonly bPort?: number;
  /** Bytes per second in each direction. */
  readonly rate?: number;
  /** Rate as a multiple of the usual rate, if the text has no bytes per second: 0.5 is half as fast. */
  readonly relativeRate?: number;
  /** Length or delay of the cable. */
  readonly length?: { readonly metres: number } | { readonly seconds: number } | { readonly cycles: number };
  /** Kind of the link as named in the text: `4xNDR`. */
  readonly kind?: string;
}

/** Traffic between nodes: constant rates, or messages of finite size. */
export type ReadTraffic =
  | {
      readonly is: "rates";
      /** Names of the nodes, which are sources and destinations alike; their numbers if the text has no names. */
      readonly names: readonly string[];
      /** Nonzero entries of the [names × names] matrix, row by row. */
      readonly cells: readonly (readonly [source: number, destination: number, value: number])[];
      /** Unit of the values; `share` if the text has no unit. */
      readonly unit: "bytes/s" | "phits/cycle" | "share";
    }
  | {
      readonly is: "messages";
      /** Names of all sources and destinations, in the order of their numbers or of the text. */
      readonly names: readonly string[];
      readonly list: readonly {
        readonly source: number;
        readonly destination: number;
        readonly bytes: number;
        /** Start time in cycles, or in seconds if the text has a unit of time. */
        readonly time: number;
      }[];
      readonly timeIn: "cycles" | "seconds";
    };

/** Operations of ranks as a dependency graph. */
export interface ReadProgram extends ProgramGraph {
  /** LogGOPS parameters of the hosts; absent if the text has none. */
  readonly host?: Readonly<Record<"L" | "o" | "g" | "G" | "O" | "S", number>>;
}

/** Counters of one port. */
export interface ReadCounter {
  /** Node, named as in the text of the network, and port number. */
  readonly node: string;
  readonly port: number;
  /** Bytes sent and received; absent if the text does not have them. */
  readonly sent?: number;
  readonly received?: number;
  /** Ticks in which the port had data to send but could not send it. */
  readonly waited?: number;
}

/** Content that a format can write. */
export interface WritableContent {
  readonly network?: ReadNetwork;
  readonly traffic?: ReadTraffic;
  readonly program?: ReadProgram;
}
