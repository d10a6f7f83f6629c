/** The job of the selected terminals, with buttons to assign another one. */
import { joinWithAnd } from "../../../core/base/words.ts";
import { variantsOf } from "../../../core/scenario/document.ts";
import { pathIn } from "../../../core/scenario/edits/edit-document-value.ts";
import { editValue } from "../../document/edits.ts";
import { editedDocument } from "../../state/document-state.ts";
import { rates } from "../../../core/workloads/rates.ts";
import { workloads } from "../../../core/workloads/registry.ts";
import { assignTerminals, type JobTarget, terminalJobsOf, type TerminalJob } from "../../jobs/assign-terminals.ts";
import { letterOfJob } from "../../../views/marks/jobs.ts";
import type { Network } from "../../../core/network/network.ts";
import { ToggleButton } from "../../ui/ToggleButton.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import { JobMark } from "./JobMark.tsx";

/** Reports jobs that have lost their last terminals, and the new letters of the jobs after them; empty if no job is lost. */
function sayRemovedJobs(jobs: readonly TerminalJob[], reassigned: readonly number[], goal: JobTarget): string {
  const removed = jobs.flatMap(({ terminals }, i) => (i === goal || terminals.some((t) => !reassigned.includes(t)) ? [] : [i]));
  if (removed.length === 0 || jobs.length === 1) return "";
  const letters = joinWithAnd(removed.map(letterOfJob));
  if (removed.length > 1) return `Jobs ${letters} were removed because they have no terminals left. Later jobs have new letters.`;
  const [first] = removed;
  const next =
    first + 1 < jobs.length
      ? ` Job ${letterOfJob(first + 1)} is now job ${letterOfJob(first)}${first + 2 < jobs.length ? ", and so on" : ""}.`
      : "";
  return `Job ${letters} was removed because it has no terminals left.${next}`;
}

/**
 * Assigns the given terminals to a job, to a new one, or to none: a button for each job, named A, B, …, pressed if all the terminals belong
 * to it. A job is a program or traffic of some of the terminals. A message says which jobs disappear because they have no terminals left.
 * @param terminals Terminals of the network to assign.
 * @param network The network as drawn now, whose terminals are those of the document.
 */
export function JobChooser({ terminals, network }: { readonly terminals: readonly number[]; readonly network: Network }) {
  const { store } = usePage();
  const document = useWorkbench(editedDocument);
  const activeNetwork = useWorkbench((state) => state.session.activeNetwork);
  if (terminals.length === 0) return null;
  const scenario = variantsOf(document)[activeNetwork] ?? document;
  const jobs = terminalJobsOf(scenario, network);
  const terminalsPerJob = jobs.map((job) => job.terminals.filter((t) => terminals.includes(t)).length);
  // A job that all terminals share needs no letter, but a job of only some terminals has one even if it is the only one.
  const isSingleJob = jobs.length < 2 && workloads.get(scenario.workload.kind).terminalsByJob === undefined;
  const assign = (goal: JobTarget) => {
    const next = assignTerminals(scenario, network, terminals, goal);
    if (typeof next === "string") store.setState({ session: { toast: next } });
    else {
      editValue(store, pathIn(activeNetwork, ["workload"]), next);
      const removedText = sayRemovedJobs(jobs, terminals, goal);
      if (removedText !== "") store.setState({ session: { toast: removedText } });
      if (scenario.workload.kind === rates.id)
        store.setState({
          session: {
            toast: "Painted rates are now weights within each job; the traffic between jobs was removed. Undo brings it back.",
          },
        });
    }
  };
  return (
    <div className="job-of row wrap">
      <span>{terminals.length === 1 ? "Its job:" : "Their job:"}</span>
      {!isSingleJob &&
        jobs.map((_, i) => (
          <ToggleButton
            key={i}
            aria-label={`Job ${letterOfJob(i)}`}
            isPressed={terminalsPerJob[i] === terminals.length}
            onClick={() => assign(i)}
          >
            <JobMark job={i} />
          </ToggleButton>
        ))}
      <Button variant="underlined" onClick={() => assign("new")}>
        a new one
      </Button>
      {!isSingleJob && (
        <Button variant="underlined" onClick={() => assign("none")}>
          none
        </Button>
      )}
    </div>
  );
}
