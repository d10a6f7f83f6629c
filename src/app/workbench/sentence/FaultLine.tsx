/** The line below the sentence that says why an edit cannot run and offers the nearest possible value. */
import { capital, valueText } from "../../../words/params.ts";
import { pathOf } from "../../../core/scenario/place.ts";
import { paramAt } from "../../../core/scenario/edits/edit-place.ts";
import { edited } from "../../state/document-state.ts";
import { mend, withdraw } from "../../document/edits.ts";
import type { ValidationIssue } from "../../../core/base/errors.ts";
import type { Document } from "../../../core/scenario/document.ts";
import { usePage, useWorkbench } from "../../hooks.ts";

/** Nothing while all is well. */
export function FaultLine({ id }: { readonly id: string }) {
  const { store } = usePage();
  const pending = useWorkbench((state) => state.document.pending);
  const scenario = useWorkbench(edited);
  const issue = pending?.issues[0];
  if (issue === undefined) return <p className="fault" id={id} role="alert" hidden />;
  return (
    <p className="fault" id={id} role="alert">
      <span>{faultText(scenario, issue)}</span>
      <Mendings issue={issue} />
      <button type="button" className="quiet" onClick={() => withdraw(store)}>
        Go back
      </button>
    </p>
  );
}

/** A button for each value that would do. */
export function Mendings({ issue }: { readonly issue: ValidationIssue }) {
  const { store } = usePage();
  const scenario = useWorkbench(edited);
  return [issue.nearest, issue.otherSide].map((nearest, i) => {
    const text = nearestText(scenario, { ...issue, nearest });
    return (
      text !== null && (
        <button key={i} type="button" onClick={() => mend(store, { ...issue, nearest })}>
          Use {text}
        </button>
      )
    );
  });
}

/** What is wrong, with the parameter's name before it where the message does not say whose value it is. */
export function faultText(scenario: Document, { path, message }: ValidationIssue): string {
  const title = paramAt(scenario, pathOf(path))?.title;
  return /^\S+ cannot be used/.test(message) && title !== undefined ? `${title}: ${message}` : capital(message);
}

/** How the nearest possible value reads on a button; null when there is none. */
export function nearestText(scenario: Document, { path, nearest }: ValidationIssue): string | null {
  const param = paramAt(scenario, pathOf(path));
  if (nearest === undefined || param === undefined) return null;
  if (param.type === "kind") return param.registry.find(String(nearest))?.title ?? null;
  if (param.type === "choice") return param.choices.find((each) => each.id === nearest)?.title ?? null;
  if (param.type === "list") return (nearest as readonly unknown[]).map((each) => valueText(param.of, each)).join(param.separator);
  return `${param.symbol === undefined ? "" : `${param.symbol} = `}${valueText(param, nearest)}`;
}
