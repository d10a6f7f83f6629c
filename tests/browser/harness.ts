/**
 * Serves the built page (dist/) under a sub-path from a plain static server and opens it in a real browser. Every visit is that of a new
 * reader. Errors that must never happen are collected during the visit and checked at its end.
 */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { serve } from "../../src/tools/serve.mjs";
import { isThorough } from "../effort.ts";
import { launchChromium } from "./chromium.ts";
import { beginFreshVisit, ProfilePool, type ProfileVisit, type Visit } from "./profiles.ts";

/** Folder of the built page. */
export const buildFolder = resolve("dist");
/** Path of the page on the test server; not the root. */
const pagePath = "/some/where/";

/**
 * Very short runs, for tests that do not depend on the numbers. The page runs twenty more of them for the load curve, and waiting for the
 * processor would test nothing.
 */
export const shortRun = "warmUp=100&window=300&drain=200";

/** Runs long enough that two seeds of a small network give nearly equal results, for tests that depend on the numbers. */
export const steadyRun = "warmUp=200&window=1000&drain=400";

/**
 * Context options of a reader who sees packets move. Under `npm test`, pages use reduced motion unless a test needs motion, because drawing
 * it takes a third of the processor time. `npm run test:all` animates everywhere.
 */
export const inMotion: BrowserContextOptions = { reducedMotion: "no-preference" };
const defaultOptions: BrowserContextOptions = isThorough ? inMotion : { reducedMotion: "reduce" };

/** Four ranks that multiply matrices with the wavefront algorithm. */
export const multiplicationLink =
  "#v=1&topology=single-switch:terminals4&technology=infiniband&host=limited-ports&flowControl=fluid&workload=matrix-multiplication:rows4000,algorithm~point-to-point,ranks4,rate16&mapping=consecutive";

/** The default document, a thin tree under perfect-shuffle traffic, as an empty link opens it. */
export const defaultLink = "#v=2";

/** A browser with its profiles, and a server of the built page. */
interface Host {
  readonly browser: Browser;
  readonly profiles: ProfilePool;
  readonly address: string;
  close(): Promise<void>;
}

async function startHost(): Promise<Host> {
  const [browser, server] = await Promise.all([launchChromium(), serve(buildFolder, { path: pagePath, isCached: true })]);
  const { address } = server;
  const close = async () => void (await Promise.all([browser.close(), server.close()]));
  return { browser, profiles: new ProfilePool(browser, address), address, close };
}

/** The browser and server that all test files of this process share. They end with the process. */
let sharedHost: Promise<Host> | null = null;

async function useSharedHost(): Promise<Host> {
  const host = await (sharedHost ??= startHost());
  // The browser may have crashed in an earlier file.
  return host.browser.isConnected() ? host : (sharedHost = startHost());
}

/** Browser context options of a visit, and whether it needs a fresh profile. */
export interface VisitOptions extends BrowserContextOptions {
  /**
   * Whether nothing is left from earlier visits. Otherwise storage is empty, but scripts may be cached, and results of the same scenario
   * may be stored already.
   */
  readonly isFresh?: boolean;
}

/**
 * A browser and a server for the tests of one file. Visits end after each test; a page error during a visit fails the test.
 * @param isAlone Whether the file gets a separate browser and every visit a fresh profile: for tests of processes, caches and service
 * workers, and of when results are computed.
 */
export function browserTests({ isAlone = false } = {}) {
  let host: Host;
  let visits: ProfileVisit[] = [];

  beforeAll(async () => {
    if (!existsSync(`${buildFolder}/index.html`)) throw new Error("There is no dist/index.html; build the page first: npm run build.");
    host = await (isAlone ? startHost() : useSharedHost());
  });
  afterEach(async ({ task }) => {
    const ended = visits;
    visits = [];
    const isReusable = task.result?.state !== "fail" && ended.every(({ faults }) => faults.length === 0);
    await Promise.all(ended.map((visit) => visit.end(isReusable)));
    expect(ended.flatMap(({ faults }) => faults)).toEqual([]);
  });
  if (isAlone) afterAll(() => host?.close());

  return {
    /** The browser of these tests. */
    browser: () => host.browser,
    /** Address of the page with this fragment. */
    address: (fragment = "") => host.address + fragment,
    /** Opens the page as a new reader, at the test server or at the address `home`. */
    async visit(fragment = "", { isFresh = isAlone, ...options }: VisitOptions = {}, home = host.address): Promise<Visit> {
      const contextOptions = { viewport: { width: 1440, height: 900 }, ...defaultOptions, ...options };
      const visit = await (isFresh || home !== host.address
        ? beginFreshVisit(host.browser, home, contextOptions)
        : host.profiles.begin(contextOptions));
      visits.push(visit);
      await visit.page.goto(home + fragment);
      return visit;
    },
  };
}

