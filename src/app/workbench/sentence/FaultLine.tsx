/** Error message below the sentence: why an edit cannot run, with the nearest valid value. */
import { edited } from "../../state/document-state.ts";
import { withdraw } from "../../document/edits.ts";
import { Button } from "../../ui/Button.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";
import { faultText, Mendings } from "./Mendings.tsx";

/** Hidden while the document is valid. */
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
      <Button variant="quiet" onClick={() => withdraw(store)}>
        Go back
      </Button>
    </p>
  );
}
