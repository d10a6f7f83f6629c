/** What somebody brings: files and texts, from a drop, a paste or the file menu. Links and scenarios open; anything else is looked at first. */
import { beside } from "../beside.ts";
import { openText } from "../opening/incoming.ts";
import { isClosed } from "../opening/open-fragment.ts";
import { tooLarge } from "../../formats/text.ts";
import type { Page } from "../create-page.ts";
import { filesIn, isKeptName, takeResults } from "./results.ts";
import { Session } from "./session.ts";
import { showWorkbench } from "./show-workbench.ts";

/**
 * Opens files, one after the other: each is looked at when the one before has been used or left; or a text, where there is no file.
 * Folders, and files named as runs are, hold results of the document on the page.
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

/** A link, or the text of a file. */
async function bringText(page: Page, text: string): Promise<void> {
  if (/^[^\n\r#]*#[^\n\r\s]+$/.test(text)) {
    if (!(await openText(page.store, text))) return;
    showWorkbench();
    // The bar says what is shown, as where a link is followed: a lesson writes its own steps there, and a frame has no bar.
    const { mode, view } = page.store.getState();
    if (mode.lesson === null && !view.isEmbedded) history.pushState(null, "", text.slice(text.indexOf("#")));
  } else if (!isClosed(page.store)) await look(page, "", Promise.resolve(new TextEncoder().encode(text)));
}

/** Opens a file that lies beside the page. */
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

/** A folder is handed over as a file that cannot be read. */
const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer().catch(() => new ArrayBuffer(0)));

/** Looks at a file; done when it has been used or left, as by another sheet in its place. */
async function look(page: Page, name: string, bytes: Promise<Uint8Array<ArrayBuffer>>): Promise<void> {
  const session = new Session(page, name, bytes);
  // Another one that is still looked at is left.
  page.overlay.getState().brought?.leave();
  page.overlay.setState({ brought: session, sheet: "brought" });
  const text = await session.done;
  if (text !== null && (await openText(page.store, text))) showWorkbench();
}
