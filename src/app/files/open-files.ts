/** Opens files and texts from a drop, a paste or the file menu. Links and scenarios open directly; other files are previewed first. */
import { fetchPageFile } from "../page-files.ts";
import { openText } from "../opening/open-text.ts";
import { isOpeningRefused } from "../opening/open-fragment.ts";
import { fileSizeFault } from "../../formats/decode-file.ts";
import type { Page } from "../create-page.ts";
import { filesInFolders, isCachedRunName, importResults } from "./import-results.ts";
import { FileSession } from "./file-session.ts";
import { showWorkbench } from "./show-workbench.ts";

/**
 * Opens files one after the other: the next preview appears when the previous was accepted or closed. Without files it opens the text.
 * Folders, and files named like cached runs, are read as results of the document on the page.
 */
export async function openFiles(page: Page, files: readonly File[], text = "", folders: readonly FileSystemEntry[] = []): Promise<void> {
  if (files.length === 0) return openPastedText(page, text);
  if (isOpeningRefused(page.store)) return;
  if (folders.length > 0 || files.every(({ name }) => isCachedRunName(name)))
    return importResults(page, folders.length > 0 ? await filesInFolders(folders) : files);
  for (const file of files) {
    const reason = fileSizeFault(file.size);
    if (reason === null) await previewFile(page, file.name, readBytes(file));
    else page.store.setState({ session: { notice: { title: `${file.name} cannot be opened; your work is unchanged.`, lines: [reason] } } });
    if (page.overlay.getState().sheet !== null) return;
  }
}

/** Opens a link or the text of a file. */
async function openPastedText(page: Page, text: string): Promise<void> {
  if (/^[^\n\r#]*#[^\n\r\s]+$/.test(text)) {
    if (!(await openText(page.store, text))) return;
    showWorkbench();
    // The address bar shows the link, as if it had been followed. Exceptions: a lesson writes the addresses of its steps itself, and an
    // embedded page has no address bar.
    const { mode, view } = page.store.getState();
    if (mode.lesson === null && !view.isEmbedded) history.pushState(null, "", text.slice(text.indexOf("#")));
  } else if (!isOpeningRefused(page.store)) await previewFile(page, "", Promise.resolve(new TextEncoder().encode(text)));
}

/** Opens a file from the page's own folder. */
export async function openPageFile(page: Page, path: string): Promise<void> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const response = await fetchPageFile(path).catch(() => null);
  if (response?.ok === true)
    await previewFile(
      page,
      name,
      response.arrayBuffer().then((buffer) => new Uint8Array(buffer)),
    );
  else
    page.store.setState({
      session: {
        notice: { title: `${name} cannot be loaded; your work is unchanged.`, lines: ["Open it again once you are connected."] },
      },
    });
}

/** The content of a file. Browsers pass a folder as a file that cannot be read: it becomes empty. */
const readBytes = async (file: File) => new Uint8Array(await file.arrayBuffer().catch(() => new ArrayBuffer(0)));

/** Previews a file. Resolves when it has been accepted or closed, also if another sheet replaces the preview. */
async function previewFile(page: Page, name: string, content: Promise<Uint8Array<ArrayBuffer>>): Promise<void> {
  const session = new FileSession(page, name, content);
  // Close a preview that is still open.
  page.overlay.getState().fileSession?.leave();
  page.overlay.setState({ fileSession: session, sheet: "brought" });
  const text = await session.done;
  if (text !== null && (await openText(page.store, text))) showWorkbench();
}
