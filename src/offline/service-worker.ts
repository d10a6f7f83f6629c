/**
 * The service worker, which opens the page without a connection. It caches the whole shell of a build (the files that open the page), and
 * what pages have fetched since: recordings, pictures, course files. It ignores other pages below the same address. Three rules ensure that
 * an update does not break an open page:
 *
 * - Files with a digest in their name (`assets/`) come from any cache; they never change.
 * - All other files come from the host if it answers, so that an old page is not shown while the new one is available.
 * - A shell is removed when a newer one is complete and no open page uses it. Each page holds a lock with the name of its own script.
 *
 * It is built separately as a classic script, so it imports nothing.
 */
import type { FileList } from "./file-list.ts";

declare const self: ServiceWorkerGlobalScope;

/** Digest of this build's list of files, inserted by the build. */
const build = "%BUILD%";

const scope = self.registration.scope;
/** Beginning of the names of our caches. It contains the address, because several pages may share an origin. */
const prefix = `fabricscope ${new URL(scope).pathname} `;
const shellPrefix = `${prefix}shell `;
const runtimeCacheName = `${prefix}seen`;
const fileListName = "files.json";
/** The lock that is held while a shell is fetched. */
const shellLock = "keeping";

/** Time limit for an answer of the host before the cache is used, milliseconds. */
const timeouts = { page: 1500, file: 4000 } as const;
/** Number of concurrent downloads. */
const maxDownloads = 4;

const addressOf = (path: string) => new URL(path === "index.html" ? "./" : path, scope).href;
const delay = (milliseconds: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), milliseconds));

self.addEventListener("install", (event) => {
  event.waitUntil(withShellLock(cacheShell).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim().then(removeOldCaches));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope) || request.headers.has("range")) return;
  const path = pathOf(request.url);
  if (request.mode === "navigate") {
    if (path === "" || path === "index.html") {
      event.respondWith(respondWithPage(request));
      event.waitUntil(removeOldCaches());
    } else if (editionPattern.test(path)) event.respondWith(networkFirst(event));
  } else if (digestPattern.test(path)) event.respondWith(cacheFirst(event));
  else event.respondWith(isFromOurPage(event).then((ours) => (ours ? networkFirst(event) : fetch(request))));
});

