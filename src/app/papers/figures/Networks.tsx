/** Networks drawn by their own structure; what is not used stays as a shade. */
import { useMemo } from "react";
import { readScenario } from "../../../core/scenario/scenario.ts";
import { topologies } from "../../../core/topologies/index.ts";
import type { DrawnNetwork } from "../../../reproductions/contract.ts";
import { Typeset } from "../Typeset.tsx";
import type { FigureProps } from "./contract.ts";
import { type Drawn, placeNetwork } from "./networks.ts";
import { useWidth } from "./useWidth.ts";

const height = 190;

export function Networks({ figure }: FigureProps<"networks">) {
  return (
    <div className="figure-networks" data-count={figure.networks.length}>
      {figure.networks.map((network) => (
        <OneNetwork key={network.title} drawn={network} />
      ))}
    </div>
  );
}

function OneNetwork({ drawn }: { readonly drawn: DrawnNetwork }) {
  const [box, width] = useWidth<HTMLElement>();
  const network = useMemo(() => {
    const { topology } = readScenario(drawn.document);
    return topologies.get(topology.kind).build(topology.values as never);
  }, [drawn]);
  const placed = useMemo(
    () => (width < 1 ? null : placeNetwork(network, drawn.isUsed?.(network) ?? null, width, height)),
    [network, drawn, width],
  );
  return (
    <figure ref={box}>
      {placed !== null && (
        <svg width={width} height={height} role="img" aria-label={`${drawn.title}: ${drawn.say}`}>
          <g className="figure-unused">
            <Part part={placed.unused} radius={placed.radius} />
          </g>
          <Part part={placed.used} radius={placed.radius} />
          {placed.edges.map((x) => (
            <path key={x} className="figure-edge" d={`M${x} 0V${height}`} />
          ))}
        </svg>
      )}
      <figcaption>
        <b>
          <Typeset text={drawn.title} />
        </b>
        <Typeset text={drawn.say} />
      </figcaption>
    </figure>
  );
}

function Part({ part: { links, boxes, terminals }, radius }: { readonly part: Drawn; readonly radius: number }) {
  return (
    <>
      <path className="figure-links" d={links} />
      {boxes.map(({ x, y, width, height: tall, switches }) => (
        <rect key={switches[0]} className="figure-switch" x={x} y={y} width={width} height={tall} rx={Math.min(radius, 2)} />
      ))}
      {terminals.map(({ x, y }) => (
        <circle key={x} className="figure-terminal" cx={x} cy={y} r={1.3} />
      ))}
    </>
  );
}
