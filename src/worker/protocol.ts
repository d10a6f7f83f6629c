/** What crosses between page and worker. Types only. */
import type { ValidationIssue } from "../core/base/errors.ts";
import type { ChosenKind } from "../core/base/params.ts";
import type { Network } from "../core/network/network.ts";
import type { Analysis } from "../core/analysis/analysis.ts";
import type { WaysBetween } from "../core/analysis/ways-between.ts";
import type { Explanation } from "../core/searches/explanation.ts";
import type { Waits } from "../core/measures/waits.ts";
import type { Results } from "../core/measures/results.ts";
import type { FrameLayout, Status } from "../core/simulation/frame.ts";
import type { PastRun } from "../core/simulation/history.ts";
import type { ChannelClocks } from "../core/plan/links.ts";
import type { Window } from "../core/plan/plan.ts";
import type { SwitchRules } from "../core/plan/switches.ts";
import type { Asked, Looked, Used } from "./looked.ts";
import type { TopologyTold } from "./structure.ts";

/** What a worker tells once, when it has compiled a scenario. */
export interface Opened {
  readonly network: Network;
  readonly layout: FrameLayout;
  readonly window: Window;
  readonly packetPhits: number;
  readonly classes: number;
  /** Packets that find a place in the queues behind a channel; 0 where none waits in a switch. */
  readonly places: number;
  /** Whether each channel has so many for each output of its switch. */
  readonly placesByOutput?: boolean;
  /** [T] Nominal offered load of each terminal, phits per cycle, where those that send offer different ones; else null. */
  readonly offered: Float64Array | null;
  /** How fast and how long its channels are, and what its switches are like; absent where all are plain. */
  readonly links?: ChannelClocks | undefined;
  readonly switches?: SwitchRules | undefined;
}

/** What a granted slice brings back. */
export interface Slice {
  readonly status: Status;
  readonly now: number;
  /** Part of the run that is done, 0 to 1; null where a buffer was lent, whose frame tells more. */
  readonly part: number | null;
  /** The buffer that was lent, filled with a frame; null when none was. */
  readonly buffer: ArrayBuffer | null;
}

/** How far an explanation is: there once the run that looks for it has come to its end. */
export interface Explained {
  /** Cycles simulated for it. */
  readonly now: number;
  readonly explanation: Explanation | null;
}

/** How far a search for who waited behind a channel is. */
export interface WaitsFound {
  /** True once there is nothing more to find. */
  readonly isDone: boolean;
  /** What was found; null before that, and where the flow control cannot tell. */
  readonly waits: Waits | null;
}

/** A failure as data, so that it survives the crossing. */
export interface Failure {
  readonly issues: readonly ValidationIssue[];
}

export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

/** The worker's face. It never runs unless a call asks it to: no call is a pause, no more calls is a cancel. */
export interface RunWorker {
  /** Reads and compiles a scenario document. A run already open is dropped. */
  open(document: unknown): Promise<Answer<Opened>>;
  /** Takes note, from here on, of what {@link past} tells; to be called before the first slice. */
  keepPast(): Promise<void>;
  /** Runs to cycle `until` or for about `milliseconds`, and fills the lent buffer. */
  slice(until: number, milliseconds: number, buffer: ArrayBuffer | null): Slice;
  /** Gives away what was kept of the run so far, to be opened as a `History`; null when nothing was, or it was given away before. */
  past(): PastRun | null;
  /** Measures of the open run as it stands; what each channel counted where that is asked for. */
  results(isCounted?: boolean): Results;
  /**
   * Looks for about `milliseconds` for whose packets cross a channel between two cycles, in a run of its own, which leaves
   * the open one as it is; to be called again with the same arguments until the explanation is there.
   */
  explain(channel: number, from: number, to: number, milliseconds: number): Promise<Explained>;
  /** Looks in the same way for who waited behind a channel, and for whom. */
  findWaits(channel: number, from: number, to: number, milliseconds: number): Promise<WaitsFound>;
  /** The ways from one terminal to another in the open scenario; of many, those with the largest shares. */
  findWays(source: number, destination: number): Promise<WaysBetween>;
  /** Facts of the open scenario that need no simulation but some computing; null when it would be too much. */
  analyse(): Analysis | null | Promise<Analysis>;
  /** What a topology is by its size and structure. The open scenario stays as it is. */
  tell(topology: ChosenKind): Promise<TopologyTold>;
  /** Takes a file to look at, in place of any before. @param onPart hears which part of the work is done, 0 to 1 */
  bring(bytes: Uint8Array, onPart: (part: number) => void): Promise<void>;
  /** Reads that file, and says what would become of a document with it. */
  look(document: unknown, asked: Asked): Promise<Looked>;
  /** The document, as text has it, with what was read last. */
  take(document: unknown): Promise<Answer<Used>>;
}
