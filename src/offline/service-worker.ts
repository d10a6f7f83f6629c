/**
 * Opens the page without a connection. It keeps the whole shell of a build, and besides what was fetched since then: papers,
 * pictures, course files. Three rules, so that an update breaks no page that is open:
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
  const path = request.url.slice(scope.length).replace(/[?#].*$/s, "");
  if (request.mode === "navigate" && (path === "" || path === "index.html")) {
    event.respondWith(page(request));
    event.waitUntil(tidy());
  } else if (path.startsWith("assets/")) event.respondWith(same(event));
  else event.respondWith(fresh(event));
});

/** The page: the host's, unless that is late or fails; then the newest that is kept whole. */
async function page(request: Request): Promise<Response> {
  const asked = fetch(request);
  const answer = await Promise.race([asked.catch(() => null), wait(patience.page)]);
  if (answer?.ok === true) return answer;
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

/** Keeps what has come, where there is room; it is passed on in any case. */
function keep(event: FetchEvent, response: Response): Response {
  if (isWhole(response)) {
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

const isWhole = ({ status, type, redirected }: Response) => status === 200 && type === "basic" && !redirected;

/** Does something while no other worker of this page tidies up. */
const whileKeeping = (act: () => Promise<void>): Promise<void> =>
  self.navigator.locks === undefined ? act() : self.navigator.locks.request(prefix + keeping, act);

/** Fetches all files of this build's shell, or keeps nothing; what an older one has in common with it is not fetched again. */
async function keepShell(): Promise<void> {
  const name = shellPrefix + build;
  try {
    const list = await fetched(listName);
    const text = await list.clone().text();
    if ((await digestOf(text)) !== build) throw new Error("The host has changed; its next build is kept.");
    const { shell } = JSON.parse(text) as FileList;
    const cache = await caches.open(name);
    const left = shell.map(([path]) => path);
    const take = async () => {
      for (let path = left.pop(); path !== undefined; path = left.pop()) {
        const address = addressOf(path);
        const kept = path.startsWith("assets/") ? await caches.match(address, { ignoreVary: true }) : undefined;
        await cache.put(address, kept ?? (await fetched(path)));
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
  if (!isWhole(response)) throw new Error(`${path} has not come: ${response.status}.`);
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
