/** Placements of a job and of I/O servers on the nodes of a line. Each placement is a row of marks with a link that opens it. */
import "./placings.css";
import { useMemo } from "react";
import type { PlacedNode, Placing } from "../../../../reproductions/contract.ts";
import { useLinks } from "../useLinks.ts";
import type { FigureProps } from "./contract.ts";
import { DrawnFigure } from "./DrawnFigure.tsx";
import { Link } from "../../../ui/Link.tsx";
import { layoutPlacing, placingsKey } from "./placings.ts";

const asItIs = (document: Placing["document"]) => document;

export function Placings({ figure: { placings } }: FigureProps<"placings">) {
  const linkOf = useLinks(
    useMemo(() => placings.map(({ document }) => document), [placings]),
    asItIs,
  );
  const hasCompute = placings.some(({ nodes }) => nodes.some(({ job }) => job === "compute"));
  const headings = [...new Set(placings.map(({ heading }) => heading))];
  return (
    <div className="placings">
      <DrawnFigure label="What the squares mean" layout={(room) => placingsKey(hasCompute, room)} />
      {headings.map((heading) => (
        <section key={heading}>
          <h3>{heading}</h3>
          {placings
            .filter((placing) => placing.heading === heading)
            .map(({ title, document, nodes }) => {
              const link = linkOf(document);
              return (
                <figure key={title}>
                  <figcaption>{link === undefined ? title : <Link href={link}>{title}</Link>}</figcaption>
                  <DrawnFigure label={`${title}: ${sayOf(nodes)}.`} layout={(room) => layoutPlacing(nodes, room)} />
                </figure>
              );
            })}
        </section>
      ))}
    </div>
  );
}

function sayOf(nodes: readonly PlacedNode[]): string {
  const count = (of: (node: PlacedNode) => boolean) => nodes.filter(of).length;
  return `${count(({ isServer }) => isServer)} nodes serve, ${count(({ job }) => job === "I/O")} inject I/O traffic, ${count(({ job }) => job === "compute")} compute`;
}
