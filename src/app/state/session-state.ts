/** The reader's session with a document: what is selected, pointed at and played. Neither undone nor kept. */
import type { ChosenKind } from "../../core/base/params.ts";
import type { Picked } from "../../core/network/selected.ts";
import type { Highlight, Span, ViewData } from "../../views/contract.ts";
import type { DocumentState } from "./document-state.ts";

/** Something that happened to the page as a whole: a link that cannot be read, a file that was refused. */
export interface Notice {
  readonly title: string;
  readonly lines: readonly string[];
  /** What came in, shown shortened. */
  readonly raw?: string;
}

/** What ports have counted. */
export interface Measured {
  readonly topology: ChosenKind;
  /** Over what time, in words. */
  readonly said: string;
  /** The data of views with it in place of what the run of that network does. */
  show(data: ViewData): ViewData;
}

export const nothingSelected: Picked = { is: "nothing" };

export interface SessionState {
  /** What the reader has picked, on whichever view. */
  readonly selected: Picked;
  /** What lights up while a fact of the network is pointed at, in place of what does with what is picked; null for nothing. */
  readonly hover: Highlight | null;
  /** The stretch of time the reader has chosen; null for the whole run. */
  readonly span: Span | null;
  /** Which of the document's scenarios single views speak of. */
  readonly activeNetwork: number;
  /** The two scenarios that a picture of two shows; null for the baseline and the first beside it. */
  readonly pair: readonly [number, number] | null;
  /** Simulated cycles per second of the viewer's time. */
  readonly speed: number;
  /** Path of the number being dragged, or null. */
  readonly scrubbed: string | null;
  readonly notice: Notice | null;
  /** A word of confirmation that goes by itself, or null. */
  readonly toast: string | null;
  /** What ports of a network have counted, in place of what its run counts; null where the run is shown. */
  readonly measured: Measured | null;
}

/** The session with a document that has just been opened. */
export const initialSession = { selected: nothingSelected, span: null, activeNetwork: 0, pair: null, notice: null } as const;

/** The two of a document's scenarios that a picture of two shows: those chosen, else the baseline and the first beside it. */
export function pairOf({
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
