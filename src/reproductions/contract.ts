/**
 * The contract of a reproduction. An exhibit is a published table, figure or statement, with the numbers it prints and the way each is
 * computed here. Exhibits know neither the page nor a clock: `outcome.ts` computes them, and `verdict.ts` judges them.
 */
import type { LoadUnit } from "../core/base/load-unit.ts";
import type { Causality } from "../core/analysis/analysis.ts";
import type { EachChannel, Results } from "../core/measures/results.ts";
import type { Network } from "../core/network/network.ts";
import type { PageSelection } from "../core/network/selection.ts";
import type { Memoized } from "./memo.ts";
import type { PaperId } from "./papers.ts";

/** A scenario document as in a file; missing fields have their defaults. */
export type ScenarioDocument = Readonly<Record<string, unknown>>;

/** A card to open with a document, because it has the number of the page; and one choice among the card's options. */
export interface OpenedCard {
  readonly id: string;
  readonly choice?: { readonly of: string; readonly is: string };
}

/** A document that can be opened in the workbench, with the text of its link. */
export interface OpenDocument {
  readonly title: string;
  readonly document: ScenarioDocument;
  /** By default the workbench decides. */
  readonly card?: OpenedCard;
}

/** Where a source prints a number: in a table, in a figure or its caption, or in the running text. */
export type PublishedOrigin = "table" | "figure" | "text";

/** A number as its source prints it. */
export interface Published {
  /** The printed characters: `4.8`, `13977600`, `165–200`, `N_X/8`. */
  readonly text: string;
  /** Smallest and largest value that the text may mean; equal for a single number. */
  readonly low: number;
  readonly high: number;
  /** Number of printed decimals. “Equal to the last printed digit” refers to it. */
  readonly decimals: number;
  /** True if the source does not print the number, but it follows from printed numbers. */
  readonly isDerived?: true;
  /** True if the source prints exactly this text, so that it may be quoted. */
  readonly isVerbatim?: true;
  /** Where the source prints it; by default in the table if the exhibit is a table, and otherwise in the text. */
  readonly origin?: PublishedOrigin;
  /** For numbers that the source gives in words: what it says, as a clause such as `any exchange does`. */
  readonly says?: string;
}

/** A number computed here. */
export interface ComputedValue {
  readonly value: number;
  /** For random results: the standard error of the mean, and the number of independent samples. */
  readonly spread?: { readonly error: number; readonly draws: number };
  /** Id of the run that the number is from, if it is known only after the runs, such as the run with the shortest time. */
  readonly run?: string;
}

/**
 * How the number of a row came about, in terms of what was known beforehand:
 * - `exact`: a closed form, or counted on the built network; no randomness, no choice
 * - `fitted`: a constant was fitted to a published number
 * - `chosen`: no constant was fitted, but the form of the model was selected in knowledge of this published number
 * - `assumed`: it depends on an assumption of ours that no source gives, such as a price
 * - `predicted`: nothing was set in knowledge of this published number
 * - `reference`: the number is the unit of its series, such as the baseline's own 1.00. It is equal by construction and not judged.
 */
export type Provenance =
  | { readonly is: "exact" }
  | { readonly is: "fitted"; readonly constant: string; readonly cell: string }
  | { readonly is: "chosen"; readonly what: string }
  | { readonly is: "assumed"; readonly on: string }
  | { readonly is: "predicted" }
  | { readonly is: "reference" };

/**
 * A model constant that the source does not give: fitted to a published number, or assumed. A reader may move it with a slider. The new
 * results are then shown next to the judged results and never replace them.
 */
export interface ModelConstant {
  /** Unique within the exhibit. */
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** The value that all verdicts are about. */
  readonly defaultValue: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Names of the values 0, 1, 2 …, if the constant is a choice instead of a number: `bubble flow control`, `dateline`. */
  readonly names?: readonly string[];
  /** The published number that it was fitted to, as a phrase: `Table 1, Three Quads, full duplex: 11.8 s`. Absent if it is assumed. */
  readonly fittedOn?: string;
  /** The meaning of the constant, in one sentence. */
  readonly help: string;
  /**
   * Puts a value into a document. A document that the constant does not affect is returned unchanged. Absent if only rows use the constant.
   */
  readonly putValue?: (document: ScenarioDocument, value: number) => ScenarioDocument;
}

