/** A question that is answered in free text. Afterwards the text stays on the page, next to the lesson's answer. */
import { FormField } from "../../../ui/fields/FormField.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { setDraftResponse } from "../../../lesson/lesson-actions.ts";
import { SubmitButton } from "./SubmitButton.tsx";
import { useLessonSession } from "../useLessonSession.ts";
import { usePage } from "../../../hooks.ts";

/**
 * The form of a question that is answered in the student's own words: a text field at first, the answer once the results are shown. Free
 * text is not graded: the student compares it with the explanation.
 */
export function FreeTextForm() {
  const { store } = usePage();
  const session = useLessonSession();
  const response = session.said[session.stepIndex] ?? null;
  if (!session.isCovered) {
    // A speaker need not answer.
    if (session.role === "speaker" && response === null) return null;
    return (
      <>
        <h2>What you said</h2>
        <p className="own-words">{response !== null && "text" in response ? response.text : "You gave no answer."}</p>
      </>
    );
  }
  const text = session.guess !== null && "text" in session.guess ? session.guess.text : "";
  return (
    <>
      <FormField label="In your own words" className="free-words">
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            maxLength={120}
            value={text}
            onChange={(newText) => setDraftResponse(store, newText.trim() === "" ? null : { text: newText })}
          />
        )}
      </FormField>
      <SubmitButton words="Compare" hint="One sentence is enough." />
    </>
  );
}
