/** Which nodes of a line serve, and which run a job: a row of marks for each placing, which opens it. */
import { useMemo } from "react";
import type { Placing } from "../../../../reproductions/contract.ts";
import { useLinks } from "../useLinks.ts";
import type { FigureProps } from "./contract.ts";
import { placePlacing } from "./placings.ts";
import { useWidth } from "./useWidth.ts";

const asItIs = (document: Placing["document"]) => document;

export function Placings({ figure }: FigureProps<"placings">) {
  const [box, width] = useWidth<HTMLDivElement>();
  const linkOf = useLinks(
    useMemo(() => figure.placings.map(({ document }) => document), [figure]),
    asItIs,
  );
  const headings = [...new Set(figure.placings.map(({ heading }) => heading))];
  return (
    <div ref={box} className="figure-box placings">
      <ul className="figure-key">
        <li>
          <Sample name="server" /> serves
        </li>
        <li>
          <Sample name="io" /> injects I/O traffic, under an arrow
        </li>
        {figure.placings.some(({ nodes }) => nodes.some(({ job }) => job === "compute")) && (
          <li>
            <Sample name="compute" /> computes
          </li>
        )}
        <li>
          <Sample name="idle" /> neither
        </li>
      </ul>
      {headings.map((heading) => (
        <section key={heading}>
          <h3>{heading}</h3>
          {figure.placings
            .filter((placing) => placing.heading === heading)
            .map((placing) => {
              const link = linkOf(placing.document);
              return (
                <figure key={placing.title}>
                  <figcaption>{link === undefined ? placing.title : <a href={link}>{placing.title}</a>}</figcaption>
                  {width > 0 && <Row placing={placing} width={width} />}
                </figure>
              );
            })}
        </section>
      ))}
    </div>
  );
}

function Sample({ name }: { readonly name: "server" | "io" | "compute" | "idle" }) {
  return (
    <svg width={12} height={12} aria-hidden="true">
      <rect className={name === "server" ? "placed-server" : `placed-${name}`} x={1} y={1} width={10} height={10} rx={2} />
    </svg>
  );
}

function Row({ placing, width }: { readonly placing: Placing; readonly width: number }) {
  const { height, marks, arrows, numbers } = placePlacing(placing.nodes, width);
  const count = (of: (node: Placing["nodes"][number]) => boolean) => placing.nodes.filter(of).length;
  const said = `${count(({ isServer }) => isServer)} nodes serve, ${count(({ job }) => job === "I/O")} inject I/O traffic, ${count(({ job }) => job === "compute")} compute`;
  return (
    <svg width={width} height={height} role="img" aria-label={`${placing.title}: ${said}.`}>
      {arrows.map(({ path, head, node }) => (
        <g key={node} className="placed-arrow">
          <path d={path} />
          <path className="placed-head" d={head} />
        </g>
      ))}
      {marks.map(({ node, x, y, side, name, isServer }) => (
        <g key={node}>
          <rect className={`placed-${name}`} x={x} y={y} width={side} height={side} rx={side > 6 ? 2 : 1} />
          {isServer && (
            <rect className="placed-server" x={x} y={y} width={side} height={side * (name === "idle" ? 1 : 0.62)} rx={side > 6 ? 2 : 1} />
          )}
          <title>{`node ${node}: ${[isServer ? "serves" : "", name === "idle" ? "" : name === "io" ? "injects I/O traffic" : "computes"].filter((part) => part !== "").join(", ") || "neither serves nor sends"}`}</title>
        </g>
      ))}
      {numbers.map(({ x, y, text }) => (
        <text key={text} x={x} y={y} textAnchor="middle">
          {text}
        </text>
      ))}
    </svg>
  );
}
