/** Drawings of networks by their structure. Unused parts are faded. */
import "./stepped.css";
import { useMemo, useState } from "react";
import { readScenario } from "../../../../core/scenario/scenario.ts";
import { topologies } from "../../../../core/topologies/shelf.ts";
import type { DrawnNetwork } from "../../../../reproductions/contract.ts";
import { Typeset } from "../Typeset.tsx";
import type { FigureProps } from "./contract.ts";
import { DrawnFigure } from "./DrawnFigure.tsx";
import { type DrawnNetworkFigure, layoutNetwork } from "./networks.ts";
import { Stepper } from "./Stepper.tsx";

/** Height of a drawing in px: the usual one, and that of a single network. */
const heights = { usual: 190, alone: 400 } as const;

export function Networks({ figure: { networks } }: FigureProps<"networks">) {
  return (
    <div className="figure-networks" data-count={networks.length}>
      {networks.map((network) => (
        <OneNetwork key={network.title} drawn={network} height={networks.length === 1 ? heights.alone : heights.usual} />
      ))}
    </div>
  );
}

/** A network with its caption. Selecting a node highlights its links. */
function OneNetwork({ drawn, height }: { readonly drawn: DrawnNetwork; readonly height: number }) {
  const [node, setNode] = useState<number | null>(null);
  const { network, isUsed } = useMemo(() => {
    const { topology } = readScenario(drawn.document);
    const built = topologies.get(topology.kind).build(topology.values);
    return { network: built, isUsed: drawn.isUsed?.(built) ?? null };
  }, [drawn]);
  return (
    <figure>
      <DrawnFigure
        label={`${drawn.title}: ${drawn.say}`}
        layout={(room) => layoutNetwork(network, isUsed, height, node, room)}
        onPick={(picked) => picked.is === "switch" && setNode(picked.node)}
      >
        {(figure) => <Way of={figure as DrawnNetworkFigure} node={node} onNode={setNode} />}
      </DrawnFigure>
      <figcaption>
        <b>
          <Typeset text={drawn.title} />
        </b>
        <Typeset text={drawn.say} />
      </figcaption>
    </figure>
  );
}

interface WayProps {
  readonly of: DrawnNetworkFigure;
  readonly node: number | null;
  readonly onNode: (node: number) => void;
}

/** Names the node whose links are highlighted, and steps to the previous or next node without a pointer. */
function Way({ of: { pointed }, node, onNode }: WayProps) {
  if (pointed.length === 0) return null;
  const at = pointed.findIndex((each) => each.node === node);
  const said = at < 0 ? "Point at a node or a switch: its links, and where they lead." : `${pointed[at].value} ${pointed[at].name}`;
  const step = (by: number) => onNode(pointed[(Math.max(at, by < 0 ? 0 : -1) + by + pointed.length) % pointed.length].node);
  return <Stepper back="The one before" forward="The next one" said={said} onStep={step} />;
}
