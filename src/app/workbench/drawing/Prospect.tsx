/** What the link that the hand holds would change, before it is let go; and what is not connected yet. */
import { useEffect, useState } from "react";
import { connectedIn } from "../../../core/network/drawing/connected.ts";
import { nameOn } from "../../../views/drawing/names.ts";
import { countOf, formatCount } from "../../../words/numbers.ts";
import { anded } from "../../../core/base/words.ts";
import { drawingActions, drawingOn } from "../../drawing/act.ts";
import { nearestTwo } from "../../drawing/arrange.ts";
import { prospect } from "../../drawing/prospect.ts";
import { usePage, useUnits, useWorkbench } from "../../hooks.ts";

/** So many are named, of so many at most. */
const mostNamed = 3;
const mostTold = 12;

export function Prospect() {
  const page = usePage();
  const units = useUnits();
  const target = useWorkbench(({ mode: { drawing } }) => {
    const held = drawing?.session.held;
    return held?.is === "link" && held.to !== null ? `${held.sources.join(" ")} to ${held.to}` : "";
  });
  const [said, setSaid] = useState<{ readonly of: string; readonly text: string }>({ of: "", text: "" });
  useEffect(() => {
    if (target === "") return undefined;
    const stop = prospect(page, units, (text) => setSaid({ of: target, text }));
    return () => stop?.();
  }, [page, units, target]);
  return (
    <p className="prospect" aria-live="polite">
      {target !== "" && said.of === target ? <b className="head">{said.text}</b> : <Aside />}
    </p>
  );
}

/** What stands beside the part that runs. */
function Aside() {
  const page = usePage();
  useWorkbench(({ document: { current: scenario } }) => scenario);
  const runs = useWorkbench(({ document: { pending } }) => pending === null);
  const draft = drawingOn(page).now();
  if (draft === null) return null;
  const { switches, count } = connectedIn(draft.drawing);
  const pair = count < 2 ? nearestTwo(draft) : null;
  if (pair !== null)
    return (
      <button type="button" onClick={() => drawingActions(page).link([pair[0]], pair[1])}>
        Link {nameOn(draft, pair[0])} and {nameOn(draft, pair[1])}
      </button>
    );
  const names = draft.drawing.switches.flatMap((_, s) => (switches[s] === 1 ? [] : [nameOn(draft, s)]));
  if (names.length === 0 || count < 2) return null;
  const { length: all } = draft.drawing.switches;
  if (names.length > mostTold)
    return (
      <>
        {formatCount(names.length)} of {countOf(all, "switch", "switches")} are not connected to the part that runs.
      </>
    );
  const more = names.length - mostNamed;
  return (
    <>
      Not connected yet: {anded(more > 0 ? [...names.slice(0, mostNamed), `${more} more`] : names)}
      {runs ? "; the run goes on with the rest." : "."}
    </>
  );
}
