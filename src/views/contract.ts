/** What a view is: results in, marks out. A view knows neither React nor workers nor the store. */
import type { Analysis } from "../core/analysis/analysis.ts";
import type { Bill } from "../core/costs/bill.ts";
import type { Curve } from "../core/measures/curve.ts";
import type { MixTable } from "../core/measures/mix.ts";
import type { Results } from "../core/measures/results.ts";
import type { SweepTable } from "../core/measures/sweep.ts";
import type { Waits } from "../core/measures/waits.ts";
import type { Frame } from "../core/simulation/frame.ts";
import type { Network } from "../core/network/network.ts";
import type { Selected } from "../core/network/selected.ts";
import type { ChannelClocks } from "../core/plan/links.ts";
import type { SwitchRules } from "../core/plan/switches.ts";
import type { Units } from "../words/units.ts";
import type { Draft, DrawingActions } from "./drawing/contract.ts";
import type { FrameLoop } from "./frame-loop.ts";
import type { Layouts } from "./stage/layouts/layouts.ts";
import type { Viewports } from "./stage/viewports.ts";

export type { Selected } from "../core/network/selected.ts";

/** What is computed for a document, each in its own time: the frame of the run that is played, the answer of the full run, the analysis, the load curve. */
export type Source = "frame" | "answer" | "analysis" | "curve";

/** One of the networks on the page; what is not there yet is null. */
export interface Variant {
  /** Its number among those on the page, 0 for the first. */
  readonly index: number;
  /** Its letter, A to H; empty where it is the only one. */
  readonly letter: string;
  /** What it is called: `thin tree 4:2,3`. */
  readonly title: string;
  /**
   * How long a cycle of its run is, in cycles of the page: 1 unless its links have another rate than those of the first.
   * Times and loads are in cycles of the page, except `links`, `switches` and the bins of `frame.latencies`, which are in cycles of
   * the run: a channel of rate r carries r / `cycle` phits in a cycle of the page, and bin b begins at `latencyOfBin(b) * cycle`.
   */
  readonly cycle: number;
  readonly network: Network | null;
  /** How fast and how long its channels are, in cycles of its run; absent where each carries a phit a cycle and has no length. */
  readonly links?: ChannelClocks | undefined;
  /** What its switches are like, in cycles of its run; absent where they are plain. */
  readonly switches?: SwitchRules | undefined;
  /** Its facts in closed form, before it is built; null where its parameters exclude each other. */
  readonly facts: { readonly terminals: number; readonly switches: number; readonly links: number } | null;
  /** What it costs by the document's prices; null without facts. */
  readonly bill: Bill | null;
  /** The bill of the part that its job uses; null where that is all of it, or not known before it is built. */
  readonly usedBill: Bill | null;
  /** The run as the page shows it: so far, or within the stretch of time that was chosen. */
  readonly frame: Frame | null;
  /** Phits of a packet. */
  readonly packetPhits: number;
  /** Packets that find a place in the queues behind a channel; 0 where none waits in a switch. */
  readonly places: number;
  /** Whether each channel has so many for each output of its switch. */
  readonly placesByOutput?: boolean | undefined;
  /** Window of measurement, cycles. */
  readonly window: { readonly start: number; readonly end: number; readonly limit: number } | null;
  /** Measures of the full run, computed ahead of the playback. */
  readonly results: Results | null;
  readonly analysis: Analysis | null;
  /** Which of these are still of the document before the last edit; absent or empty where none is. */
  readonly stale?: readonly Source[];
  readonly curve: Curve;
  /** Where its load is full, phits per cycle of the page and sending terminal, and how far off that may be; only where it is asked for: `sought` while it is searched for, null where it cannot be. */
  readonly saturation?: { readonly throughput: number; readonly error: number } | "sought" | null;
  /** The scenario's own offered load, phits per cycle; null for a finite workload. */
  readonly load: number | null;
  /** [T] What each terminal offers, phits per cycle, where those that send offer different loads. */
  readonly offered?: Float64Array | null;
  /** [T] The job of each terminal, −1 for none; null, or absent, where there are none. */
  readonly jobOf?: Int8Array | null;
  /** What the reader has picked, in this network: nothing where only another network has it. */
  readonly selected: Selected;
  /** What every view highlights with it. */
  readonly highlight: Highlight;
  /**
   * Who waited behind the channel that the reader points at, where that is one of this network ({@link Actions.ask}): what is
   * known of it, `sought` while that is being computed, null where nobody points or the flow control cannot say.
   */
  readonly waits: Waits | "sought" | null;
  /** The channel that the page describes: the picked one, else the busiest of the network in front; −1 where there is none. */
  readonly selectedChannel: number;
}

