/** What somebody brings: files and texts, from a drop, a paste or the file menu. Links and scenarios open; anything else is looked at first. */
import { beside } from "../beside.ts";
import { openText } from "../document/incoming.ts";
import { isClosed } from "../document/open-fragment.ts";
import { readFragment } from "../../links/fragment.ts";
import { tooLarge } from "../../formats/text.ts";
import type { Page } from "../create-page.ts";
import { Session } from "./session.ts";

/** Opens files, one after the other: each is looked at when the one before has been used or left. Whoever opens something else is done with them. */
export async function bringFiles(page: Page, files: readonly File[]): Promise<void> {
  if (isClosed(page.store)) return;
  for (const file of files) {
    const refused = tooLarge(file.size);
    if (refused === null) await look(page, file.name, bytesOf(file));
    else page.store.setState({ notice: { title: `${file.name} cannot be opened; your work is untouched.`, lines: [refused] } });
    if (page.overlay.getState().sheet !== null) return;
  }
}

/** Opens a text. */
export async function bringText(page: Page, text: string): Promise<void> {
  const trimmed = text.trim();
  if (/^[^\n\r#]*#[^\n\r\s]+$/.test(trimmed)) return opened(await openText(page.store, trimmed));
  if (!isClosed(page.store)) await look(page, "", Promise.resolve(new TextEncoder().encode(text)));
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
      notice: { title: `${name} cannot be fetched; your work is untouched.`, lines: ["Open it again once you are connected."] },
    });
}

/** A folder is handed over as a file that cannot be read. */
const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer().catch(() => new ArrayBuffer(0)));

/** Looks at a file; done when it has been used or left, as by another sheet in its place. */
async function look(page: Page, name: string, bytes: Promise<Uint8Array<ArrayBuffer>>): Promise<void> {
  const session = new Session(page, name, bytes);
  page.overlay.bring(session);
  const stop = page.overlay.subscribe(({ sheet, brought }) => {
    if (sheet !== "brought" || brought !== session) session.leave();
  });
  const text = await session.done;
  stop();
  if (text !== null) opened(await openText(page.store, text));
}

/** What was opened while the papers were read is shown on the workbench. */
function opened(isOpen: boolean): void {
  if (isOpen) showWorkbench();
}

export function showWorkbench(): void {
  if (readFragment(location.hash).is === "paper") location.hash = "";
}
