/** Field for any parameter, derived from its description; no kind is treated specially. */
import { GlossaryText } from "../../glossary/GlossaryText.tsx";
import "./forms.css";
import { useId } from "react";
import type { Amount, ChosenKind, FlagParam, Param, RecordParam, Values } from "../../../core/base/params.ts";
import type { Path } from "../../../core/scenario/param-path.ts";
import { capitalize } from "../../../words/params.ts";
import { ChoiceWord } from "../sentence/ChoiceWord.tsx";
import { type ChoiceNote, notesOn } from "../sentence/choice-notes.ts";
import { currentOption } from "../sentence/options.ts";
import { Pictogram } from "../../pictogram/Pictogram.tsx";
import { editValue } from "../../document/edits.ts";
import { editedDocument } from "../../state/document-state.ts";
import { AmountField } from "./AmountField.tsx";
import { LockedFieldset } from "./LockedFieldset.tsx";
import { EntriesField } from "./EntriesField.tsx";
import { FieldFault } from "./FieldFault.tsx";
import { ListField } from "./ListField.tsx";
import { NumberField } from "./NumberField.tsx";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

export interface ParamFieldProps {
  readonly param: Param;
  readonly value: unknown;
  readonly path: Path;
}

/** The field with label, help, unit, range, and error message. */
export function ParamField({ param, value, path }: ParamFieldProps) {
  const scenario = useWorkbench(editedDocument);
  const id = useId();
  switch (param.type) {
    case "integer":
    case "number":
    case "quantity":
      return (
        <LockedFieldset path={path}>
          <NumberField param={param} value={value as number} path={path} />
        </LockedFieldset>
      );
    case "amount":
      return (
        <LockedFieldset path={path}>
          <AmountField param={param} value={value as Amount} path={path} />
        </LockedFieldset>
      );
    case "flag":
      return (
        <LockedFieldset path={path}>
          <FlagField param={param} value={value === true} path={path} />
        </LockedFieldset>
      );
    case "list":
      return (
        <LockedFieldset path={path}>
          {param.entryKeys === undefined ? (
            <ListField param={param} values={value as readonly unknown[]} path={path} />
          ) : (
            <EntriesField param={param} entries={value as readonly Values[]} path={path} />
          )}
        </LockedFieldset>
      );
    case "record":
      return <RecordField param={param} value={value as Values} path={path} />;
    case "choice":
    case "kind": {
      const chosen = currentOption(scenario, path, param);
      const chosenOption = param.type === "kind" ? param.registry.get(chosen) : param.choices.find((each) => each.id === chosen);
      const note = param.type === "kind" ? undefined : notesOn(param)?.notes[chosen];
      return (
        <>
          <LockedFieldset path={path}>
            <div className="field">
              <span className="field-label" id={id}>
                {param.title}
              </span>
              <ChoiceWord className="field-choice" text={capitalize(chosenOption?.title ?? chosen)} param={param} path={path} />
              <p className="field-help">
                <GlossaryText text={param.type === "kind" ? param.registry.get(chosen).summary : param.help} />
              </p>
              {note !== undefined && (
                <ChoiceNoteField note={note} help={chosenOption !== undefined && "help" in chosenOption ? chosenOption.help : ""} />
              )}
              <FieldFault path={path} />
            </div>
          </LockedFieldset>
          {param.type === "kind" && (
            <ParamFields params={param.registry.get(chosen).params} values={(value as ChosenKind).values} path={path} />
          )}
        </>
      );
    }
  }
}

export interface ParamFieldsProps {
  readonly params: Readonly<Record<string, Param>>;
  readonly values: Values;
  readonly path: Path;
}

/** Fields of a set of parameters, in order. */
function ParamFields({ params, values, path }: ParamFieldsProps) {
  return Object.entries(params).map(([name, param]) => <ParamField key={name} param={param} value={values[name]} path={[...path, name]} />);
}

/** Pictogram and note of the chosen value, with the exact conditions on request. */
function ChoiceNoteField({ note: { picture, exactly }, help }: { readonly note: ChoiceNote; readonly help: string }) {
  return (
    <div className="field-note">
      <Pictogram picture={picture} />
      <p>{help}</p>
      <details>
        <summary>Exact rule</summary>
        <p>{exactly}</p>
      </details>
    </div>
  );
}

function FlagField({ param, value, path }: { readonly param: FlagParam; readonly value: boolean; readonly path: Path }) {
  const { store } = usePage();
  return (
    <div className="field">
      <Checkbox isChecked={value} onChange={(isChecked) => editValue(store, path, isChecked)}>
        {param.title}
      </Checkbox>
      <p className="field-help">
        <GlossaryText text={param.help} />
      </p>
      <FieldFault path={path} />
    </div>
  );
}

function RecordField({ param, value, path }: { readonly param: RecordParam; readonly value: Values; readonly path: Path }) {
  return (
    <fieldset className="field-record">
      <legend className="visually-hidden">{param.title}</legend>
      <ParamFields params={param.params} values={value} path={path} />
    </fieldset>
  );
}
