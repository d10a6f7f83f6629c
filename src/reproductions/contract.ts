/**
 * What a reproduction is: a published table, figure or statement, the numbers it prints, and how each comes about here.
 * An exhibit knows no page and no clock; whoever shows it computes it by `outcome.ts` and judges it by `verdict.ts`.
 */
import type { Causality } from "../core/analysis/analysis.ts";
import type { EachChannel, Results } from "../core/measures/results.ts";
import type { Network } from "../core/network/network.ts";
import type { Picked } from "../core/network/selected.ts";
import type { Once } from "./once.ts";
import type { PaperId } from "./papers.ts";

/** A scenario as it stands in a file; what it leaves out is at its default. */
export type ScenarioDocument = Readonly<Record<string, unknown>>;

/** A document that can be opened in the workbench, with the words of its link. */
export interface OpenDocument {
  readonly title: string;
  readonly document: ScenarioDocument;
  /** A card that opens with it, and one choice among its options; what the workbench opens by itself where left out. */
  readonly card?: { readonly id: string; readonly option: string; readonly choice: string };
}

/** A number as its source prints it. */
export interface Published {
  /** The printed characters: `4.8`, `13977600`, `165–200`, `N_X/8`. */
  readonly text: string;
  /** Smallest and largest value the text may mean; equal where it prints one number. */
  readonly low: number;
  readonly high: number;
  /** Decimals printed: what "equal to the last printed digit" means. */
  readonly decimals: number;
  /** True where the source does not print it, but it follows from what it prints. */
  readonly isDerived?: true;
  /** True where the source prints these very characters, so that they may be quoted. */
  readonly isVerbatim?: true;
  /** Where the characters stand for words of the source: what it says, as a clause, `any exchange does`. */
  readonly says?: string;
}

/** A number computed here. */
export interface Value {
  readonly value: number;
  /** Where chance matters: standard error of the mean, and of how many independent draws. */
  readonly spread?: { readonly error: number; readonly draws: number };
  /** Id of the run that it is of, where only results tell which: that of the shortest. */
  readonly run?: string;
}

/**
 * How much of a number was known beforehand (model, "How a reproduction speaks"):
 * - `exact`: closed form, or counted on the built network; no chance, no choice
 * - `fitted`: a constant was set on a published number
 * - `chosen`: no constant of its own, but the form of the model was picked with this number in view
 * - `assumed`: it rests on a number of ours that no source gives, such as a price
 * - `predicted`: nothing was set with this number in view
 */
export type Word =
  | { readonly is: "exact" }
  | { readonly is: "fitted"; readonly constant: string; readonly cell: string }
  | { readonly is: "chosen"; readonly what: string }
  | { readonly is: "assumed"; readonly on: string }
  | { readonly is: "predicted" };

/**
 * A number of our model that the source does not give: fitted on one that it prints, or assumed. A reader may move it; what
 * then comes out stands beside what is judged, and never in its place.
 */
export interface Constant {
  /** Unique within the exhibit. */
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** The value that every verdict is about. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** What the values 0, 1, 2 … stand for, where it is a choice and no number: `a bubble`, `a dateline`. */
  readonly names?: readonly string[];
  /** The cell it was fitted on, as a phrase: `Table 1, Three Quads, full duplex: 11.8 s`; absent where it is assumed. */
  readonly fittedOn?: string;
  /** What it stands for, in a sentence. */
  readonly help: string;
  /** Puts a value into a document; those that it does not concern come back as they are. Absent where rows alone take it. */
  readonly put?: (document: ScenarioDocument, value: number) => ScenarioDocument;
}

/** The values of an exhibit's constants, by their ids. */
export type ConstantOf = (id: string) => number;

/** The results of an exhibit's runs, by the run's id. */
export type ResultsOf = (run: string) => Results;

/** The results of all runs of an exhibit's recordings, in their document's order, by the recording's id. */
export type RecordedOf = (recording: string) => readonly Results[];

/** What numbers and statements are worked out from. */
export interface Given {
  readonly results: ResultsOf;
  readonly recorded: RecordedOf;
  readonly constants: ConstantOf;
  /** Remembers what several of them need, as long as they are being worked out. */
  readonly once: Once;
}

/** A full run that an exhibit needs. */
export interface ExhibitRun {
  readonly id: string;
  readonly document: ScenarioDocument;
  /** True where its rows or figures read what each channel counted. */
  readonly isCounted?: true;
  /**
   * Where its results are recorded, so that the page opens at once: one of the exhibit's recordings, and its place among that
   * document's runs. It is run where nothing was recorded, or a constant was moved.
   */
  readonly recorded?: { readonly recording: string; readonly at: number };
}

