/** A static server for the built page, on this machine only. `npm start` and the browser tests use it. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { extname, join, normalize, sep } from "node:path";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

/**
 * Serves a folder on 127.0.0.1.
 * @param {string} folder absolute
 * @param {{ port?: number, path?: string, isPublic?: boolean, isCached?: boolean }} [how] `port`: first port to try, 0 for any. `path`:
 *   sub-path with slashes at both ends. `isPublic`: whether to compress texts and to cache files that are named by their digest, as hosts
 *   do. `isCached`: whether to cache only.
 * @returns {Promise<{ address: string, port: number, close(): Promise<void> }>}
 */
export async function serve(folder, { port = 0, path = "/", isPublic = false, isCached = isPublic } = {}) {
  const server = createServer((request, response) => void answer(folder, path, { isPublic, isCached }, request, response));
  const taken = await listen(server, port);
  return {
    address: `http://localhost:${taken}${path}`,
    port: taken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Listens on the first free port from `port` on, or on any free port after twenty attempts. */
async function listen(server, port) {
  for (let attempt = port; ; attempt = attempt < Math.min(port + 20, 65_535) && port !== 0 ? attempt + 1 : 0) {
    try {
      await new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(attempt, "127.0.0.1", () => {
          server.off("error", reject);
          resolve();
        });
      });
      return server.address().port;
    } catch (error) {
      if (!["EADDRINUSE", "EACCES"].includes(error.code) || attempt === 0) throw error;
    }
  }
}

async function answer(folder, path, { isPublic, isCached }, request, response) {
  const refuse = (status, text) => response.writeHead(status, { "content-type": types[".txt"] }).end(text);
  try {
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(405, "Only GET.");
    const asked = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    if (!asked.startsWith(path)) return refuse(404, "Not here.");
    const inside = asked.slice(path.length);
    const file = normalize(join(folder, inside === "" || inside.endsWith("/") ? `${inside}index.html` : inside));
    if (!file.startsWith(normalize(folder + sep))) return refuse(404, "Not here.");
    const type = types[extname(file)] ?? "application/octet-stream";
    const packs = isPublic && /text|json|svg/.test(type);
    const content = packs ? gzipSync(await readFile(file)) : await readFile(file);
    const kept = isCached && inside.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache";
    const headers = { "content-type": type, "cache-control": kept, ...(packs ? { "content-encoding": "gzip" } : {}) };
    response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : content);
  } catch {
    refuse(404, "Not here.");
  }
}
