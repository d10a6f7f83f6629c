/** The reader's session with a document: selection, hover and playback. Neither undoable nor stored. */
import type { ChosenKind } from "../../core/base/params.ts";
import type { PageSelection } from "../../core/network/selection.ts";
import type { Highlight, Span, ViewData } from "../../views/contract.ts";
import type { DocumentState } from "./document-state.ts";

/** A message about the page as a whole: a link that cannot be read, a file that was refused. */
export interface Notice {
  readonly title: string;
  readonly lines: readonly string[];
  /** The link or file that the notice is about, shown shortened. */
  readonly raw?: string;
}

/** Port counters of a real network that are shown in place of a run. */
export interface MeasuredCounters {
  readonly topology: ChosenKind;
  /** The duration of the measurement, in words. */
  readonly duration: string;
  /** View data with the counters in place of the run. */
  replaceData(data: ViewData): ViewData;
}

export const noSelection: PageSelection = { is: "nothing" };

export interface SessionState {
  /** The selected element, shared by all views. */
  readonly selected: PageSelection;
  /** Highlight of a hovered fact, shown in place of the highlight of the selection; null for none. */
  readonly hover: Highlight | null;
  /** The selected time span; null for the whole run. */
  readonly span: Span | null;
  /** Index of the network that views of one network show. */
  readonly activeNetwork: number;
  /** Indices of the two networks that a comparison shows; null for the baseline and the first other network. */
  readonly pair: readonly [number, number] | null;
  /** Playback speed, simulated cycles per second. */
  readonly speed: number;
  /** Path of the number being dragged, or null. */
  readonly draggedPath: string | null;
  readonly notice: Notice | null;
  /** A confirmation that disappears by itself, or null. */
  readonly toast: string | null;
  /** Port counters that are shown in place of the run; null if the run is shown. */
  readonly measured: MeasuredCounters | null;
}

/** The session of a document that has just been opened. */
export const initialSession = { selected: noSelection, span: null, activeNetwork: 0, pair: null, notice: null } as const;

/** Indices of the two networks that a comparison shows: the chosen networks, otherwise the baseline and the first other network. */
export function comparedPair({
  document: {
    current: { beside, baseline },
  },
  session: { pair },
}: {
  readonly document: DocumentState;
  readonly session: SessionState;
}): readonly [number, number] {
  if (pair !== null) return pair;
  const first = Math.min(baseline, beside.length);
  return first === 0 ? [0, 1] : [0, first];
}