const pathOf = (url: string) => url.slice(scope.length).replace(/[?#].*$/s, "");
/** Files with a digest in their name, of this page or of an archived edition. */
const digestPattern = /^(engines\/[^/]+\/)?assets\//;
/** The page of an archived edition of the engine on the host. */
const editionPattern = /^engines\/[^/]+\/(index\.html)?$/;

/** Whether a request comes from one of our pages. Pages of others may have addresses below ours. */
async function isFromOurPage({ clientId }: FetchEvent): Promise<boolean> {
  const client = await self.clients.get(clientId);
  if (client?.url.startsWith(scope) !== true) return false;
  const path = pathOf(client.url);
  return path === "" || path === "index.html" || editionPattern.test(path);
}

/**
 * The page from the host, or, if the host is late or fails, from the newest complete shell. An answer such as a redirect or 404 is passed
 * on.
 */
async function respondWithPage(request: Request): Promise<Response> {
  const pendingResponse = fetch(request);
  const answer = await Promise.race([pendingResponse.catch(() => null), delay(timeouts.page)]);
  if (answer !== null && answer.status < 500) return answer;
  return (await (await findNewestShell())?.cache.match(scope)) ?? pendingResponse;
}

/** Cache first, for files that never change. */
async function cacheFirst(event: FetchEvent): Promise<Response> {
  return (await caches.match(event.request, { ignoreVary: true })) ?? cacheResponse(event, await fetch(event.request));
}

/** Network first, for files that may change; from the cache if the host is late or fails. An answer such as 404 is passed on. */
async function networkFirst(event: FetchEvent): Promise<Response> {
  const pendingResponse = fetch(event.request).then((response) => cacheResponse(event, response));
  const answer = await Promise.race([pendingResponse.catch(() => null), delay(timeouts.file)]);
  if (answer !== null && answer.status < 500) return answer;
  return (await caches.match(event.request, { ignoreVary: true })) ?? pendingResponse;
}

/** Caches a response if the host allows it and there is space, and returns it in any case. */
function cacheResponse(event: FetchEvent, response: Response): Response {
  const isCacheable = !/no-store/i.test(response.headers.get("cache-control") ?? "");
  if (isCacheable && isCompleteResponse(response, pathOf(event.request.url))) {
    const copy = response.clone();
    event.waitUntil(
      caches
        .open(runtimeCacheName)
        .then((cache) => cache.put(event.request, copy))
        .catch(() => undefined),
    );
  }
  return response;
}

/** Whether a response is the file itself. Some hosts answer requests for missing files with their start page. */
function isCompleteResponse({ status, type, redirected, headers }: Response, path: string): boolean {
  const isPage = path === "" || path.endsWith("/") || path.endsWith(".html");
  return status === 200 && type === "basic" && !redirected && (isPage || !/text\/html/i.test(headers.get("content-type") ?? ""));
}

/** Runs an action while no other service worker of this page removes caches. */
const withShellLock = (action: () => Promise<void>): Promise<void> =>
  self.navigator.locks === undefined ? action() : self.navigator.locks.request(prefix + shellLock, action);

/**
 * Caches all files of the shell of this build (the files that open the page), or none. Files that an older shell has, too, are not fetched
 * again. `build` is the digest of the list of files.
 */
async function cacheShell(): Promise<void> {
  const name = shellPrefix + build;
  // If the host returns to an earlier build, its cache is created anew, so that it is the newest again.
  await caches.delete(name);
  try {
    const list = await fetchFile(fileListName);
    const text = await list.clone().text();
    if ((await digestOf(text)) !== build) throw new Error("The host has changed; its next build is kept.");
    const { shell } = JSON.parse(text) as FileList;
    const cache = await caches.open(name);
    const pendingFiles = [...shell];
    const download = async () => {
      for (let file = pendingFiles.pop(); file !== undefined; file = pendingFiles.pop()) {
        const [path, bytes] = file;
        const address = addressOf(path);
        const cached = path.startsWith("assets/") ? await caches.match(address, { ignoreVary: true }) : undefined;
        const response = cached ?? (await fetchFile(path));
        // A file with a digest in its name must have the listed length.
        if (path.startsWith("assets/") && (await response.clone().arrayBuffer()).byteLength !== bytes)
          throw new Error(`${path} has not come whole.`);
        await cache.put(address, response);
      }
    };
    await Promise.all(Array.from({ length: maxDownloads }, download));
    // The page itself must be of this build, too.
    const pageText = await (await cache.match(scope))!.text();
    const paths = new Set(shell.map(([path]) => path));
    const unknownAssets = [...pageText.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].filter(([, path]) => !paths.has(path));
    if (unknownAssets.length > 0) throw new Error("The host has changed; its next build is kept.");
    // The list is stored last, so a shell with a list is complete.
    await cache.put(addressOf(fileListName), list);
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
}

/** The current file of the host. @throws Error if the response is not the file */
async function fetchFile(path: string): Promise<Response> {
  const cache: RequestCache = path.startsWith("assets/") ? "default" : "no-cache";
  const response = await fetch(addressOf(path), { cache, credentials: "same-origin", priority: "low" });
  if (!isCompleteResponse(response, path)) throw new Error(`${path} has not come: ${response.status}.`);
  return response;
}

/** SHA-256 of a text, its first 16 hexadecimal digits. */
async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A complete shell, with the name of its cache. */
interface CachedShell {
  readonly name: string;
  readonly cache: Cache;
  readonly list: Response;
}

/** The newest complete shell. */
async function findNewestShell(): Promise<CachedShell | null> {
  for (const name of (await caches.keys()).toReversed()) {
    if (!name.startsWith(shellPrefix)) continue;
    const cache = await caches.open(name);
    const list = await cache.match(addressOf(fileListName));
    if (list !== undefined) return { name, cache, list };
  }
  return null;
}

/**
 * Removes shells (files that open the page) that neither the next page nor an open page uses, and cached files that belong to no build.
 * Every open page holds a lock whose name is its script.
 */
async function removeOldCaches(): Promise<void> {
  const { locks } = self.navigator;
  const newest = await findNewestShell();
  // Without locks it is unknown which pages are open.
  if (locks === undefined || newest === null) return;
  const { held: heldLocks = [] } = await locks.query();
  const lockNames = heldLocks.flatMap(({ name = "" }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  if (lockNames.includes(shellLock)) return;
  // Scripts of open pages that the newest shell does not contain.
  const scriptsOfOldPages: string[] = [];
  for (const script of lockNames) if ((await newest.cache.match(script)) === undefined) scriptsOfOldPages.push(script);
  for (const name of await caches.keys()) {
    if (!name.startsWith(shellPrefix) || name === newest.name) continue;
    const cache = await caches.open(name);
    const matches = await Promise.all(scriptsOfOldPages.map((script) => cache.match(script)));
    if (matches.every((found) => found === undefined)) await caches.delete(name);
  }
  // Pages of an older build may still need cached files.
  if (scriptsOfOldPages.length > 0) return;
  const { shell, rest } = (await newest.list.json()) as FileList;
  const listedAddresses = new Set([...shell, ...rest].map(([path]) => addressOf(path)));
  const runtimeCache = await caches.open(runtimeCacheName);
  for (const { url } of await runtimeCache.keys())
    if (url.startsWith(`${scope}assets/`) && !listedAddresses.has(url)) await runtimeCache.delete(url);
}
