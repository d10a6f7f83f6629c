/** The network of the selected sweep point, shown beside the curve. */
import { letterOf } from "../../../core/scenario/document.ts";
import { networkNamesOf } from "../../../words/networks.ts";
import { namedVariants } from "../../../words/variants.ts";
import { singleNetworkView } from "../stage/on-stage.ts";
import { RoundTripLine } from "../links/RoundTripLine.tsx";
import { ConnectedView } from "../ConnectedView.tsx";
import { useWorkbench } from "../../hooks.ts";

/**
 * A card with the network view of a single run, for documents that have several runs: beside the curve of a sweep it shows one network
 * (`activeNetwork` is its index) at one point of the sweep.
 */
export function ThisRun() {
  const document = useWorkbench(({ document: { current: scenario } }) => scenario);
  const activeNetwork = useWorkbench((state) => state.session.activeNetwork);
  const { point: sweepPoint } = namedVariants(document);
  const name = document.beside.length === 0 ? "" : `${letterOf(activeNetwork)} ${networkNamesOf(document)[activeNetwork]}, `;
  return (
    <section className="card panel this-run" aria-label="This run">
      <h2>
        This run:{" "}
        <span>
          {name}
          {sweepPoint}
        </span>
      </h2>
      <RoundTripLine variantIndex={activeNetwork} />
      <div>
        <ConnectedView id={singleNetworkView} />
      </div>
    </section>
  );
}
