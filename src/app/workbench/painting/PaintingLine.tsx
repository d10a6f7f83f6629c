/** The line of text over the stage while traffic is painted, or while measured port counters are shown. */
import "../drawing/drawing.css";
import "./painting.css";
import { variantsOf } from "../../../core/scenario/document.ts";
import { workloads } from "../../../core/workloads/registry.ts";
import { countOf } from "../../../words/numbers.ts";
import { MeasuredLine } from "../stage/MeasuredLine.tsx";
import { editedDocument } from "../../state/document-state.ts";
import { matrixDraftOf } from "../../painting/matrix-draft.ts";
import { usePage, useWorkbench } from "../../hooks.ts";

const firstStrokeText = "The matrix shows the traffic above. Your first stroke turns it into your own matrix.";
const firstStrokeOverJobsText =
  "The matrix shows the traffic of the jobs. Your first stroke turns it into one matrix without jobs; undo brings them back.";

export function PaintingLine() {
  const isPainting = useWorkbench(({ mode: { painting } }) => painting !== null);
  return isPainting ? <PaintingStatus /> : <MeasuredLine />;
}

/**
 * The line above a network whose traffic matrix is painted: how many flows (cells) are highlighted on the network and how many channels
 * their paths use, or a hint how to paint. The sheet is the traffic matrix on its card; `isInDocument` is false until the first stroke
 * makes it the traffic of the document.
 */
function PaintingStatus() {
  const { networks } = usePage();
  const highlightedFlows = useWorkbench(({ mode: { painting } }) => painting?.flowCount ?? 0);
  const channels = useWorkbench(({ session: { hover: shows } }) => shows?.channels.size ?? 0);
  const isSheetInDocument = useWorkbench((state) => {
    const sheet = matrixDraftOf(state, state.mode.painting, networks);
    return sheet === null || typeof sheet === "string" || sheet.isInDocument;
  });
  const hasJobs = useWorkbench(
    (state) =>
      workloads.get(variantsOf(editedDocument(state))[state.session.activeNetwork]?.workload.kind ?? "open-loop").terminalsByJob !==
      undefined,
  );
  return (
    <div className="draw-line paint-line">
      {highlightedFlows > 0 && channels > 0 ? (
        <p>
          <b>Highlighted:</b> the {highlightedFlows === 1 ? "path" : "paths"} of {countOf(highlightedFlows, "flow", "flows")}, over{" "}
          {countOf(channels, "channel", "channels")}.
        </p>
      ) : (
        <p>
          <b>Painting</b>{" "}
          {isSheetInDocument
            ? "Drag over cells; the paths of their flows light up here."
            : hasJobs
              ? firstStrokeOverJobsText
              : firstStrokeText}
        </p>
      )}
    </div>
  );
}
