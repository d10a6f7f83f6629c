/** The interface of a view: it turns results into marks. A view does not know React, workers or the store. */
import type { Analysis } from "../core/analysis/analysis.ts";
import type { Bill } from "../core/costs/bill.ts";
import type { Curve } from "../core/measures/curve.ts";
import type { MixTable } from "../core/measures/mix.ts";
import type { Results } from "../core/measures/results.ts";
import type { SweepTable } from "../core/measures/sweep.ts";
import type { Waits } from "../core/measures/waits.ts";
import type { Frame } from "../core/simulation/frame.ts";
import type { QueueDescription } from "../core/plan/queues.ts";
import type { Network } from "../core/network/network.ts";
import type { NetworkSelection } from "../core/network/selection.ts";
import type { ChannelClocks } from "../core/plan/links.ts";
import type { SwitchRules } from "../core/plan/switches.ts";
import type { Units } from "../words/units.ts";
import type { DrawingDraft, DrawingActions } from "./drawing/contract.ts";
import type { FrameLoop } from "./frame-loop.ts";
import type { Layouts } from "./stage/layouts/layouts.ts";
import type { Viewports } from "./stage/viewports.ts";

export type { NetworkSelection } from "../core/network/selection.ts";

/**
 * The data computed for a document, each at its own time: frames of the run being played, results of the full run, the analysis, and the
 * load curve.
 */
export type DataSource = "frame" | "answer" | "analysis" | "curve";

/** One of the networks on the page. Data that is not available yet is null. */
export interface Variant {
  /** Index among the networks on the page, from 0. */
  readonly index: number;
  /** Letter of the network, A to H; empty for a single network. */
  readonly letter: string;
  /** Title of the network: `thin tree 4:2,3`. */
  readonly title: string;
  /**
   * Length of a cycle of this run, in page cycles (cycles of the first network): 1 unless its links are faster or slower than those of the
   * first network. Times and loads are in page cycles, except `links`, `switches` and the bins of `frame.latencies`, which are in cycles of
   * the run: a channel of rate r carries r / `cycle` phits in a page cycle, and bin b begins at `latencyOfBin(b) * cycle`.
   */
  readonly cycle: number;
  readonly network: Network | null;
  /** Rates and lengths of the channels, in cycles of the run; absent if every channel carries a phit per cycle and has no length. */
  readonly links?: ChannelClocks | undefined;
  /** Parameters of the switches, in cycles of the run; absent for the default switch. */
  readonly switches?: SwitchRules | undefined;
  /** Counts in closed form, known before the network is built; null where its parameters contradict each other. */
  readonly facts: { readonly terminals: number; readonly switches: number; readonly links: number } | null;
  /** Cost by the price list of the document; null without facts. */
  readonly bill: Bill | null;
  /**
   * Bill of the part of the network that its job uses; null where the job uses all of it, or the part is not known before the network is
   * built.
   */
  readonly usedBill: Bill | null;
  /** State of the run as the page shows it: up to the current cycle, or the difference over the selected time span. */
  readonly frame: Frame | null;
  /** Phits per packet. */
  readonly packetPhits: number;
  /** Packets that fit into the queues behind a channel; 0 where packets do not wait in switches. */
  readonly queueCapacity: number;
  /** Whether each channel has a queue of this capacity for each output of its switch. */
  readonly hasQueuePerOutput?: boolean | undefined;
  /** The queues of virtual channels, if the frame contains each of them; otherwise absent. */
  readonly queues?: QueueDescription | undefined;
  /** Measurement window, cycles. */
  readonly window: { readonly start: number; readonly end: number; readonly limit: number } | null;
  /** Results of the full run, computed ahead of the playback. */
  readonly results: Results | null;
  readonly analysis: Analysis | null;
  /** The data that still belong to the document before the last edit; absent or empty if all are up to date. */
  readonly staleSources?: readonly DataSource[];
  readonly curve: Curve;
  /**
   * Saturation throughput, phits per page cycle and sending terminal, with its error. Absent unless requested, `sought` while the search
   * runs, null where it cannot be found.
   */
  readonly saturation?: { readonly throughput: number; readonly error: number } | "sought" | null;
  /** Offered load of the scenario, phits per cycle; null for a finite workload. */
  readonly load: number | null;
  /** [T] Offered load of each terminal, phits per cycle, if the senders differ. */
  readonly offeredLoads?: Float64Array | null;
  /** [T] Job of each terminal, −1 for none; null or absent without jobs. */
  readonly jobOf?: Int8Array | null;
  /** The selection as it applies to this network; empty if the selected object exists only in another network. */
  readonly selected: NetworkSelection;
  /** Everything that the views highlight with the selection. */
  readonly highlight: Highlight;
  /**
   * The packets that waited for their next channel after crossing the hovered channel, if that channel belongs to this network ({@link
   * Actions.hoverChannel}): `sought` while it is computed, null if no channel is hovered or the flow control cannot say.
   */
  readonly waits: Waits | "sought" | null;
  /** The channel that the page describes: the selected channel, or the busiest one of the active network; −1 if there is none. */
  readonly selectedChannel: number;
}

