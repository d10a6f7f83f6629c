/** Where files beside the page come from: from its host; where the page is one file (`npm run build:single`), from inside it. */

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

/** What a block holds that is compressed and in base 85: four bytes in five letters, the last in as many as they need. */
export function unpacked(text: string): Response {
  const bytes = new Uint8Array(text.length - Math.ceil(text.length / 5));
  for (let i = 0, at = 0; i < text.length; i += 5) {
    let number = 0;
    for (let k = i; k < i + 5; k++) {
      const code = k < text.length ? text.charCodeAt(k) : 119;
      number = number * 85 + (code === 122 ? 25 : code - 35);
    }
    for (let k = 3; k >= 0 && at < bytes.length; k--) bytes[at++] = Math.floor(number / 256 ** k) % 256;
  }
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
}

/** The address of a picture beside the page. */
export function pictureBeside(path: string): string {
  const block = isOneFile ? blockOf(path) : null;
  return block === null ? path : `data:${block.type};base64,${block.text}`;
}

/** Whether what does not come may be missing for want of a connection. */
export const isCutOff = () => !isOneFile && globalThis.navigator?.onLine === false;

/** Where `build/single-file.ts` has put a file: pictures as they are, in base 64, all else compressed, in base 85. */
const blockOf = (path: string) => document.querySelector<HTMLScriptElement>(`script[data-file="${CSS.escape(path)}"]`);
