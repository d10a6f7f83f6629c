/**
 * The page without a connection: the service worker caches the shell at the first visit and other files when they are requested, and an
 * update never leaves a broken page.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import type { FileList } from "../../src/offline/file-list.ts";
import { serve } from "../../src/tools/serve.mjs";
import { isThorough, thoroughTest } from "../effort.ts";
import { waitForAnswer, shortRun, browserTests, buildFolder } from "./harness.ts";

const { visit } = browserTests({ isAlone: true });
const withServiceWorker: BrowserContextOptions = { serviceWorkers: "allow" };
const temporaryFolders: string[] = [];
afterAll(() => temporaryFolders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A copy of the built page in a folder that the test may change while it is served. */
function copyOfPage(): string {
  const folder = mkdtempSync(join(tmpdir(), "fabricscope-"));
  temporaryFolders.push(folder);
  cpSync(buildFolder, folder, { recursive: true });
  return folder;
}

/** Writes the digest of the file list into the service worker, as the build does. */
function writeDigest(folder: string): void {
  const build = createHash("sha256")
    .update(readFileSync(join(folder, "files.json")))
    .digest("hex")
    .slice(0, 16);
  const worker = join(folder, "service-worker.js");
  writeFileSync(worker, readFileSync(worker, "utf8").replace(/(build = ")\w+/, `$1${build}`));
}

/**
 * Shortens the cached shell to the files that the first screen and the list of keys need. Loading and compiling all 440 files takes
 * seconds, and how a shell is cached and replaced does not depend on their number.
 */
function shortenShell(folder: string): void {
  const list = JSON.parse(readFileSync(join(folder, "files.json"), "utf8")) as FileList;
  const code = list.shell.map(([path]) => path).filter((path) => path.endsWith(".js"));
  const needed = new Set<string>();
  const addWithImports = (path: string) => {
    if (needed.has(path)) return;
    needed.add(path);
    for (const [, name] of readFileSync(join(folder, path), "utf8").matchAll(/(?:from|import)"(?:\.{1,2}\/)+([^"]+)"/g))
      for (const each of code.filter((file) => file.endsWith(`/${name}`))) addWithImports(each);
  };
  for (const path of code) if (/^assets\/(core\/core|page|KeysSheet|rolldown-runtime)-/.test(path)) addWithImports(path);
  const shell = list.shell.filter(([path]) => needed.has(path) || path === "index.html" || path.endsWith(".css"));
  writeFileSync(join(folder, "files.json"), JSON.stringify({ ...list, shell }));
  writeDigest(folder);
}

/** A server with a separate copy of the page. */
async function startHost() {
  const folder = copyOfPage();
  const server = await serve(folder, { path: "/page/" });
  return { ...server, folder };
}

/**
 * Waits until the shell is cached completely and the service worker controls the page.
 * @param shells Number of shells in the cache.
 */
async function waitForCachedShell(page: Page, shells = 1): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const names = (await caches.keys()).filter((name) => name.includes(" shell "));
        const lists = await Promise.all(names.map((name) => caches.open(name).then((cache) => cache.match("./files.json"))));
        return [lists.filter((list) => list !== undefined).length, navigator.serviceWorker.controller?.state];
      }),
    )
    .toEqual([shells, "activated"]);
}

/**
 * Turns the page into another build: every script and style sheet gets another name, as if all had changed. The old files are removed, as
 * on most hosts.
 */
function rebuild(folder: string): void {
  const names = readdirSync(join(folder, "assets"), { recursive: true, encoding: "utf8" }).filter((name) => /\.(js|css)$/.test(name));
  const renamed = (name: string) => name.replace(/.(\.\w+)$/, (_, end: string) => `${name.at(-end.length - 1) === "0" ? "1" : "0"}${end}`);
  const baseName = (name: string) => name.slice(name.lastIndexOf("/") + 1);
  const newNames = new Map(names.map((name) => [baseName(name), baseName(renamed(name))]));
  const oldNamePattern = new RegExp([...newNames.keys()].map((name) => name.replaceAll(/[.$]/g, String.raw`\$&`)).join("|"), "g");
  const files = [...names.map((name) => `assets/${name}`), "index.html", "files.json"];
  for (const file of files) {
    const path = join(folder, file);
    writeFileSync(
      path,
      readFileSync(path, "utf8").replaceAll(oldNamePattern, (name) => newNames.get(name)!),
    );
  }
  for (const name of names) renameSync(join(folder, "assets", name), join(folder, "assets", renamed(name)));
  writeDigest(folder);
}

test("what is kept at the first visit is all code and what it needs, and less than 2 MB on the line", () => {
  const { shell, rest } = JSON.parse(readFileSync(`${buildFolder}/files.json`, "utf8")) as FileList;
  const bytes = (path: string) => gzipSync(readFileSync(`${buildFolder}/${path}`)).length;
  expect(shell.map(([path]) => bytes(path)).reduce((a, b) => a + b)).toBeLessThan(2e6);
  const isRest = (path: string) => /^(recorded\/|scenarios\/.*webp$|licences)/.test(path);
  expect(shell.filter(([path]) => isRest(path))).toEqual([]);
  expect(rest.filter(([path]) => !isRest(path))).toEqual([]);
});

