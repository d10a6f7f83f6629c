/**
 * The built page in a real browser: dist/ from a plain static server, under a sub-path, in a fresh profile for every
 * visit. Everything that must never happen is written down and looked at when the visit ends.
 */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { serve } from "../../src/tools/serve.mjs";
import { isThorough } from "../effort.ts";
import { launchChromium } from "./chromium.ts";

/** The built page. */
export const dist = resolve("dist");
/** Where the page lives on the test's host: not at the top. */
const path = "/some/where/";

/**
 * Cycles that take no time to run: for what does not depend on the numbers. The page runs twenty more for the load
 * curve, and a test that has to wait for the processor learns nothing by it.
 */
export const brief = "warmUp=200&window=1000&drain=400";

/**
 * A reader who sees packets move. A page under `npm test` stands still between two steps of a run, as for readers who
 * want less motion, except where the motion matters: drawing it takes a third of the processor. `npm run test:all` moves
 * everywhere.
 */
export const inMotion: BrowserContextOptions = { reducedMotion: "no-preference" };
const usually: BrowserContextOptions = isThorough ? inMotion : { reducedMotion: "reduce" };

/** Four ranks that multiply matrices in a wavefront. */
export const multiplication =
  "#v=1&topology=single-switch:terminals4&technology=infiniband&host=limited-ports&flowControl=fluid&workload=matrix-multiplication:rows4000,algorithm~point-to-point,ranks4,rate16&mapping=consecutive";

/** A page with the defaults of the schema, a thin tree under perfect-shuffle traffic: what an empty link says. */
export const usual = "#v=2";

/** One visit of one reader. */
export interface Visit {
  readonly page: Page;
  /** Console errors, errors of the page, violations of its policy, requests that failed or went elsewhere. */
  readonly faults: string[];
}

/** A browser and a server for the tests of one file; visits are closed after each test and must have no faults. */
export function browserTests() {
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serve>>;
  let visits: Visit[] = [];

  beforeAll(async () => {
    if (!existsSync(`${dist}/index.html`)) throw new Error("There is no dist/index.html; build the page first: npm run build.");
    [browser, server] = await Promise.all([launchChromium(), serve(dist, { path })]);
  });
  afterEach(async () => {
    const ended = visits;
    visits = [];
    await Promise.all(ended.map(({ page }) => page.context().close()));
    expect(ended.flatMap(({ faults }) => faults)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  return {
    /** The browser of these tests. */
    browser: () => browser,
    /** Address of the page with that link behind it. */
    address: (fragment = "") => server.address + fragment,
    /** A new reader opens the page, here or where else it lies. */
    async visit(fragment = "", options: BrowserContextOptions = {}, home = server.address): Promise<Visit> {
      const visit = await observe(browser, home, { ...usually, ...options });
      visits.push(visit);
      await visit.page.goto(home + fragment);
      return visit;
    },
  };
}

/** A fresh profile with a page in it that writes its faults down. */
export async function observe(browser: Browser, home: string, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
    // Nobody comes back to a fresh profile: to keep the page there would be work for nothing.
    serviceWorkers: "block",
    ...options,
  });
  // A machine that does other things as well may be several times slower; what never comes is still found.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("requestfailed", (request) => {
    // What is still loading when the reader leaves the page is broken off, and rightly so.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") faults.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(home)) faults.push(`foreign: ${request.url()}`);
  });
  await page.exposeFunction("reportViolation", (what: string) => faults.push(`policy: ${what}`));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
      (window as unknown as { reportViolation(what: string): void }).reportViolation(`${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  return { page, faults };
}

/** The finding on the present scenario; there is none while an older answer stands. */
export function findingOf(page: Page): Locator {
  return page
    .getByRole("region", { name: "Finding" })
    .locator(".answer > p:not([data-stale])", { has: page.locator("b") })
    .first();
}

/** Waits until the answer to the present scenario is in; what it says. The evidence for it may still grow. */
export async function answered(page: Page): Promise<string> {
  return findingOf(page).locator("b").first().innerText();
}

/** Where something stands, once it has stood there for a while: what is told above it may still come, and move it. */
export async function restingBox(locator: Locator) {
  let before: string | null = null;
  const isAtRest = async () => {
    const now = JSON.stringify(await locator.boundingBox());
    return now === before || void (before = now);
  };
  await expect.poll(isAtRest, { interval: 400 }).toBe(true);
  return (await locator.boundingBox())!;
}

/** Focuses the box of a view once something is drawn in it: before, its keys mean nothing. */
export async function takeHold(box: Locator): Promise<void> {
  await box.scrollIntoViewIfNeeded();
  await box.locator("svg path, svg rect").first().waitFor({ state: "attached" });
  await box.focus();
}

/** Opens the menu Share, chooses an entry, and returns what comes on the clipboard: what was there before is no answer. */
export async function share(page: Page, entry: string): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
  await page.getByRole("menu").waitFor({ state: "detached" });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).not.toBe("");
  return copied();
}

/**
 * How many times longer this machine takes at the moment than the quiet one that promises about time are made for;
 * never less than 1. What else runs on a machine is no fault of the page.
 */
export async function slowness(page: Page): Promise<number> {
  const milliseconds = await page.evaluate(() => {
    const begun = performance.now();
    let value = 1;
    for (let i = 0; i < 200_000_000; i++) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
    return performance.now() - begun + (value === 0 ? 1 : 0);
  });
  return Math.max(1, milliseconds / 300);
}

/** The text that says how far the run on the screen is. */
export function clockOf(page: Page): Locator {
  return page.getByRole("region", { name: "Time", exact: true }).locator(".clock");
}

/** The cycle the run on the screen has reached. */
export async function cycleOf(page: Page): Promise<number> {
  return Number((await clockOf(page).innerText()).split(/ of |cycles/)[0].replaceAll(/\D/g, ""));
}

/** Takes the run on the screen back to its beginning, where it rests. */
export async function toTheBeginning(page: Page): Promise<void> {
  await page.getByRole("slider", { name: "Cycle" }).press("Home");
  await expect.poll(() => cycleOf(page)).toBe(0);
}

/** Lets the run on the screen go to its end as fast as it can. */
export async function playToTheEnd(page: Page): Promise<void> {
  const time = page.getByRole("region", { name: "Time", exact: true });
  while (!(await time.getByRole("button", { name: /^Speed max/ }).isVisible())) await time.getByRole("button", { name: /^Speed/ }).click();
  await time.getByText(/cycles, (finished|deadlocked)/).waitFor();
}

/** What a view's menu saves under that entry. */
export async function savedFile(page: Page, view: string, entry: string): Promise<Buffer> {
  await page.getByRole("button", { name: `${view}: more` }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: entry, exact: true }).click()]);
  return readFileSync(await download.path());
}

/** Mean load of the channels of each link class, from the file that the network's table is saved as. */
export async function loadOfClasses(page: Page): Promise<ReadonlyMap<string, number>> {
  const rows = (await savedFile(page, "Network", "Save the table (CSV)"))
    .toString("utf8")
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((row) => row.split(","));
  const sums = new Map<string, { sum: number; count: number }>();
  for (const [, linkClass, load] of rows) {
    const { sum, count } = sums.get(linkClass) ?? { sum: 0, count: 0 };
    sums.set(linkClass, { sum: sum + Number(load), count: count + 1 });
  }
  return new Map([...sums].map(([linkClass, { sum, count }]) => [linkClass, sum / count]));
}
