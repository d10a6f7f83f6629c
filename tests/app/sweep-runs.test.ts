/** The runs of a sweep on the page: published and cached results, pausing and resuming, and reproducing claims. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { claimOf, verdictOnDigest } from "../../src/app/runs/claim.ts";
import { ResultCache, withResultCache } from "../../src/app/runs/result-cache.ts";
import { createPublishedResults } from "../../src/app/runs/published-results.ts";
import { SweepRuns } from "../../src/app/runs/sweep.ts";
import { publishedFileOf, withChecksum } from "../../src/core/results/published.ts";
import { run } from "../../src/core/run/run.ts";
import { claimedRuns } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import type { Workers } from "../../src/worker/client.ts";

const document = parseDocument({
  run: { warmUp: 0, window: 200, drain: 100 },
  sweep: [{ path: "workload.load", values: [0.1, 0.2, 0.3] }],
  seeds: 2,
});
const publishedFile = publishedFileOf(document, claimedRuns(document).map(run));
const otherDocument = parseDocument({ run: { warmUp: 0, window: 200, drain: 100 }, seeds: 6 });

/**
 * Workers that run immediately in this process and record their runs.
 * @param alter Alters the accepted load of a result.
 */
function recordingWorkers(alter: (accepted: number) => number = (accepted) => accepted) {
  const runScenarios: Scenario[] = [];
  const workers = {
    run(scenario: Scenario) {
      runScenarios.push(scenario);
      const results = run(scenario);
      return { done: Promise.resolve({ ...results, accepted: alter(results.accepted) }), cancel() {}, suspend() {}, resume() {} };
    },
  } as unknown as Workers;
  return { workers, runScenarios };
}

beforeEach(() => {
  vi.stubGlobal("fetch", async (address: string) => ({
    json: async () =>
      address.endsWith("index.json")
        ? [{ hash: publishedFile.hash, engine: publishedFile.engine }]
        : JSON.parse(JSON.stringify(publishedFile)),
  }));
});
afterEach(() => void vi.unstubAllGlobals());

/** The sweep of a page with an empty result cache. */
function sweepRunsWith(workers: Workers, results = new ResultCache()) {
  return new SweepRuns(withResultCache(workers, results), workers, createPublishedResults(results));
}
const waitUntil = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), { timeout: 90_000, interval: 20 });

test("recorded results are shown immediately, and nothing is run; run again here, they are reproduced", async () => {
  const { workers, runScenarios: ran } = recordingWorkers();
  const sweep = sweepRunsWith(workers);
  const news: string[] = [];
  sweep.subscribe((each) => news.push(each));
  sweep.showDocument(document);
  await waitUntil(() => sweep.batch?.progress.is === "done");
  // Progress between the first point and the end is a minor change, which may be displayed later.
  expect([news.includes("moved"), news[news.length - 1]]).toEqual([true, "changed"]);
  expect([ran.length, sweep.table?.points.length, sweep.published?.digest, sweep.comparison]).toEqual([
    0,
    3,
    publishedFile.digest,
    "not yet",
  ]);
  sweep.repeat(document);
  await waitUntil(() => sweep.comparison === "reproduced");
  expect(ran).toHaveLength(6);
});

test("recorded results that were changed in any field, or are of another document or engine, are run here", async () => {
  const { seal: _, ...unsealed } = publishedFile;
  const others: readonly object[] = [
    { ...publishedFile, runs: publishedFile.runs.map((each) => ({ ...each, offeredPerSender: 0.5 })) },
    publishedFileOf(otherDocument, claimedRuns(otherDocument).map(run)),
    withChecksum({ ...unsealed, engine: "0" }),
    unsealed,
  ];
  for (const each of others) {
    vi.stubGlobal("fetch", async (address: string) => ({
      json: async () =>
        address.endsWith("index.json") ? [{ hash: publishedFile.hash, engine: publishedFile.engine }] : JSON.parse(JSON.stringify(each)),
    }));
    const { workers, runScenarios: ran } = recordingWorkers();
    const sweep = sweepRunsWith(workers);
    sweep.showDocument(document);
    await waitUntil(() => sweep.batch?.progress.is === "done");
    expect([ran.length, sweep.published]).toEqual([6, null]);
  }
});