/** All that a view may draw from: the network in front, and the others. */
export interface ViewData extends Variant {
  /** All networks of the page, the one in front included; a single one where nothing is compared. */
  readonly variants: readonly Variant[];
  /** Which of them is the baseline. */
  readonly baseline: number;
  /** Whether networks stay where the document has them, because words speak of them by their places. */
  readonly keepsOrder?: boolean;
  /** The two networks that a picture of two shows, by number. */
  readonly pair: readonly [number, number];
  /** The stretch of time chosen, cycles; null where the whole run is meant. */
  readonly span: Span | null;
  /** The same to the cycle, where frames begin and end at instants near by: for what is known of every cycle. Absent where it is the same. */
  readonly exactSpan?: Span | null;
  /** What the axes must hold so that several drawings of the view share a scale, by {@link View.reach}; empty for one alone. */
  readonly reach: readonly number[];
  /** The units of loads and times. */
  readonly units: Units;
  /** How the reader looks at the networks. */
  readonly viewports: Viewports;
  /** How they are placed; null until all ways are fetched. */
  readonly layouts: Layouts | null;
  /** What was chosen among the view's own {@link View.options}, by their ids. */
  readonly choices: Readonly<Record<string, string>>;
  /** What the reader looks for in the view, by {@link View.search}; absent where nothing is. */
  readonly sought?: string;
  /** The runs of the document's sweep; null where nothing is swept. */
  readonly sweep: SweepTable | null;
  /** Which point of the sweep runs and frames are of, as it stands in a sentence: `load 0.45`; absent where nothing is swept. */
  readonly point?: string;
  /** The same as the number of a value of each axis. */
  readonly pointAt?: readonly number[];
  /** The sweep as a mix of applications; null where its runs have no end of their own, or networks are swept. */
  readonly mix: MixTable | null;
  /** The drawing under the hand; absent unless the network in front is being drawn. */
  readonly draft?: Draft;
  /** What the networks give for their cost under the one workload they run; absent where that is a mix, or not known yet. */
  readonly given?: MixTable | null;
}

/** What a figure is made of, so that whoever sees it can make it again. */
export interface FigureSource {
  /** Address that opens the document; empty where the document is too long for one. */
  readonly link: string;
  /** Program, engine and digest of the results, as one line. */
  readonly results: string;
}

/** From a cycle up to, and without, another one. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What a reader may do on a drawing. */
export interface Actions {
  /** Picks a thing of one of the networks, by number; of the network in front by default. */
  pick(selected: Selected, of?: number): void;
  /** Goes to a cycle of the run. */
  seek(cycle: number): void;
  /** The reader points at a channel of one of the networks, and wants to know who waited there; null once that is over. */
  ask(channel: number | null, of?: number): void;
  /** Turns to a point of the sweep, by the number of a value of each axis: its run is then shown wherever a single one is. */
  turn(at: readonly number[]): void;
  /** Chooses a stretch of time, which all views but those {@link View.isOfWholeRuns} then show; null for the whole run. */
  choose(span: Span | null): void;
  /** The letter of the network drawn, where several are drawn apart: keys say it with what they come to. */
  readonly letter?: string;
  /** What a hand does to the drawing; absent where nobody draws. */
  readonly draw?: DrawingActions;
}

