/** Lines over something that grows: the first is the network that the page is about. */
import { sayWithError } from "../../../../reproductions/outcome.ts";
import { withUnit } from "../../../../words/numbers.ts";
import { thousands } from "../Typeset.tsx";
import type { FigureProps } from "./contract.ts";
import { placeGrowth } from "./growth.ts";
import { useWidth } from "./useWidth.ts";

/** Half the width of the end of a standard error, px. */
const cap = 3.5;

export function Growth({ figure, exhibit, outcome }: FigureProps<"growth">) {
  const [box, width] = useWidth<HTMLDivElement>();
  const { height, foot, left, right, zero, rings, ticks, lines } = placeGrowth(figure, outcome, width);
  const sayRow = (id: string) => {
    const [row, value] = [exhibit.rows.find((each) => each.id === id), outcome.values.get(id)];
    return row === undefined || value === undefined ? "" : withUnit(thousands(sayWithError(row, value)), figure.unit);
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
          {zero !== null && <path className="figure-unit" d={`M${left} ${zero}H${right}`} />}
          {rings.map(({ x, y, text, anchor }) => (
            <g key={text}>
              <circle className="lane-published" cx={x} cy={y} r={5} />
              <text className="figure-name" x={anchor === "end" ? x - 11 : x + 11} y={y + 4} textAnchor={anchor}>
                {text}
              </text>
            </g>
          ))}
          {lines.map(({ title, look, path, dots }, i) => (
            <g key={title} className="growth" data-line={look === undefined ? i : undefined} data-look={look}>
              <path d={path} />
              {dots.map(({ x, y, column, row, error }) => (
                <g key={column}>
                  {error !== null && (
                    <path
                      className="figure-error"
                      d={`M${x} ${error[0]}V${error[1]}${error.map((end) => `M${x - cap} ${end}h${2 * cap}`).join("")}`}
                    />
                  )}
                  <circle cx={x} cy={y} r={2.6}>
                    <title>{`${title === "" ? "" : `${title}, `}${column} ${figure.across}: ${sayRow(row)}`}</title>
                  </circle>
                </g>
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
