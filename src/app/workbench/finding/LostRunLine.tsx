/** Reports that a run was lost, or why the scenario cannot run, with a remedy. */
import { parsePath } from "../../../core/scenario/param-path.ts";
import { pathIn } from "../../../core/scenario/edits/edit-document-value.ts";
import { repairValue } from "../../document/edits.ts";
import { usePage, useActiveRuns, useWorkbench } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import { runFailureOf } from "../../runs/scenario-runs.ts";

/**
 * The message that the run of the active network failed or was refused because the document is invalid for the engine. A refused run gets a
 * button that repairs the value, a failed run a button that starts it again.
 * @param isGone Whether the numbers on the page still belong to the previous network.
 */
export function LostRunLine({ isGone }: { readonly isGone: boolean }) {
  const { runs, store } = usePage();
  const failureText = useActiveRuns(runFailureOf);
  const remedy = useActiveRuns((state) => state.repairableIssue);
  const isRefused = useActiveRuns((state) => state.failure !== null && state.isRefused);
  const isDrawing = useWorkbench(({ mode: { drawing } }) => drawing !== null);
  // The remedy up to its first comma or semicolon, without a final period.
  const [repairLabel] = /^[^,;]*[^,;.]/.exec(remedy?.remedy ?? "") ?? ["Fix it"];
  return (
    <p className="lost" role="alert">
      <b>{!isRefused ? "The run was lost." : isDrawing ? "Nothing runs yet." : "This cannot be run."}</b>{" "}
      <span className="muted">
        {failureText}
        {isGone && ` ${isDrawing ? "The" : "The picture and the"} numbers are still those of the previous network.`}
      </span>
      {isRefused && remedy !== null && (
        <Button
          variant="inline"
          onClick={() =>
            repairValue(store, { ...remedy, path: pathIn(store.getState().session.activeNetwork, parsePath(remedy.path)).join(".") })
          }
        >
          {repairLabel}
        </Button>
      )}
      {!isRefused && (
        <Button variant="inline" onClick={() => runs.restartLostRuns()}>
          Run again
        </Button>
      )}
    </p>
  );
}
