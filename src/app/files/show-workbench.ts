/** What was opened on another page is shown on the workbench. */
import { isElsewhere, readFragment } from "../../links/fragment.ts";

export function showWorkbench(): void {
  if (isElsewhere(readFragment(location.hash))) location.hash = "";
}
