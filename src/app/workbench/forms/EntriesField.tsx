/** Field for a list of named entries: a row for each name, dimmed while it has default values. */
import { GlossaryText } from "../../glossary/GlossaryText.tsx";
import { useId } from "react";
import type { Amount, ListParam, Values } from "../../../core/base/params.ts";
import type { Path } from "../../../core/scenario/param-path.ts";
import { capitalize } from "../../../words/params.ts";
import { documentValueAt } from "../../../core/scenario/edits/edit-document-value.ts";
import { editedDocument } from "../../state/document-state.ts";
import { useWorkbench } from "../../hooks.ts";
import { AmountInput } from "./AmountField.tsx";
import { FieldFault } from "./FieldFault.tsx";

export interface EntriesFieldProps {
  readonly param: ListParam;
  readonly entries: readonly Values[];
  readonly path: Path;
}

/**
 * A table of the entries of a list parameter, such as the link classes with rate and length: a row for each entry that the scenario can
 * have, and a column with an input for each amount of an entry. Rows that are not in the list yet show default values. Nothing is shown for
 * lists whose entries have no keys.
 */
export function EntriesField({ param, entries, path }: EntriesFieldProps) {
  const document = useWorkbench(editedDocument);
  const id = useId();
  const { entryKeys, of: entryParam } = param;
  if (entryKeys === undefined || entryParam.type !== "record") return null;
  const scenario = (path.length === 1 ? document : documentValueAt(document, path.slice(0, -1))) as object;
  const columns = Object.entries(entryParam.params).flatMap(([name, each]) => (each.type === "amount" ? [{ name, param: each }] : []));
  const isListed = new Set(entries.map((each) => each[entryKeys.keyParam]));
  return (
    <fieldset className="field-entries">
      <legend className="visually-hidden">{param.title}</legend>
      <table>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column.name} scope="col" id={`${id}-${column.name}`}>
                {column.param.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entryKeys.keys(entries, scenario as Values).map((key) => {
            const entry = documentValueAt(document, [...path, key]) as Values;
            const title = entryKeys.title(String(entry[entryKeys.keyParam]), scenario as Values);
            return (
              <tr key={key} data-usual={!isListed.has(entry[entryKeys.keyParam]) || undefined}>
                <th scope="row">{capitalize(title)}</th>
                {columns.map((column) => (
                  <td key={column.name}>
                    <AmountInput
                      param={column.param}
                      value={entry[column.name] as Amount}
                      path={[...path, key, column.name]}
                      aria-label={`${column.param.title} of ${title}`}
                      aria-describedby={`${id}-${column.name}-help`}
                    />
                    <FieldFault path={[...path, key, column.name]} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {columns.map((column) => (
        <p key={column.name} className="field-help" id={`${id}-${column.name}-help`}>
          <b>{column.param.title}.</b> <GlossaryText text={column.param.help} />
        </p>
      ))}
      <FieldFault path={path} />
    </fieldset>
  );
}
