/** Error message below the sentence: why an edit cannot run, with the nearest valid value. */
import { editedDocument } from "../../state/document-state.ts";
import { discardPending } from "../../document/edits.ts";
import { Button } from "../../ui/Button.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";
import { faultText, FixButtons } from "./FixButtons.tsx";

/** Hidden while the document is valid. */
export function FaultLine({ id }: { readonly id: string }) {
  const { store } = usePage();
  const pending = useWorkbench((state) => state.document.pending);
  const scenario = useWorkbench(editedDocument);
  const issue = pending?.issues[0];
  if (issue === undefined) return <p className="fault" id={id} role="alert" hidden />;
  return (
    <p className="fault" id={id} role="alert">
      <span>{faultText(scenario, issue)}</span>
      <FixButtons issue={issue} />
      <Button variant="quiet" onClick={() => discardPending(store)}>
        Go back
      </Button>
    </p>
  );
}
