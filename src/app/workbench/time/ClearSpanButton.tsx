/** Clears the selected time span. */
import { CloseIcon } from "../../ui/icons.tsx";
import { Button } from "../../ui/Button.tsx";
import type { WorkbenchStore } from "../../state/workbench.ts";
import { usePage } from "../../hooks.ts";

export function ClearSpanButton() {
  const { store } = usePage();
  return (
    <Button variant="quiet" className="whole-run row" onClick={() => clearSpan(store)}>
      Show the whole run <CloseIcon />
    </Button>
  );
}

/** The button disappears, so the focus moves to the strip. */
function clearSpan(store: WorkbenchStore): void {
  store.setState({ session: { span: null } });
  document.querySelector<SVGElement>(".strip [role=slider]")?.focus();
}
