import type { ReactNode } from "react";
import { Button } from "../../../ui/Button.tsx";
import { submitResponse } from "../../../lesson/lesson-actions.ts";
import { useLessonSession } from "../useLessonSession.ts";
import { usePage } from "../../../hooks.ts";

/** The button that submits the answer. The button is disabled until there is an answer; until then `hint` says what to do. */
export function SubmitButton({ words = "Run", hint }: { readonly words?: string; readonly hint: string }): ReactNode {
  const { store } = usePage();
  const { guess: draftResponse, seed } = useLessonSession();
  return (
    <div className="submit-row row">
      <Button variant="primary" disabled={draftResponse === null} onClick={() => submitResponse(store, draftResponse)}>
        {words}
      </Button>
      <span className="muted">{draftResponse === null ? hint : seed === null ? "" : `Your own seed: ${seed}`}</span>
    </div>
  );
}
