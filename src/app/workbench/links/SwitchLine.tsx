/** Describes the selected switch, if switches have non-default parameters. */
import { GlossaryText } from "../../glossary/GlossaryText.tsx";
import { usePageRuns, useWorkbench } from "../../hooks.ts";
import { saySwitch } from "./say-link.ts";

export function SwitchLine() {
  const isSwitch = useWorkbench(({ session: { selected } }) => selected.is === "switch");
  const rules = usePageRuns(({ runs, view }) => runs.all[view.subject()].frame?.opened.switches);
  const switchText = rules === undefined || !isSwitch ? "" : saySwitch(rules);
  return switchText === "" ? null : (
    <p className="muted">
      <GlossaryText text={switchText} />
    </p>
  );
}
