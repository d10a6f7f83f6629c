/** Performance against cost: ring published, dot ours, and lines on which a dollar buys the same. */
import { placeWorth } from "./worth.ts";
import type { FigureProps } from "./contract.ts";
import { useWidth } from "./useWidth.ts";

/** Where a ray is named: well away from the networks, which are cheap or at its end. */
const between = (from: number, to: number) => from + 0.56 * (to - from);

export function Worth({ figure, exhibit, outcome }: FigureProps<"worth">) {
  const [box, width] = useWidth<HTMLDivElement>();
  const { height, ticks, rays, origin, marks } = placeWorth(figure, exhibit, outcome, width);
  const said = marks.filter(({ ratio }) => ratio !== null).map(({ label, ratio }) => `${label} ${ratio}`);
  return (
    <div ref={box} className="figure-box">
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={`${figure.title}. Performance per cost: ${said.join(", ")}.`}>
          {ticks.y.map(({ at, text }) => (
            <g key={text}>
              <path className="figure-grid" d={`M${origin.x} ${at}H${width}`} />
              <text x={origin.x - 8} y={at + 4} textAnchor="end">
                {text}
              </text>
            </g>
          ))}
          {ticks.x.map(({ at, text }) => (
            <text key={text} x={at} y={origin.y + 18} textAnchor="middle">
              {text}
            </text>
          ))}
          <text x={origin.x} y={12}>
            performance φ
          </text>
          <text x={width - 4} y={origin.y + 32} textAnchor="end">
            cost per node
          </text>
          {rays.map(({ ratio, to }) => (
            <g key={ratio}>
              <path className="figure-ray" d={`M${origin.x} ${origin.y}L${to.x} ${to.y}`} />
              {ratio === 1 ? (
                <text x={between(origin.x, to.x)} y={between(origin.y, to.y) + 16}>
                  performance per cost 1
                </text>
              ) : (
                <text x={to.x + 5} y={to.y + 4}>
                  {ratio}
                </text>
              )}
            </g>
          ))}
          {marks.map(({ label, published, ours, ratio, at }) => (
            <g key={label}>
              {published !== null && ours !== null && (
                <path className="lane-gap" d={`M${published.x} ${published.y}L${ours.x} ${ours.y}`} />
              )}
              {published !== null && <circle className="lane-published" cx={published.x} cy={published.y} r={5.5} />}
              {ours !== null && <circle className="lane-dot" cx={ours.x} cy={ours.y} r={3} />}
              <text className="figure-name" x={at.x} y={at.y} textAnchor={at.anchor}>
                {label}
                {ratio !== null && `, ${ratio}`}
              </text>
            </g>
          ))}
        </svg>
      )}
      <p className="paper-caption">
        {marks.some(({ published }) => published !== null) && "Ring: published. Dot: ours. "}The number after each name is our performance
        per cost.
      </p>
    </div>
  );
}
