/** What chance does to a comparison: the same runs with other seeds, as far as the load curves hold any at the load compared. */
import type { Variant } from "../contract.ts";
import type { CurvePoint } from "../../core/measures/curve.ts";
import type { Units } from "../../words/units.ts";

/** Lowest and highest value over runs that differ by their seed alone. */
export interface Spread {
  readonly seeds: number;
  readonly low: number;
  readonly high: number;
}

/** Loads closer than this are the same, phits/cycle. */
const same = 1e-9;

/** The spread of a network's accepted load over its seeds; null where fewer than two are known. */
export function acceptedSpread(variant: Variant): Spread | null {
  const spread = ownPoint(variant)?.spread;
  return spread === undefined ? null : { seeds: spread.seeds, low: spread.accepted[0], high: spread.accepted[1] };
}

/** The same of its mean latency. */
export function latencySpread(variant: Variant): Spread | null {
  const spread = ownPoint(variant)?.spread;
  return spread === undefined || spread.latency === null ? null : { seeds: spread.seeds, low: spread.latency[0], high: spread.latency[1] };
}

/** The point of its curve at the load that is compared. */
function ownPoint({ curve, load }: Variant): CurvePoint | undefined {
  return load === null ? undefined : curve.points.find((point) => Math.abs(point.load - load) < same);
}

/** What each accepts from its lowest to its highest seed, as the end of a sentence, and whether chance may explain the difference; empty where that is not known. */
export function saySpreads(units: Units, variants: readonly Variant[]): string {
  const known = variants.flatMap((variant) => {
    const spread = acceptedSpread(variant);
    return spread === null ? [] : [{ ...spread, letter: variant.letter }];
  });
  if (known.length < variants.length) return "";
  const least = Math.min(...known.map(({ seeds }) => seeds));
  const ranges = known.map(({ letter, low, high }, i) => {
    const [from, to] = [units.formatLoad(low), units.formatLoad(high)];
    return `${letter}${i === 0 ? " accepts" : ""} ${from === to ? from : `${from} to ${to}`}`;
  });
  const [a, b] = known;
  const isChance = known.length === 2 && a.low <= b.high && b.low <= a.high;
  return `; over ${least} seeds, ${ranges.join(", ")}${isChance ? ", so the difference may be chance" : ""}`;
}