thoroughTest("a page that was opened once opens without its host: links, lessons, gallery; and says what is not there", async () => {
  const server = await startHost();
  const { page, faults } = await visit(`#v=2&${shortRun}`, withServiceWorker, server.address);
  await waitForAnswer(page);
  await waitForCachedShell(page);
  await server.close();
  await page.context().setOffline(true);
  // In some versions of Chromium, a reload forgets that the page is offline.
  await page.addInitScript(() => void Object.defineProperty(navigator, "onLine", { value: false }));

  // The code of this topology was not loaded during the first visit.
  await page.goto(`${server.address}#v=2&topology=dragonfly&load=.2&${shortRun}`);
  await page.reload();
  expect(await waitForAnswer(page)).toMatch(/\d/);
  await page.getByRole("button", { name: "All settings" }).click();
  await page.getByRole("dialog", { name: "All settings" }).waitFor();
  await page.goto(`${server.address}#choke`);
  await page.reload();
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.goto(`${server.address}#src=scenarios/hot-spot.json`);
  await page.reload();
  await waitForAnswer(page);

  // The papers have not been opened yet. Their text is available, and the page says that their published results are missing.
  await page.goto(`${server.address}#paper=trees-table-4a`);
  await page.reload();
  await page
    .getByText(/not kept on this device, and there is no connection/)
    .first()
    .waitFor();
  // The failed requests for published results are the only errors.
  const isMissing = (fault: string) => /^(failed: .*\/recorded\/.*|console: .*) net::ERR_FAILED$/.test(fault);
  expect(faults.splice(0).filter((fault) => !isMissing(fault))).toEqual([]);
});

thoroughTest("all of it is kept on request: papers and their recordings open without a host", async () => {
  const server = await startHost();
  const { page } = await visit(`#v=2&${shortRun}`, withServiceWorker, server.address);
  await waitForAnswer(page);
  await waitForCachedShell(page);
  await page.getByRole("button", { name: /^Open/ }).click();
  await page.getByRole("menuitem", { name: "Offline use" }).click();
  await page.getByRole("button", { name: /Store everything \(\d\.\d MB more\)/ }).click();
  await page.getByText(/The whole page is stored on this device: \d\.\d MB\./).waitFor();
  await server.close();
  await page.context().setOffline(true);
  await page.goto(`${server.address}#paper=trees-table-4a`);
  await page.reload();
  await page.getByText(/Recorded, engine/).waitFor();
});

thoroughTest("an update breaks no page that is open; the next one that is opened is the new one", async () => {
  const server = await startHost();
  const { page } = await visit(`#v=2&${shortRun}`, withServiceWorker, server.address);
  await waitForAnswer(page);
  await waitForCachedShell(page);
  const script = () => page.evaluate(() => document.querySelector<HTMLScriptElement>("script[src*='assets/page-']")!.src);
  const old = await script();

  rebuild(server.folder);
  const other = await page.context().newPage();
  await other.goto(`${server.address}#v=2&${shortRun}`);
  await waitForAnswer(other);
  expect(await other.evaluate(() => document.querySelector<HTMLScriptElement>("script[src*='assets/page-']")!.src)).not.toBe(old);
  // The new shell is cached completely. The old one is kept for the page that uses it.
  await waitForCachedShell(other, 2);

  // Files that this page has not loaded yet, and that its host no longer has.
  const [lazy] = readdirSync(join(buildFolder, "assets")).filter((name) => /^KeysSheet-.*\.js$/.test(name));
  expect((await fetch(`${server.address}assets/${lazy}`)).status).toBe(404);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: /Keys/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Papers" }).click();
  await page.getByRole("heading", { level: 1, name: "Five papers, run again" }).waitFor();

  // Once the old page is closed, its shell is deleted. The other page works with or without its host.
  await page.goto("about:blank");
  await other.reload();
  await waitForAnswer(other);
  await other.reload();
  await waitForCachedShell(other, 1);
  await server.close();
  await other.context().setOffline(true);
  await other.reload();
  await waitForAnswer(other);
});

/** A single-page host answers requests for missing files with its page instead of a 404. */
thoroughTest("a host in the middle of an update that answers with its page for everything leaves nothing wrong behind", async () => {
  const files = copyOfPage();
  if (!isThorough) shortenShell(files);
  const [lazy] = readdirSync(join(files, "assets")).filter((name) => /^KeysSheet-.*\.js$/.test(name));
  renameSync(join(files, "assets", lazy), join(files, "later.js"));
  const host = createServer((request, response) => {
    const path = new URL(request.url!, "http://localhost").pathname.slice(1);
    const file = path === "" || !existsSync(join(files, path)) ? "index.html" : path;
    const type = { js: "text/javascript", css: "text/css", html: "text/html", json: "application/json", svg: "image/svg+xml" }[
      file.split(".").at(-1)!
    ];
    response
      .writeHead(200, { "content-type": type ?? "application/octet-stream", "cache-control": "no-cache" })
      .end(readFileSync(join(files, file)));
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  try {
    const address = `http://localhost:${(host.address() as AddressInfo).port}/`;
    const { page, faults } = await visit(`#v=2&${shortRun}`, withServiceWorker, address);
    await waitForAnswer(page);
    // One file is still missing, so the shell is not cached.
    await page.waitForTimeout(6000);
    await page.keyboard.press("?");
    await page.getByText("A part of this page could not be loaded.").waitFor();
    faults.length = 0;
    renameSync(join(files, "later.js"), join(files, "assets", lazy));
    await page.reload();
    await waitForAnswer(page);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: /Keys/ }).waitFor();
    // The service worker ignores other paths below the page's address, which may belong to other sites.
    await waitForCachedShell(page);
    await page.goto(`${address}mail/inbox`);
    expect(await page.evaluate(() => caches.match(location.href).then((found) => found === undefined))).toBe(true);
    faults.length = 0;
  } finally {
    host.close();
    host.closeAllConnections();
  }
});
