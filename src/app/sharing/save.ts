/** Downloads of the page's content, named after the document's title. */
import { writeDocument } from "../../core/scenario/document.ts";
import { save } from "../../views/export/export.ts";
import type { Page } from "../create-page.ts";

/** The document as JSON text that the page can open. */
export const documentText = ({ store }: Page) => `${JSON.stringify(writeDocument(store.getState().document.current), null, 2)}\n`;

export function saveFile(page: Page): void {
  saveText(page, documentText(page));
}

/** Downloads JSON text under the document's title. */
export function saveText(page: Page, text: string, behind = ""): void {
  saveAs(page, text, "json", behind);
}

/** Downloads a text under the document's title. @param suffix suffix of the file's name */
export function saveAs(page: Page, text: string, extension: string, behind = ""): void {
  const { title } = page.store.getState().document.current;
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const type = extension === "json" ? "application/json" : "text/plain";
  save(`${name === "" ? "scenario" : name}${behind}.${extension}`, new Blob([text], { type }));
}