/** Values of an exhibit's constants, by id. */
export type ConstantValues = (id: string) => number;

/** Results of an exhibit's runs, by run id. */
export type RunResults = (run: string) => Results;

/** Results of all runs of a recording, in the order of its document's runs, by recording id. */
export type RecordingResults = (recording: string) => readonly Results[];

/** The inputs of the functions that compute rows and check statements. */
export interface ExhibitInputs {
  readonly results: RunResults;
  readonly recorded: RecordingResults;
  readonly constantOf: ConstantValues;
  /** Calls a function once for the same arguments, so that several rows share an intermediate result. The cache lives as long as one computation. */
  readonly memoized: Memoized;
}

/** A complete run that an exhibit needs. */
export interface ExhibitRun {
  readonly id: string;
  readonly document: ScenarioDocument;
  /** True if rows or figures need the counters of each channel. */
  readonly isCounted?: true;
  /**
   * The recording that has the results of this run, and the index of the run in it, so that the page can show them immediately. The run is
   * simulated if nothing was recorded or a constant was moved.
   */
  readonly recorded?: { readonly recording: string; readonly at: number };
}

/** A document whose runs take too long to wait for. Their results are published with the page, under the document's name. */
export interface Recording extends OpenDocument {
  readonly id: string;
  /** True if rows can be computed without it, as with additional seeds. A missing recording then counts as one without runs. */
  readonly isExtra?: true;
}

/** A row of an exhibit: one number. */
export interface ExhibitRow {
  /** Unique within the exhibit. */
  readonly id: string;
  /** The subject of the number, such as a network or a pattern. Rows of several series share it. */
  readonly label: string;
  /** A short addition to the label. */
  readonly detail?: string;
  /** Id of the series that the row belongs to. */
  readonly series: string;
  /** The published number; null if the source only shows it, as in a curve. */
  readonly published: Published | null;
  /** A published number that is shown next to ours but not judged. */
  readonly quoted?: string;
  readonly provenance: Provenance;
  /** How the number is computed, in words or as a formula. */
  readonly formula: string;
  /** Ids of the runs and recordings that the number needs; empty if nothing is simulated. */
  readonly runs: readonly string[];
  /** Number of decimals to show; by default as many as published. */
  readonly decimals?: number;
  /** The document that shows the number, unless it is that of the run named by the value or of the first run. */
  readonly document?: ScenarioDocument;
  /** The selection to make in that document. */
  readonly picked?: PageSelection;
  /** The card of that document that has the number; by default the workbench decides. */
  readonly card?: OpenedCard;
  /** Computes the number. The function is pure. */
  readonly value: (inputs: ExhibitInputs) => ComputedValue;
}

/** A sentence of the source that can be checked against the outcome: it holds, or it does not. */
export interface Statement {
  /** Unique within the exhibit, and different from all row ids. */
  readonly id: string;
  /** The sentence in the source's own words, abridged if necessary. */
  readonly says: string;
  /** True if we could not read the source. The sentence is then our summary of a well-known claim and is never quoted. */
  readonly isSummary?: true;
  /** Where the sentence is in the source: `Section 4.1`. */
  readonly where: string;
  /** How we made the sentence checkable, for words such as `perform acceptably`; absent if it needs no interpretation. */
  readonly interpretation?: string;
  /**
   * What to say if the sentence does not hold. Use `not reproduced` for a measurement that our model lacks, where the source may well be
   * right, and `contradicts …` for a sentence that other numbers of the source contradict. The default is `does not hold`.
   */
  readonly otherwise?: "not reproduced" | `contradicts ${string}`;
  /** Ids of the runs and recordings that the check needs. */
  readonly runs: readonly string[];
  /** Checks the sentence. The function is pure. */
  readonly check: (inputs: ExhibitInputs) => StatementCheck;
}

/** The result of checking a statement. */
export interface StatementCheck {
  readonly holds: boolean;
  /** The deciding numbers, as a sentence. */
  readonly because: string;
}

