/** Error message for an invalid value, with a button for each valid alternative. */
import type { ValidationIssue } from "../../../core/base/errors.ts";
import type { Document } from "../../../core/scenario/document.ts";
import { documentParamAt } from "../../../core/scenario/edits/edit-document-value.ts";
import { parsePath } from "../../../core/scenario/param-path.ts";
import { capitalize, valueText } from "../../../words/params.ts";
import { repairValue } from "../../document/edits.ts";
import { editedDocument } from "../../state/document-state.ts";
import { Button } from "../../ui/Button.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

/** A button for each valid alternative. */
export function FixButtons({ issue }: { readonly issue: ValidationIssue }) {
  const { store } = usePage();
  const scenario = useWorkbench(editedDocument);
  return [issue.nearest, issue.otherSide].map((nearest, i) => {
    const text = nearestText(scenario, { ...issue, nearest });
    return (
      text !== null && (
        <Button key={i} variant="inline" onClick={() => repairValue(store, { ...issue, nearest })}>
          Use {text}
        </Button>
      )
    );
  });
}

/** The message of an issue, with the parameter's name in front if the message does not mention it. */
export function faultText(scenario: Document, { path, message }: ValidationIssue): string {
  const title = documentParamAt(scenario, parsePath(path))?.title;
  return /^\S+ cannot be used/.test(message) && title !== undefined ? `${title}: ${message}` : capitalize(message);
}

/** Button text of the nearest valid value; null if there is none. */
export function nearestText(scenario: Document, { path, nearest }: ValidationIssue): string | null {
  const param = documentParamAt(scenario, parsePath(path));
  if (nearest === undefined || param === undefined) return null;
  if (param.type === "kind") return param.registry.find(String(nearest))?.title ?? null;
  if (param.type === "choice") return param.choices.find((each) => each.id === nearest)?.title ?? null;
  if (param.type === "list") return (nearest as readonly unknown[]).map((each) => valueText(param.of, each)).join(param.separator);
  return `${param.symbol === undefined ? "" : `${param.symbol} = `}${valueText(param, nearest)}`;
}
