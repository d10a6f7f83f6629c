/**
 * The offline copy of the page, as seen by the page. The service worker stores the shell (the files that open the page) without a request;
 * this module stores the other files when the reader asks for it. See `offline/service-worker.ts` for what is stored where.
 */
import { fetchPageFile, isOneFile } from "../../page-files.ts";
import { isArchivedPage, currentPageAddress } from "../../opening/archived-page.ts";
import type { FileList, ListedFile } from "../../../offline/file-list.ts";

const folder = () => new URL("./", location.href);
const prefix = () => `fabricscope ${folder().pathname} `;

/** Whether this browser can store the page for offline use. A page in one file does not need it. */
export function canStoreOffline(): boolean {
  return !isOneFile && isSecureContext && location.protocol !== "file:" && "serviceWorker" in navigator && "caches" in globalThis;
}

/**
 * Registers the service worker, which stores the shell. A lock held while the page is open protects the files of this build. If storing
 * fails, the page works with a connection only.
 */
export function storeShell(): void {
  if (!canStoreOffline() || import.meta.env.DEV) return;
  if (isArchivedPage()) return void storeArchivedPage().catch(() => undefined);
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src*="assets/page-"]')?.src;
  if (script !== undefined) void navigator.locks?.request(prefix() + script, { mode: "shared" }, () => new Promise(() => undefined));
  void navigator.serviceWorker.register("./service-worker.js").catch(() => undefined);
}

/** An archived page is served by the worker of the current page, and stores its own shell. */
async function storeArchivedPage(): Promise<void> {
  await navigator.serviceWorker.register(`${currentPageAddress()}service-worker.js`);
  const { missing } = await readOfflineStatus(["shell"]);
  await storeFiles(missing, () => undefined, new AbortController().signal);
}

/** How many bytes are stored, and which files are missing. */
export interface OfflineStatus {
  readonly bytes: { readonly all: number; readonly stored: number };
  readonly missing: readonly ListedFile[];
}

/**
 * Which files of this build are stored on this device.
 * @param parts parts of the file list to look for
 * @throws Error if the list of files can be neither fetched nor read from the cache
 */
export async function readOfflineStatus(parts: readonly (keyof FileList)[] = ["shell", "rest"]): Promise<OfflineStatus> {
  const list = (await fetchPageFile("files.json").then((response) => response.json())) as FileList;
  const files = parts.flatMap((part) => list[part]);
  const missing: ListedFile[] = [];
  for (const file of files) if ((await caches.match(fileAddress(file), { ignoreVary: true })) === undefined) missing.push(file);
  return { bytes: { all: totalBytesOf(files), stored: totalBytesOf(files) - totalBytesOf(missing) }, missing };
}

/**
 * Stores files, one after the other.
 * @param onFileStored called after each file
 * @throws Error if a file cannot be fetched or storage is full; files stored before remain
 */
export async function storeFiles(
  files: readonly ListedFile[],
  onFileStored: (file: ListedFile) => void,
  signal: AbortSignal,
): Promise<void> {
  const cache = await caches.open(`${prefix()}seen`);
  for (const file of files) {
    const response = await fetch(fileAddress(file), { signal, credentials: "same-origin" });
    // Some hosts answer requests for missing files with their start page.
    const isStartPage = !file[0].endsWith(".html") && /text\/html/i.test(response.headers.get("content-type") ?? "");
    if (!response.ok || isStartPage) throw new Error(`${file[0]} does not exist (${response.status})`);
    await cache.put(fileAddress(file), response);
    onFileStored(file);
  }
}

const fileAddress = ([path]: ListedFile) => new URL(path === "index.html" ? "./" : path, folder()).href;
const totalBytesOf = (files: readonly ListedFile[]) => files.reduce((sum, [, bytes]) => sum + bytes, 0);
