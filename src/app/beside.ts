/** Where files beside the page come from: from its host; where the page is one file (`npm run build:single`), from inside it. */
import { unpacked } from "./unpacked.ts";

/** Whether the page is one file, with all that else lies beside it inside. */
export const isOneFile = import.meta.env.MODE === "single";

/**
 * Asks for a file beside the page.
 * @param path below the page's own folder
 * @param how it is asked for where it has to be fetched
 */
export async function beside(path: string, how?: RequestInit): Promise<Response> {
  if (!isOneFile) return fetch(`./${path}`, how);
  const block = blockOf(path);
  if (block === null) return new Response(null, { status: 404 });
  return unpacked(block.text);
}

/** The address of a picture beside the page. */
export function pictureBeside(path: string): string {
  const block = isOneFile ? blockOf(path) : null;
  return block === null ? path : `data:${block.type};base64,${block.text}`;
}

/** Whether what does not come may be missing for want of a connection. */
export const isCutOff = () => !isOneFile && globalThis.navigator?.onLine === false;

/** Where `build/single-file.ts` has put a file: pictures as they are, in base 64, all else compressed, in base 91. */
const blockOf = (path: string) => document.querySelector<HTMLScriptElement>(`script[data-file="${CSS.escape(path)}"]`);
