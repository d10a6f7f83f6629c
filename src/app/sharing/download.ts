/** Downloads of the page's content, named after the document's title. */
import { writeDocument } from "../../core/scenario/document.ts";
import { downloadFile } from "../../views/export/export.ts";
import type { Page } from "../create-page.ts";

/** The document as JSON text that the page can open. */
export const documentText = ({ store }: Page) => `${JSON.stringify(writeDocument(store.getState().document.current), null, 2)}\n`;

export function downloadDocument(page: Page): void {
  downloadJson(page, documentText(page));
}

/** Downloads JSON text under the document's title. */
export function downloadJson(page: Page, text: string, suffix = ""): void {
  downloadText(page, text, "json", suffix);
}

/** Downloads a text under the document's title. @param suffix suffix of the file's name */
export function downloadText(page: Page, text: string, extension: string, suffix = ""): void {
  const { title } = page.store.getState().document.current;
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const type = extension === "json" ? "application/json" : "text/plain";
  downloadFile(`${name === "" ? "scenario" : name}${suffix}.${extension}`, new Blob([text], { type }));
}
