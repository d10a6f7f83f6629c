/** The job of the selected terminals, with buttons to assign another one. */
import { anded } from "../../../core/base/words.ts";
import { variantsOf } from "../../../core/scenario/document.ts";
import { pathIn } from "../../../core/scenario/edits/edit-place.ts";
import { edit } from "../../document/edits.ts";
import { edited } from "../../state/document-state.ts";
import { rates } from "../../../core/workloads/rates.ts";
import { workloads } from "../../../core/workloads/shelf.ts";
import { given, type Goal, jobsOf, type OwnJob } from "../../jobs/give.ts";
import { letterOfJob } from "../../../views/marks/jobs.ts";
import type { Network } from "../../../core/network/network.ts";
import { ToggleButton } from "../../ui/ToggleButton.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import { JobMark } from "./JobMark.tsx";

/** Reports jobs that have lost their last terminals, and the new letters of later jobs; empty if there are none. */
function sayGone(jobs: readonly OwnJob[], going: readonly number[], goal: Goal): string {
  const gone = jobs.flatMap(({ terminals }, i) => (i === goal || terminals.some((t) => !going.includes(t)) ? [] : [i]));
  if (gone.length === 0 || jobs.length === 1) return "";
  const letters = anded(gone.map(letterOfJob));
  if (gone.length > 1) return `Jobs ${letters} are gone: they have no terminals left. Letters after them have moved up.`;
  const [first] = gone;
  const next =
    first + 1 < jobs.length
      ? ` Job ${letterOfJob(first + 1)} is job ${letterOfJob(first)} now${first + 2 < jobs.length ? ", and so on" : ""}.`
      : "";
  return `Job ${letters} is gone: it has no terminals left.${next}`;
}

/** @param network The network as drawn now, whose terminals are those of the document. */
export function JobOf({ terminals, network }: { readonly terminals: readonly number[]; readonly network: Network }) {
  const { store } = usePage();
  const document = useWorkbench(edited);
  const front = useWorkbench((state) => state.session.activeNetwork);
  if (terminals.length === 0) return null;
  const scenario = variantsOf(document)[front] ?? document;
  const jobs = jobsOf(scenario, network);
  const own = jobs.map((job) => job.terminals.filter((t) => terminals.includes(t)).length);
  // A job that all terminals share needs no letter, but a job of only some terminals has one even if it is the only one.
  const isOne = jobs.length < 2 && workloads.get(scenario.workload.kind).places === undefined;
  const give = (goal: Goal) => {
    const next = given(scenario, network, terminals, goal);
    if (typeof next === "string") store.setState({ session: { toast: next } });
    else {
      edit(store, pathIn(front, ["workload"]), next);
      const gone = sayGone(jobs, terminals, goal);
      if (gone !== "") store.setState({ session: { toast: gone } });
      if (scenario.workload.kind === rates.id)
        store.setState({
          session: {
            toast: "Painted rates are weights within each job now; what went from one job to another is gone. Undo brings it back.",
          },
        });
    }
  };
  return (
    <div className="job-of row wrap">
      <span>{terminals.length === 1 ? "Its job:" : "Their job:"}</span>
      {!isOne &&
        jobs.map((_, i) => (
          <ToggleButton key={i} aria-label={`Job ${letterOfJob(i)}`} isPressed={own[i] === terminals.length} onClick={() => give(i)}>
            <JobMark job={i} />
          </ToggleButton>
        ))}
      <Button variant="underlined" onClick={() => give("new")}>
        a new one
      </Button>
      {!isOne && (
        <Button variant="underlined" onClick={() => give("none")}>
          none
        </Button>
      )}
    </div>
  );
}
