/**
 * What a run has told, in cycles of another length: networks whose links have unlike rates are told in cycles of one of
 * them, so that equal times are equal seconds. A run itself, its fingerprint and its digest know its own cycles only.
 *
 * Everywhere, `cycle` is how long a cycle of the run is, in those cycles: times are multiplied by it, loads divided by it,
 * and what merely counts stays as it is. Phits stay 4 bytes, so a load is as many bytes per second as before; a channel of
 * the run carries 1 / `cycle` phits in one of those cycles. Where `cycle` is 1, what was given is what comes back. What tells
 * in other cycles comes with all kinds (`retold.ts`): only technologies that a page begins without know how long a cycle is.
 */
import type { Analysis } from "../analysis/analysis.ts";
import type { Explanation } from "../searches/explain.ts";
import type { Results } from "../measures/results.ts";
import type { Waits } from "../measures/waits.ts";
import type { Window } from "../plan/plan.ts";
import type { Frame, FrameLayout } from "../simulation/frame.ts";

/** What tells of a run in other cycles; `cycle` is not 1. */
export interface Retelling {
  results(results: Results, cycle: number): Results;
  frame(frame: Frame, layout: FrameLayout, cycle: number): void;
  analysis(analysis: Analysis, cycle: number): Analysis;
  explanation(explanation: Explanation, cycle: number): Explanation;
  waits(waits: Waits, cycle: number): Waits;
}

let retelling: Retelling | null = null;

/** Has it told by that from then on. */
export function retellBy(brought: Retelling): void {
  retelling = brought;
}

function otherwise(): Retelling {
  if (retelling === null) throw new Error("cycles of another length come with all kinds");
  return retelling;
}

/** Results told in cycles of another length; the fingerprint, and with it the name of the run, stays. */
export function rescaledResults(results: Results, cycle: number): Results {
  return cycle === 1 ? results : otherwise().results(results, cycle);
}

/**
 * A frame told in cycles of another length, in its own memory: it is changed. The histogram of latencies keeps the bins of
 * the run, whose ends are its own cycles: `latencyOfBin(bin) * cycle` is where they lie.
 */
export function retellFrame(frame: Frame, layout: FrameLayout, cycle: number): void {
  if (cycle !== 1) otherwise().frame(frame, layout, cycle);
}

/** A window of measurement told in cycles of another length. */
export function rescaledWindow({ start, end, limit }: Window, cycle: number): Window {
  return { start: start * cycle, end: end * cycle, limit: limit * cycle };
}

/** Facts that need no simulation told in cycles of another length: demands of channels are parts of a load, and stay. */
export function rescaledAnalysis(analysis: Analysis, cycle: number): Analysis {
  return cycle === 1 ? analysis : otherwise().analysis(analysis, cycle);
}

/** A stretch of time told in cycles of another length, in whole cycles of the run. */
export function ownSpan({ from, to }: Span, cycle: number): Span {
  const own = (time: number) => (cycle === 1 ? time : Math.round(time / cycle));
  return { from: own(from), to: own(to) };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Why a channel is busy, told in cycles of another length. */
export function rescaledExplanation(explanation: Explanation, cycle: number): Explanation {
  return cycle === 1 ? explanation : otherwise().explanation(explanation, cycle);
}

/** Who waited behind a channel, told in cycles of another length. */
export function rescaledWaits(waits: Waits, cycle: number): Waits {
  return cycle === 1 ? waits : otherwise().waits(waits, cycle);
}
