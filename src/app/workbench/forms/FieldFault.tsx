/** What is wrong with a field, and the nearest possible value as a button. */
import type { ReactNode } from "react";
import type { Path } from "../../../core/scenario/place.ts";
import { faultText, Mendings } from "../sentence/Mendings.tsx";
import { edited } from "../../state/document-state.ts";
import { useWorkbench } from "../../hooks.ts";

/** What is wrong with the value at a place; null while it is in order. */
export function useFault(path: Path): ReactNode {
  const dotted = path.join(".");
  const issue = useWorkbench((state) => state.document.pending?.issues.find((each) => each.path === dotted));
  const scenario = useWorkbench(edited);
  return issue === undefined ? null : (
    <>
      {faultText(scenario, issue)}
      <Mendings issue={issue} />
    </>
  );
}

/** The same below fields that are no form field of the kit; nothing while they are in order. */
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
