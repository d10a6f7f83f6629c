/** A question that is answered in free text. Afterwards the text stays on the page, next to the lesson's answer. */
import { FormField } from "../../../ui/fields/FormField.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { guess } from "../../../lesson/attend.ts";
import { RunButton } from "./RunButton.tsx";
import { useAttending } from "../useAttending.ts";
import { usePage } from "../../../hooks.ts";

export function FreeAsk() {
  const { store } = usePage();
  const attending = useAttending();
  const said = attending.said[attending.at] ?? null;
  if (!attending.isCovered) {
    // A speaker need not answer.
    if (attending.part === "speaker" && said === null) return null;
    return (
      <>
        <h2>What you said</h2>
        <p className="own-words">{said !== null && "text" in said ? said.text : "Nothing, and that is fine."}</p>
      </>
    );
  }
  const text = attending.guess !== null && "text" in attending.guess ? attending.guess.text : "";
  return (
    <>
      <FormField label="In your own words" className="free-words">
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            maxLength={120}
            value={text}
            onChange={(words) => guess(store, words.trim() === "" ? null : { text: words })}
          />
        )}
      </FormField>
      <RunButton words="Compare" missing="One sentence is enough." />
    </>
  );
}
