/**
 * A dot plot of one row: the published value as a ring, ours as a dot, the tolerance as a band. The numbers themselves are in the table
 * next to it.
 */
import "./lane.css";
import { percent } from "../../../../reproductions/verdict.ts";
import { type DotPlotMarks, type DotPlotScale, dotPlotSize } from "./dot-plot.ts";
import { separateThousands } from "../Typeset.tsx";

const { width, height } = dotPlotSize;
const middleY = height / 2;

/**
 * A picture that compares one number with its published value: the published value as a ring (stretched if it is a range), ours as a dot
 * with its standard error, the tolerance as a band, and the value with the reader's constants as a vertical line. A value outside the scale
 * is an arrow at the edge. All values are x coordinates in pixels.
 * @param relative The relative tolerance, written next to the band.
 */
export function DotPlotRow({
  band,
  zero,
  published,
  simulated,
  error,
  readerValue,
  isOutOfRange,
  relative,
}: DotPlotMarks & { readonly relative: number }) {
  const [low, high] = published;
  const coincidesWithPublished = simulated !== null && Math.abs(simulated - low) < 1 && low === high;
  // A line from the edge of the ring (radius 5.5) to our dot shows the difference; none if the dot is within the published range.
  const isWithinRange = simulated === null || (simulated >= low && simulated <= high);
  const gapStart = isWithinRange ? null : simulated < low ? low - 5.5 : high + 5.5;
  return (
    <svg className="lane-drawing" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {relative > 0 && band[1] > band[0] && (
        <>
          <rect className="lane-band" x={band[0]} width={band[1] - band[0]} height={height} />
          <text className="lane-tolerance" {...(band[1] > width - 40 ? { x: band[1] - 3, textAnchor: "end" } : { x: band[1] + 3 })} y={10}>
            {`±${percent(relative)}`}
          </text>
        </>
      )}
      {/* A vertical line at zero, with a line from it to the published value, or at the published value if the scale is of ratios. */}
      <path className="lane-zero" d={`M${zero ?? (low + high) / 2} 0V${height}`} />
      {zero !== null && low - 5.5 > zero && <path className="lane-amount" d={`M${zero} ${middleY}H${low - 5.5}`} />}
      {simulated !== null && gapStart !== null && Math.abs(simulated - gapStart) > 2 && (
        <path className="lane-gap" d={`M${gapStart} ${middleY}H${simulated}`} />
      )}
      <rect className="lane-published" x={low - 5.5} y={middleY - 5.5} width={high - low + 11} height={11} rx={5.5} />
      {error !== null && error[1] - error[0] > 8 && <path className="lane-error" d={`M${error[0]} ${middleY}H${error[1]}`} />}
      {simulated !== null &&
        (isOutOfRange ? (
          <path className="lane-dot" d={simulated < width / 2 ? `M2 ${middleY}l9-5v10z` : `M${width - 2} ${middleY}l-9-5v10z`} />
        ) : (
          <circle className="lane-dot" cx={simulated} cy={middleY} r={coincidesWithPublished ? 2.6 : 4} />
        ))}
      {readerValue !== null && <path className="lane-own" d={`M${readerValue} ${middleY - 12}V${middleY + 12}`} />}
    </svg>
  );
}

/** The axis above the dot plots of a table: the tolerance, or the range of the values. */
export function DotPlotAxis({ scale, relative }: { readonly scale: DotPlotScale; readonly relative: number }) {
  const ticks =
    scale.of === "amounts" ? amountTicks(scale.label) : scale.of === "differences" ? differenceTicks(relative, scale.extent) : [];
  return (
    <svg className="lane-drawing" width={width} height={30} viewBox={`0 0 ${width} 30`} aria-hidden="true">
      {ticks.map(({ x, label }) => (
        <g key={x}>
          <text x={x} y={13} textAnchor={x > width - 20 ? "end" : x < 20 ? "start" : "middle"}>
            {label}
          </text>
          <path className="lane-tick" d={`M${x} 20v10`} />
        </g>
      ))}
    </svg>
  );
}

const amountTicks = (maxText: string) => [
  { x: 8, label: "0" },
  { x: width - 8, label: separateThousands(maxText) },
];

function differenceTicks(relative: number, extent: number) {
  const half = width / 2;
  const isNarrowBand = relative / extent < 0.35;
  const labelOf = (tick: number) => {
    if (tick === 0) return isNarrowBand && relative > 0 ? `0 ± ${percent(relative)}` : "0";
    return isNarrowBand ? "" : `${tick > 0 ? "+" : ""}${percent(tick)}`;
  };
  return (relative > 0 ? [-relative, 0, relative] : [0]).map((tick) => ({ x: half + (tick / extent) * (half - 8), label: labelOf(tick) }));
}
