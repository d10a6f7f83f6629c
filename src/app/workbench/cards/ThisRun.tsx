/** The network of the one run of a sweep that is shown beside its curve, and which run that is. */
import { namedVariants } from "../../../words/variants.ts";
import { alone } from "../stage/on-stage.ts";
import { Picture } from "../Picture.tsx";
import { useWorkbench } from "../../hooks.ts";

export function ThisRun() {
  const { point } = namedVariants(useWorkbench(({ scenario }) => scenario));
  return (
    <section className="card panel this-run" aria-label="This run">
      <h2>
        This run: <span>{point}</span>
      </h2>
      <div>
        <Picture id={alone} />
      </div>
    </section>
  );
}
