/** Preview of the link being drawn: what the link would change. Without a preview, a note about switches that are not connected yet. */
import { activeComponentOf } from "../../../core/network/drawing/active-component.ts";
import { switchName } from "../../../views/drawing/names.ts";
import { countOf, formatCount } from "../../../words/numbers.ts";
import { joinWithAnd } from "../../../core/base/words.ts";
import { useMemo } from "react";
import { editedDocument } from "../../state/document-state.ts";
import { drawingActions, drawingEditor } from "../../drawing/drawing-actions.ts";
import { nearestPair } from "../../drawing/arrange.ts";
import { linkPreview } from "../../drawing/link-preview.ts";
import type { Page } from "../../create-page.ts";
import { usePage, useUnits, useWorkbench } from "../../hooks.ts";
import { Query } from "../../runs/query.ts";
import { useQuery } from "../../runs/useQuery.ts";
import type { Units } from "../../../words/units.ts";
import { Button } from "../../ui/Button.tsx";
import { composeJob } from "../../../worker/job.ts";

/** Number of unconnected switches that are named; if more than `maxCountForNames` switches are unconnected, they are only counted. */
const maxNamedSwitches = 3;
const maxCountForNames = 12;

/** Query for the effect of a link. If the effect cannot be found, no preview is shown. */
const linkPreviewQuery = (page: Page) =>
  new Query<{ readonly units: Units }, string | null>({
    keyOf: (link) => link,
    start: ({ units }) => composeJob((run) => linkPreview(page, units, run)),
  });

export function LinkPreview() {
  const page = usePage();
  const units = useUnits();
  const target = useWorkbench(({ mode: { drawing } }) => {
    const gesture = drawing?.session.gesture;
    return gesture?.is === "link" && gesture.targetSwitch !== null ? `${gesture.sources.join(" ")} to ${gesture.targetSwitch}` : "";
  });
  const document = useWorkbench(editedDocument);
  const link = useMemo(() => (target === "" ? null : { target, units, document }), [target, units, document]);
  const [preview] = useQuery(() => linkPreviewQuery(page), link);
  return (
    <p className="prospect" aria-live="polite">
      {preview.is === "value" && preview.value !== null ? <b className="head">{preview.value}</b> : <UnconnectedNote />}
    </p>
  );
}

/**
 * A note about switches of a drawing that have no connection to the simulated part, which is one connected component. As long as there is
 * no part to simulate, the note is a button that links the nearest two switches.
 */
function UnconnectedNote() {
  const page = usePage();
  // The draft, read by `now`, depends on the document: each change renders the note again.
  useWorkbench(({ document: { current: scenario } }) => scenario);
  const isRunning = useWorkbench(({ document: { pending } }) => pending === null);
  const draft = drawingEditor(page).now();
  if (draft === null) return null;
  const { switches: isSimulated, count: simulatedCount } = activeComponentOf(draft.drawing);
  const pair = simulatedCount < 2 ? nearestPair(draft) : null;
  if (pair !== null)
    return (
      <Button variant="inline" onClick={() => drawingActions(page).addLinks([pair[0]], pair[1])}>
        Link {switchName(draft, pair[0])} and {switchName(draft, pair[1])}
      </Button>
    );
  const names = draft.drawing.switches.flatMap((_, s) => (isSimulated[s] === 1 ? [] : [switchName(draft, s)]));
  if (names.length === 0 || simulatedCount < 2) return null;
  const { length: switchCount } = draft.drawing.switches;
  if (names.length > maxCountForNames)
    return (
      <>
        {formatCount(names.length)} of {countOf(switchCount, "switch", "switches")} are not connected to the simulated part.
      </>
    );
  const unnamedCount = names.length - maxNamedSwitches;
  return (
    <>
      Not connected yet: {joinWithAnd(unnamedCount > 0 ? [...names.slice(0, maxNamedSwitches), `${unnamedCount} more`] : names)}
      {isRunning ? "; the simulation continues without them." : "."}
    </>
  );
}
