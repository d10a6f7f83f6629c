/** What people call the scenario. */
import { useId } from "react";
import { longestTitle, typedTitle } from "../../../core/scenario/title.ts";
import { edited } from "../../state/document-state.ts";
import { propose } from "../../document/edits.ts";
import { usePage, useWorkbench } from "../../hooks.ts";

/** Taken when the field is left, so that one title is one undo step. */
export function TitleField() {
  const { store } = usePage();
  const title = useWorkbench((state) => edited(state).title);
  const id = useId();
  const take = (text: string) => {
    const typed = typedTitle(text);
    if (typed !== title) propose(store, { ...edited(store.getState()), title: typed });
  };
  return (
    <div className="field title-field">
      <label className="field-label" htmlFor={id}>
        Title
      </label>
      <input
        key={title}
        id={id}
        defaultValue={title}
        maxLength={longestTitle}
        placeholder="What does it show?"
        onBlur={(event) => take(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && take(event.currentTarget.value)}
      />
    </div>
  );
}
