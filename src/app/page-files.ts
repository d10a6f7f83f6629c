/**
 * Files in the page's own folder: fetched from the host, or read from inside the page if it is built as one file (`npm run build:single`).
 */
import { decompressBlock } from "./decompress-block.ts";

/** Whether the page was built as one file that contains all the others. */
export const isOneFile = import.meta.env.MODE === "single";

/**
 * Reads a file below the page's own folder.
 * @param path relative to that folder
 * @param init options of the request, if the file has to be fetched
 */
export async function fetchPageFile(path: string, init?: RequestInit): Promise<Response> {
  if (!isOneFile) return fetch(`./${path}`, init);
  const embedded = embeddedFile(path);
  if (embedded === null) return new Response(null, { status: 404 });
  return decompressBlock(embedded.text);
}

/** Address of an image below the page's folder: a data URL if the page is one file. */
export function pageImageAddress(path: string): string {
  const embedded = isOneFile ? embeddedFile(path) : null;
  return embedded === null ? path : `data:${embedded.type};base64,${embedded.text}`;
}

/** Whether a failed request may be due to a missing connection. */
export const mayBeOffline = () => !isOneFile && globalThis.navigator?.onLine === false;

/** The element in which `build/single-file.ts` has stored a file: images in base 64, all other files compressed, in base 91. */
const embeddedFile = (path: string) => document.querySelector<HTMLScriptElement>(`script[data-file="${CSS.escape(path)}"]`);
