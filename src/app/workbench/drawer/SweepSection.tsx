/** Drawer section for sweeps: the parameters that take several values, and the number of seeds. */
import { useState } from "react";
import type { Param } from "../../../core/base/params.ts";
import { isSameValue } from "../../../core/base/equality.ts";
import { kindsOf } from "../../../core/kinds/all-kinds.ts";
import { type Document, documentParams, runCount } from "../../../core/scenario/document.ts";
import { paramAtPath, type Path, parsePath, valueAtPath } from "../../../core/scenario/param-path.ts";
import {
  type SweepParameter,
  constantFactor,
  maxSweepParameters,
  asRange,
  isRangeParam,
  withValues,
} from "../../../core/scenario/sweep.ts";
import { formatCount } from "../../../words/numbers.ts";
import { sweepableParams, defaultSweepValues, withSweepOf, withoutSweepOf } from "../../document/edit-document.ts";
import { withKind } from "../../../core/scenario/edits/edit-document-value.ts";
import { capitalize, entryTitleAt, valueText, wordsOfValue } from "../../../words/params.ts";
import { RunElsewhere } from "./RunElsewhere.tsx";
import { ParamField } from "../forms/ParamField.tsx";
import { compareMix } from "../mix/compare-mix.ts";
import { canMix } from "../mix/with-mix.ts";
import { isMix } from "../../../findings/mix-table.ts";
import { parseSweepValues } from "../../document/sweep-values.ts";
import { sweepAxisOf } from "../../../words/sweep.ts";
import { canCompareAlgorithms, compareAlgorithms, comparisonLabel } from "../../document/compare-algorithms.ts";
import { editedDocument } from "../../state/document-state.ts";
import { propose } from "../../document/edits.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { FormField } from "../../ui/fields/FormField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

/**
 * The section “Sweep” of the settings drawer. A sweep runs the document once for each value of a parameter; this form adds and removes
 * swept parameters, edits their values, and sets the number of seeds. A path names a parameter of the document by its keys; `dottedPath` is
 * a path joined by dots.
 */
export function SweepSection() {
  const { store } = usePage();
  const document = useWorkbench(editedDocument);
  const parameters = sweepableParams(document).filter(({ path }) => document.sweep.every((axis) => axis.path.join(".") !== path.join(".")));
  const sections = [...new Set(parameters.map(({ section }) => section))];
  const add = (dottedPath: string) => {
    if (dottedPath === "") return;
    const path = parsePath(dottedPath);
    propose(store, withSweepOf(document, { path, values: defaultSweepValues(document, path) }));
  };
  return (
    <>
      {document.sweep.map((axis) => (
        <AxisFields key={axis.path.join(".")} axis={axis} />
      ))}
      {document.sweep.length < maxSweepParameters && (
        <FormField className="field-inline" label={document.sweep.length === 0 ? "Sweep" : "And"}>
          {(control) => (
            <Select {...control} value="" onChange={add}>
              <option value="">choose a parameter</option>
              {sections.map((section) => (
                <optgroup key={section} label={section}>
                  {parameters
                    .filter((parameter) => parameter.section === section)
                    .map(({ path, param }) => (
                      <option key={path.join(".")} value={path.join(".")}>
                        {parameterName(document, path, param)}
                      </option>
                    ))}
                </optgroup>
              ))}
            </Select>
          )}
        </FormField>
      )}
      {canCompareAlgorithms(document) && (
        <p className="field-help">
          Or ask:{" "}
          <Button variant="quiet" onClick={() => compareAlgorithms(store)}>
            {comparisonLabel}
          </Button>
        </p>
      )}
      {canMix(document) && !isMix(document) && (
        <p className="field-help">
          Or{" "}
          <Button variant="quiet" onClick={() => compareMix(store)}>
            compare for a mix of programs
          </Button>
          : every rank program at several message sizes.
        </p>
      )}
      <ParamField param={documentParams.seeds} value={document.seeds} path={["seeds"]} />
      {document.sweep.length > 0 && <p className="field-help">{formatCount(runCount(document))} runs in all.</p>}
      {runCount(document) > 1 && <RunElsewhere document={document} />}
    </>
  );
}

/** Name of a parameter in a list: `Global links: Length`, `pattern · share: Share`. */
function parameterName(document: Document, path: Path, { title }: Param): string {
  const owner = entryTitleAt(document, path);
  if (owner !== "") return `${capitalize(owner)}: ${title}`;
  return path.length > 2 ? `${path.slice(1).join(" · ")}: ${title}` : title;
}

/**
 * Form for one axis of a sweep, a swept parameter with its values: the name of the parameter, a button that removes the axis, and a form
 * for the values. Kinds, choices and flags get checkboxes, numbers a text field.
 */