/** Everything a view may draw from: the active network, and all others. */
export interface ViewData extends Variant {
  /** All networks of the page, including the active one; a single network where nothing is compared. */
  readonly variants: readonly Variant[];
  /** Index of the baseline. */
  readonly baseline: number;
  /** Indices of the two networks that a view of a pair shows. */
  readonly pair: readonly [number, number];
  /** The selected time span, cycles; null for the whole run. */
  readonly span: Span | null;
  /**
   * The selected span to the cycle, for data known at every cycle; `span` begins and ends at nearby recorded frames. Absent if both are
   * equal.
   */
  readonly exactSpan?: Span | null;
  /** Highest speed at which the run is played, page cycles per second; Infinity if absent. */
  readonly playedSpeed?: number;
  /** Largest axis values over several drawings that share a scale, by {@link View.axisMaxima}; empty for a single drawing. */
  readonly sharedMaxima: readonly number[];
  /** Units of loads and times. */
  readonly units: Units;
  /** Zoom and position of each network. */
  readonly viewports: Viewports;
  /** Layouts of networks; null until all of them are loaded. */
  readonly layouts: Layouts | null;
  /** Chosen values of the {@link View.options}, by option id. */
  readonly choices: Readonly<Record<string, string>>;
  /** Text of the search in this view, see {@link View.search}; absent without a search. */
  readonly searchText?: string;
  /** Results of the sweep of the document; null without a sweep. */
  readonly sweep: SweepTable | null;
  /** The sweep point that runs and frames belong to, as part of a sentence: `load 0.45`; absent without a sweep. */
  readonly sweepPointLabel?: string;
  /** The sweep point that runs and frames belong to, as an index of a value for each axis. */
  readonly sweepPoint?: readonly number[];
  /** The sweep as a mix of applications; null if its runs never end, or if networks are swept. */
  readonly mix: MixTable | null;
  /** The network being edited; absent unless the active network is a drawing. */
  readonly draft?: DrawingDraft;
  /** Performance and cost of the networks under their single workload; absent if the workload is a mix, or not known yet. */
  readonly workloadMix?: MixTable | null;
}

/** Source of a figure, printed with it so that readers can reproduce it. */
export interface FigureSource {
  /** The document as a sentence: what the figure shows. */
  readonly document: string;
  /** URL that opens the document; empty where the document is too long for a URL. */
  readonly link: string;
  /** Program, engine version and checksum of the results, as one line. */
  readonly results: string;
}

/** Cycles from `from` (inclusive) to `to` (exclusive). */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Actions of the reader on a drawing. */
export interface Actions {
  /** Selects an object of a network, by the index of the network; the active network by default. */
  select(selected: NetworkSelection, variantIndex?: number): void;
  /** Moves the playback to a cycle. */
  seek(cycle: number): void;
  /** Reports the hovered channel, whose waits are then computed; null when the pointer leaves it. */
  hoverChannel(channel: number | null, variantIndex?: number): void;
  /** Selects a sweep point, by the index of a value for each axis. All views of a single run then show its run. */
  selectSweepPoint(valueIndices: readonly number[]): void;
  /** Selects a time span for all views except those with {@link View.isOfWholeRuns}; null for the whole run. */
  selectSpan(span: Span | null): void;
  /** Letter of the network, if several are drawn separately: keyboard announcements begin with it. */
  readonly letter?: string;
  /** Actions that edit the drawing; absent unless a network is being drawn. */
  readonly drawing?: DrawingActions;
}

