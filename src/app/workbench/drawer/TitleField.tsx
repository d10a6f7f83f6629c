/** Field for the title of the scenario. */
import { maxTitleLength, sanitizeTitle } from "../../../core/scenario/title.ts";
import { editedDocument } from "../../state/document-state.ts";
import { propose } from "../../document/edits.ts";
import { FormField } from "../../ui/fields/FormField.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

/** Text field for the title of the document. The title is set when the field is left, so that it is one undo step. */
export function TitleField() {
  const { store } = usePage();
  const title = useWorkbench((state) => editedDocument(state).title);
  const commit = (text: string) => {
    const typed = sanitizeTitle(text);
    if (typed !== title) propose(store, { ...editedDocument(store.getState()), title: typed });
  };
  return (
    <FormField label="Title" className="field-inline title-field">
      {(control) => (
        <TextInput
          {...control}
          key={title}
          defaultValue={title}
          maxLength={maxTitleLength}
          placeholder="What does it show?"
          onCommit={commit}
        />
      )}
    </FormField>
  );
}