test("results that differ here are reported as different", async () => {
  const { workers } = recordingWorkers((accepted) => accepted + 1e-9);
  const sweep = sweepRunsWith(workers);
  sweep.showDocument(document);
  await waitUntil(() => sweep.batch?.progress.is === "done");
  sweep.repeat(document);
  await waitUntil(() => sweep.comparison === "differs");
});

test("where the site does not answer, all is run here; the next look-up asks again", async () => {
  const answering = fetch;
  let isAnswering = false;
  vi.stubGlobal("fetch", (address: string) => (isAnswering ? answering(address) : Promise.reject(new TypeError("Failed to fetch"))));
  const results = new ResultCache();
  const publishedResults = createPublishedResults(results);
  await expect(publishedResults(document)).rejects.toThrow("Failed to fetch");
  const { workers, runScenarios: ran } = recordingWorkers();
  const sweep = new SweepRuns(withResultCache(workers, results), workers, publishedResults);
  sweep.showDocument(document);
  await waitUntil(() => sweep.batch?.progress.is === "done");
  expect([ran.length, sweep.published, sweep.table?.points.length]).toEqual([6, null, 3]);
  sweep.close();
  isAnswering = true;
  expect((await publishedResults(document))?.digest).toBe(publishedFile.digest);
  const later = new SweepRuns(withResultCache(workers, results), workers, publishedResults);
  later.showDocument(document);
  await waitUntil(() => later.batch?.progress.is === "done");
  expect([ran.length, later.published?.digest]).toEqual([6, publishedFile.digest]);
});

test("a lost run says nothing of what was published: it goes on, and then the results are reproduced", async () => {
  let lost = 2;
  const { workers, runScenarios: ran } = recordingWorkers();
  const losing = {
    run: (scenario: Scenario) =>
      lost-- > 0
        ? { done: Promise.reject(new Error("The worker stopped.")), cancel() {}, suspend() {}, resume() {} }
        : workers.run(scenario, false),
  } as unknown as Workers;
  const results = new ResultCache();
  const sweep = new SweepRuns(withResultCache(workers, results), losing, createPublishedResults(results));
  sweep.showDocument(document);
  await waitUntil(() => sweep.batch?.progress.is === "done");
  sweep.repeat(document);
  await waitUntil(() => sweep.batch?.progress.done === 6);
  expect(sweep.batch?.progress.failed).toBe(2);
  expect([sweep.comparison, sweep.published?.digest]).toEqual(["running", publishedFile.digest]);
  sweep.resume(document);
  expect([sweep.comparison, sweep.published?.digest]).toEqual(["running", publishedFile.digest]);
  await waitUntil(() => sweep.comparison === "reproduced");
  expect(ran).toHaveLength(4 + 6);
});

test("a document that was not recorded is run, each of its runs once", async () => {
  const { workers, runScenarios: ran } = recordingWorkers();
  const results = new ResultCache();
  const other = { ...document, seeds: 1, seed: 9 };
  for (let i = 0; i < 2; i++) {
    const sweep = sweepRunsWith(workers, results);
    sweep.showDocument(other);
    await waitUntil(() => sweep.batch?.progress.is === "done");
    expect([sweep.published, sweep.table?.points.length]).toEqual([null, 3]);
    sweep.close();
  }
  expect(ran).toHaveLength(3);
});