/** A document whose runs take too long to wait for: their results are recorded beside the page, by the document's name. */
export interface Recording extends OpenDocument {
  readonly id: string;
  /** Whether numbers can be worked out without it, such as further seeds: where it is missing it has no runs. */
  readonly isExtra?: true;
}

/** One number of an exhibit. */
export interface Row {
  /** Unique within the exhibit. */
  readonly id: string;
  /** What the number is about: the network, the pattern. Rows of several series share it. */
  readonly label: string;
  /** A few words more. */
  readonly detail?: string;
  /** Id of the series it belongs to. */
  readonly series: string;
  /** Null for what the source shows but does not print, such as a curve. */
  readonly published: Published | null;
  /** What the source prints about it where that is not to be judged: it stands beside ours without a verdict. */
  readonly quoted?: string;
  readonly word: Word;
  /** How the number comes about, in words or as a formula. */
  readonly formula: string;
  /** Ids of the runs and recordings it is measured on; empty where nothing is simulated. */
  readonly runs: readonly string[];
  /** Decimals to show; as printed where left out. */
  readonly decimals?: number;
  /** The document that shows it, where it is not the run that its value names, nor the first of its runs. */
  readonly document?: ScenarioDocument;
  /** What has to be picked there to see it. */
  readonly picked?: Picked;
  /** Computes the number; pure. */
  readonly value: (given: Given) => Value;
}

/** A sentence of the source that can be checked: it holds of what came out, or it does not. */
export interface Statement {
  /** Unique within the exhibit, and no row's. */
  readonly id: string;
  /** The source's own words, cut where need be. */
  readonly says: string;
  /** True where we could not read the source: then the words are ours, of what it is known for, and never quoted. */
  readonly isRetold?: true;
  /** Where they stand: `Section 4.1`. */
  readonly where: string;
  /** How words that are no numbers were read, such as `perform acceptably`; absent where nothing was to be read into them. */
  readonly readAs?: string;
  /**
   * What is said where it does not hold. A measurement that our model lacks is `not reproduced`, and the source may well be
   * right; what other numbers of the source deny `contradicts` those. `does not hold` where left out.
   */
  readonly otherwise?: "not reproduced" | `contradicts ${string}`;
  /** Ids of the runs and recordings it is checked on. */
  readonly runs: readonly string[];
  /** Checks it; pure. */
  readonly check: (given: Given) => Checked;
}

/** What came of checking a statement. */
export interface Checked {
  readonly holds: boolean;
  /** The numbers that decide it, as a sentence. */
  readonly because: string;
}

