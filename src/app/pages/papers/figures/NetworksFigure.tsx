/** Drawings of networks by their structure. Unused parts are faded. */
import "./stepped.css";
import { useMemo, useState } from "react";
import { readScenario } from "../../../../core/scenario/scenario.ts";
import { topologies } from "../../../../core/topologies/registry.ts";
import type { DrawnNetwork } from "../../../../reproductions/contract.ts";
import { Typeset } from "../Typeset.tsx";
import type { FigureProps } from "./contract.ts";
import { FigureView } from "./FigureView.tsx";
import { type NetworkFigureDrawing, layoutNetwork } from "./network-drawing.ts";
import { Stepper } from "./Stepper.tsx";

/** Height of a drawing in px: usually, and if the figure has only one network (`alone`). */
const heights = { usual: 190, alone: 400 } as const;

export function NetworksFigure({ figure: { networks } }: FigureProps<"networks">) {
  return (
    <div className="figure-networks" data-count={networks.length}>
      {networks.map((network) => (
        <NetworkDrawing key={network.title} drawnNetwork={network} height={networks.length === 1 ? heights.alone : heights.usual} />
      ))}
    </div>
  );
}

/**
 * The drawing of a network with its title and description (`say`), `height` pixels high. Unused nodes are faded; selecting a node
 * highlights its links. `isUsed` has 1 for each used node, by node number, or is null if all are used.
 */
function NetworkDrawing({ drawnNetwork, height }: { readonly drawnNetwork: DrawnNetwork; readonly height: number }) {
  const [node, setNode] = useState<number | null>(null);
  const { network, isUsed } = useMemo(() => {
    const { topology } = readScenario(drawnNetwork.document);
    const builtNetwork = topologies.get(topology.kind).build(topology.values);
    return { network: builtNetwork, isUsed: drawnNetwork.isUsed?.(builtNetwork) ?? null };
  }, [drawnNetwork]);
  return (
    <figure>
      <FigureView
        label={`${drawnNetwork.title}: ${drawnNetwork.say}`}
        layout={(context) => layoutNetwork(network, isUsed, height, node, context)}
        onSelect={(selected) => selected.is === "switch" && setNode(selected.node)}
      >
        {(figure) => <NodeStepper drawing={figure as NetworkFigureDrawing} node={node} onNode={setNode} />}
      </FigureView>
      <figcaption>
        <b>
          <Typeset text={drawnNetwork.title} />
        </b>
        <Typeset text={drawnNetwork.say} />
      </figcaption>
    </figure>
  );
}

interface NodeStepperProps {
  readonly drawing: NetworkFigureDrawing;
  readonly node: number | null;
  readonly onNode: (node: number) => void;
}

/** Names the node whose links are highlighted, and steps to the previous or next node without a pointer. */
function NodeStepper({ drawing: { nodeTargets: targets }, node, onNode }: NodeStepperProps) {
  if (targets.length === 0) return null;
  const targetIndex = targets.findIndex((each) => each.node === node);
  const nodeText =
    targetIndex < 0
      ? "Point at a node or a switch to see its links and their ends."
      : `${targets[targetIndex].value} ${targets[targetIndex].name}`;
  const stepBy = (offset: number) =>
    onNode(targets[(Math.max(targetIndex, offset < 0 ? 0 : -1) + offset + targets.length) % targets.length].node);
  return <Stepper backLabel="Previous network" forwardLabel="Next network" text={nodeText} onStep={stepBy} />;
}