test("a paused sweep is still paused when the page returns to it, until it is resumed", async () => {
  const storage = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
  });
  const endless = {
    run: () => ({ done: new Promise<never>(() => undefined), cancel() {}, suspend() {}, resume() {} }),
  } as unknown as Workers;
  const other = { ...document, seed: 77 };
  const opened = async (shown = other) => {
    const sweep = sweepRunsWith(endless);
    sweep.showDocument(shown);
    await waitUntil(() => sweep.batch !== null);
    return sweep;
  };
  const first = await opened();
  expect(first.batch?.progress.is).toBe("running");
  first.batch?.pause();
  first.close();
  const second = await opened();
  expect(second.batch?.progress.is).toBe("paused");
  expect((await opened({ ...other, seed: 78 })).batch?.progress.is).toBe("running");
  second.batch?.resume();
  second.close();
  const third = await opened();
  expect(third.batch?.progress.is).toBe("running");
  third.batch?.stop();
  third.close();
  // A stopped batch does not start by itself either, but it can be resumed.
  const fourth = await opened();
  expect(fourth.batch?.progress.is).toBe("paused");
  fourth.resume(other);
  expect(fourth.batch?.progress.is).toBe("running");
  storage.set("fabricscope-resting", "{not JSON");
  expect((await opened()).batch?.progress.is).toBe("running");
});

test("a claim is reproduced, or differs, or is open as long as something is missing", async () => {
  const results = new ResultCache();
  expect(await claimOf(document, results)).toBeNull();
  const { workers } = recordingWorkers();
  for (const scenario of claimedRuns(document)) await withResultCache(workers, results).run(scenario).done;
  const own = await claimOf(document, results);
  expect(own).toEqual({ engine: publishedFile.engine, digest: publishedFile.digest });
  expect(verdictOnDigest({ engine: publishedFile.engine, digest: publishedFile.digest }, own).is).toBe("reproduced");
  expect(verdictOnDigest({ engine: "0", digest: "x" }, own)).toEqual({
    is: "differs",
    why: `Differs: the link claims digest x, the results here have ${publishedFile.digest}. It was made with engine 0; this is engine ${publishedFile.engine}.`,
  });
  expect(verdictOnDigest({ engine: publishedFile.engine, digest: "x" }, null).is).toBe("open");
});

test("points of networks with different links use one cycle: that of the document's first network", async () => {
  const { workers } = recordingWorkers();
  const sweep = sweepRunsWith(workers);
  const rated = (rate: string, more: object) =>
    parseDocument({ run: { warmUp: 0, window: 200, drain: 100 }, technology: { kind: "own-links", rate }, ...more });
  const ratesSwept = rated("125 MB/s", { sweep: [{ path: "technology.rate", values: ["125 MB/s", "2 GB/s"] }] });
  sweep.showDocument(ratesSwept);
  await waitUntil(() => sweep.batch?.progress.is === "done");
  const rows = (sweep.table?.points ?? []).map(({ runs: [{ cycles, acceptedPerSender, cycleSeconds }] }) => [
    cycles * 32e-9,
    acceptedPerSender * 125e6,
    cycleSeconds,
  ]);
  const alone = claimedRuns(ratesSwept).map(run);
  alone.forEach(({ cycles, acceptedPerSender, cycleSeconds = NaN }, i) => {
    expect(rows[i][0]).toBeCloseTo(cycles * cycleSeconds, 12);
    expect(rows[i][1]).toBeCloseTo((acceptedPerSender * 4) / cycleSeconds, 3);
    expect(rows[i][2]).toBeCloseTo(32e-9, 15);
  });

  // A load is a fraction of each network's channel rate. With different rates, equal loads are different numbers of bytes.
  const loadsSwept = rated("125 MB/s", {
    beside: [{ "technology.rate": "2 GB/s" }],
    sweep: [{ path: "workload.load", values: [0.1, 0.2] }],
  });
  sweep.showDocument(loadsSwept);
  await waitUntil(() => sweep.batch?.progress.is === "done");
  expect(sweep.curveOf(0)?.points.map(({ load }) => load)).toEqual([0.1, 0.2]);
  const beside = sweep.curveOf(1, 1 / 16)?.points ?? [];
  expect(beside.map(({ load }) => load)).toEqual([1.6, 3.2]);
  expect(beside[0].accepted).toBeCloseTo(16 * run(claimedRuns(loadsSwept)[2]).acceptedPerSender, 9);
  expect(sweep.table?.axes[0]).toMatchObject({
    title: "Offered load, of its own channel",
    phrases: ["load 0.10 of its own channel", "load 0.20 of its own channel"],
  });
});