/** The elements of a network that are emphasized because of the selection. */
export interface Highlight {
  readonly channels: ReadonlySet<number>;
  /** Ids of switch nodes. */
  readonly switches: ReadonlySet<number>;
  readonly terminals: ReadonlySet<number>;
  /** Roles of terminals, each a letter: S sends, X relays, D receives. Absent where roles do not apply. */
  readonly roles?: readonly { readonly terminal: number; readonly letter: string }[];
}

/** Drawing area in CSS pixels, colors of the theme, and units of loads and times. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  readonly units: Units;
  /** Schedules redraws, and continues work that takes longer than a frame. Absent in a file, which is drawn once and completely. */
  readonly frameLoop?: FrameLoop | undefined;
}

/** Design tokens that drawings need as values because they compute with them. */
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

/** The table of a view: the data of the drawing as rows. */
export interface TableData {
  readonly columns: readonly {
    readonly title: string;
    readonly unit: string;
    /** True if the column repeats another one, so that only saved files contain it. */
    readonly isRedundant?: true;
  }[];
  readonly rows: readonly (readonly (string | number)[])[];
  /** True if every row is of another kind, so that the numbers of a column share no decimals. */
  readonly isMixed?: true;
}

/** An option of a view, such as its metric: a menu next to its title. */
export interface ViewOption {
  readonly id: string;
  /** Accessible name of the menu: `Metric`. */
  readonly title: string;
  /** Titles of the choices, by their ids. The first is the default, unless {@link defaultChoice} names another. */
  readonly choices: Readonly<Record<string, string>>;
  /** Default choice for the current data. */
  defaultChoice?(data: ViewData): string;
  /** Whether the data have anything to show for a choice; always true where absent. */
  isAvailable?(data: ViewData, id: string): boolean;
}

/**
 * A view: static properties, then functions of the data. Only `id`, `title`, `emptyMessage`, `summary`, `layout`, `draw` and `table` are
 * required.
 */
export interface View<Marks = unknown> {
  readonly id: string;
  readonly title: string;
  /** Short title for a button; `title` when absent. */
  readonly short?: string;
  /** Region of the page; a card when absent. */
  readonly region?: "stage" | "time";
  /**
   * Whether the drawing is enlarged in a large box, as networks on the stage are. `by width` uses the width alone, so that the scale stays
   * while text above the drawing appears and disappears.
   */
  readonly enlargement?: true | "by width";
  /** Whether the card is open by default; closed when absent. */
  isOpenByDefault?(data: ViewData): boolean;
  /** Whether the view always shows whole runs; all others show the selected time span. */
  readonly isOfWholeRuns?: true;
  /**
   * Whether one drawing shows all networks of the page ({@link ViewData.variants}). Any other card is drawn once for each network, or for
   * the active network only where there is not enough width for two.
   */
  readonly isForAllNetworks?: true;
  /** Whether a view that is usually drawn once for each network shows all of them in one drawing under the chosen options. */
  isCombined?(data: ViewData): boolean;
  /**
   * Data that the view draws from; the card is dimmed while any of them is stale. When absent: the frame for cards, nothing for the stage
   * and the time bar, which follow every edit.
   */
  readonly sources?: readonly DataSource[];
  /**
   * Whether the view needs the frames of all networks. Networks other than the active one are not played, and their frame is null, until a
   * view that needs them is shown.
   */
  readonly needsAllFrames?: true;
  /** Largest axis values for a single network; drawings that share a scale use the maximum over all networks. */
  axisMaxima?(data: ViewData, canvas: Canvas): readonly number[];
  /** Options of the view; none when absent. */
  readonly options?: readonly ViewOption[];
  /**
   * Preferred size of the drawing for a width, pixels. A drawing wider than that scrolls sideways, starting at its left edge or at its
   * middle. `least` is the minimum height where the drawing has to fit a box. Views without it fill their box.
   */
  preferredSize?(
    data: ViewData,
    width: number,
  ): { readonly width: number; readonly height: number; readonly least?: number; readonly fromMiddle?: boolean };
  /** Help for the view's own keys, which work while it has the focus; views without keys take no focus. */
  readonly keys?: string;
  /** null, or a sentence that says what the view would show and what is missing. */
  emptyMessage(data: ViewData): string | null;
  /** Summary of the data in sentences, printed above the drawing. */
  summary(data: ViewData): string;
  /** Summary for a small card; `summary` when absent. */
  headline?(data: ViewData): string;
  /** Data → marks: numbers and strings only, so that tests can compare them. */
  layout(data: ViewData, canvas: Canvas): Marks;
  /**
   * Minimum interval between drawings while a run is played, milliseconds; 100 when absent. Actions of the reader are drawn in the next
   * frame.
   */
  readonly minInterval?: number;
  /** Marks → an SVG group. Keeps no state except in the DOM. */
  draw(marks: Marks, group: SVGGElement, canvas: Canvas, actions: Actions): void;
  /**
   * Marks → a canvas of the same size below the SVG, for drawings with too many elements. The canvas still holds the last painting, and its
   * unit is a CSS pixel. Views without this method have no canvas.
   * @returns whether anything was painted: an empty canvas is removed, because browsers composite it in every frame
   */
  paint?(marks: Marks, context: CanvasRenderingContext2D, canvas: Canvas): boolean;
  /**
   * Moving parts → a canvas above the SVG: called in every animation frame with the marks of the last drawing and the current data. The
   * canvas is cleared before each call.
   * @returns whether anything was painted
   */
  move?(marks: Marks, data: ViewData, context: CanvasRenderingContext2D, canvas: Canvas): boolean;
  table(data: ViewData): TableData;
  /** Text search in the view; absent if there is nothing to search. */
  readonly search?: TextSearch;
  /** Files that the view offers besides its table and its picture. */
  readonly files?: readonly ViewFile[];
}

