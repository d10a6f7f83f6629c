/** The reader's clipboard. */
import { workbench } from "../document/store.ts";

/** Copies a text and says so; where the browser forbids it, the text is shown to be copied by hand. */
export async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    workbench.setState({ said });
  } catch {
    workbench.setState({ notice: { title: "The browser does not allow copying here; copy it by hand:", lines: [], raw: text } });
  }
}
