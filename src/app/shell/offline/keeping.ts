/**
 * The page without a connection, seen from the page. The service worker keeps the shell by itself; here the rest is kept on
 * request. What is kept where is told in `offline/service-worker.ts`.
 */
import { beside, isOneFile } from "../../beside.ts";
import { isKeptPage, presentPage } from "../../opening/kept-page.ts";
import type { FileList, ListedFile } from "../../../offline/file-list.ts";

const folder = () => new URL("./", location.href);
const prefix = () => `fabricscope ${folder().pathname} `;

/** Whether this browser keeps pages for later, where this one lies. One that is a single file has nothing to be kept. */
export function canKeep(): boolean {
  return !isOneFile && isSecureContext && location.protocol !== "file:" && "serviceWorker" in navigator && "caches" in globalThis;
}

/** Has the shell kept, and holds for as long as the page is open what it is made of. Without it the page is what it is with a connection. */
export function keepShell(): void {
  if (!canKeep() || import.meta.env.DEV) return;
  if (isKeptPage()) return void keepKeptPage().catch(() => undefined);
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src*="assets/page-"]')?.src;
  if (script !== undefined) void navigator.locks?.request(prefix() + script, { mode: "shared" }, () => new Promise(() => undefined));
  void navigator.serviceWorker.register("./service-worker.js").catch(() => undefined);
}

/** A page of an older edition is opened by the worker of the page beside which it lies, and keeps its own shell. */
async function keepKeptPage(): Promise<void> {
  await navigator.serviceWorker.register(`${presentPage()}service-worker.js`);
  const { missing } = await whatIsKept(["shell"]);
  await keepAll(missing, () => undefined, new AbortController().signal);
}

/** How much of everything is kept, and what is not. */
export interface Keeping {
  readonly bytes: { readonly all: number; readonly kept: number };
  readonly missing: readonly ListedFile[];
}

/**
 * What of this build's files is kept on this device.
 * @param parts which of them are looked for
 * @throws Error where the list of files neither comes nor is kept
 */
export async function whatIsKept(parts: readonly (keyof FileList)[] = ["shell", "rest"]): Promise<Keeping> {
  const list = (await beside("files.json").then((response) => response.json())) as FileList;
  const all = parts.flatMap((part) => list[part]);
  const missing: ListedFile[] = [];
  for (const file of all) if ((await caches.match(addressOf(file), { ignoreVary: true })) === undefined) missing.push(file);
  return { bytes: { all: bytesOf(all), kept: bytesOf(all) - bytesOf(missing) }, missing };
}

/**
 * Keeps these files, one after the other.
 * @param told hears of each that is kept
 * @throws Error where one does not come, or there is no room; what was kept before stays
 */
export async function keepAll(files: readonly ListedFile[], told: (file: ListedFile) => void, stop: AbortSignal): Promise<void> {
  const seen = await caches.open(`${prefix()}seen`);
  for (const file of files) {
    const response = await fetch(addressOf(file), { signal: stop, credentials: "same-origin" });
    // Some hosts answer whatever they have not with their first page.
    const isStrange = !file[0].endsWith(".html") && /text\/html/i.test(response.headers.get("content-type") ?? "");
    if (!response.ok || isStrange) throw new Error(`${file[0]} is not there (${response.status})`);
    await seen.put(addressOf(file), response);
    told(file);
  }
}

const addressOf = ([path]: ListedFile) => new URL(path === "index.html" ? "./" : path, folder()).href;
const bytesOf = (files: readonly ListedFile[]) => files.reduce((sum, [, bytes]) => sum + bytes, 0);
