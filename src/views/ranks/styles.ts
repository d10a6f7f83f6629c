/** How what ranks do looks, and why they wait: what they are there for is pale, what keeps them from it is strong. */
import type { Theme } from "../contract.ts";
import { shades, toneOf } from "../marks/colour.ts";
import type { SpanKind } from "../axes/span-rows.ts";
import type { Cause } from "./causes.ts";

/** The kinds of stretches, in their order. */
export function kindStyles(theme: Theme): readonly SpanKind[] {
  return [
    { id: "compute", title: "compute", fill: "var(--idle)", pattern: "outlined" },
    { id: "send", title: "send", fill: "var(--sending)", pattern: "solid" },
    { id: "receive", title: "receive", fill: shades(theme).fill[toneOf(theme.dark ? 0.5 : 0.44)], pattern: "lined" },
    { id: "wait", title: "wait", fill: "var(--blocked)", pattern: "hatched" },
  ];
}

export const causeTitles: Readonly<Record<Cause, string>> = {
  filling: "pipeline filling",
  dependency: "computing dependency",
  transfer: "transfer",
  end: "emptying",
};

/** The same where there is little room. */
export const shortCauses: Readonly<Record<Cause, string>> = { ...causeTitles, filling: "filling", dependency: "dependency" };

/** The causes, in their order. */
export function causeStyles(theme: Theme): readonly (SpanKind & { readonly id: Cause })[] {
  return [
    { id: "filling", title: causeTitles.filling, fill: shades(theme).fill[toneOf(0.62)], pattern: "solid" },
    { id: "dependency", title: causeTitles.dependency, fill: "var(--blocked)", pattern: "hatched" },
    { id: "transfer", title: causeTitles.transfer, fill: "var(--sending)", pattern: "lined" },
    { id: "end", title: causeTitles.end, fill: "var(--idle)", pattern: "outlined" },
  ];
}
