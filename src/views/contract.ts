/** What a view is: results in, marks out. A view knows neither React nor workers nor the store. */
import type { Analysis } from "../core/analysis/analysis.ts";
import type { Results } from "../core/measures/results.ts";
import type { Frame } from "../core/simulation/frame.ts";
import type { Network } from "../core/network/network.ts";

/** All that a view may draw from; what is not there yet is null. */
export interface ViewData {
  readonly network: Network | null;
  readonly frame: Frame | null;
  /** Phits of a packet. */
  readonly packetPhits: number;
  /** Window of measurement, cycles. */
  readonly window: { readonly start: number; readonly end: number; readonly limit: number } | null;
  /** Measures of the full run, computed ahead of the playback. */
  readonly results: Results | null;
  readonly analysis: Analysis | null;
  /** Points of the load curve that have come in, in order of load, and how many there will be. */
  readonly curve: { readonly points: readonly CurvePoint[]; readonly expected: number };
  /** The scenario's own offered load, phits per cycle; null for a finite workload. */
  readonly load: number | null;
  /** The channel picked by the reader, or −1. */
  readonly selectedChannel: number;
}

/** One run of a sweep. Load and accepted load are means over the same terminals, so that equal means all delivered. */
export interface CurvePoint {
  /** Offered load, phits per cycle. */
  readonly load: number;
  /** Load created in the window, phits/cycle per sending terminal: the nominal load within the limits of chance. */
  readonly created: number;
  /** Accepted load, phits per cycle. */
  readonly accepted: number;
  /** Mean latency, cycles; null when nothing arrived. */
  readonly latency: number | null;
  readonly steady: boolean;
  /** True when the run ended in a deadlock: nothing is accepted any more. */
  readonly deadlocked: boolean;
}

/** Room to draw in, CSS pixels, and the colours of the theme. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
}

/** Tokens a drawing needs as values because it computes with them. */
export interface Theme {
  readonly dark: boolean;
  readonly ground: string;
  readonly surface: string;
  readonly ink: string;
  readonly ink2: string;
  readonly line: string;
  readonly edge: string;
  readonly wire: string;
  readonly accent: string;
}

/** A table twin: the same facts as rows. */
export interface Table {
  readonly columns: readonly { readonly title: string; readonly unit: string }[];
  readonly rows: readonly (readonly (string | number)[])[];
}

export interface View<Marks = unknown> {
  readonly id: string;
  readonly title: string;
  /**
   * Room the drawing wants when it is given that width, pixels; where it is wider, it scrolls sideways,
   * from its left edge or from its middle. Views without it fill the box they are given.
   */
  room?(data: ViewData, width: number): { readonly width: number; readonly height: number; readonly fromMiddle?: boolean };
  /** null, or what is missing, as a sentence that says what would be here. */
  needs(data: ViewData): string | null;
  /** One sentence made from the data. */
  summary(data: ViewData): string;
  /** Data → marks: numbers and strings only, tested as data. */
  layout(data: ViewData, canvas: Canvas): Marks;
  /** Marks → the SVG group given; `pick` says that the reader has chosen a channel. Called once per animation frame while visible; keeps no state but the DOM's. */
  draw(marks: Marks, into: SVGGElement, canvas: Canvas, pick: (channel: number) => void): void;
  table(data: ViewData): Table;
}
