/**
 * What other programs write down about networks and traffic: how a text of theirs is known by its content, read into what
 * all formats have in common, and written. A reader never throws at a text: what it cannot read it tells, line by line.
 */
import type { ProgramGraph } from "../core/programs/graph.ts";

export type { ProgramGraph };

/** What can be read from a text. */
export type Carried = "network" | "traffic" | "program" | "counters" | "document";

/** One kind of text. */
export interface Format {
  readonly id: string;
  /** As people call it: `ibnetdiscover`, `GraphML`. */
  readonly title: string;
  readonly carries: Carried;
  /** Of files that are written, without the dot. */
  readonly extension: string;
  /** Where the format is described: program, manual page, section. */
  readonly source: string;
  /** What the format cannot say, as sentences; a round trip keeps everything else. */
  readonly cannotSay: readonly string[];
  /** How surely a text is of this format, 0 to 1, by its beginning: at most {@link headLength} characters, the last line maybe cut. */
  recognise(head: string): number;
  /** Fetches what reading and writing need beside this code, a library; absent where that is nothing. */
  fetch?(): Promise<void>;
  read(text: string, given?: Given): Reading;
  /** Absent where the format is only read. */
  write?(what: Written): string;
}

/** Characters by which a format is known. */
export const headLength = 65_536;

/** What somebody says about a text that it does not say itself. */
export interface Given {
  /** Which column has which meaning, by the names of {@link ColumnMap.roles}; from 0. */
  readonly columns?: Readonly<Record<string, number>>;
  /** Hears now and then which part has been read, 0 to 1; may throw to break off. */
  readonly onPart?: (part: number) => void;
}

/** What a text says, and what was made of it on the way. */
export interface Reading extends Told {
  readonly format: string;
  readonly network?: ReadNetwork;
  readonly traffic?: ReadTraffic;
  readonly program?: ReadProgram;
  readonly counters?: readonly ReadCounter[];
  /** The document of this program, as parsed JSON. */
  readonly document?: unknown;
  /** Columns, where the meaning of some was guessed and may be given. */
  readonly columns?: ColumnMap;
}

/** What a reader has to say about a text. */
export interface Told {
  /** Lines of the text. */
  readonly lines: number;
  /** What could not be read, in the order of the text: at most {@link mostNotes}. */
  readonly notes: readonly Note[];
  /** How many there were. */
  readonly unread: number;
  /** The same by their reasons, the commonest first: no two are alike. */
  readonly reasons: readonly Reason[];
  /** What was guessed, as sentences. */
  readonly guesses: readonly string[];
  /** Why nothing at all can be made of it, as a sentence with what to do; null where something can. */
  readonly refused: string | null;
}

/** Beyond so many nobody reads on; they are counted. */
export const mostNotes = 200;

/** A line that could not be read. */
export interface Note {
  /** From 1; 0 for the text as a whole. */
  readonly line: number;
  /** The line, shortened to 80 characters. */
  readonly text: string;
  /** Why, as a sentence that begins in lower case and has no full stop: `joins "a" with itself`. */
  readonly why: string;
}

/** Why some lines could not be read: all whose reasons differ at most in what they quote and in numbers. */
export interface Reason {
  /** Of the first of them, as a note has it. */
  readonly why: string;
  readonly text: string;
  /** How many they are. */
  readonly count: number;
  /** Numbers of the first few, in ascending order; empty for the text as a whole. */
  readonly lines: readonly number[];
}

/** Columns of a table, and what each was taken for. */
export interface ColumnMap {
  /** Heads, or `column 1` where there are none. */
  readonly names: readonly string[];
  /** What a column may mean, in the order in which it is asked for: `from`, `to`, `rate`. */
  readonly roles: readonly string[];
  /** The column of each role that has one. */
  readonly taken: Readonly<Record<string, number>>;
}

/** A network as a text has it: N nodes, L links. */
export interface ReadNetwork {
  readonly nodes: readonly ReadNode[];
  /** One entry for each cable: what a text says twice, once from either side, is one link. */
  readonly links: readonly ReadLink[];
}

export interface ReadNode {
  /** As the text calls it; no two nodes are called alike. */
  readonly id: string;
  /** For people, where that is another name. */
  readonly name?: string;
  /** Whether it sends and receives: a host, an adapter. What only passes packets on is a switch. */
  readonly isTerminal: boolean;
  /** Where it stands: to the right and down, in any unit. */
  readonly place?: readonly [x: number, y: number];
  /** Ports it has, plugged or not. */
  readonly ports?: number;
}

/** A cable between two nodes, both ways. */
export interface ReadLink {
  /** Places in {@link ReadNetwork.nodes}. */
  readonly a: number;
  readonly b: number;
  /** Numbers of the ports, as the text has them. */
  readonly aPort?: number;
  readonly bPort?: number;
  /** Bytes per second each way. */
  readonly rate?: number;
  /** Multiple of what links without a rate carry, where the text has no bytes per second: 0.5 is half as fast. */
  readonly relativeRate?: number;
  /** How long it is, or takes. */
  readonly length?: { readonly metres: number } | { readonly seconds: number } | { readonly cycles: number };
  /** What the text calls links of this kind: `4xNDR`. */
  readonly kind?: string;
}

/** Who sends how much to whom: rates that go on, or messages with an end. */
export type ReadTraffic =
  | {
      readonly is: "rates";
      /** Names of sources and destinations, which are the same nodes; numbers where the text has none. */
      readonly names: readonly string[];
      /** Row by row, [names × names]: source × destination. */
      readonly cells: readonly (readonly [source: number, destination: number, value: number])[];
      /** Of the values; `share` where the text has none. */
      readonly unit: "bytes/s" | "phits/cycle" | "share";
    }
  | {
      readonly is: "messages";
      /** Names of all ends that occur, in the order of their numbers or of the text. */
      readonly names: readonly string[];
      readonly list: readonly {
        readonly source: number;
        readonly destination: number;
        readonly bytes: number;
        /** Cycles, or seconds where the text says a unit of time. */
        readonly time: number;
      }[];
      readonly timeIn: "cycles" | "seconds";
    };

/** What ranks do, as a graph of dependencies. */
export interface ReadProgram extends ProgramGraph {
  /** Hosts that the text names; absent where it does not. */
  readonly host?: Readonly<Record<"L" | "o" | "g" | "G" | "O" | "S", number>>;
}

/** What one port has counted. */
export interface ReadCounter {
  /** The node, as the network's text calls it, and its port. */
  readonly node: string;
  readonly port: number;
  /** Bytes sent and received; absent where the text does not say. */
  readonly sent?: number;
  readonly received?: number;
  /** Ticks in which something waited to be sent. */
  readonly waited?: number;
}

/** What can be written. */
export interface Written {
  readonly network?: ReadNetwork;
  readonly traffic?: ReadTraffic;
  readonly program?: ReadProgram;
}