/** A figure of an exhibit. */
export type ExhibitFigure = { readonly title: string; readonly caption: string } &
  /** Drawings of networks. */
  (
    | { readonly is: "networks"; readonly networks: readonly DrawnNetwork[] }
    /** Panels side by side, each with a line per network over the same columns. `at` gives the id of the row for a point of a line. */
    | {
        readonly is: "profiles";
        readonly unit: string;
        readonly panels: readonly string[];
        readonly columns: readonly string[];
        readonly lines: readonly string[];
        readonly at: (panel: string, column: string, line: string) => string;
      }
    /** Communication graphs of rank programs, shown step by step. */
    | { readonly is: "programs"; readonly programs: readonly DrawnProgram[] }
    /** Networks by cost and benefit: two series with the same labels. */
    | { readonly is: "worth"; readonly costSeries: string; readonly benefitSeries: string }
    /** The blocks of a matrix that a rank program moves, shown step by step. */
    | {
        readonly is: "blocks";
        readonly plan: () => { readonly causality: Causality; readonly network: Network };
      }
    /** The blocks of a matrix product, with the process and the step that compute each of them, shown step by step. */
    | { readonly is: "product"; readonly product: () => BlockProduct }
    /** Senders and receivers in each phase, on a grid of processors whose size the reader sets. */
    | {
        readonly is: "phases";
        /** The initial grid, and the largest. */
        readonly grid: ProcessorGrid;
        readonly most: ProcessorGrid;
        readonly phases: (grid: ProcessorGrid) => readonly ExchangePhase[];
      }
    /**
     * Lines over a growing quantity, such as the number of nodes. Each line goes through the rows that it names; missing rows are skipped.
     */
    | {
        readonly is: "growth";
        readonly unit: string;
        /** The quantity on the horizontal axis: `nodes`. */
        readonly horizontalTitle: string;
        /**
         * Scale of both axes; the default is logarithmic. Linear axes begin at 0, or below it for negative values. With `linear upwards`
         * only the vertical axis is linear.
         */
        readonly scale?: "linear" | "linear upwards";
        /**
         * Arranges several panels side by side, `columns` in a row if there is space. They share a vertical scale that reaches at least
         * `most`.
         */
        readonly panel?: { readonly columns: 2 | 3; readonly most: number; readonly least?: number };
        /** True to draw the standard error of each value. */
        readonly hasErrors?: true;
        /** Published values at some of the columns, drawn as rings. */
        readonly published?: readonly { readonly x: number; readonly value: number; readonly text: string }[];
        /** An upper limit of all lines, drawn as a horizontal line. */
        readonly limit?: { readonly value: number; readonly text: string };
        readonly columns: readonly { readonly text: string; readonly x: number }[];
        /** By default each line has a different style. With `look`, lines have one of two styles, and strong ones are emphasized. */
        readonly lines: readonly {
          readonly title: string;
          readonly rows: readonly string[];
          readonly look?: "plain" | "dashed";
          readonly isStrong?: boolean;
        }[];
      }
    /** Rows as horizontal bars with standard errors, to either side of 0. */
    | {
        readonly is: "bars";
        readonly unit: string;
        readonly rows: readonly string[];
      }
    /** The congestion matrix of a tree, from the counters of runs. */
    | {
        readonly is: "matrix";
        /** The metrics that the reader can select; the first is shown initially. */
        readonly metrics: readonly { readonly id: "sinceInjection" | "waiting"; readonly title: string }[];
        /** One matrix for each run; the runs must have `isCounted`. */
        readonly matrices: readonly { readonly run: string; readonly title: string }[];
      }
    /** The roles of nodes in several placements: a row of marks for each placement. */
    | { readonly is: "placements"; readonly placements: readonly NodePlacement[] }
    /** How each node spends its time: one bar per node, the shortest first. */
    | {
        readonly is: "times";
        /** Id of the run, see {@link Exhibit.times}. */
        readonly run: string;
      }
    /** The shortest paths between two nodes of a torus, directly and via a node of the short dimension. The reader can move both nodes. */
    | {
        readonly is: "relay";
        /** Number of columns and rows of the torus. */
        readonly grid: readonly [number, number];
        /** Initial positions of source and destination: column and row, from 0. */
        readonly from: readonly [number, number];
        readonly to: readonly [number, number];
      }
    /** A timeline of the ranks of a program, one row per rank. */
    | { readonly is: "ranks"; readonly run: string }
  );