/** Text search in a view. */
export interface TextSearch {
  /** Example of a search text: `rank 3, C(4, 1), wait`. */
  readonly example: string;
  /** Finds the matches of {@link ViewData.searchText}. */
  find(data: ViewData): SearchResult;
}

/** Result of a search, in order. */
export interface SearchResult {
  /** Short description of the number of hits. */
  readonly summary: string;
  readonly hits: readonly Hit[];
}

/** One hit: the time span to show, cycles, and what to select. */
export interface Hit extends Span {
  readonly selection: NetworkSelection;
}

/** A file that a view creates from its data. */
export interface ViewFile {
  /** Menu title: `Save for Perfetto (JSON)`. */
  readonly title: string;
  readonly name: string;
  readonly type: string;
  text(data: ViewData): string;
}

/** Whether any data that the view shows still belong to the document before the last edit. */
export function isStale(view: View, data: ViewData): boolean {
  const sources = view.sources ?? (view.region === undefined ? ["frame"] : []);
  const shownVariants: readonly Variant[] = view.isForAllNetworks === true ? data.variants : [data];
  return (
    shownVariants.some(({ staleSources = [] }) => staleSources.some((each) => sources.includes(each))) && view.emptyMessage(data) === null
  );
}

/** Results of the run whose frame is shown; null while only one of results and frame is stale. */
export function resultsOfFrame({ results, staleSources = [] }: Pick<Variant, "results" | "staleSources">): Results | null {
  return staleSources.includes("answer") === staleSources.includes("frame") ? results : null;
}

/** The selected time span to the cycle; null for the whole run. */
export function exactSpanOf({ span, exactSpan = span }: Pick<ViewData, "span" | "exactSpan">): Span | null {
  return exactSpan;
}

/** Ids of the choices of an option that have something to show. */
export function availableChoices({ choices, isAvailable }: ViewOption, data: ViewData): readonly string[] {
  return Object.keys(choices).filter((id) => isAvailable?.(data, id) !== false);
}

/**
 * The chosen value of an option. Without a choice: the default for `data` if given, otherwise the first choice.
 * @throws if the view has no such option
 */
export function choiceOf({ options = [] }: Pick<View, "options">, choices: ViewData["choices"], id: string, data?: ViewData): string {
  const option = options.find((each) => each.id === id);
  const chosen = choices[id];
  if (option === undefined) throw new Error(`the view has no option "${id}"`);
  if (chosen !== undefined && Object.hasOwn(option.choices, chosen)) return chosen;
  return (data === undefined ? undefined : option.defaultChoice?.(data)) ?? Object.keys(option.choices)[0];
}
