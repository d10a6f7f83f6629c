/** The line over the stage while it shows measured port counters, with a button back to the run. */
import "../drawing/drawing.css";
import "../painting/painting.css";
import { Button } from "../../ui/Button.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

export function MeasuredLine() {
  const { store } = usePage();
  const description = useWorkbench(({ session: { measured } }) => measured?.duration ?? "");
  return (
    <div className="draw-line paint-line">
      <p>
        <b>Measured</b> Port counters, {description}. The sentence, the answer and the time still describe the run.{" "}
        <Button variant="underlined" onClick={() => store.setState({ session: { measured: null } })}>
          Back to the run
        </Button>
      </p>
    </div>
  );
}
