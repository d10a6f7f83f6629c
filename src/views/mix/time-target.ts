/** What is said of a network's time for a program and size, where it is pointed at. */
import { type MixTable, sayNetwork } from "../../core/measures/mix.ts";
import { formatMeasure, formatRatio } from "../../words/numbers.ts";
import type { Spot } from "../marks/pointing.ts";

/** A time of a mix, by its places there. */
export interface MixCell {
  readonly network: number;
  readonly row: number;
  readonly column: number;
}

/** `butterfly exchange, 10 B`. */
export function sayMixCell({ rows, columns }: MixTable, { row, column }: Omit<MixCell, "network">): string {
  return [rows.labels[row], columns.labels[column]].filter((word) => word !== "").join(", ");
}

/** A time as a multiple of the baseline's, which a network that never ends has not. */
export function formatRelative(value: number): string {
  return value === Infinity ? "✕" : value >= 100 ? formatMeasure(value) : formatRatio(value);
}

/** The target of a time that is in, with its place and outline. */
export function timeTarget(
  mix: MixTable,
  cell: MixCell,
  value: number,
  place: Pick<Spot, "x" | "y" | "width" | "height" | "outline" | "row">,
): Spot {
  const base = sayNetwork(mix.networks[mix.baseline]);
  const times = value === Infinity ? "never ends" : `${formatRelative(value)} times as long as ${base}`;
  return {
    ...place,
    value: cell.network === mix.baseline ? "the baseline" : times,
    name: sayNetwork(mix.networks[cell.network]),
    more: [sayMixCell(mix, cell)],
  };
}
