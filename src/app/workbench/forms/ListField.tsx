/** Field for a list: its entries with buttons to remove each, and a button to add one. */
import { GlossaryText } from "../../glossary/GlossaryText.tsx";
import type { ChosenKind, ListParam } from "../../../core/base/params.ts";
import type { Path } from "../../../core/scenario/param-path.ts";
import { documentValueAt } from "../../../core/scenario/edits/edit-document-value.ts";
import { editValue } from "../../document/edits.ts";
import { editedDocument } from "../../state/document-state.ts";
import { CloseIcon } from "../../ui/icons.tsx";
import { FieldFault } from "./FieldFault.tsx";
import { ParamField } from "./ParamField.tsx";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

/** Maximum number of entries shown as fields; longer lists are edited in a file. */
const maxShownEntries = 50;

export interface ListFieldProps {
  readonly param: ListParam;
  readonly values: readonly unknown[];
  readonly path: Path;
}

/**
 * Form for a list parameter: a field for each of the first `maxShownEntries` entries, with a button that removes it, and a button that adds
 * an entry. The new entry copies the last one, which is usually closer to the intended value than the default.
 * @param path Keys that lead to the list in the document.
 */
export function ListField({ param, values, path }: ListFieldProps) {
  const { store } = usePage();
  const setList = (next: readonly unknown[]) => editValue(store, path, next);
  const noun = param.of.title.toLowerCase();
  const parent = documentValueAt(useWorkbench(editedDocument), path.slice(0, -1)) as ChosenKind;
  const names = param.names?.(parent.values);
  return (
    <fieldset className="field-list">
      <legend className="field-label">{param.title}</legend>
      <p className="field-help">
        <GlossaryText text={param.help} />
      </p>
      <ol>
        {values.slice(0, maxShownEntries).map((value, i) => (
          <li key={i} data-record={param.of.type === "record" || undefined}>
            <ParamField param={param.of} value={value} path={[...path, String(i)]} />
            {names?.[i] !== undefined && <small>{names[i]}</small>}
            <IconButton
              label={`Remove ${noun} ${i + 1}`}
              disabled={values.length <= param.minLength}
              onClick={() => setList(values.filter((_, other) => other !== i))}
            >
              <CloseIcon />
            </IconButton>
          </li>
        ))}
      </ol>
      {values.length > maxShownEntries && (
        <p className="field-help">and {values.length - maxShownEntries} more; save the scenario as a file to see them all.</p>
      )}
      <FieldFault path={path} />
      <Button
        variant="outlined"
        disabled={values.length >= param.maxLength}
        onClick={() => setList([...values, values.at(-1) ?? param.of.default])}
      >
        Add {noun}
      </Button>
    </fieldset>
  );
}
