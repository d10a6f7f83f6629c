/** Field for the title of the scenario. */
import { longestTitle, typedTitle } from "../../../core/scenario/title.ts";
import { edited } from "../../state/document-state.ts";
import { propose } from "../../document/edits.ts";
import { FormField } from "../../ui/fields/FormField.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

/** Committed when the field is left, so that a title is one undo step. */
export function TitleField() {
  const { store } = usePage();
  const title = useWorkbench((state) => edited(state).title);
  const take = (text: string) => {
    const typed = typedTitle(text);
    if (typed !== title) propose(store, { ...edited(store.getState()), title: typed });
  };
  return (
    <FormField label="Title" className="field-inline title-field">
      {(control) => (
        <TextInput
          {...control}
          key={title}
          defaultValue={title}
          maxLength={longestTitle}
          placeholder="What does it show?"
          onCommit={take}
        />
      )}
    </FormField>
  );
}
