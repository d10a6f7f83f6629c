/** Returns to the workbench if a document is opened while another page is shown. */
import { isElsewhere, readFragment } from "../../links/fragment.ts";

export function showWorkbench(): void {
  if (isElsewhere(readFragment(location.hash))) location.hash = "";
}
