/** Styles of interval kinds and of causes. Computing is pale, what keeps a rank from computing is strong. */
import type { Theme } from "../contract.ts";
import { inkPalette, toneOf } from "../marks/color.ts";
import type { SpanKind } from "../time-axis/span-rows.ts";
import type { Timeline } from "../../core/measures/results.ts";
import type { IdleCause } from "./idle-causes.ts";
import { intervalKind, intervalKinds, workSortOf } from "./rank-timeline.ts";

/**
 * Styles of the interval kinds, in their order. If a program has several sorts of work, the first has the style of computing; the others
 * have other tones and follow after the kinds.
 */
export function kindStyles(theme: Theme, sorts: readonly string[] = []): readonly SpanKind[] {
  return [
    { id: "compute", title: sorts[0] ?? "compute", fill: "var(--idle)", pattern: "outlined" },
    { id: "send", title: "send", fill: "var(--sending)", pattern: "solid" },
    { id: "receive", title: "receive", fill: inkPalette(theme).fill[toneOf(theme.dark ? 0.5 : 0.44)], pattern: "lined" },
    { id: "wait", title: "wait", fill: "var(--blocked)", pattern: "hatched" },
    ...sorts.slice(1).map((title, k): SpanKind => {
      return { id: `compute ${title}`, title, fill: inkPalette(theme).fill[toneOf(0.2 / (k + 1))], pattern: "outlined" };
    }),
  ];
}

/** Index of the style of an interval. */
export function styleIndexOf(timeline: Timeline, interval: number): number {
  const sort = intervalKind(timeline, interval) === "compute" ? workSortOf(timeline, interval) : 0;
  return sort > 0 ? intervalKinds.length + sort - 1 : timeline.kind[interval];
}

export const causeTitles: Readonly<Record<IdleCause, string>> = {
  filling: "pipeline filling",
  dependency: "computing dependency",
  transfer: "transfer",
  end: "emptying",
};

/** Short titles for narrow drawings. */
export const shortCauseTitles: Readonly<Record<IdleCause, string>> = { ...causeTitles, filling: "filling", dependency: "dependency" };

/** Styles of the causes, in their order. */
export function causeStyles(theme: Theme): readonly (SpanKind & { readonly id: IdleCause })[] {
  return [
    { id: "filling", title: causeTitles.filling, fill: inkPalette(theme).fill[toneOf(0.62)], pattern: "solid" },
    { id: "dependency", title: causeTitles.dependency, fill: "var(--blocked)", pattern: "hatched" },
    { id: "transfer", title: causeTitles.transfer, fill: "var(--sending)", pattern: "lined" },
    { id: "end", title: causeTitles.end, fill: "var(--idle)", pattern: "outlined" },
  ];
}
