/** What is wrong with a field, and the nearest possible value as a button. */
import type { Path } from "../../../core/scenario/place.ts";
import { faultText, Mendings } from "../sentence/FaultLine.tsx";
import { edited } from "../../state/document-state.ts";
import { useWorkbench } from "../../hooks.ts";

export interface FieldFaultProps {
  readonly path: Path;
  readonly id?: string;
}

/** Nothing while the field is in order. */
export function FieldFault({ path, id }: FieldFaultProps) {
  const dotted = path.join(".");
  const issue = useWorkbench((state) => state.document.pending?.issues.find((each) => each.path === dotted));
  const scenario = useWorkbench(edited);
  if (issue === undefined) return null;
  return (
    <p className="field-fault" id={id} role="alert">
      {faultText(scenario, issue)}
      <Mendings issue={issue} />
    </p>
  );
}
