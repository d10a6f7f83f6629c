/** Describes the selected switch, if switches have non-default parameters. */
import { Told } from "../../glossary/Told.tsx";
import { useComputed, useWorkbench } from "../../hooks.ts";
import { saySwitch } from "./words.ts";

export function SwitchLine() {
  const isSwitch = useWorkbench(({ session: { selected } }) => selected.is === "switch");
  const rules = useComputed(({ runs, view }) => runs.all[view.subject()].frame?.opened.switches);
  const said = rules === undefined || !isSwitch ? "" : saySwitch(rules);
  return said === "" ? null : (
    <p className="muted">
      <Told text={said} />
    </p>
  );
}
