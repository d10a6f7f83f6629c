/** Networks drawn by their own structure; what is not used stays as a shade. */
import { useMemo, useState } from "react";
import { readScenario } from "../../../../core/scenario/scenario.ts";
import { topologies } from "../../../../core/topologies/index.ts";
import type { DrawnNetwork } from "../../../../reproductions/contract.ts";
import { Typeset } from "../Typeset.tsx";
import type { FigureProps } from "./contract.ts";
import { type Drawn, placeNetwork, type Pointed } from "./networks.ts";
import { Stepper } from "./Stepper.tsx";
import { useWidth } from "./useWidth.ts";

/** Height of a drawing, and of one that stands alone, px. */
const heights = { usual: 190, alone: 400 } as const;

export function Networks({ figure }: FigureProps<"networks">) {
  return (
    <div className="figure-networks" data-count={figure.networks.length}>
      {figure.networks.map((network) => (
        <OneNetwork key={network.title} drawn={network} height={figure.networks.length === 1 ? heights.alone : heights.usual} />
      ))}
    </div>
  );
}

function OneNetwork({ drawn, height }: { readonly drawn: DrawnNetwork; readonly height: number }) {
  const [box, width] = useWidth<HTMLElement>();
  const [node, setNode] = useState<number | null>(null);
  const network = useMemo(() => {
    const { topology } = readScenario(drawn.document);
    return topologies.get(topology.kind).build(topology.values as never);
  }, [drawn]);
  const placed = useMemo(
    () => (width < 1 ? null : placeNetwork(network, drawn.isUsed?.(network) ?? null, width, height)),
    [network, drawn, width, height],
  );
  const pointed = placed?.pointed.find((each) => each.node === node) ?? null;
  return (
    <figure ref={box}>
      {placed !== null && (
        <svg width={width} height={height} role="img" aria-label={`${drawn.title}: ${drawn.say}`}>
          <g className="figure-unused">
            <Part part={placed.unused} radius={placed.radius} dot={placed.dot} />
          </g>
          <Part part={placed.used} radius={placed.radius} dot={placed.dot} />
          {pointed !== null && <path className="figure-pointed" d={pointed.path} />}
          {placed.names.map(({ x, y, text }) => (
            <text key={text} x={x} y={y + 4} textAnchor="middle">
              {text}
            </text>
          ))}
          {placed.pointed.map((each) => (
            <circle
              key={each.node}
              className="figure-point"
              cx={each.x}
              cy={each.y}
              r={12}
              onPointerEnter={() => setNode(each.node)}
              // A finger that is lifted leaves, and what it chose stays.
              onPointerLeave={({ pointerType }) => pointerType === "mouse" && setNode(null)}
            />
          ))}
          {placed.words.map(({ x, y, text, anchor }) => (
            <text key={text} x={x} y={y} textAnchor={anchor}>
              {text}
            </text>
          ))}
          {placed.edges.map((x) => (
            <path key={x} className="figure-edge" d={`M${x} 0V${height}`} />
          ))}
        </svg>
      )}
      {placed !== null && placed.pointed.length > 0 && <Steps all={placed.pointed} pointed={pointed} onPoint={setNode} />}
      <figcaption>
        <b>
          <Typeset text={drawn.title} />
        </b>
        <Typeset text={drawn.say} />
      </figcaption>
    </figure>
  );
}

interface StepsProps {
  readonly all: readonly Pointed[];
  readonly pointed: Pointed | null;
  readonly onPoint: (node: number) => void;
}

/** What is pointed at, in words, and the way to the next without a pointer. */
function Steps({ all, pointed, onPoint }: StepsProps) {
  const at = all.findIndex(({ node }) => node === pointed?.node);
  const step = (by: number) => onPoint(all[(Math.max(at, by < 0 ? 0 : -1) + by + all.length) % all.length].node);
  const said = pointed === null ? "Point at a node or a switch: its links, and where they lead." : pointed.say;
  return <Stepper back="The one before" forward="The next one" said={said} onStep={step} />;
}

interface PartProps {
  readonly part: Drawn;
  readonly radius: number;
  readonly dot: number;
}

function Part({ part: { links, boxes, terminals }, radius, dot }: PartProps) {
  return (
    <>
      <path className="figure-links" d={links} />
      {boxes.map(({ x, y, width, height: tall, switches }) => (
        <rect key={switches[0]} className="figure-switch" x={x} y={y} width={width} height={tall} rx={Math.min(radius, 2)} />
      ))}
      {terminals.map(({ x, y }) => (
        <circle key={`${x} ${y}`} className="figure-terminal" cx={x} cy={y} r={dot} />
      ))}
    </>
  );
}
