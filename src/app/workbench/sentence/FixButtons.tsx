/** Error message for an invalid value, with a button for each valid alternative. */
import type { ValidationIssue } from "../../../core/base/errors.ts";
import type { Document } from "../../../core/scenario/document.ts";
import { documentParamAt } from "../../../core/scenario/edits/edit-document-value.ts";
import { parsePath } from "../../../core/scenario/param-path.ts";
import { uncapitalize } from "../../../core/base/words.ts";
import { capitalize, valueText } from "../../../words/params.ts";
import { repairValue } from "../../document/edits.ts";
import { nearestAccepted } from "../../document/nearest-accepted.ts";
import { editedDocument } from "../../state/document-state.ts";
import { Button } from "../../ui/Button.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

/** A button for each valid alternative. */
export function FixButtons({ issue }: { readonly issue: ValidationIssue }) {
  const { store } = usePage();
  const scenario = useWorkbench(editedDocument);
  const current = useWorkbench((state) => state.document.current);
  return alternativesOf(issue, current, scenario).map((each, i) => {
    const text = nearestText(scenario, each);
    return (
      text !== null && (
        <Button key={i} variant="inline" onClick={() => repairValue(store, each)}>
          Use {text}
        </Button>
      )
    );
  });
}

/**
 * The issue with each value that resolves it, of the refused parameter or of another one. If the issue names no value of the refused
 * parameter, because it is about the document as a whole, the nearest accepted value of the number that was edited.
 */
function alternativesOf(issue: ValidationIssue, current: Document, refused: Document): readonly ValidationIssue[] {
  const { otherParam } = issue;
  const [, network = ""] = /^(beside\.\d+\.)/.exec(issue.path) ?? [];
  const others = otherParam === undefined ? [] : [{ ...issue, path: network + otherParam.path, nearest: otherParam.value }];
  if (issue.nearest !== undefined) return [issue, { ...issue, nearest: issue.otherSide }, ...others];
  const accepted = nearestAccepted(current, refused);
  return [...(accepted === null ? [] : [{ ...issue, path: accepted.path.join("."), nearest: accepted.value }]), ...others];
}

/** The message of an issue, with the parameter's name in front if the message does not mention it. */
export function faultText(scenario: Document, { path, message }: ValidationIssue): string {
  const title = documentParamAt(scenario, parsePath(path))?.title;
  return /^(\S+ cannot be used|has|lists)\b/.test(message) && title !== undefined ? `${title}: ${message}` : capitalize(message);
}

/** Button text of the nearest valid value; null if there is none. */
export function nearestText(scenario: Document, { path, nearest }: ValidationIssue): string | null {
  const param = documentParamAt(scenario, parsePath(path));
  if (nearest === undefined || param === undefined) return null;
  if (param.type === "kind") return uncapitalize(param.registry.find(String(nearest))?.title ?? "") || null;
  if (param.type === "choice") return param.choices.find((each) => each.id === nearest)?.title ?? null;
  if (param.type === "list") return (nearest as readonly unknown[]).map((each) => valueText(param.of, each)).join(param.separator);
  return `${param.symbol === undefined ? "" : `${param.symbol} = `}${valueText(param, nearest)}`;
}
