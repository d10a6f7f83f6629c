/** The messages between page and worker. Types only. */
import type { ValidationIssue } from "../core/base/errors.ts";
import type { ChosenKind } from "../core/base/params.ts";
import type { Network } from "../core/network/network.ts";
import type { Analysis } from "../core/analysis/analysis.ts";
import type { PathsBetween } from "../core/analysis/paths-between.ts";
import type { Explanation } from "../core/searches/explanation.ts";
import type { Waits } from "../core/measures/waits.ts";
import type { Results } from "../core/measures/results.ts";
import type { FrameLayout, Status } from "../core/simulation/frame.ts";
import type { HistoryData } from "../core/simulation/history.ts";
import type { ChannelClocks } from "../core/plan/links.ts";
import type { MeasurementWindow } from "../core/plan/plan.ts";
import type { QueueDescription } from "../core/plan/queues.ts";
import type { SwitchRules } from "../core/plan/switches.ts";
import type { ReadOptions, InspectedFile, AppliedFile } from "./inspected-file.ts";
import type { TopologyDescription } from "./describe-topology.ts";

/** The description of a compiled scenario, sent once. */
export interface OpenedRun {
  readonly network: Network;
  readonly layout: FrameLayout;
  readonly window: MeasurementWindow;
  readonly packetPhits: number;
  readonly classes: number;
  /** Packets that fit into the queues behind a channel; 0 if no packets wait in switches. */
  readonly bufferPackets: number;
  /** Whether each channel has `bufferPackets` places for each output of the switch that it leads to. */
  readonly hasQueuePerOutput?: boolean;
  /** The queues of virtual channels, if frames contain each of them; otherwise absent. */
  readonly queues?: QueueDescription | undefined;
  /** [T] Offered load of each terminal, phits per cycle, if sending terminals have different ones; otherwise null. */
  readonly offered: Float64Array | null;
  /** Rate and delay of channels, and parameters of switches; absent if all are default. */
  readonly links?: ChannelClocks | undefined;
  readonly switches?: SwitchRules | undefined;
}

/** The result of a slice. */
export interface Slice {
  readonly status: Status;
  readonly now: number;
  /** Fraction of the run that is done, 0 to 1; null if a buffer was given, because its frame contains more. */
  readonly part: number | null;
  /** The buffer with a frame; null if none was given. */
  readonly buffer: ArrayBuffer | null;
}

/** Progress of an explanation, which is available when its run has ended. */
export interface ExplanationProgress {
  /** Cycles simulated so far. */
  readonly now: number;
  readonly explanation: Explanation | null;
}

/** Progress of a search for packets that waited behind a channel. */
export interface WaitsProgress {
  /** True when the search is complete. */
  readonly isDone: boolean;
  /** The result; null until the search is complete, and if the flow control cannot determine the waits. */
  readonly waits: Waits | null;
}

/** A failure as data, because exceptions lose their class between page and worker. */
export interface Failure {
  readonly issues: readonly ValidationIssue[];
}

/** A value or a failure. */
export type WorkerResponse<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

/** The interface of the worker, which runs only during calls. A run is paused, and cancelled, by not calling the worker. */
export interface RunWorker {
  /** Reads and compiles a scenario document. It replaces an open run. */
  open(document: unknown): Promise<WorkerResponse<OpenedRun>>;
  /** Records the history from now on for {@link history}; to be called before the first slice. */
  recordHistory(): Promise<void>;
  /** Runs to cycle `until` or for about `milliseconds`, and writes a frame to the buffer. */
  slice(until: number, milliseconds: number, buffer: ArrayBuffer | null): Slice;
  /** Transfers the recorded history, to be opened as a `History`; null if there is none, or it was transferred before. */
  history(): HistoryData | null;
  /** Current results of the open run, optionally with the counters of each channel. */
  results(isCounted?: boolean): Results;
  /**
   * Searches for about `milliseconds` for the packets that cross a channel between two cycles. It uses a separate run and leaves the open
   * run unchanged. To be called again with the same arguments until the explanation is available.
   */
  explain(channel: number, from: number, to: number, milliseconds: number): Promise<ExplanationProgress>;
  /** Searches for packets that waited behind a channel, and what they waited for; called repeatedly, like `explain`. */
  findWaits(channel: number, from: number, to: number, milliseconds: number): Promise<WaitsProgress>;
  /** The paths from one terminal to another in the open scenario; if there are many, those with the largest fractions of the packets. */
  findPaths(source: number, destination: number): Promise<PathsBetween>;
  /** Facts of the open scenario that need no simulation but some computing; null if it would take too long. */
  analyze(): Analysis | null | Promise<Analysis>;
  /** Size and structure of a topology. The open scenario remains unchanged. */
  describeTopology(topology: ChosenKind): Promise<TopologyDescription>;
  /**
   * Receives a file to be inspected, which replaces an earlier file.
   * @param onPart called with the fraction of the work that is done, 0 to 1
   */
  receiveFile(bytes: Uint8Array, onPart: (part: number) => void): Promise<void>;
  /** Reads the file, and determines how it would change a document. */
  inspectFile(document: unknown, options: ReadOptions): Promise<InspectedFile>;
  /** Applies the last reading to a document; the result is JSON. */
  applyFile(document: unknown): Promise<WorkerResponse<AppliedFile>>;
}
