/**
 * Opens the page without a connection. It keeps the whole shell of a build, and besides what its pages have fetched since then:
 * recordings, pictures, course files. Whatever else lies below the same address is left alone. Three rules, so that an update breaks no
 * page that is open:
 *
 * - What bears its digest in its name (`assets/`) comes from wherever it is kept; it is the same everywhere.
 * - Everything else comes from the host as long as that answers, so nobody sees an old page while the new one can be had.
 * - A shell goes when a newer one is whole and no open page was made of it. Each page holds a lock in the name of its own script.
 *
 * It is built as a classic script by itself, so it imports nothing.
 */
import type { FileList } from "./file-list.ts";

declare const self: ServiceWorkerGlobalScope;

/** Digest of this build's list of files; the build writes it in. */
const build = "%BUILD%";

const scope = self.registration.scope;
/** Several pages may lie on one origin. */
const prefix = `fabricscope ${new URL(scope).pathname} `;
const shellPrefix = `${prefix}shell `;
const seenName = `${prefix}seen`;
const listName = "files.json";
/** The lock that is held while a shell is fetched. */
const keeping = "keeping";

/** How long the host may take to answer when there is something kept, milliseconds. */
const patience = { page: 1500, file: 4000 } as const;
/** Files that are fetched at the same time. */
const atOnce = 4;

const addressOf = (path: string) => new URL(path === "index.html" ? "./" : path, scope).href;
const wait = (milliseconds: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), milliseconds));

self.addEventListener("install", (event) => {
  event.waitUntil(whileKeeping(keepShell).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim().then(tidy));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope) || request.headers.has("range")) return;
  const path = pathOf(request.url);
  if (request.mode === "navigate") {
    if (path === "" || path === "index.html") {
      event.respondWith(page(request));
      event.waitUntil(tidy());
    } else if (ofEdition.test(path)) event.respondWith(fresh(event));
  } else if (ofDigest.test(path)) event.respondWith(same(event));
  else event.respondWith(isOurs(event).then((ours) => (ours ? fresh(event) : fetch(request))));
});

