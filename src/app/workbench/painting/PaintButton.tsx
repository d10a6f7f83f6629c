/** The way from the traffic that is seen to the sheet on which it is painted. */
import "./painting.css";
import { usePage, useWorkbench } from "../../hooks.ts";

export function PaintButton() {
  const page = usePage();
  const isPainting = useWorkbench(({ mode: { painting } }) => painting !== null);
  return (
    <button
      type="button"
      className="paint-traffic"
      aria-pressed={isPainting}
      aria-keyshortcuts="M"
      onClick={() => void import("../../painting/act.ts").then((file) => file.togglePainting(page))}
    >
      Paint traffic<kbd>M</kbd>
    </button>
  );
}
