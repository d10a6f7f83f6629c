/** Error message of a field, with the nearest valid value as a button. */
import type { ReactNode } from "react";
import type { Path } from "../../../core/scenario/param-path.ts";
import { faultText, FixButtons } from "../sentence/FixButtons.tsx";
import { editedDocument } from "../../state/document-state.ts";
import { useWorkbench } from "../../hooks.ts";

/** Error message for the value at a path; null if it is valid. */
export function useFault(path: Path): ReactNode {
  const dotted = path.join(".");
  const issue = useWorkbench((state) => state.document.pending?.issues.find((each) => each.path === dotted));
  const scenario = useWorkbench(editedDocument);
  return issue === undefined ? null : (
    <>
      {faultText(scenario, issue)}
      <FixButtons issue={issue} />
    </>
  );
}

/** The error message as an element, for fields outside the UI kit's form fields. */
export function FieldFault({ path }: { readonly path: Path }) {
  const fault = useFault(path);
  return (
    fault !== null && (
      <div className="field-fault" role="alert">
        {fault}
      </div>
    )
  );
}
