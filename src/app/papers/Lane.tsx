/** The difference drawn: ring = published, dot = simulated, band = tolerance. The number stands beside it. */
import { percent } from "../../reproductions/verdict.ts";
import { type LaneMarks, laneSize } from "./lane.ts";

const { width, height } = laneSize;
const middle = height / 2;

export function Lane({ band, published, simulated, error, isBeyond }: LaneMarks) {
  const [low, high] = published;
  const isSame = simulated !== null && Math.abs(simulated - low) < 1 && low === high;
  const from = simulated === null || (simulated >= low && simulated <= high) ? null : simulated < low ? low - 5.5 : high + 5.5;
  return (
    <svg className="lane-drawing" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {band[1] > band[0] && <rect className="lane-band" x={band[0]} width={band[1] - band[0]} height={height} />}
      <path className="lane-zero" d={`M${(low + high) / 2} 0V${height}`} />
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
    </svg>
  );
}

/** Ends of the tolerance above the lanes. */
export function LaneScale({ relative, extent }: { readonly relative: number; readonly extent: number }) {
  const half = width / 2;
  const ticks = relative > 0 ? [-relative, 0, relative] : [0];
  const isTight = relative / extent < 0.35;
  return (
    <svg className="lane-drawing" width={width} height={30} viewBox={`0 0 ${width} 30`} aria-hidden="true">
      {ticks.map((tick) => {
        const x = half + (tick / extent) * (half - 8);
        return (
          <g key={tick}>
            {(!isTight || tick === 0) && (
              <text x={x} y={13} textAnchor="middle">
                {tick === 0 ? (isTight && relative > 0 ? `0 ± ${percent(relative)}` : "0") : `${tick > 0 ? "+" : ""}${percent(tick)}`}
              </text>
            )}
            <path className="lane-tick" d={`M${x} 20v10`} />
          </g>
        );
      })}
    </svg>
  );
}
