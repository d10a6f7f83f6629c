/**
 * The offline copy of the page, as seen by the page. The service worker stores the shell by itself; this module stores the rest at the
 * reader's request. See `offline/service-worker.ts` for what is stored where.
 */
import { beside, isOneFile } from "../../beside.ts";
import { isKeptPage, presentPage } from "../../opening/kept-page.ts";
import type { FileList, ListedFile } from "../../../offline/file-list.ts";

const folder = () => new URL("./", location.href);
const prefix = () => `fabricscope ${folder().pathname} `;

/** Whether this browser can store the page for offline use. A page in one file does not need it. */
export function canKeep(): boolean {
  return !isOneFile && isSecureContext && location.protocol !== "file:" && "serviceWorker" in navigator && "caches" in globalThis;
}

/**
 * Registers the service worker, which stores the shell. A lock held while the page is open protects the files of this build. If storing
 * fails, the page works with a connection only.
 */
export function keepShell(): void {
  if (!canKeep() || import.meta.env.DEV) return;
  if (isKeptPage()) return void keepKeptPage().catch(() => undefined);
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src*="assets/page-"]')?.src;
  if (script !== undefined) void navigator.locks?.request(prefix() + script, { mode: "shared" }, () => new Promise(() => undefined));
  void navigator.serviceWorker.register("./service-worker.js").catch(() => undefined);
}

/** An archived page is served by the worker of the current page, and stores its own shell. */
async function keepKeptPage(): Promise<void> {
  await navigator.serviceWorker.register(`${presentPage()}service-worker.js`);
  const { missing } = await whatIsKept(["shell"]);
  await keepAll(missing, () => undefined, new AbortController().signal);
}

/** How many bytes are stored, and which files are missing. */
export interface Keeping {
  readonly bytes: { readonly all: number; readonly kept: number };
  readonly missing: readonly ListedFile[];
}

/**
 * Which files of this build are stored on this device.
 * @param parts parts of the file list to look for
 * @throws Error if the list of files can be neither fetched nor read from the cache
 */
export async function whatIsKept(parts: readonly (keyof FileList)[] = ["shell", "rest"]): Promise<Keeping> {
  const list = (await beside("files.json").then((response) => response.json())) as FileList;
  const all = parts.flatMap((part) => list[part]);
  const missing: ListedFile[] = [];
  for (const file of all) if ((await caches.match(addressOf(file), { ignoreVary: true })) === undefined) missing.push(file);
  return { bytes: { all: bytesOf(all), kept: bytesOf(all) - bytesOf(missing) }, missing };
}

/**
 * Stores files, one after the other.
 * @param onFileStored called after each file
 * @throws Error if a file cannot be fetched or storage is full; files stored before remain
 */
export async function keepAll(files: readonly ListedFile[], told: (file: ListedFile) => void, stop: AbortSignal): Promise<void> {
  const seen = await caches.open(`${prefix()}seen`);
  for (const file of files) {
    const response = await fetch(addressOf(file), { signal: stop, credentials: "same-origin" });
    // Some hosts answer requests for missing files with their start page.
    const isStrange = !file[0].endsWith(".html") && /text\/html/i.test(response.headers.get("content-type") ?? "");
    if (!response.ok || isStrange) throw new Error(`${file[0]} is not there (${response.status})`);
    await seen.put(addressOf(file), response);
    told(file);
  }
}

const addressOf = ([path]: ListedFile) => new URL(path === "index.html" ? "./" : path, folder()).href;
const bytesOf = (files: readonly ListedFile[]) => files.reduce((sum, [, bytes]) => sum + bytes, 0);