/** The data of a rank timeline. */
export interface RankTimes extends Pick<Results, "messages"> {
  readonly timeline: NonNullable<Results["timeline"]>;
  /** Length of a cycle in seconds; absent if unknown. */
  readonly cycleSeconds?: number;
}

/** A placement of roles on nodes. Its scenario opens when the row is clicked. */
export interface NodePlacement extends OpenDocument {
  /** Rows with the same heading are shown together. */
  readonly heading: string;
  /** [T] The role of each node. */
  readonly nodes: readonly NodeRole[];
}

/** The role of a node. */
export interface NodeRole {
  /** Whether the node serves reads and writes. */
  readonly isServer: boolean;
  /** The job that runs on the node; null if none. */
  readonly job: "I/O" | "compute" | null;
}

/** Time of nodes in each phase, in seconds. */
export interface NodeTimes {
  readonly phases: readonly string[];
  /** In ascending order of total time. */
  readonly nodes: readonly { readonly name: string; readonly group: string; readonly seconds: readonly number[] }[];
}

/**
 * How a rank program multiplies two matrices block by block, C = A · B. Rows of A and C and columns of B are distributed over processes.
 */
export interface BlockProduct {
  readonly processes: number;
  /** Number of blocks of C along a side. */
  readonly side: number;
  /** The name of a step: `wave`. */
  readonly step: string;
  /** [step] The blocks computed in the step: process by process, each in its order. */
  readonly steps: readonly (readonly ComputedBlock[])[];
}

/** Block C(i, j), as computed by a process. */
export interface ComputedBlock {
  readonly i: number;
  readonly j: number;
  readonly process: number;
  /** The process that sent column j of B just before; null if the column is the process's own, or had been received earlier. */
  readonly from: number | null;
}

/** P rows of Q processors. Processor (p, q) has number p·Q + q. */
export interface ProcessorGrid {
  readonly P: number;
  readonly Q: number;
}

/** A phase in which every processor sends to one other processor. */
export interface ExchangePhase {
  /** The loop indices of the phase in words: `j = 0, i = 1`. */
  readonly name: string;
  /** [P·Q] The processor that each processor sends to, and the processor that it receives from. */
  readonly destinations: Int32Array;
  readonly sources: Int32Array;
  /** [P·Q] The processor that each processor waits for according to the printed algorithm. */
  readonly printedSources: Int32Array;
}

/** A rank program, as drawn by a figure. */
export interface DrawnProgram {
  readonly title: string;
  /** A sentence about the program. */
  readonly say: string;
  /** Draw the ranks as vertical lines, or as the square mesh of their neighborhood. */
  readonly form: "rails" | "mesh";
  readonly program: () => Causality;
}

/** A network, as drawn by a figure. */
export interface DrawnNetwork extends OpenDocument {
  /** A sentence about the network. */
  readonly say: string;
  /** [N + S] 1 for nodes drawn in full, 0 for faint ones; all are drawn in full if absent. A link is as faint as its fainter end. */
  readonly isUsed?: (network: Network) => Uint8Array;
}

/** A column of a table: rows that are compared with each other. The verdict “same order” is about their order. */
export interface ExhibitSeries {
  readonly id: string;
  readonly title: string;
  readonly caption: string;
  /** Empty for counts. */
  readonly unit: string;
  /** True if the numbers are identifiers, such as that of a process. They are equal or not, and no difference is drawn. */
  readonly isName?: boolean;
  /** True if the rows have different units, such as nodes and hops, so that they cannot share a scale. */
  readonly isMixed?: boolean;
  /** True if a figure already draws the rows. The table is then initially collapsed. */
  readonly isFolded?: true;
}

/** What a note is about. */
export type NoteKind = "erratum in the source" | "in the source" | "still open" | "our model";

export interface ExhibitNote {
  readonly title: string;
  readonly kind: NoteKind;
  readonly text: string;
}

