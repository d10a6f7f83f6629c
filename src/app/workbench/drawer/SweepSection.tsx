/** Drawer section for sweeps: the parameters that take several values, and the number of seeds. */
import { useState } from "react";
import type { Param } from "../../../core/base/params.ts";
import { isSameValue } from "../../../core/base/same.ts";
import { kindsOf } from "../../../core/kinds/all-kinds.ts";
import { type Document, documentParams, runCount } from "../../../core/scenario/document.ts";
import { paramAt, type Path, pathOf, valueAt } from "../../../core/scenario/place.ts";
import { type Axis, factorOf, mostAxes, rangeOf, takesRange, withValues } from "../../../core/scenario/sweep.ts";
import { formatCount } from "../../../words/numbers.ts";
import { sweptPlaces, usualValues, withAxis, withoutAxis } from "../../document/edit-document.ts";
import { withKind } from "../../../core/scenario/edits/edit-place.ts";
import { capital, ownerAt, valueText, wordsOf } from "../../../words/params.ts";
import { RunElsewhere } from "./RunElsewhere.tsx";
import { ParamField } from "../forms/ParamField.tsx";
import { compareMix } from "../mix/compare-mix.ts";
import { canMix } from "../mix/mixed.ts";
import { isMix } from "../../../findings/mix-table.ts";
import { valuesOf } from "../../document/sweep-values.ts";
import { axisOf } from "../../../words/sweep.ts";
import { canContest, contest, contestWords } from "../../document/contest.ts";
import { edited } from "../../state/document-state.ts";
import { propose } from "../../document/edits.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { FormField } from "../../ui/fields/FormField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

export function SweepSection() {
  const { store } = usePage();
  const document = useWorkbench(edited);
  const places = sweptPlaces(document).filter(({ path }) => document.sweep.every((axis) => axis.path.join(".") !== path.join(".")));
  const sections = [...new Set(places.map(({ section }) => section))];
  const add = (dotted: string) => {
    if (dotted === "") return;
    const path = pathOf(dotted);
    propose(store, withAxis(document, { path, values: usualValues(document, path) }));
  };
  return (
    <>
      {document.sweep.map((axis) => (
        <AxisFields key={axis.path.join(".")} axis={axis} />
      ))}
      {document.sweep.length < mostAxes && (
        <FormField className="field-inline" label={document.sweep.length === 0 ? "Sweep" : "And"}>
          {(control) => (
            <Select {...control} value="" onChange={add}>
              <option value="">choose a parameter</option>
              {sections.map((section) => (
                <optgroup key={section} label={section}>
                  {places
                    .filter((place) => place.section === section)
                    .map(({ path, param }) => (
                      <option key={path.join(".")} value={path.join(".")}>
                        {nameOfPlace(document, path, param)}
                      </option>
                    ))}
                </optgroup>
              ))}
            </Select>
          )}
        </FormField>
      )}
      {canContest(document) && (
        <p className="field-help">
          Or ask:{" "}
          <Button variant="quiet" onClick={() => contest(store)}>
            {contestWords}
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
function nameOfPlace(document: Document, path: Path, { title }: Param): string {
  const owner = ownerAt(document, path);
  if (owner !== "") return `${capital(owner)}: ${title}`;
  return path.length > 2 ? `${path.slice(1).join(" · ")}: ${title}` : title;
}

/** Fields of one sweep axis: its name with a remove button, and its values. */
function AxisFields({ axis }: { readonly axis: Axis }) {
  const { store } = usePage();
  const document = useWorkbench(edited);
  const dotted = axis.path.join(".");
  const param = paramAt(document, axis.path);
  if (param === undefined) return null;
  const isListed = param.type === "choice" || param.type === "flag" || param.type === "kind";
  return (
    <fieldset className="other">
      <legend>
        {ownerAt(document, axis.path) === "" ? param.title : nameOfPlace(document, axis.path, param)}
        <Button variant="quiet" onClick={() => propose(store, withoutAxis(document, dotted))}>
          Remove
        </Button>
      </legend>
      {isListed ? <Names axis={axis} param={param} /> : <Numbers axis={axis} param={param} />}
    </fieldset>
  );
}

/** Checkboxes for kinds and named values. */
function Names({ axis, param }: { readonly axis: Axis; readonly param: Param }) {
  const { store } = usePage();
  const document = useWorkbench(edited);
  const all: readonly unknown[] =
    param.type === "kind"
      ? kindsOf(param.registry).flatMap((kind) => {
          // A kind may occur several times, such as a program in two and in three dimensions.
          const present = axis.values.filter((value) => (value as { kind: string }).kind === kind.id);
          return present.length > 0 ? present : [valueAt(withKind(document, axis.path, kind.id), axis.path)];
        })
      : param.type === "choice"
        ? param.choices.map((each) => each.id)
        : [false, true];
  const has = (value: unknown) => axis.values.some((each) => isSameValue(each, value));
  const turn = (value: unknown) => {
    const values = all.filter((each) => (isSameValue(each, value) ? !has(each) : has(each)));
    if (values.length > 0) propose(store, { ...document, sweep: replaced(document.sweep, axis, values), claim: null });
  };
  const { labels } = axisOf(document, { ...axis, values: all });
  return (
    <div className="names">
      {all.map((value, i) => (
        <Checkbox key={JSON.stringify(value)} isChecked={has(value)} onChange={() => turn(value)}>
          {labels[i]}
        </Checkbox>
      ))}
    </div>
  );
}

/** Numbers as a range or a comma-separated list, read when the field is left. */
function Numbers({ axis, param }: { readonly axis: Axis; readonly param: Param }) {
  const { store } = usePage();
  const document = useWorkbench(edited);
  const [fault, setFault] = useState<string | null>(null);
  const range = rangeOf(param, axis.values);
  const factor = range === null ? factorOf(axis.values) : 0;
  const shown =
    range === null && factor > 0
      ? `${wordsOf(param, axis.values[0])} to ${wordsOf(param, axis.values.at(-1))} times ${factor}`
      : range === null
        ? axis.values.map((value) => wordsOf(param, value)).join(", ")
        : `${valueText(param, range.from)} to ${valueText(param, range.to)} by ${valueText(param, range.step)}`;
  const take = (text: string) => {
    const read = valuesOf(param, text);
    if ("fault" in read) return setFault(read.fault);
    setFault(null);
    propose(store, { ...document, sweep: replaced(document.sweep, axis, read.values), claim: null });
  };
  return (
    <FormField label="Values" className="field-inline" description={fault === null ? helpOf(param) : null} fault={fault}>
      {(control) => <TextInput {...control} key={shown} defaultValue={shown} spellCheck={false} onCommit={take} />}
    </FormField>
  );
}

/** Explains the syntax of the values. */
function helpOf(param: Param): string {
  return takesRange(param) ? "Write “0.1 to 1 by 0.1”, or values with commas." : "Write “64 B to 1 MiB times 4”, or values with commas.";
}

function replaced(sweep: readonly Axis[], axis: Axis, values: readonly unknown[]): readonly Axis[] {
  return sweep.map((each) => (each === axis || each.path.join(".") === axis.path.join(".") ? withValues(axis, values) : each));
}
