/** What was opened while the papers were read is shown on the workbench. */
import { readFragment } from "../../links/fragment.ts";

export function showWorkbench(): void {
  if (readFragment(location.hash).is === "paper") location.hash = "";
}
