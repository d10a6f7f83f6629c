/** Toggles painting of the traffic matrix. */
import { Button } from "../../ui/Button.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";

export function PaintButton() {
  const page = usePage();
  const isPainting = useWorkbench(({ mode: { painting } }) => painting !== null);
  return (
    <Button
      variant="underlined"
      aria-pressed={isPainting}
      aria-keyshortcuts="M"
      onClick={() => void import("../../painting/matrix-actions.ts").then((file) => file.toggleMatrixEditor(page))}
    >
      Paint traffic<kbd>M</kbd>
    </Button>
  );
}
