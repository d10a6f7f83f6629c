/** Cached results of the browser are verified before they are used. */
import { beforeEach, expect, test, vi } from "vitest";
import type { Results } from "../../src/core/measures/results.ts";
import { ResultCache, maxResultBytes, withResultCache } from "../../src/app/runs/result-cache.ts";
import { run } from "../../src/core/run/run.ts";
import { scenarioHash } from "../../src/core/scenario/canonical.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import type { Workers } from "../../src/worker/client.ts";

/** The browser's store: the cached value under each key. */
const browserStore = new Map<string, unknown>();
vi.mock("idb-keyval", () => ({
  createStore: () => "store",
  get: async (name: string) => browserStore.get(name),
  getMany: async (names: readonly string[]) => names.map((name) => browserStore.get(name)),
  set: async (name: string, value: unknown) => void browserStore.set(name, structuredClone(value)),
  keys: async () => [...browserStore.keys()],
  clear: async () => browserStore.clear(),
}));

const scenario = readScenario({ run: { warmUp: 0, window: 200, drain: 100 } });
const otherScenario = readScenario({ run: { warmUp: 0, window: 200, drain: 100 }, seed: 2 });
const cacheKey = scenarioHash(scenario);

beforeEach(() => {
  vi.stubGlobal("indexedDB", {});
  return () => vi.unstubAllGlobals();
});

/** The results that a later visit gets for a scenario, and the number of runs it takes. */
async function visit(requested: Scenario): Promise<{ readonly results: Results; readonly runCount: number }> {
  let runCount = 0;
  const workers = {
    run: (each: Scenario) => ({ done: Promise.resolve(run(each)).finally(() => runCount++), cancel() {}, suspend() {}, resume() {} }),
  } as unknown as Workers;
  const results = await withResultCache(workers, new ResultCache()).run(requested, true, () => {}).done;
  return { results, runCount };
}

test("what was run on an earlier visit is not run again", async () => {
  expect((await visit(scenario)).runCount).toBe(1);
  expect(await visit(scenario)).toEqual({ results: run(scenario), runCount: 0 });
});

test("what is kept for this visit has a bound in bytes: the results that were asked for last stay", () => {
  const cache = new ResultCache();
  const found = run(scenario);
  const seeds = Array.from({ length: 12 }, (_, i) => readScenario({ run: { warmUp: 0, window: 200, drain: 100 }, seed: 100 + i }));
  // Each entry takes a tenth of the memory bound.
  const large = { ...found, messages: [], fingerprint: "x".repeat(maxResultBytes / 10 - 1e4) };
  for (const each of seeds) {
    cache.putInMemory(each, { ...large, fingerprint: large.fingerprint.replace("x", String(each.seed)) });
    cache.peek(seeds[0]);
  }
  const isCached = seeds.map((each) => cache.peek(each) !== null);
  expect(isCached.filter(Boolean).length).toBeGreaterThanOrEqual(9);
  expect(isCached.filter(Boolean).length).toBeLessThanOrEqual(10);
  // The entry that was read again and again and the newest ones are kept; the others are evicted.
  expect([isCached[0], isCached[1], isCached[11]]).toEqual([true, false, true]);
});

test("a result that was changed in any field, or has another run's name, is computed again and replaced", async () => {
  await visit(scenario);
  await visit(otherScenario);
  const kept = browserStore.get(cacheKey);
  const text = JSON.stringify(kept);
  const changed = (what: RegExp, into: string) => {
    expect(text).toMatch(what);
    return JSON.parse(text.replace(what, `$1${into}`)) as unknown;
  };
  const broken = [
    changed(/(offeredPerSender\\?":)[\d.]+/, "0.5"),
    changed(/(jain\\?":)[\d.]+/, "0.5"),
    changed(/(worstName\\?":\\?")\w+/, "nowhere"),
    browserStore.get(scenarioHash(otherScenario)),
    // Formats in which earlier versions of the page stored results.
    run(scenario),
    { ...run(scenario), hops: NaN },
    typeof kept === "string" ? kept.slice(0, -20) : null,
    "",
    null,
    5,
    [],
  ];
  for (const each of broken) {
    browserStore.set(cacheKey, each);
    expect(await visit(scenario)).toEqual({ results: run(scenario), runCount: 1 });
    expect(browserStore.get(cacheKey)).toEqual(kept);
  }
});