/** A picture beside the numbers. */
export type Figure = { readonly title: string; readonly caption: string } &
  /** Networks as they are built. */
  (
    | { readonly is: "networks"; readonly networks: readonly DrawnNetwork[] }
    /** One panel for each first value, in it a line for each network over the second: from the rows whose ids `at` gives. */
    | {
        readonly is: "profiles";
        readonly unit: string;
        readonly panels: readonly string[];
        readonly columns: readonly string[];
        readonly lines: readonly string[];
        readonly at: (panel: string, column: string, line: string) => string;
      }
    /** Rank programs as communication graphs, to be gone through step by step. */
    | { readonly is: "programs"; readonly programs: readonly DrawnProgram[] }
    /** Networks by what they cost and what they give: two series with the same labels. */
    | { readonly is: "worth"; readonly cost: string; readonly worth: string }
    /** The blocks of a matrix that a rank program moves, to be gone through step by step. */
    | {
        readonly is: "blocks";
        readonly plan: () => { readonly causality: Causality; readonly network: Network };
      }
    /** The blocks of a product of matrices, who computes each of them and when, to be gone through step by step. */
    | { readonly is: "product"; readonly product: () => Product }
    /** Who sends to whom in each phase on a grid of processors whose rows and columns the reader sets, to be gone through phase by phase. */
    | {
        readonly is: "phases";
        /** The grid to begin with, and the largest. */
        readonly grid: ProcessorGrid;
        readonly most: ProcessorGrid;
        readonly phases: (grid: ProcessorGrid) => readonly ExchangePhase[];
      }
    /** Lines over something that grows, each through the rows it names; a row that does not exist is left out. */
    | {
        readonly is: "growth";
        readonly unit: string;
        /** What grows: `nodes`. */
        readonly across: string;
        /**
         * Both scales: logarithmic where left out; linear ones begin at 0, or below it where a value is. `linear upwards` is
         * logarithmic across.
         */
        readonly scale?: "linear" | "linear upwards";
        /** Panels stand beside each other, so many in a row where there is room, on one vertical scale up to `most` at least. */
        readonly panel?: { readonly columns: 2 | 3; readonly most: number; readonly least?: number };
        /** True where each value has its standard error drawn. */
        readonly hasErrors?: true;
        /** What the source prints, at columns that it is printed for: rings. */
        readonly published?: readonly { readonly at: number; readonly value: number; readonly text: string }[];
        /** What no line goes beyond: a line across. */
        readonly limit?: { readonly value: number; readonly text: string };
        readonly columns: readonly { readonly text: string; readonly at: number }[];
        /** Lines look each its own way where nothing is said; where they are of two kinds, each looks as its kind, and some are set off. */
        readonly lines: readonly {
          readonly title: string;
          readonly rows: readonly string[];
          readonly look?: "plain" | "dashed";
          readonly isStrong?: boolean;
        }[];
      }
    /** Rows with their standard errors as bars below each other, from 0 to either side. */
    | {
        readonly is: "bars";
        readonly unit: string;
        readonly rows: readonly string[];
      }
    /** The congestion matrix of a tree, as runs have counted. */
    | {
        readonly is: "matrix";
        /** What the numbers are of, by turns: the first is shown first. */
        readonly metrics: readonly { readonly id: "sinceInjection" | "waiting"; readonly title: string }[];
        /** Each of one counted run. */
        readonly matrices: readonly { readonly run: string; readonly title: string }[];
      }
    /** Which nodes of a line have which part: a row of marks for each placing. */
    | { readonly is: "placings"; readonly placings: readonly Placing[] }
    /** Where the time of each node goes, a bar for each, the shortest first. */
    | {
        readonly is: "times";
        /** Id of the run whose bars they are, see {@link Exhibit.times}. */
        readonly times: string;
      }
    /** The shortest ways between two nodes of a torus, which a reader moves, directly and by way of a node of the short dimension. */
    | {
        readonly is: "relay";
        /** Columns and rows of the torus. */
        readonly grid: readonly [number, number];
        /** Where the two stand at first: column and row, from 0. */
        readonly from: readonly [number, number];
        readonly to: readonly [number, number];
      }
    /** What the ranks of a program did over time, a row for each. */
    | { readonly is: "ranks"; readonly run: string }
  );

/** What a figure draws of the ranks of a run. */
export interface RankTimes extends Pick<Results, "messages"> {
  readonly timeline: NonNullable<Results["timeline"]>;
  /** Seconds of a cycle; absent where it is not known. */
  readonly cycleSeconds?: number;
}

/** Nodes with the parts they have in a scenario, which opens where the row is clicked. */
export interface Placing extends OpenDocument {
  /** What the row belongs with: rows of one heading stand together. */
  readonly heading: string;
  /** [T] The part of each node. */
  readonly nodes: readonly PlacedNode[];
}

/** What a node does. */
export interface PlacedNode {
  /** Whether it serves reads and writes. */
  readonly isServer: boolean;
  /** The job that runs on it; null where none does. */
  readonly job: "I/O" | "compute" | null;
}

/** Times of nodes in phases, seconds. */
export interface NodeTimes {
  readonly phases: readonly string[];
  /** In increasing order of what their times come to. */
  readonly nodes: readonly { readonly name: string; readonly group: string; readonly seconds: readonly number[] }[];
}

/** How a rank program multiplies two matrices block by block, C = A · B: rows of A and C and columns of B belong to processes. */
export interface Product {
  readonly processes: number;
  /** Blocks of C along a side. */
  readonly side: number;
  /** What its steps are called: `wave`. */
  readonly step: string;
  /** What is computed in each step, from step 0 on: process by process, each in its order. */
  readonly steps: readonly (readonly ComputedBlock[])[];
}

/** Block C(i, j) as a process computes it. */
export interface ComputedBlock {
  readonly i: number;
  readonly j: number;
  readonly process: number;
  /** The process that it gets column j of B from right before; null where that is its own, or has been there. */
  readonly from: number | null;
}

/** P rows of Q processors each: (p, q) is processor p·Q + q. */
export interface ProcessorGrid {
  readonly P: number;
  readonly Q: number;
}

/** A phase in which every processor sends to one. */
export interface ExchangePhase {
  /** The loops that lead to it, as words: `j = 0, i = 1`. */
  readonly name: string;
  /** [PQ] The processor that each sends to, and the one that sends to it. */
  readonly to: Int32Array;
  readonly from: Int32Array;
  /** [PQ] The processor that each waits for by the source as it is printed. */
  readonly printedFrom: Int32Array;
}

