/** Lines over something that grows: the first is the network that the page is about. */
import { shownValue } from "../../../reproductions/outcome.ts";
import { withUnit } from "../../../views/shared/format.ts";
import { thousands } from "../Typeset.tsx";
import type { FigureProps } from "./contract.ts";
import { placeGrowth } from "./growth.ts";
import { useWidth } from "./useWidth.ts";

export function Growth({ figure, exhibit, outcome }: FigureProps<"growth">) {
  const [box, width] = useWidth<HTMLDivElement>();
  const { height, foot, left, right, ticks, lines } = placeGrowth(figure, outcome, width);
  const sayRow = (id: string, value: number) => {
    const row = exhibit.rows.find((each) => each.id === id);
    return row === undefined ? "" : withUnit(thousands(shownValue(row, { value })), figure.unit);
  };
  return (
    <div ref={box} className="figure-box">
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={`${figure.title}; every number stands in the table below.`}>
          {ticks.y.map(({ at, text }) => (
            <g key={text}>
              <path className="figure-grid" d={`M${left} ${at}H${right}`} />
              <text x={left - 8} y={at + 4} textAnchor="end">
                {text}
              </text>
            </g>
          ))}
          {ticks.x.map(({ at, text }) => (
            <text key={text} x={at} y={foot + 18} textAnchor="middle">
              {text}
            </text>
          ))}
          <text x={0} y={11}>
            {figure.unit}
          </text>
          <text x={right} y={foot + 38} textAnchor="end">
            {figure.across}
          </text>
          {lines.map(({ title, look, path, dots }, i) => (
            <g key={title} className="growth" data-line={look === undefined ? i : undefined} data-look={look}>
              <path d={path} />
              {dots.map(({ x, y, value, column, row }) => (
                <circle key={column} cx={x} cy={y} r={2.6}>
                  <title>{`${title}, ${column} ${figure.across}: ${sayRow(row, value)}`}</title>
                </circle>
              ))}
            </g>
          ))}
          {/* Over all lines, and none before its line is there. */}
          {lines.length > 1 &&
            lines
              .filter(({ dots }) => dots.length > 0)
              .map(({ title, at }) => (
                <text key={title} className="figure-name" x={at.x} y={at.y}>
                  {title}
                </text>
              ))}
        </svg>
      )}
    </div>
  );
}
