/** The line over the stage while traffic is painted: whose ways are lit. */
import "../drawing/drawing.css";
import { countOf } from "../../../words/numbers.ts";
import { useWorkbench } from "../../hooks.ts";

export function PaintLine() {
  const lit = useWorkbench(({ painting }) => painting?.lit ?? 0);
  const channels = useWorkbench(({ shows }) => shows?.channels.size ?? 0);
  return (
    <div className="draw-line">
      {lit > 0 && channels > 0 ? (
        <p>
          <b>Lit</b> the {lit === 1 ? "way" : "ways"} of {countOf(lit, "flow", "flows")}, over {countOf(channels, "channel", "channels")}.
        </p>
      ) : (
        <p>
          <b>Painting</b> Drag over cells; the ways light up here at once.
        </p>
      )}
    </div>
  );
}
