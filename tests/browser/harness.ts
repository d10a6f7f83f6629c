/**
 * The built page in a real browser: dist/ from a plain static server, under a sub-path. Every visit is that of a new
 * reader. Everything that must never happen is written down and looked at when the visit ends.
 */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { serve } from "../../src/tools/serve.mjs";
import { isThorough } from "../effort.ts";
import { launchChromium } from "./chromium.ts";
import { beginAlone, Profiles, type ProfileVisit, type Visit } from "./profiles.ts";

/** The built page. */
export const dist = resolve("dist");
/** Where the page lives on the test's host: not at the top. */
const path = "/some/where/";

/**
 * Cycles that take no time to run: for what does not depend on the numbers. The page runs twenty more for the load
 * curve, and a test that has to wait for the processor learns nothing by it.
 */
export const brief = "warmUp=100&window=300&drain=200";

/** Cycles after which two seeds tell the same of a small network: for what does depend on the numbers. */
export const steady = "warmUp=200&window=1000&drain=400";

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

/** A browser with its profiles, and a server of the built page. */
interface Host {
  readonly browser: Browser;
  readonly profiles: Profiles;
  readonly address: string;
  close(): Promise<void>;
}

async function startHost(): Promise<Host> {
  const [browser, server] = await Promise.all([launchChromium(), serve(dist, { path, isCached: true })]);
  const { address } = server;
  const close = async () => void (await Promise.all([browser.close(), server.close()]));
  return { browser, profiles: new Profiles(browser, address), address, close };
}

/** What the files of this process share. It ends with the process. */
let sharedHost: Promise<Host> | null = null;

async function useSharedHost(): Promise<Host> {
  const host = await (sharedHost ??= startHost());
  // It may have crashed in an earlier file.
  return host.browser.isConnected() ? host : (sharedHost = startHost());
}

/** How a reader comes: options of the context, and whether it has to be new in everything. */
export interface VisitOptions extends BrowserContextOptions {
  /**
   * Whether nothing is there from earlier visits. Otherwise storage is empty, but scripts may be cached, and results of the
   * same scenario may be there already.
   */
  readonly isFresh?: boolean;
}

/**
 * A browser and a server for the tests of one file; visits end after each test and must have no faults.
 * @param isAlone whether the file has a browser of its own and every visit a profile of its own: for tests of processes,
 *   caches, service workers, and of what is computed when
 */
export function browserTests({ isAlone = false } = {}) {
  let host: Host;
  let visits: ProfileVisit[] = [];

  beforeAll(async () => {
    if (!existsSync(`${dist}/index.html`)) throw new Error("There is no dist/index.html; build the page first: npm run build.");
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
    /** Address of the page with that link behind it. */
    address: (fragment = "") => host.address + fragment,
    /** A new reader opens the page, here or where else it lies. */
    async visit(fragment = "", { isFresh = isAlone, ...options }: VisitOptions = {}, home = host.address): Promise<Visit> {
      const all = { viewport: { width: 1440, height: 900 }, ...usually, ...options };
      const visit = await (isFresh || home !== host.address ? beginAlone(host.browser, home, all) : host.profiles.begin(all));
      visits.push(visit);
      await visit.page.goto(home + fragment);
      return visit;
    },
  };
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
