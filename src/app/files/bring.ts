/** Opens files and texts from a drop, a paste or the file menu. Links and scenarios open directly; other files are previewed first. */
import { beside } from "../beside.ts";
import { openText } from "../opening/incoming.ts";
import { isClosed } from "../opening/open-fragment.ts";
import { tooLarge } from "../../formats/text.ts";
import type { Page } from "../create-page.ts";
import { filesIn, isKeptName, takeResults } from "./results.ts";
import { Session } from "./session.ts";
import { showWorkbench } from "./show-workbench.ts";

/**
 * Opens files one after the other: the next preview appears when the previous was accepted or closed. Without files it opens the text.
 * Folders, and files named like cached runs, are read as results of the document on the page.
 */
export async function bring(page: Page, files: readonly File[], text = "", folders: readonly FileSystemEntry[] = []): Promise<void> {
  if (files.length === 0) return bringText(page, text);
  if (isClosed(page.store)) return;
  if (folders.length > 0 || files.every(({ name }) => isKeptName(name)))
    return takeResults(page, folders.length > 0 ? await filesIn(folders) : files);
  for (const file of files) {
    const refused = tooLarge(file.size);
    if (refused === null) await look(page, file.name, bytesOf(file));
    else
      page.store.setState({ session: { notice: { title: `${file.name} cannot be opened; your work is untouched.`, lines: [refused] } } });
    if (page.overlay.getState().sheet !== null) return;
  }
}

/** Opens a link or the text of a file. */
async function bringText(page: Page, text: string): Promise<void> {
  if (/^[^\n\r#]*#[^\n\r\s]+$/.test(text)) {
    if (!(await openText(page.store, text))) return;
    showWorkbench();
    // The address bar shows the link, as if it had been followed. Exceptions: a lesson writes the addresses of its steps itself, and an
    // embedded page has no address bar.
    const { mode, view } = page.store.getState();
    if (mode.lesson === null && !view.isEmbedded) history.pushState(null, "", text.slice(text.indexOf("#")));
  } else if (!isClosed(page.store)) await look(page, "", Promise.resolve(new TextEncoder().encode(text)));
}

/** Opens a file from the page's own folder. */
export async function bringBeside(page: Page, path: string): Promise<void> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const response = await beside(path).catch(() => null);
  if (response?.ok === true)
    await look(
      page,
      name,
      response.arrayBuffer().then((buffer) => new Uint8Array(buffer)),
    );
  else
    page.store.setState({
      session: {
        notice: { title: `${name} cannot be fetched; your work is untouched.`, lines: ["Open it again once you are connected."] },
      },
    });
}

/** The content of a file. Browsers pass a folder as a file that cannot be read: it becomes empty. */
const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer().catch(() => new ArrayBuffer(0)));

/** Previews a file. Resolves when it has been accepted or closed, also if another sheet replaces the preview. */
async function look(page: Page, name: string, bytes: Promise<Uint8Array<ArrayBuffer>>): Promise<void> {
  const session = new Session(page, name, bytes);
  // Close a preview that is still open.
  page.overlay.getState().brought?.leave();
  page.overlay.setState({ brought: session, sheet: "brought" });
  const text = await session.done;
  if (text !== null && (await openText(page.store, text))) showWorkbench();
}
