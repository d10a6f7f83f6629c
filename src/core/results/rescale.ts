/**
 * Results in cycles of another length: networks with different link rates are compared in cycles of one of them, so that equal times are
 * equal seconds. A run itself, its fingerprint and its digest are in its own cycles.
 *
 * Everywhere, `cycle` is the length of a cycle of the run in target cycles: times are multiplied by it, rates are divided by it, and counts
 * are unchanged, by the units in schemas and columns. A phit remains 4 bytes, so a load remains the same in bytes per second; a channel of
 * the run carries 1 / `cycle` phits per target cycle. If `cycle` is 1, the input is returned.
 */
import { type Analysis, analysisSchema } from "../analysis/analysis.ts";
import type { Schema } from "../base/schema.ts";
import { isPerCycle, isTimeUnit } from "../base/time-unit.ts";
import { type Results, resultsSchema } from "../measures/results.ts";
import type { MeasurementWindow } from "../plan/plan.ts";
import { type ColumnName, type Frame, type FrameLayout, scalar, scalarUnits } from "../simulation/frame.ts";

/** Results in cycles of another length; the fingerprint is unchanged, and so is the name of the run. */
export const rescaledResults = (results: Results, cycle: number): Results => rescaled(resultsSchema, results, cycle);

/** An analysis in cycles of another length; relative channel loads are unchanged. */
export const rescaledAnalysis = (analysis: Analysis, cycle: number): Analysis => rescaled(analysisSchema, analysis, cycle);

/** A measurement window in cycles of another length. */
export function rescaledWindow({ start, end, limit }: MeasurementWindow, cycle: number): MeasurementWindow {
  return { start: start * cycle, end: end * cycle, limit: limit * cycle };
}

/** An interval in target cycles, converted to whole cycles of the run. */
export function intervalInRunCycles({ from, to }: TimeInterval, cycle: number): TimeInterval {
  const runCycles = (time: number) => (cycle === 1 ? time : Math.round(time / cycle));
  return { from: runCycles(from), to: runCycles(to) };
}

interface TimeInterval {
  readonly from: number;
  readonly to: number;
}

/**
 * Converts a frame in place. The latency histogram keeps the bins of the run, whose boundaries are in its own cycles: `latencyOfBin(bin) *
 * cycle` in target cycles.
 */
export function rescaleFrame(frame: Frame, { columns }: FrameLayout, cycle: number): void {
  if (cycle === 1) return;
  const rescale = (column: Frame[ColumnName], unit: string, from: number, to: number) => {
    const rescaleOne = rescalerOfUnit(unit, cycle);
    if (rescaleOne !== null) for (let i = from; i < to; i++) column[i] = rescaleOne(column[i]);
  };
  for (const [name, { unit, length }] of Object.entries(columns)) rescale(frame[name as ColumnName], unit, 0, length);
  for (const [name, unit] of Object.entries(scalarUnits)) {
    const index = scalar[name as keyof typeof scalarUnits];
    rescale(frame.scalars, unit, index, index + 1);
  }
}

/** Data of a schema in cycles of another length. */
export function rescaled<T>(schema: Schema<T>, data: T, cycle: number): T {
  const rescale = cycle === 1 ? null : rescalerOf(schema, cycle);
  return rescale === null ? data : (rescale(data) as T);
}

/**
 * Creates the function that converts data of a schema to cycles of another length: times are multiplied by `cycle`, rates are divided by
 * it. Null if nothing in the data depends on the length of a cycle.
 * @param cycle Length of a cycle of the run in target cycles.
 */
function rescalerOf(schema: Schema, cycle: number): ((data: unknown) => unknown) | null {
  switch (schema.is) {
    case "number":
      return rescalerOfUnit(schema.unit, cycle) as ReturnType<typeof rescalerOf>;
    case "array": {
      // Null, if the elements need no conversion, is passed on.
      const rescale = rescalerOf(schema.of, cycle);
      return rescale && ((data) => (data as readonly unknown[]).map((each) => rescale(each)));
    }
    case "object": {
      const fields = Object.entries(schema.fields).flatMap(([name, field]) => {
        const rescale = rescalerOf(field, cycle);
        return rescale === null ? [] : [[name, rescale] as const];
      });
      if (fields.length === 0) return null;
      return (data) => {
        const copy = { ...(data as Record<string, unknown>) };
        for (const [name, rescale] of fields) if (name in copy) copy[name] = rescale(copy[name]);
        return copy;
      };
    }
    case "nullable":
    case "optional": {
      const rescale = rescalerOf(schema.of, cycle);
      return rescale && ((data) => (data === null ? null : rescale(data)));
    }
    default:
      return null;
  }
}

/** The conversion of a number with a unit; null if it is unchanged. */
function rescalerOfUnit(unit: string, cycle: number): ((value: number) => number) | null {
  // −1 means that an event has not happened, in any unit.
  if (isTimeUnit(unit)) return (value) => (value < 0 ? value : value * cycle);
  return isPerCycle(unit) ? (value) => value / cycle : null;
}
