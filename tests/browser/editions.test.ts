/** Two versions of the engine on one host: a link of each version reproduces the numbers it was made with. */
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineVersion } from "../../src/core/run/version.ts";
import { serve } from "../../src/tools/serve.mjs";
import { thoroughTest } from "../effort.ts";
import { waitForAnswer, shortRun, browserTests, buildFolder, copyFromShareMenu } from "./harness.ts";

const { visit } = browserTests({ isAlone: true });
/** The current engine version, and the engine version of a later build. */
const [currentVersion, laterVersion] = [engineVersion, `${Number(engineVersion) + 1}`];
let folder = "";
let host: Awaited<ReturnType<typeof serve>>;

/** A link made with the current version. Several tests use it; the first one that needs it creates it. */
let currentLink: Promise<string> | null = null;
const linkOfCurrentVersion = () => (currentLink ??= copiedFragment(`${host.address}engines/${currentVersion}/`));

/** A later release: the page is built again into the same folder, with an engine that draws other random numbers. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fabricscope-"));
  cpSync(buildFolder, folder, { recursive: true });
  await build({
    configFile: resolve("vite.config.ts"),
    logLevel: "error",
    build: { outDir: folder },
    plugins: [
      {
        name: "next-edition",
        enforce: "pre",
        transform(code, id) {
          if (id.endsWith("/core/run/version.ts")) return code.replace(`"${currentVersion}"`, `"${laterVersion}"`);
          if (id.endsWith("/core/base/random.ts")) return code.replace("0x9e3779b9", "0x9e3779b7");
          return null;
        },
      },
    ],
  });
  host = await serve(folder, { path: "/page/" });
});
afterAll(async () => {
  await host?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The link that a page copies once its results are available. */
async function copiedFragment(home: string) {
  const { page } = await visit(`#v=2&topology=mesh:sizes4x4&traffic=uniform&load=.3&${shortRun}`, {}, home);
  await waitForAnswer(page);
  await expect.poll(() => copyFromShareMenu(page, "Copy link")).toContain("digest=");
  const { hash } = new URL(await copyFromShareMenu(page, "Copy link"));
  await page.context().close();
  return hash;
}

test("a build adds its edition and removes none; each is a separate page", () => {
  for (const edition of [currentVersion, laterVersion]) {
    const editionFolder = join(folder, "engines", edition);
    expect(JSON.parse(readFileSync(join(editionFolder, "edition.json"), "utf8"))).toEqual({ edition });
    expect(existsSync(join(editionFolder, "index.html"))).toBe(true);
    // The folder of an old version contains no further versions, and no files that belong to the site's root.
    for (const name of ["engines", "service-worker.js", "_headers"]) expect(existsSync(join(editionFolder, name))).toBe(false);
  }
  const first = (name: string) => readFileSync(join(name, "edition.json"), "utf8");
  expect(first(join(folder, "engines", currentVersion))).toBe(first(join(buildFolder, "engines", currentVersion)));
});

test("a link of the edition before opens with the engine that made it, and leads on to the present one, which says both", async () => {
  const old = await linkOfCurrentVersion();
  expect(old).toContain(`engine=${currentVersion}`);
  const { page } = await visit(old, {}, host.address);
  await page.getByText(/^= Reproduced: the results here have the digest that the link claims/).waitFor();
  expect(page.url()).toBe(`${host.address}engines/${currentVersion}/${old}`);
  await page.getByText(`This page uses the archived engine ${currentVersion}, so that its links still give the same numbers.`).waitFor();

  await page.getByRole("button", { name: "Open with the current engine" }).click();
  await page.getByText(/^≠ Differs: the link claims digest \w{10}, the results here have \w{10}\.$/).waitFor();
  expect(page.url()).toMatch(/\/page\/#/);

  // A link that is opened in the running page is redirected in the same way.
  await page.evaluate((hash) => void (location.hash = hash), old);
  await page.getByText(/^= Reproduced/).waitFor();
  expect(page.url()).toContain(`/engines/${currentVersion}/`);
});

thoroughTest("from a page of one edition, a link leads to that of another", async () => {
  const { page } = await visit(
    `engines/${currentVersion}/#v=2&load=.3&${shortRun}&engine=${laterVersion}&digest=abcdefghij`,
    {},
    host.address,
  );
  await page.getByText(/^≠ Differs/).waitFor();
  expect(page.url()).toContain(`/engines/${laterVersion}/#`);
});

thoroughTest("a link of the present edition stays, and so does one that says none", async () => {
  const present = await copiedFragment(host.address);
  expect(present).toContain(`engine=${laterVersion}`);
  const { page } = await visit(present, {}, host.address);
  await page.getByText(/^= Reproduced/).waitFor();
  expect(page.url()).toBe(host.address + present);
  await expect.poll(() => page.getByText("This page uses the archived engine").count()).toBe(0);
});

thoroughTest("where the host has not kept it, the page says that the numbers are of another edition, and both", async () => {
  const old = await linkOfCurrentVersion();
  renameSync(join(folder, `engines/${currentVersion}`), join(folder, "engines/gone"));
  try {
    const { page, faults } = await visit(old, {}, host.address);
    const words = new RegExp(
      `^≠ Differs: the link claims digest \\w{10}, the results here have \\w{10}\\. It was made with engine ${currentVersion}; this is engine ${laterVersion}\\.$`,
    );
    await page.getByText(words).waitFor();
    // The browser reports the missing folder twice. These two 404 errors are the only ones. A version that never existed is missing, too.
    await expect.poll(() => faults.length).toBe(2);
    expect(faults.splice(0).filter((fault) => !fault.includes("404"))).toEqual([]);
    await page.goto(`${host.address}${old.replace(`engine=${currentVersion}`, "engine=gone")}`);
    await page.reload();
    await page.getByText(new RegExp(`It was made with engine gone; this is engine ${laterVersion}\\.$`)).waitFor();
    expect(page.url()).not.toContain("engines/");
    // A version name must not lead out of the folder.
    await page.goto(`${host.address}${old.replace(`engine=${currentVersion}`, "engine=..")}`);
    await page.reload();
    await page.getByText(new RegExp(`It was made with engine \\.\\.; this is engine ${laterVersion}\\.$`)).waitFor();
  } finally {
    renameSync(join(folder, "engines/gone"), join(folder, `engines/${currentVersion}`));
  }
});

thoroughTest("a page that is kept for its edition keeps itself on the device, too", async () => {
  const { page } = await visit(`#v=2&load=.3&${shortRun}`, { serviceWorkers: "allow" }, `${host.address}engines/${currentVersion}/`);
  await waitForAnswer(page);
  const isWhole = () =>
    page.evaluate(async () => {
      if ((await navigator.serviceWorker.ready).active?.state !== "activated") return false;
      const { shell } = (await fetch("./files.json").then((response) => response.json())) as { shell: readonly [string][] };
      const found = await Promise.all(shell.map(([path]) => caches.match(path === "index.html" ? "./" : path, { ignoreVary: true })));
      return found.every((each) => each !== undefined);
    });
  // Each poll reads hundreds of files.
  await expect.poll(isWhole, { interval: 1000 }).toBe(true);
  await page.context().setOffline(true);
  // This topology was not needed on the first visit.
  await page.goto(
    `${host.address}engines/${currentVersion}/#v=2&topology=dragonfly&load=.2&${shortRun}&engine=${currentVersion}&digest=abcdefghij`,
  );
  await page.reload();
  await page.getByText(/^≠ Differs: the link claims digest abcdefghij/).waitFor();
  expect(page.url()).toContain(`/engines/${currentVersion}/`);
  await page.context().setOffline(false);
});
