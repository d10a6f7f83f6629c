/** Field for an amount: a bare number, or a quantity with a unit. */
import { GlossaryText } from "../../glossary/GlossaryText.tsx";
import type { Amount, AmountParam } from "../../../core/base/params.ts";
import type { Path } from "../../../core/scenario/param-path.ts";
import { valueText } from "../../../words/params.ts";
import { editValue } from "../../document/edits.ts";
import { usePage } from "../../hooks.ts";
import { FormField } from "../../ui/fields/FormField.tsx";
import { NumberInput, type NumberInputProps } from "../../ui/fields/NumberInput.tsx";
import { useFault } from "./FieldFault.tsx";
import { useTypedValue } from "./useTypedValue.ts";

export interface AmountFieldProps {
  readonly param: AmountParam;
  readonly value: Amount;
  readonly path: Path;
}

/** The input with title and help. */
export function AmountField({ param, value, path }: AmountFieldProps) {
  return (
    <FormField label={param.title} description={<GlossaryText text={param.help} />} fault={useFault(path)}>
      {(control) => <AmountInput param={param} value={value} path={path} {...control} />}
    </FormField>
  );
}

/**
 * Input without a label, for tables, of an amount: a number with or without a unit, such as 20 or 20 m. `path` names the parameter in the
 * document. Arrow keys step a number, Enter takes the typed text, Escape discards it.
 */
export function AmountInput({
  param,
  value,
  path,
  ...control
}: AmountFieldProps & Pick<NumberInputProps, "id" | "aria-label" | "aria-describedby">) {
  const { store } = usePage();
  const { input, discardTyped: reset, commitTyped: commit } = useTypedValue(param, valueText(param, value), path);
  const stepBy = (steps: number) => {
    if (typeof value !== "number") return;
    reset();
    editValue(store, path, Math.min(param.max, Math.max(param.min, value + steps * param.step)));
  };
  const leave = (key: "Enter" | "Escape") => {
    if (key === "Enter") return commit();
    reset();
    return true;
  };
  const unit = typeof value === "number" ? (param.unit ?? "") : "";
  return <NumberInput {...input} {...control} onStep={stepBy} onLeave={leave} unit={unit} />;
}
