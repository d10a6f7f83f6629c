/** Preview of the link being drawn: what it would change; otherwise the switches that are not connected yet. */
import { connectedIn } from "../../../core/network/drawing/connected.ts";
import { nameOn } from "../../../views/drawing/names.ts";
import { countOf, formatCount } from "../../../words/numbers.ts";
import { anded } from "../../../core/base/words.ts";
import { useMemo } from "react";
import { edited } from "../../state/document-state.ts";
import { drawingActions, drawingOn } from "../../drawing/act.ts";
import { nearestTwo } from "../../drawing/arrange.ts";
import { prospect } from "../../drawing/prospect.ts";
import type { Page } from "../../create-page.ts";
import { usePage, useUnits, useWorkbench } from "../../hooks.ts";
import { Query } from "../../runs/query.ts";
import { useQuery } from "../../runs/useQuery.ts";
import type { Units } from "../../../words/units.ts";
import { Button } from "../../ui/Button.tsx";
import { composeJob } from "../../../worker/job.ts";

/** Number of switches named, and maximum number of unconnected switches for naming any. */
const mostNamed = 3;
const mostTold = 12;

/** Query for the effect of a link. If it cannot be found, no preview is shown. */
const prospectQuery = (page: Page) =>
  new Query<{ readonly units: Units }, string | null>({
    keyOf: (link) => link,
    start: ({ units }) => composeJob((run) => prospect(page, units, run)),
  });

export function Prospect() {
  const page = usePage();
  const units = useUnits();
  const target = useWorkbench(({ mode: { drawing } }) => {
    const held = drawing?.session.held;
    return held?.is === "link" && held.to !== null ? `${held.sources.join(" ")} to ${held.to}` : "";
  });
  const document = useWorkbench(edited);
  const link = useMemo(() => (target === "" ? null : { target, units, document }), [target, units, document]);
  const [said] = useQuery(() => prospectQuery(page), link);
  return (
    <p className="prospect" aria-live="polite">
      {said.is === "value" && said.value !== null ? <b className="head">{said.value}</b> : <Aside />}
    </p>
  );
}

/** The switches that are not connected to the running part. */
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
      <Button variant="inline" onClick={() => drawingActions(page).link([pair[0]], pair[1])}>
        Link {nameOn(draft, pair[0])} and {nameOn(draft, pair[1])}
      </Button>
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
