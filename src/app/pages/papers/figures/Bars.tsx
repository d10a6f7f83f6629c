/** Bars below each other, from 0 to either side: what is lost is pale, what is gained is dark. */
import { barHeight, placeBars } from "./bars.ts";
import type { FigureProps } from "./contract.ts";
import { useWidth } from "./useWidth.ts";

/** Half the height of the end of a standard error, px. */
const cap = 3.5;

export function Bars({ figure, exhibit, outcome }: FigureProps<"bars">) {
  const [box, width] = useWidth<HTMLDivElement>();
  const { height, zero, foot, ticks, bars } = placeBars(figure, exhibit, outcome, width);
  const said = bars.map(({ label, text }) => `${label}: ${text} ${figure.unit}`).join("; ");
  return (
    <div ref={box} className="figure-box">
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={`${figure.title}. ${said}.`}>
          {ticks.map(({ at, text }) => (
            <g key={text}>
              <path className="figure-grid" d={`M${at} 0V${foot}`} />
              <text x={at} y={foot + 18} textAnchor="middle">
                {text}
              </text>
            </g>
          ))}
          <text x={width} y={foot + 18} textAnchor="end">
            {figure.unit}
          </text>
          {bars.map(({ label, name, x, y, width: length, error, text, said: at }) => (
            <g key={label} className="bar">
              <text className="figure-name" x={name.x} y={name.y}>
                {label}
              </text>
              <rect x={x} y={y} width={length} height={barHeight} data-side={at.anchor} />
              {error !== null && (
                <path
                  className="figure-error"
                  d={`M${error[0]} ${y + barHeight / 2}H${error[1]}${error.map((end) => `M${end} ${y + barHeight / 2 - cap}v${2 * cap}`).join("")}`}
                />
              )}
              <text x={at.x} y={y + 11} textAnchor={at.anchor}>
                {text}
              </text>
            </g>
          ))}
          <path className="figure-unit" d={`M${zero} 0V${foot}`} />
        </svg>
      )}
    </div>
  );
}
