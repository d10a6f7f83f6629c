/** Taking out what is picked, and bringing it back: one edit of the document, by whichever hand. */
import { variantsOf } from "../../../core/scenario/document.ts";
import { pathIn } from "../../document/edit-place.ts";
import { shownChannel, subject } from "../../page.ts";
import { edit, pick, workbench } from "../../document/store.ts";
import { type Outage, outagesOf } from "./outages.ts";

/** What can be done to the thing that the page speaks of: the one picked, else the busiest channel. */
export function outagesHere(): readonly Outage[] {
  const { selected } = workbench.getState();
  const meant = selected.is === "nothing" && shownChannel() >= 0 ? ({ is: "channel", channel: shownChannel() } as const) : selected;
  return outagesOf(topologyHere(), meant);
}

/** The topology of the network that the page speaks of. */
export function topologyHere() {
  const { scenario } = workbench.getState();
  const all = variantsOf(scenario);
  return (all[subject()] ?? all[0]).topology;
}

/** Makes the change. A switch stays picked: it keeps its number, so that it can be brought back at once. */
export function carryOut({ topology }: Pick<Outage, "topology">): void {
  const of = subject();
  const { selected } = workbench.getState();
  edit(workbench, pathIn(of, ["topology"]), topology);
  if (selected.is === "switch" && workbench.getState().pending === null) pick(workbench, selected, of);
}

/** Takes out what is picked, or brings it back; what nobody has picked stays. */
export function takeOut(): void {
  const [first] = workbench.getState().selected.is === "nothing" ? [] : outagesHere();
  if (first === undefined) workbench.setState({ said: "Pick a switch or a link first: it can be taken out, and brought back." });
  else {
    carryOut(first);
    workbench.setState({ said: `${first.title}: done. Undo takes it back.` });
  }
}