/** The finding for the current scenario. It does not exist while an older answer is shown. */
export function findingOf(page: Page): Locator {
  return page
    .getByRole("region", { name: "Finding" })
    .locator(".answer > p:not([data-stale])", { has: page.locator("b") })
    .first();
}

/** Waits for the answer to the current scenario and returns it. Evidence may still be added below it. */
export async function waitForAnswer(page: Page): Promise<string> {
  return findingOf(page).locator("b").first().innerText();
}

/** Bounding box of an element, once it has stayed in place for 400 ms. Text that appears above an element moves it. */
export async function settledBox(locator: Locator) {
  let previous: string | null = null;
  const isAtRest = async () => {
    const now = JSON.stringify(await locator.boundingBox());
    return now === previous || void (previous = now);
  };
  await expect.poll(isAtRest, { interval: 400 }).toBe(true);
  return (await locator.boundingBox())!;
}

/** Focuses the box of a view once something is drawn in it. Before that, the view does not handle keys. */
export async function focusView(box: Locator): Promise<void> {
  await box.scrollIntoViewIfNeeded();
  await box.locator("svg path, svg rect").first().waitFor({ state: "attached" });
  await box.focus();
}

/** Opens the menu Share, chooses an entry, and returns the text that it copies to the clipboard. */
export async function copyFromShareMenu(page: Page, entry: string): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
  await page.getByRole("menu").waitFor({ state: "detached" });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).not.toBe("");
  return copied();
}

/**
 * How many times slower this machine is at the moment than the idle reference machine for which time limits were set; at least 1. The time
 * limits must not fail because of other programs on the machine.
 */
export async function machineSlowness(page: Page): Promise<number> {
  const milliseconds = await page.evaluate(() => {
    const start = performance.now();
    let value = 1;
    for (let i = 0; i < 200_000_000; i++) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
    return performance.now() - start + (value === 0 ? 1 : 0);
  });
  return Math.max(1, milliseconds / 300);
}

/** The text with the current cycle of the run on the stage. */
export function clockText(page: Page): Locator {
  return page.getByRole("region", { name: "Time", exact: true }).locator(".clock");
}

/** Current cycle of the run on the stage. */
export async function cycleOf(page: Page): Promise<number> {
  return Number((await clockText(page).innerText()).split(/ of |cycles/)[0].replaceAll(/\D/g, ""));
}

/** Rewinds the run on the stage to cycle 0 and leaves it paused there. */
export async function rewind(page: Page): Promise<void> {
  await page.getByRole("slider", { name: "Cycle" }).press("Home");
  await expect.poll(() => cycleOf(page)).toBe(0);
}

/** Plays the run on the stage to its end at maximum speed. */
export async function playToEnd(page: Page): Promise<void> {
  const time = page.getByRole("region", { name: "Time", exact: true });
  await time.getByRole("button", { name: /^Speed/ }).click();
  await page.getByRole("menuitemcheckbox", { name: /^max/ }).click();
  await time.getByText(/cycles, (finished|deadlocked)/).waitFor();
}

/** Contents of the file that an entry of a view's menu saves. */
export async function savedFile(page: Page, view: string, entry: string): Promise<Buffer> {
  await page.getByRole("button", { name: `${view}: more` }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: entry, exact: true }).click()]);
  return readFileSync(await download.path());
}

/** Mean channel load by link class, from the saved table of the view Network. */
export async function loadByLinkClass(page: Page): Promise<ReadonlyMap<string, number>> {
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
