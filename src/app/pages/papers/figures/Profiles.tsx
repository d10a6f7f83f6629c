/** Small panels, a line for each network: thin trees drawn through, slender trees dashed; heavy where little is narrowed. */
import type { FigureProps } from "./contract.ts";
import { placeProfiles } from "./profiles.ts";
import { useWidth } from "./useWidth.ts";

export function Profiles({ figure, outcome }: FigureProps<"profiles">) {
  const [box, width] = useWidth<HTMLDivElement>();
  const { height, panels, panelWidth, panelHeight, columns, ticks } = placeProfiles(figure, outcome, width);
  return (
    <div ref={box} className="figure-box">
      <ul className="figure-key">
        {figure.lines.map((name, i) => (
          <li key={name}>
            <svg width={30} height={10} aria-hidden="true">
              <path className="profile" data-line={i} d="M1 5H29" />
              <circle className="profile-dot" data-line={i} cx={15} cy={5} r={2.4} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={`${figure.title}; every number stands in the table below.`}>
          {panels.map(({ title, x, y, lines }) => (
            <g key={title} transform={`translate(${x} ${y})`}>
              <text className="figure-name" x={0} y={-9}>
                {title}
              </text>
              {ticks.map((tick) => (
                <g key={tick.text}>
                  <path className={tick.isUnit ? "figure-unit" : "figure-grid"} d={`M0 ${tick.y}H${panelWidth}`} />
                  {x < 40 && (
                    <text x={-8} y={tick.y + 4} textAnchor="end">
                      {tick.text}
                    </text>
                  )}
                </g>
              ))}
              {columns.map((column, j) => (
                <text
                  key={column.text}
                  x={column.x}
                  y={panelHeight + 16}
                  textAnchor={column.x < 10 ? "start" : j === columns.length - 1 ? "end" : "middle"}
                >
                  {column.text}
                </text>
              ))}
              {lines.map(({ name, index, path, dots }) => (
                <g key={name}>
                  <path className="profile" data-line={index} d={path} />
                  {dots.map((dot) => (
                    <circle key={dot.column} className="profile-dot" data-line={index} cx={dot.x} cy={dot.y} r={2.4}>
                      <title>{`${name}, ${title} with ${dot.column}: ${dot.value.toFixed(2)}`}</title>
                    </circle>
                  ))}
                </g>
              ))}
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}
