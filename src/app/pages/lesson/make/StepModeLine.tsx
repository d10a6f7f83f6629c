/** The line above the sentence of the lesson editor: which step is edited, and whether its network has changed. */
import { useState } from "react";
import { haveSameRuns } from "../../../../core/scenario/document.ts";
import { moveEditToNewStep } from "../../../lesson/editor-actions.ts";
import { Button } from "../../../ui/Button.tsx";
import { usePage, useWorkbench } from "../../../hooks.ts";
import { useLessonSession } from "../useLessonSession.ts";

/**
 * Says that the sentence edits a step. Once the network of the step differs from the one with which the step was opened, a button makes a
 * new step of the change and gives the step its network back.
 */
export function StepModeLine() {
  const { store } = usePage();
  const { lesson, stepIndex } = useLessonSession();
  const document = useWorkbench((state) => state.document.current);
  const stepCount = lesson.steps.length;
  // The document with which the step was opened.
  const [opened, setOpened] = useState({ stepIndex, stepCount, document });
  if (opened.stepIndex !== stepIndex || opened.stepCount !== stepCount) {
    setOpened({ stepIndex, stepCount, document });
    return null;
  }
  const isChanged = !haveSameRuns(opened.document, document);
  return (
    <p className="step-mode">
      <b>
        Editing step {stepIndex + 1} of {stepCount}
      </b>
      <span className="muted" role="status">
        {isChanged ? `The network of step ${stepIndex + 1} has changed.` : "Changes of the network change this step."}
      </span>
      {isChanged && (
        <Button variant="quiet" onClick={() => moveEditToNewStep(store, opened.document)}>
          Make it a new step
        </Button>
      )}
    </p>
  );
}
