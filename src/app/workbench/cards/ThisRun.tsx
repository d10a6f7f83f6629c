/** The network of the selected sweep point, shown beside the curve. */
import { letterOf } from "../../../core/scenario/document.ts";
import { namesOf } from "../../../words/networks.ts";
import { namedVariants } from "../../../words/variants.ts";
import { alone } from "../stage/on-stage.ts";
import { RoundTripLine } from "../links/RoundTripLine.tsx";
import { Picture } from "../Picture.tsx";
import { useWorkbench } from "../../hooks.ts";

export function ThisRun() {
  const document = useWorkbench(({ document: { current: scenario } }) => scenario);
  const front = useWorkbench((state) => state.session.activeNetwork);
  const { point } = namedVariants(document);
  const name = document.beside.length === 0 ? "" : `${letterOf(front)} ${namesOf(document)[front]}, `;
  return (
    <section className="card panel this-run" aria-label="This run">
      <h2>
        This run:{" "}
        <span>
          {name}
          {point}
        </span>
      </h2>
      <RoundTripLine of={front} />
      <div>
        <Picture id={alone} />
      </div>
    </section>
  );
}