/** What belongs to the thing picked. */
export interface Highlight {
  readonly channels: ReadonlySet<number>;
  /** Switch nodes. */
  readonly switches: ReadonlySet<number>;
  readonly terminals: ReadonlySet<number>;
  /** Terminals that have a part in it, each by a letter: who sends is S, who passes it on is X, who receives is D. Absent elsewhere. */
  readonly parts?: readonly { readonly terminal: number; readonly letter: string }[];
}

/** Room to draw in, CSS pixels, the colours of the theme, and the units of loads and times. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  readonly units: Units;
  /** What draws it again, and goes on with what takes longer than a frame; absent in a file, which is drawn once and completely. */
  readonly frameLoop?: FrameLoop | undefined;
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
  /** True where every row is of something else, so that the numbers of a column share no decimals. */
  readonly isMixed?: true;
}

/** A choice that a view offers, such as its metric: a small menu next to its title. */
export interface ViewOption {
  readonly id: string;
  /** What it decides, for people who cannot see it: `Metric`. */
  readonly title: string;
  /** What can be chosen, by their ids; the first is the usual one, unless {@link usual} says another. */
  readonly among: Readonly<Record<string, string>>;
  /** The usual one of the present data. */
  usual?(data: ViewData): string;
  /** Whether there is anything to show for a choice; for every choice where absent. */
  offers?(data: ViewData, id: string): boolean;
}

export interface View<Marks = unknown> {
  readonly id: string;
  readonly title: string;
  /** Its title in a word, for a button; the title itself when absent. */
  readonly short?: string;
  /** Where it is on the page; a card when absent. */
  readonly place?: "stage" | "time";
  /** Whether all of it is enlarged in a large box, as networks on the stage are; by its width alone where a hand works on it while words above it come and go. */
  readonly grows?: true | "by width";
  /** Whether the card is open until the reader decides; closed when absent. */
  isUsual?(data: ViewData): boolean;
  /** Whether it always shows whole runs; the others show the chosen stretch of time. */
  readonly isOfWholeRuns?: true;
  /**
   * Whether one drawing shows all networks of the page ({@link ViewData.variants}). Any other card is drawn once for each of them, or,
   * where it is too narrow for two, for the network in front.
   */
  readonly drawsAll?: true;
  /** Whether, with these options, it draws several networks together although it is usually drawn once for each. */
  drawsTogether?(data: ViewData): boolean;
  /** What it draws from: while that is of the document before, it is dimmed. The frame when absent; nothing on the stage and in the time bar, which follow the edit. */
  readonly drawsFrom?: readonly Source[];
  /**
   * Whether it needs the frame of every network. Runs of networks that are not in front need not be played, and have no frame (null),
   * until a view that needs them is shown.
   */
  readonly watchesAll?: true;
  /** Largest values of its axes for a single network; drawings of several share the largest. */
  reach?(data: ViewData, canvas: Canvas): readonly number[];
  /** The options that the reader may choose; none when absent. */
  readonly options?: readonly ViewOption[];
  /**
   * Room that the drawing takes at that width, pixels; where it is wider, it scrolls sideways, from its left edge or from its
   * middle. Where it has to fit a box, it may be as low as `least`. Views without it fill the box they are given.
   */
  room?(
    data: ViewData,
    width: number,
  ): { readonly width: number; readonly height: number; readonly least?: number; readonly fromMiddle?: boolean };
  /** How its own keys work while it has the focus; views without any take no focus. */
  readonly keys?: string;
  /** null, or what is missing, as a sentence that says what would be here. */
  needs(data: ViewData): string | null;
  /** What it shows in sentences made from the data; a card begins with them. */
  summary(data: ViewData): string;
  /** What a card says in their place while it is small; the same where absent. */
  headline?(data: ViewData): string;
  /** Data → marks: numbers and strings only, tested as data. */
  layout(data: ViewData, canvas: Canvas): Marks;
  /** Least time between two drawings of a run that goes on, milliseconds; 100 when absent. What the reader does is drawn at once. */
  readonly pace?: number;
  /** Marks → the SVG group given; keeps no state but the DOM's. */
  draw(marks: Marks, into: SVGGElement, canvas: Canvas, act: Actions): void;
  /**
   * Marks → a canvas that lies under the SVG and has its size, for what has too many elements. It keeps what was painted
   * before, and is scaled so that a unit is a CSS pixel. Views without it have no canvas.
   * @returns whether there is anything on it: an empty one is taken off the page, because browsers put it onto the screen again and again
   */
  paint?(marks: Marks, onto: CanvasRenderingContext2D, canvas: Canvas): boolean;
  /**
   * What moves while a run goes on → a canvas like it, over the SVG: called in every animation frame, with the marks of the
   * last drawing and the data of this moment. Wiped before each call.
   * @returns whether there is anything on it
   */
  move?(marks: Marks, data: ViewData, onto: CanvasRenderingContext2D, canvas: Canvas): boolean;
  table(data: ViewData): Table;
  /** What can be looked for in it; nothing when absent. */
  readonly search?: Search;
  /** Files that it offers in addition to its table and its picture. */
  readonly files?: readonly ViewFile[];
}

