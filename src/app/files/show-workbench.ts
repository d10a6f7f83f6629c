/** Returns to the workbench if a document is opened while another page is shown. */
import { isOtherPage, readFragment } from "../../links/fragment.ts";

export function showWorkbench(): void {
  if (isOtherPage(readFragment(location.hash))) location.hash = "";
}
