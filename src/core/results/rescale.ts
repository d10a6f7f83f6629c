/**
 * What runs give, in cycles of another length: networks whose links have unlike rates are compared in cycles of one of
 * them, so that equal times are equal seconds. A run itself, its fingerprint and its digest know its own cycles only.
 *
 * Everywhere, `cycle` is how long a cycle of the run is, in those cycles: times are multiplied by it, rates divided by it,
 * and what merely counts stays as it is, by the units that schemas and columns declare. Phits stay 4 bytes, so a load is as many bytes
 * per second as before; a channel of the run carries 1 / `cycle` phits in one of those cycles. Where `cycle` is 1, what was given comes back.
 */
import { type Analysis, analysisSchema } from "../analysis/analysis.ts";
import type { Schema } from "../base/schema.ts";
import { isPerCycle, isTime } from "../base/time-unit.ts";
import { type Results, resultsSchema } from "../measures/results.ts";
import type { Window } from "../plan/plan.ts";
import { type ColumnName, type Frame, type FrameLayout, scalar, scalarUnits } from "../simulation/frame.ts";

/** Results in cycles of another length; the fingerprint, and with it the name of the run, stays. */
export const rescaledResults = (results: Results, cycle: number): Results => rescaled(resultsSchema, results, cycle);

/** Facts that need no simulation in cycles of another length: demands of channels are parts of a load, and stay. */
export const rescaledAnalysis = (analysis: Analysis, cycle: number): Analysis => rescaled(analysisSchema, analysis, cycle);

/** A window of measurement in cycles of another length. */
export function rescaledWindow({ start, end, limit }: Window, cycle: number): Window {
  return { start: start * cycle, end: end * cycle, limit: limit * cycle };
}

/** A stretch of time in whole cycles of the run. */
export function ownSpan({ from, to }: Span, cycle: number): Span {
  const own = (time: number) => (cycle === 1 ? time : Math.round(time / cycle));
  return { from: own(from), to: own(to) };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * A frame in cycles of another length, in its own memory: it is changed. The histogram of latencies keeps the bins of
 * the run, whose ends are its own cycles: `latencyOfBin(bin) * cycle` is where they lie.
 */
export function rescaleFrame(frame: Frame, { columns }: FrameLayout, cycle: number): void {
  if (cycle === 1) return;
  const rescale = (column: Frame[ColumnName], unit: string, from: number, to: number) => {
    const rescaleOne = rescalerIn(unit, cycle);
    if (rescaleOne !== null) for (let i = from; i < to; i++) column[i] = rescaleOne(column[i]);
  };
  for (const [name, { unit, length }] of Object.entries(columns)) rescale(frame[name as ColumnName], unit, 0, length);
  for (const [name, unit] of Object.entries(scalarUnits)) {
    const at = scalar[name as keyof typeof scalarUnits];
    rescale(frame.scalars, unit, at, at + 1);
  }
}

/** Data in cycles of another length. */
export function rescaled<T>(schema: Schema<T>, data: T, cycle: number): T {
  const rescale = cycle === 1 ? null : rescalerOf(schema, cycle);
  return rescale === null ? data : (rescale(data) as T);
}

/** How data are rescaled; null where nothing in them depends on the length of a cycle. */
function rescalerOf(schema: Schema, cycle: number): ((own: unknown) => unknown) | null {
  switch (schema.is) {
    case "number":
      return rescalerIn(schema.unit, cycle) as ReturnType<typeof rescalerOf>;
    case "array": {
      const rescale = rescalerOf(schema.of, cycle);
      return rescale && ((own) => (own as readonly unknown[]).map((each) => rescale(each)));
    }
    case "object": {
      const fields = Object.entries(schema.fields).flatMap(([name, field]) => {
        const rescale = rescalerOf(field, cycle);
        return rescale === null ? [] : [[name, rescale] as const];
      });
      if (fields.length === 0) return null;
      return (own) => {
        const copy = { ...(own as Record<string, unknown>) };
        for (const [name, rescale] of fields) if (name in copy) copy[name] = rescale(copy[name]);
        return copy;
      };
    }
    case "nullable":
    case "optional": {
      const rescale = rescalerOf(schema.of, cycle);
      return rescale && ((own) => (own === null ? null : rescale(own)));
    }
    default:
      return null;
  }
}

/** How a number of a unit is rescaled; null where it stays. */
function rescalerIn(unit: string, cycle: number): ((own: number) => number) | null {
  // What has not happened is −1 in any unit.
  if (isTime(unit)) return (own) => (own < 0 ? own : own * cycle);
  return isPerCycle(unit) ? (own) => own / cycle : null;
}