/** How things of a view are found by words. */
export interface Search {
  /** What one may type, as an example: `rank 3, C(4, 1), wait`. */
  readonly hint: string;
  /** Finds what {@link ViewData.sought} asks for. */
  find(data: ViewData): Found;
}

/** What was found, in order. */
export interface Found {
  /** How much it is, in a few words. */
  readonly said: string;
  readonly hits: readonly Hit[];
}

/** One hit: what going there picks, and when it is, cycles. */
export interface Hit extends Span {
  readonly picks: Selected;
}

/** A file that a view makes of its data. */
export interface ViewFile {
  /** As the menu says it: `Save for Perfetto (JSON)`. */
  readonly title: string;
  readonly name: string;
  readonly type: string;
  text(data: ViewData): string;
}

/** Whether what a view shows is, at least in part, of the document before the last edit. */
export function isStale(view: View, data: ViewData): boolean {
  const sources = view.drawsFrom ?? (view.place === undefined ? ["frame"] : []);
  const shown: readonly Variant[] = view.drawsAll === true ? data.variants : [data];
  return shown.some(({ stale = [] }) => stale.some((each) => sources.includes(each))) && view.needs(data) === null;
}

/** The answer of the run whose frame is shown; null while only one of the two is of the document before the last edit. */
export function answerOfFrame({ results, stale = [] }: Pick<Variant, "results" | "stale">): Results | null {
  return stale.includes("answer") === stale.includes("frame") ? results : null;
}

/** The stretch of time chosen, to the cycle; null where the whole run is meant. */
export function exactSpanOf({ span, exactSpan = span }: Pick<ViewData, "span" | "exactSpan">): Span | null {
  return exactSpan;
}

/** The choices of an option that have anything to show, by their ids. */
export function offered({ among, offers }: ViewOption, data: ViewData): readonly string[] {
  return Object.keys(among).filter((id) => offers?.(data, id) !== false);
}

/** What was chosen of a view's option: the usual where nothing was, that of the data where they are given. */
export function choiceOf({ options = [] }: Pick<View, "options">, choices: ViewData["choices"], id: string, data?: ViewData): string {
  const option = options.find((each) => each.id === id);
  const chosen = choices[id];
  if (option === undefined) throw new Error(`the view has no option "${id}"`);
  if (chosen !== undefined && Object.hasOwn(option.among, chosen)) return chosen;
  return (data === undefined ? undefined : option.usual?.(data)) ?? Object.keys(option.among)[0];
}
