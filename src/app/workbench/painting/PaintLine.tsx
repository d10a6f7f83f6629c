/** The line of text over the stage while traffic is painted, whose paths are highlighted; or while measured port counters are shown. */
import "../drawing/drawing.css";
import "./painting.css";
import { variantsOf } from "../../../core/scenario/document.ts";
import { workloads } from "../../../core/workloads/shelf.ts";
import { countOf } from "../../../words/numbers.ts";
import { MeasuredLine } from "../stage/MeasuredLine.tsx";
import { edited } from "../../state/document-state.ts";
import { sheetOf } from "../../painting/sheet.ts";
import { usePage, useWorkbench } from "../../hooks.ts";

const first = "This is still the traffic above. Your first stroke makes it yours.";
const firstOfJobs = "This is what the jobs send. Your first stroke makes it one sheet without jobs; undo brings them back.";

export function PaintLine() {
  const isPainting = useWorkbench(({ mode: { painting } }) => painting !== null);
  return isPainting ? <Painting /> : <MeasuredLine />;
}

/** Number of highlighted flows and channels, or a hint before the first stroke. */
function Painting() {
  const { networks } = usePage();
  const lit = useWorkbench(({ mode: { painting } }) => painting?.lit ?? 0);
  const channels = useWorkbench(({ session: { hover: shows } }) => shows?.channels.size ?? 0);
  const isMine = useWorkbench((state) => {
    const sheet = sheetOf(state, state.mode.painting, networks);
    return sheet === null || typeof sheet === "string" || sheet.isMine;
  });
  const hasJobs = useWorkbench(
    (state) => workloads.get(variantsOf(edited(state))[state.session.activeNetwork]?.workload.kind ?? "open-loop").places !== undefined,
  );
  return (
    <div className="draw-line paint-line">
      {lit > 0 && channels > 0 ? (
        <p>
          <b>Lit</b> the {lit === 1 ? "way" : "ways"} of {countOf(lit, "flow", "flows")}, over {countOf(channels, "channel", "channels")}.
        </p>
      ) : (
        <p>
          <b>Painting</b> {isMine ? "Drag over cells; the ways light up here at once." : hasJobs ? firstOfJobs : first}
        </p>
      )}
    </div>
  );
}
