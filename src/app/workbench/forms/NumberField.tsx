/** Field for a number or a quantity: text input with two step buttons. */
import { GlossaryText } from "../../glossary/GlossaryText.tsx";
import type { Path } from "../../../core/scenario/param-path.ts";
import { formatCount } from "../../../words/numbers.ts";
import { valueText } from "../../../words/params.ts";
import { stepParamAt } from "../../document/step.ts";
import type { NumericParam } from "../../../core/base/params.ts";
import { editValue } from "../../document/edits.ts";
import { editedDocument } from "../../state/document-state.ts";
import { FormField } from "../../ui/fields/FormField.tsx";
import { NumberInput } from "../../ui/fields/NumberInput.tsx";
import { useFault } from "./FieldFault.tsx";
import { usePage } from "../../hooks.ts";
import { useTypedValue } from "./useTypedValue.ts";

export interface NumberFieldProps {
  readonly param: NumericParam;
  readonly value: number;
  readonly path: Path;
}

/**
 * Form field for a number of the document: its symbol and title, an input with buttons for one step up and down, its help with the
 * permitted range, and its error message. `path` names the number in the document.
 */
export function NumberField({ param, value, path }: NumberFieldProps) {
  const { store } = usePage();
  const { isFaulty, input, discardTyped: reset } = useTypedValue(param, valueText(param, value), path);
  const stepBy = (steps: number) => {
    reset();
    editValue(store, path, stepParamAt(editedDocument(store.getState()), path, param, value, steps));
  };
  const unit = param.type === "quantity" ? "" : (param.unit ?? "");
  const range =
    param.type === "quantity"
      ? `${valueText(param, param.min)} to ${valueText(param, param.max)}`
      : `${rangeText(param, param.min)} to ${rangeText(param, param.max)}`;

  return (
    <FormField
      label={
        <>
          {param.symbol !== undefined && <i>{param.symbol}</i>} {param.title}
        </>
      }
      description={
        <>
          <GlossaryText text={param.help} /> <span className="field-range">{range}</span>
        </>
      }
      fault={useFault(path)}
    >
      {(control) => (
        <NumberInput
          {...input}
          {...control}
          onStep={stepBy}
          steppers={{ noun: param.title, isAtMin: value <= param.min, isAtMax: value >= param.max }}
          onLeave={(key) => key === "Escape" || !isFaulty}
          unit={unit}
        />
      )}
    </FormField>
  );
}

const rangeText = (param: NumericParam, value: number) => (Number.isInteger(value) ? formatCount(value) : valueText(param, value));