/** The largest deviation from the published numbers that still counts as reproduced. */
export interface Tolerance {
  /** Relative to the published number; 0 if only equality counts. */
  readonly relative: number;
  readonly why: string;
}

/** A quantity that is smaller in our runs than in the source, so that claims about its full size are outside of our model. */
export interface ModelScale {
  /** The quantity, as a phrase: `the data of a node`. */
  readonly of: string;
  readonly ours: string;
  readonly source: string;
}

/** A published table, figure or statement, with the way it is reproduced here. */
export interface Exhibit {
  /** `trees-table-3`: the paper's id followed by the label. It never changes. */
  readonly id: string;
  readonly paper: PaperId;
  /** The label in the paper: `Table 3`. */
  readonly label: string;
  readonly kind: "table" | "figure" | "statement";
  /** Its place in the paper: `Section 3.2`. */
  readonly section: string;
  /** The question or the finding, as a headline. */
  readonly title: string;
  /** One or two sentences generated from the outcome. */
  readonly lede: (outcome: Outcome) => string;
  /** The first series is shown large, with its differences drawn unless its numbers are identifiers. The others follow as tables. */
  readonly series: readonly [ExhibitSeries, ...ExhibitSeries[]];
  readonly rows: readonly ExhibitRow[];
  readonly statements?: readonly Statement[];
  readonly figures?: readonly ExhibitFigure[];
  /** Times of nodes in a single run, for a figure. */
  readonly times?: readonly { readonly run: string; readonly timesOf: (results: Results) => NodeTimes }[];
  readonly runs: readonly ExhibitRun[];
  /** Model constants that a reader may move. */
  readonly constants?: readonly ModelConstant[];
  readonly tolerance: Tolerance;
  readonly notes: readonly ExhibitNote[];
  /** Documents to open in the workbench. */
  readonly documents: readonly OpenDocument[];
  /** Documents whose runs take too long to simulate on demand; rows refer to them by id. */
  readonly recordings?: readonly Recording[];
  readonly rerun?: RerunOption;
  /** The unit in which the workbench shows the loads of this exhibit's documents, so that it shows the numbers of the page. */
  readonly loadUnit?: LoadUnit;
  /** What is scaled down in its runs; absent if they have the size of the source. */
  readonly scale?: ModelScale;
}

/**
 * The outcome of an exhibit: a value per row, and a result per statement. Rows and statements that are still being computed are missing.
 */
export interface Outcome {
  readonly values: ReadonlyMap<string, ComputedValue>;
  readonly checked: ReadonlyMap<string, StatementCheck>;
  /** Times of nodes, by run id. */
  readonly times?: ReadonlyMap<string, NodeTimes>;
  /** Rank timelines, by run id, for the runs that a figure draws. */
  readonly ranks?: ReadonlyMap<string, RankTimes>;
  /** Counters of each channel, by run id, for runs with `isCounted`. */
  readonly counted?: ReadonlyMap<string, EachChannel>;
  readonly isComplete: boolean;
}

/** The part of a recording that a reader may simulate again, and the numbers to compare. */
export interface RerunOption {
  /** Id of the recording. The runs with its first seed are repeated. */
  readonly recording: string;
  /**
   * The sweep axis that the reader may cut short: labels of its values in ascending order of running time, and index of the value at which
   * it ends by default.
   */
  readonly shortenedAxis: {
    readonly axis: number;
    readonly title: string;
    readonly labels: readonly string[];
    readonly defaultLastIndex: number;
  };
  /** Whether the numbers need a run, given its indices on the axes of the sweep; all runs are needed by default. */
  readonly isNeeded?: (at: readonly number[]) => boolean;
  /** The title of the compared numbers. */
  readonly title: string;
  /**
   * Computes the same numbers from the recorded and from the repeated runs. Only runs that both have are used; a repeated run is null until
   * it has finished.
   */
  readonly compare: (repeated: readonly (Results | null)[], recorded: readonly Results[]) => readonly RerunComparison[];
}

/** A number from recorded runs and from repeated runs; null until it can be computed. */
export interface RerunComparison {
  readonly label: string;
  readonly recorded: number | null;
  readonly repeated: number | null;
}