/** A rank program as a figure draws it. */
export interface DrawnProgram {
  readonly title: string;
  /** A sentence about it. */
  readonly say: string;
  /** The ranks as rails, or in the square mesh in which they are neighbours. */
  readonly form: "rails" | "mesh";
  readonly program: () => Causality;
}

/** A network as a figure draws it. */
export interface DrawnNetwork extends OpenDocument {
  /** A sentence about it. */
  readonly say: string;
  /** [N + S] 1 for nodes that are drawn in full, the rest faintly; all when absent. A link is as faint as its fainter end. */
  readonly isUsed?: (network: Network) => Uint8Array;
}

/** Rows that are compared with each other: one column of a table. Their order is what "same order" is about. */
export interface Series {
  readonly id: string;
  readonly title: string;
  readonly caption: string;
  /** Empty for counts. */
  readonly unit: string;
  /** True where the numbers are names, such as that of a process: they are equal or not, and no difference is drawn. */
  readonly isName?: boolean;
  /** True where the numbers are of different things, such as nodes and hops: one scale cannot hold them all. */
  readonly isMixed?: boolean;
  /** True where a figure draws its many rows: its table is folded up until somebody wants to read it. */
  readonly isFolded?: true;
}

/** Whose a note is. */
export type NoteKind = "erratum in the source" | "in the source" | "still open" | "our model";

export interface Note {
  readonly title: string;
  readonly kind: NoteKind;
  readonly text: string;
}

/** How far a number may lie from the printed one and still count as reproduced. */
export interface Tolerance {
  /** Part of the printed number, 0 where only equality counts. */
  readonly relative: number;
  readonly why: string;
}

/** A published table, figure or statement with how it comes about here. */
export interface Exhibit {
  /** `trees-table-3`: begins with the paper's id and never changes. */
  readonly id: string;
  readonly paper: PaperId;
  /** As the paper calls it: `Table 3`. */
  readonly label: string;
  readonly kind: "table" | "figure" | "statement";
  /** Where in the paper: `Section 3.2`. */
  readonly section: string;
  /** The question or the finding, as a headline. */
  readonly title: string;
  /** One or two sentences made from what came out. */
  readonly lede: (outcome: Outcome) => string;
  /** The first is shown large, with its differences drawn unless its numbers are names; the rest stand in tables below. */
  readonly series: readonly [Series, ...Series[]];
  readonly rows: readonly Row[];
  readonly statements?: readonly Statement[];
  readonly figures?: readonly Figure[];
  /** What a figure draws of a single run, node by node. */
  readonly times?: readonly { readonly run: string; readonly of: (results: Results) => NodeTimes }[];
  readonly runs: readonly ExhibitRun[];
  /** Numbers of the model that a reader may move. */
  readonly constants?: readonly Constant[];
  readonly tolerance: Tolerance;
  readonly notes: readonly Note[];
  /** Documents to open in the workbench. */
  readonly documents: readonly OpenDocument[];
  /** What takes too long to run while somebody waits; rows name these among their runs. */
  readonly recordings?: readonly Recording[];
  readonly again?: Again;
}

/** What came out: a value for each row that is computed, and what came of each statement; what is still under way is missing. */
export interface Outcome {
  readonly values: ReadonlyMap<string, Value>;
  readonly checked: ReadonlyMap<string, Checked>;
  /** Times of nodes, by the run. */
  readonly times?: ReadonlyMap<string, NodeTimes>;
  /** What ranks did, by the run; of those that a figure draws. */
  readonly ranks?: ReadonlyMap<string, RankTimes>;
  /** What each channel counted, by the run; of those that are counted. */
  readonly counted?: ReadonlyMap<string, EachChannel>;
  readonly isComplete: boolean;
}

/** What a reader may run again of a recording, and what it comes to while it comes in. */
export interface Again {
  /** Id of the recording; of its runs, those with its first seed are run again. */
  readonly recording: string;
  /** The axis of its sweep that may be cut: its values from the shortest to the longest, and the last that is usual. */
  readonly upTo: { readonly axis: number; readonly title: string; readonly labels: readonly string[]; readonly usual: number };
  /** Whether the numbers need a run, by its places on the axes of the sweep; all of them where left out. */
  readonly isNeeded?: (at: readonly number[]) => boolean;
  /** What the numbers are that runs come to. */
  readonly title: string;
  /** The same numbers from the runs recorded and from those run again, over what is in of both; a run that is not in is null. */
  readonly compare: (fresh: readonly (Results | null)[], recorded: readonly Results[]) => readonly Compared[];
}

/** A number from recorded runs, and from the same runs run again; null while nothing is in. */
export interface Compared {
  readonly label: string;
  readonly recorded: number | null;
  readonly fresh: number | null;
}
