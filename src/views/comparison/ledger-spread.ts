/** Variation over seeds, taken from the points of the load curves at the compared load. */
import type { Variant } from "../contract.ts";
import type { CurvePoint } from "../../core/measures/curve.ts";
import type { Units } from "../../words/units.ts";

/** Lowest and highest value over runs that differ only in their seed. */
export interface SeedSpread {
  readonly seeds: number;
  readonly low: number;
  readonly high: number;
}

/** Loads closer than this are equal, phits/cycle. */
const loadTolerance = 1e-9;

/** Spread of the accepted load of a network over its seeds; null with fewer than two seeds. */
export function acceptedSpread(variant: Variant): SeedSpread | null {
  const spread = pointAtOwnLoad(variant)?.spread;
  return spread === undefined ? null : { seeds: spread.seeds, low: spread.accepted[0], high: spread.accepted[1] };
}

/** Spread of the mean latency of a network over its seeds; null with fewer than two seeds, or if latency is not known. */
export function latencySpread(variant: Variant): SeedSpread | null {
  const spread = pointAtOwnLoad(variant)?.spread;
  return spread === undefined || spread.latency === null ? null : { seeds: spread.seeds, low: spread.latency[0], high: spread.latency[1] };
}

/** The point of the load curve at the compared load. */
function pointAtOwnLoad({ curve, load }: Variant): CurvePoint | undefined {
  return load === null ? undefined : curve.points.find((point) => Math.abs(point.load - load) < loadTolerance);
}

/**
 * Range of the accepted load of each network as the end of a sentence, and whether chance may explain the difference. Empty if a range is
 * not known.
 */
export function saySpreads(units: Units, variants: readonly Variant[]): string {
  const knownSpreads = variants.flatMap((variant) => {
    const spread = acceptedSpread(variant);
    return spread === null ? [] : [{ ...spread, letter: variant.letter }];
  });
  if (knownSpreads.length < variants.length) return "";
  const fewestSeeds = Math.min(...knownSpreads.map(({ seeds }) => seeds));
  const ranges = knownSpreads.map(({ letter, low, high }, i) => {
    const [from, to] = [units.formatLoad(low), units.formatLoad(high)];
    return `${letter}${i === 0 ? " accepts" : ""} ${from === to ? from : `${from} to ${to}`}`;
  });
  const [a, b] = knownSpreads;
  const isChance = knownSpreads.length === 2 && a.low <= b.high && b.low <= a.high;
  return `; over ${fewestSeeds} seeds, ${ranges.join(", ")}${isChance ? ", so the difference may be due to chance" : ""}`;
}
