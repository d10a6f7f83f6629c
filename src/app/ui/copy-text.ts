/** Access to the clipboard. */
import type { Page } from "../create-page.ts";

/** Copies a text and shows a toast. If the browser forbids it, shows the text in a notice, to be copied by hand. */
export async function copyText({ store }: Pick<Page, "store">, text: string, confirmation: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    store.setState({ session: { toast: confirmation } });
  } catch {
    store.setState({ session: { notice: { title: "The browser does not allow copying here; copy it by hand:", lines: [], raw: text } } });
  }
}
