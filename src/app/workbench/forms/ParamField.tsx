/** Field for any parameter, derived from its description; no kind is treated specially. */
import { Told } from "../../glossary/Told.tsx";
import "./forms.css";
import { useId } from "react";
import type { Amount, ChosenKind, FlagParam, Param, RecordParam, Values } from "../../../core/base/params.ts";
import type { Path } from "../../../core/scenario/place.ts";
import { capital } from "../../../words/params.ts";
import { ChoiceWord } from "../sentence/ChoiceWord.tsx";
import { type ChoiceNote, notesOn } from "../sentence/choice-notes.ts";
import { chosenAt } from "../sentence/options.ts";
import { Pictogram } from "../../pictogram/Pictogram.tsx";
import { edit } from "../../document/edits.ts";
import { edited } from "../../state/document-state.ts";
import { AmountField } from "./AmountField.tsx";
import { Held } from "./Held.tsx";
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
  const scenario = useWorkbench(edited);
  const id = useId();
  switch (param.type) {
    case "integer":
    case "number":
    case "quantity":
      return (
        <Held path={path}>
          <NumberField param={param} value={value as number} path={path} />
        </Held>
      );
    case "amount":
      return (
        <Held path={path}>
          <AmountField param={param} value={value as Amount} path={path} />
        </Held>
      );
    case "flag":
      return (
        <Held path={path}>
          <FlagField param={param} value={value === true} path={path} />
        </Held>
      );
    case "list":
      return (
        <Held path={path}>
          {param.about === undefined ? (
            <ListField param={param} values={value as readonly unknown[]} path={path} />
          ) : (
            <EntriesField param={param} entries={value as readonly Values[]} path={path} />
          )}
        </Held>
      );
    case "record":
      return <RecordField param={param} value={value as Values} path={path} />;
    case "choice":
    case "kind": {
      const chosen = chosenAt(scenario, path, param);
      const shown = param.type === "kind" ? param.registry.get(chosen) : param.choices.find((each) => each.id === chosen);
      const note = param.type === "kind" ? undefined : notesOn(param)?.of[chosen];
      return (
        <>
          <Held path={path}>
            <div className="field">
              <span className="field-label" id={id}>
                {param.title}
              </span>
              <ChoiceWord className="field-choice" text={capital(shown?.title ?? chosen)} param={param} path={path} />
              <p className="field-help">
                <Told text={param.type === "kind" ? param.registry.get(chosen).summary : param.help} />
              </p>
              {note !== undefined && <ChoiceNoteField note={note} help={shown !== undefined && "help" in shown ? shown.help : ""} />}
              <FieldFault path={path} />
            </div>
          </Held>
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
        <summary>Exactly</summary>
        <p>{exactly}</p>
      </details>
    </div>
  );
}

function FlagField({ param, value, path }: { readonly param: FlagParam; readonly value: boolean; readonly path: Path }) {
  const { store } = usePage();
  return (
    <div className="field">
      <Checkbox isChecked={value} onChange={(isChecked) => edit(store, path, isChecked)}>
        {param.title}
      </Checkbox>
      <p className="field-help">
        <Told text={param.help} />
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
