/** The reader's clipboard. */
import type { Page } from "../create-page.ts";

/** Copies a text and says so; where the browser forbids it, the text is shown to be copied by hand. */
export async function copy({ store }: Pick<Page, "store">, text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    store.setState({ session: { toast: said } });
  } catch {
    store.setState({ session: { notice: { title: "The browser does not allow copying here; copy it by hand:", lines: [], raw: text } } });
  }
}
