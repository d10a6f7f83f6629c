/**
 * A dot plot of one row: the published value as a ring, ours as a dot, the tolerance as a band. The numbers themselves are in the table
 * next to it.
 */
import "./lane.css";
import { percent } from "../../../../reproductions/verdict.ts";
import { type LaneMarks, type LaneScale, laneSize } from "./lane.ts";
import { thousands } from "../Typeset.tsx";

const { width, height } = laneSize;
const middle = height / 2;

/** @param relative The relative tolerance, written next to the band. */
export function Lane({ band, zero, published, simulated, error, own, isBeyond, relative }: LaneMarks & { readonly relative: number }) {
  const [low, high] = published;
  const isSame = simulated !== null && Math.abs(simulated - low) < 1 && low === high;
  const from = simulated === null || (simulated >= low && simulated <= high) ? null : simulated < low ? low - 5.5 : high + 5.5;
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
      <path className="lane-zero" d={`M${zero ?? (low + high) / 2} 0V${height}`} />
      {zero !== null && low - 5.5 > zero && <path className="lane-amount" d={`M${zero} ${middle}H${low - 5.5}`} />}
      {simulated !== null && from !== null && Math.abs(simulated - from) > 2 && (
        <path className="lane-gap" d={`M${from} ${middle}H${simulated}`} />
      )}
      <rect className="lane-published" x={low - 5.5} y={middle - 5.5} width={high - low + 11} height={11} rx={5.5} />
      {error !== null && error[1] - error[0] > 8 && <path className="lane-error" d={`M${error[0]} ${middle}H${error[1]}`} />}
      {simulated !== null &&
        (isBeyond ? (
          <path className="lane-dot" d={simulated < width / 2 ? `M2 ${middle}l9-5v10z` : `M${width - 2} ${middle}l-9-5v10z`} />
        ) : (
          <circle className="lane-dot" cx={simulated} cy={middle} r={isSame ? 2.6 : 4} />
        ))}
      {own !== null && <path className="lane-own" d={`M${own} ${middle - 12}V${middle + 12}`} />}
    </svg>
  );
}

/** The axis above the dot plots of a table: the tolerance, or the range of the values. */
export function LaneAxis({ scale, relative }: { readonly scale: LaneScale; readonly relative: number }) {
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

const amountTicks = (most: string) => [
  { x: 8, label: "0" },
  { x: width - 8, label: thousands(most) },
];

function differenceTicks(relative: number, extent: number) {
  const half = width / 2;
  const isTight = relative / extent < 0.35;
  const labelOf = (tick: number) => {
    if (tick === 0) return isTight && relative > 0 ? `0 ± ${percent(relative)}` : "0";
    return isTight ? "" : `${tick > 0 ? "+" : ""}${percent(tick)}`;
  };
  return (relative > 0 ? [-relative, 0, relative] : [0]).map((tick) => ({ x: half + (tick / extent) * (half - 8), label: labelOf(tick) }));
}