function AxisFields({ axis }: { readonly axis: SweepParameter }) {
  const { store } = usePage();
  const document = useWorkbench(editedDocument);
  const dottedPath = axis.path.join(".");
  const param = paramAtPath(document, axis.path);
  if (param === undefined) return null;
  const isListed = param.type === "choice" || param.type === "flag" || param.type === "kind";
  return (
    <fieldset className="other">
      <legend>
        {entryTitleAt(document, axis.path) === "" ? param.title : parameterName(document, axis.path, param)}
        <Button variant="quiet" onClick={() => propose(store, withoutSweepOf(document, dottedPath))}>
          Remove
        </Button>
      </legend>
      {isListed ? <ValueCheckboxes axis={axis} param={param} /> : <ValuesInput axis={axis} param={param} />}
    </fieldset>
  );
}

/** All values of a parameter that has named values: its kinds, its choices, or false and true. Swept kinds keep their own parameters. */
function offeredValues(document: Document, axis: SweepParameter, param: Param): readonly unknown[] {
  if (param.type === "choice") return param.choices.map(({ id }) => id);
  if (param.type !== "kind") return [false, true];
  return kindsOf(param.registry).flatMap((kind) => {
    // A kind may occur several times, such as a program in two and in three dimensions.
    const sweptValues = axis.values.filter((value) => (value as { kind: string }).kind === kind.id);
    return sweptValues.length > 0 ? sweptValues : [valueAtPath(withKind(document, axis.path, kind.id), axis.path)];
  });
}

/**
 * Checkboxes for the values of a swept parameter that has named values: kinds (such as routings), choices, or a flag. At least one value
 * stays checked. A change removes the document's claim, a statement about its results, because it may no longer be true.
 */
function ValueCheckboxes({ axis, param }: { readonly axis: SweepParameter; readonly param: Param }) {
  const { store } = usePage();
  const document = useWorkbench(editedDocument);
  const allValues = offeredValues(document, axis, param);
  const isSwept = (value: unknown) => axis.values.some((each) => isSameValue(each, value));
  const toggle = (value: unknown) => {
    // The swept values with `value` added or removed, in the order of the checkboxes.
    const values = allValues.filter((each) => (isSameValue(each, value) ? !isSwept(each) : isSwept(each)));
    if (values.length > 0) propose(store, { ...document, sweep: withAxisValues(document.sweep, axis, values), claim: null });
  };
  const { labels } = sweepAxisOf(document, { ...axis, values: allValues });
  return (
    <div className="names">
      {allValues.map((value, i) => (
        <Checkbox key={JSON.stringify(value)} isChecked={isSwept(value)} onChange={() => toggle(value)}>
          {labels[i]}
        </Checkbox>
      ))}
    </div>
  );
}

/** Swept numbers as text: a range if their steps are equal, a geometric sequence if their factors are equal, otherwise a list. */
function sweepValuesText(param: Param, values: readonly unknown[]): string {
  const range = asRange(param, values);
  if (range !== null) return `${valueText(param, range.from)} to ${valueText(param, range.to)} by ${valueText(param, range.step)}`;
  const words = values.map((value) => wordsOfValue(param, value));
  const factor = constantFactor(values);
  return factor > 0 ? `${words[0]} to ${words.at(-1)} times ${factor}` : words.join(", ");
}

/**
 * Text field for the values of a swept number: a range such as `0.1 to 0.9 by 0.1`, a geometric sequence such as `1 to 64 times 2`, or a
 * comma-separated list. The text is read when the field is left.
 */
function ValuesInput({ axis, param }: { readonly axis: SweepParameter; readonly param: Param }) {
  const { store } = usePage();
  const document = useWorkbench(editedDocument);
  const [fault, setFault] = useState<string | null>(null);
  const valuesText = sweepValuesText(param, axis.values);
  const commit = (text: string) => {
    const parsed = parseSweepValues(param, text);
    if ("fault" in parsed) return setFault(parsed.fault);
    setFault(null);
    propose(store, { ...document, sweep: withAxisValues(document.sweep, axis, parsed.values), claim: null });
  };
  return (
    <FormField label="Values" className="field-inline" description={fault === null ? syntaxHelp(param) : null} fault={fault}>
      {(control) => <TextInput {...control} key={valuesText} defaultValue={valuesText} spellCheck={false} onCommit={commit} />}
    </FormField>
  );
}

/** Explains the syntax of the values. */
function syntaxHelp(param: Param): string {
  return isRangeParam(param) ? "Write “0.1 to 1 by 0.1”, or values with commas." : "Write “64 B to 1 MiB times 4”, or values with commas.";
}

function withAxisValues(sweep: readonly SweepParameter[], axis: SweepParameter, values: readonly unknown[]): readonly SweepParameter[] {
  return sweep.map((each) => (each === axis || each.path.join(".") === axis.path.join(".") ? withValues(axis, values) : each));
}