const pathOf = (url: string) => url.slice(scope.length).replace(/[?#].*$/s, "");
/** What bears its digest in its name, of this page or of an edition. */
const ofDigest = /^(engines\/[^/]+\/)?assets\//;
/** The page of an edition of the engine that the host keeps. */
const ofEdition = /^engines\/[^/]+\/(index\.html)?$/;

/** Whether something is asked for by one of our pages. Others may lie below the same address. */
async function isOurs({ clientId }: FetchEvent): Promise<boolean> {
  const client = await self.clients.get(clientId);
  if (client?.url.startsWith(scope) !== true) return false;
  const path = pathOf(client.url);
  return path === "" || path === "index.html" || ofEdition.test(path);
}

/** The page: the host's, unless that is late or fails; then the newest that is kept whole. A host that says it is elsewhere, or gone, is believed. */
async function page(request: Request): Promise<Response> {
  const asked = fetch(request);
  const answer = await Promise.race([asked.catch(() => null), wait(patience.page)]);
  if (answer !== null && answer.status < 500) return answer;
  return (await (await newestShell())?.cache.match(scope)) ?? asked;
}

/** What is the same for ever: as it is kept, else from the host, and kept from then on. */
async function same(event: FetchEvent): Promise<Response> {
  return (await caches.match(event.request, { ignoreVary: true })) ?? keep(event, await fetch(event.request));
}

/** What may change: the host's, unless that is late or fails; then what was kept. A host that says it is gone is believed. */
async function fresh(event: FetchEvent): Promise<Response> {
  const asked = fetch(event.request).then((response) => keep(event, response));
  const answer = await Promise.race([asked.catch(() => null), wait(patience.file)]);
  if (answer !== null && answer.status < 500) return answer;
  return (await caches.match(event.request, { ignoreVary: true })) ?? asked;
}

/** Keeps what has come, where there is room and the host does not forbid it; it is passed on in any case. */
function keep(event: FetchEvent, response: Response): Response {
  const mayBeKept = !/no-store/i.test(response.headers.get("cache-control") ?? "");
  if (mayBeKept && isWhole(response, pathOf(event.request.url))) {
    const copy = response.clone();
    event.waitUntil(
      caches
        .open(seenName)
        .then((cache) => cache.put(event.request, copy))
        .catch(() => undefined),
    );
  }
  return response;
}

/** Whether something has come as it is. Some hosts answer whatever they have not with their first page. */
function isWhole({ status, type, redirected, headers }: Response, path: string): boolean {
  const isPage = path === "" || path.endsWith("/") || path.endsWith(".html");
  return status === 200 && type === "basic" && !redirected && (isPage || !/text\/html/i.test(headers.get("content-type") ?? ""));
}

/** Does something while no other worker of this page tidies up. */
const whileKeeping = (act: () => Promise<void>): Promise<void> =>
  self.navigator.locks === undefined ? act() : self.navigator.locks.request(prefix + keeping, act);

/** Fetches all files of this build's shell, or keeps nothing; what an older one has in common with it is not fetched again. */
async function keepShell(): Promise<void> {
  const name = shellPrefix + build;
  // A build that comes back is the newest again.
  await caches.delete(name);
  try {
    const list = await fetched(listName);
    const text = await list.clone().text();
    if ((await digestOf(text)) !== build) throw new Error("The host has changed; its next build is kept.");
    const { shell } = JSON.parse(text) as FileList;
    const cache = await caches.open(name);
    const left = [...shell];
    const take = async () => {
      for (let file = left.pop(); file !== undefined; file = left.pop()) {
        const [path, bytes] = file;
        const address = addressOf(path);
        const kept = path.startsWith("assets/") ? await caches.match(address, { ignoreVary: true }) : undefined;
        const response = kept ?? (await fetched(path));
        // What bears its digest is the same everywhere, to the byte.
        if (path.startsWith("assets/") && (await response.clone().arrayBuffer()).byteLength !== bytes)
          throw new Error(`${path} has not come whole.`);
        await cache.put(address, response);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, take));
    const first = await (await cache.match(scope))!.text();
    const paths = new Set(shell.map(([path]) => path));
    const strange = [...first.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].filter(([, path]) => !paths.has(path));
    if (strange.length > 0) throw new Error("The host has changed; its next build is kept.");
    // The list comes last: a shell that has it is whole.
    await cache.put(addressOf(listName), list);
  } catch (fault) {
    await caches.delete(name);
    throw fault;
  }
}

/** A file of the host, as it is there now. @throws Error where it does not come whole */
async function fetched(path: string): Promise<Response> {
  const cache: RequestCache = path.startsWith("assets/") ? "default" : "no-cache";
  const response = await fetch(addressOf(path), { cache, credentials: "same-origin", priority: "low" });
  if (!isWhole(response, path)) throw new Error(`${path} has not come: ${response.status}.`);
  return response;
}

/** SHA-256 of a text, the first 16 hexadecimal digits. */
async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A shell that is kept whole, under the name of its cache. */
interface Shell {
  readonly name: string;
  readonly cache: Cache;
  readonly list: Response;
}

/** The newest shell that is kept whole. */
async function newestShell(): Promise<Shell | null> {
  for (const name of (await caches.keys()).toReversed()) {
    if (!name.startsWith(shellPrefix)) continue;
    const cache = await caches.open(name);
    const list = await cache.match(addressOf(listName));
    if (list !== undefined) return { name, cache, list };
  }
  return null;
}

/** Removes shells that neither the next page nor any open one is made of, and what was kept besides and belongs to no build. */
async function tidy(): Promise<void> {
  const { locks } = self.navigator;
  const newest = await newestShell();
  // Without locks nobody knows who needs what.
  if (locks === undefined || newest === null) return;
  const { held = [] } = await locks.query();
  const names = held.flatMap(({ name = "" }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  if (names.includes(keeping)) return;
  const scripts: string[] = [];
  for (const script of names) if ((await newest.cache.match(script)) === undefined) scripts.push(script);
  for (const name of await caches.keys()) {
    if (!name.startsWith(shellPrefix) || name === newest.name) continue;
    const cache = await caches.open(name);
    const isNeeded = await Promise.all(scripts.map((script) => cache.match(script)));
    if (isNeeded.every((found) => found === undefined)) await caches.delete(name);
  }
  if (scripts.length > 0) return;
  const { shell, rest } = (await newest.list.json()) as FileList;
  const known = new Set([...shell, ...rest].map(([path]) => addressOf(path)));
  const seen = await caches.open(seenName);
  for (const { url } of await seen.keys()) if (url.startsWith(`${scope}assets/`) && !known.has(url)) await seen.delete(url);
}
