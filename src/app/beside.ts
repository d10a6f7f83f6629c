/**
 * Files in the page's own folder: fetched from the host, or read from inside the page if it is built as one file (`npm run build:single`).
 */
import { unpacked } from "./unpacked.ts";

/** Whether the page was built as one file that contains all the others. */
export const isOneFile = import.meta.env.MODE === "single";

/**
 * Reads a file below the page's own folder.
 * @param path relative to that folder
 * @param init options of the request, if the file has to be fetched
 */
export async function beside(path: string, how?: RequestInit): Promise<Response> {
  if (!isOneFile) return fetch(`./${path}`, how);
  const block = blockOf(path);
  if (block === null) return new Response(null, { status: 404 });
  return unpacked(block.text);
}

/** Address of an image below the page's folder: a data URL if the page is one file. */
export function pictureBeside(path: string): string {
  const block = isOneFile ? blockOf(path) : null;
  return block === null ? path : `data:${block.type};base64,${block.text}`;
}

/** Whether a failed request may be due to a missing connection. */
export const isCutOff = () => !isOneFile && globalThis.navigator?.onLine === false;

/** The element in which `build/single-file.ts` has stored a file: images in base 64, all other files compressed, in base 91. */
const blockOf = (path: string) => document.querySelector<HTMLScriptElement>(`script[data-file="${CSS.escape(path)}"]`);
