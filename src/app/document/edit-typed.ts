/** Typed numbers as edits of the document. A list of sizes may be typed in the place of one of them. */
import type { AmountParam, NumericParam } from "../../core/base/params.ts";
import type { Path } from "../../core/scenario/param-path.ts";
import { documentParamAt } from "../../core/scenario/edits/edit-document-value.ts";
import { editedDocument } from "../state/document-state.ts";
import type { WorkbenchStore } from "../state/workbench.ts";
import { editValue, keepUnreadable } from "./edits.ts";
import { parseTyped } from "./step.ts";

/**
 * Takes a typed text as the value at a path. In the place of an entry of a list of numbers, such as a size of a torus, several numbers are
 * the whole list: `4x4x4`, `4 × 4 × 4` and `4, 4, 4` give it three dimensions. Text that cannot be read is kept with its issue.
 * @returns whether the text could be read
 */
export function editTyped(store: WorkbenchStore, param: NumericParam | AmountParam, path: Path, text: string): boolean {
  const read = parseTyped(param, text, path.join("."));
  if ("value" in read) {
    editValue(store, path, read.value);
    return true;
  }
  const listPath = path.slice(0, -1);
  const entries = text.split(/[x×*,;]/i).map((entry) => (/^\s*\d+\s*$/.test(entry) ? Number(entry) : Number.NaN));
  if (!entries.includes(Number.NaN) && documentParamAt(editedDocument(store.getState()), listPath)?.type === "list") {
    editValue(store, listPath, entries);
    return true;
  }
  keepUnreadable(store, path, text, read.issue);
  return false;
}
