import type { ReactNode } from "react";
import { Button } from "../../../ui/Button.tsx";
import { submitResponse } from "../../../lesson/lesson-actions.ts";
import { useLessonSession } from "../useLessonSession.ts";
import { usePage } from "../../../hooks.ts";

export interface SubmitButtonProps {
  readonly words?: string;
  /** Says what to do until there is an answer. */
  readonly hint: string;
  /** Further controls in the row. */
  readonly children?: ReactNode;
}

/** The button that submits the answer. It is disabled until there is an answer. */
export function SubmitButton({ words = "Run", hint, children }: SubmitButtonProps): ReactNode {
  const { store } = usePage();
  const { guess: draftResponse, seed } = useLessonSession();
  return (
    <div className="submit-row row">
      <Button variant="primary" disabled={draftResponse === null} onClick={() => submitResponse(store, draftResponse)}>
        {words}
      </Button>
      <span className="muted">{draftResponse === null ? hint : seed === null ? "" : `Your own seed: ${seed}`}</span>
      {children}
    </div>
  );
}
