/** Hover targets of the relative times of a mix. */
import { type MixTable, mixNetworkName } from "../../core/measures/mix.ts";
import { formatMeasure, formatRatio } from "../../words/numbers.ts";
import type { HoverTarget } from "../marks/hover-target.ts";

/** Indices of a cell of the mix. */
export interface MixCell {
  readonly network: number;
  readonly row: number;
  readonly column: number;
}

/** `butterfly exchange, 10 B`. */
export function sayMixCell({ rows, columns }: MixTable, { row, column }: Omit<MixCell, "network">): string {
  return [rows.labels[row], columns.labels[column]].filter((word) => word !== "").join(", ");
}

/** A time relative to the baseline; ✕ for a run that never ends. */
export function formatRelative(value: number): string {
  return value === Infinity ? "✕" : value >= 100 ? formatMeasure(value) : formatRatio(value);
}

/** Hover target of a known time, with its position and outline. */
export function timeTarget(
  mix: MixTable,
  cell: MixCell,
  value: number,
  position: Pick<HoverTarget, "x" | "y" | "width" | "height" | "outline" | "row">,
): HoverTarget {
  const base = mixNetworkName(mix.networks[mix.baseline]);
  const times = value === Infinity ? "never ends" : `${formatRelative(value)} times as long as ${base}`;
  return {
    ...position,
    value: cell.network === mix.baseline ? "the baseline" : times,
    name: mixNetworkName(mix.networks[cell.network]),
    more: [sayMixCell(mix, cell)],
  };
}
