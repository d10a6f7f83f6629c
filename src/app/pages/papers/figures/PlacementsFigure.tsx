/**
 * Placements of jobs and of I/O servers on the nodes of a network. Each placement is a row of squares with a link that opens the placement.
 */
import "./placements.css";
import { useMemo } from "react";
import type { NodeRole, NodePlacement } from "../../../../reproductions/contract.ts";
import { useDocumentLinks } from "../useDocumentLinks.ts";
import type { FigureProps } from "./contract.ts";
import { FigureView } from "./FigureView.tsx";
import { Link } from "../../../ui/Link.tsx";
import { layoutPlacement, placementLegend } from "./placement-row.ts";

const identity = (document: NodePlacement["document"]) => document;

/**
 * Placements of jobs and I/O servers on the nodes of a network (`placements`), grouped by heading: a row of squares for each placement, one
 * square for each node, and a title that links to the document. The legend explains the squares.
 */
export function PlacementsFigure({ figure: { placements } }: FigureProps<"placements">) {
  const linkOf = useDocumentLinks(
    useMemo(() => placements.map(({ document }) => document), [placements]),
    undefined,
    identity,
  );
  const hasCompute = placements.some(({ nodes }) => nodes.some(({ job }) => job === "compute"));
  const headings = [...new Set(placements.map(({ heading }) => heading))];
  return (
    <div className="placements">
      <FigureView label="What the squares mean" layout={(context) => placementLegend(hasCompute, context)} />
      {headings.map((heading) => (
        <section key={heading}>
          <h3>{heading}</h3>
          {placements
            .filter((placing) => placing.heading === heading)
            .map(({ title, document, nodes }) => {
              const link = linkOf(document);
              return (
                <figure key={title}>
                  <figcaption>{link === undefined ? title : <Link href={link}>{title}</Link>}</figcaption>
                  <FigureView label={`${title}: ${sayPlacement(nodes)}.`} layout={(context) => layoutPlacement(nodes, context)} />
                </figure>
              );
            })}
        </section>
      ))}
    </div>
  );
}

function sayPlacement(nodes: readonly NodeRole[]): string {
  const countNodes = (predicate: (node: NodeRole) => boolean) => nodes.filter(predicate).length;
  return `${countNodes(({ isServer }) => isServer)} nodes serve, ${countNodes(({ job }) => job === "I/O")} inject I/O traffic, ${countNodes(({ job }) => job === "compute")} compute`;
}
