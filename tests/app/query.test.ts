/**
 * An answer that is computed on request: a job starts when the answer is wanted, once per key, and an error is never stored as an answer.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CodeLoadError, Query, type QueryOptions } from "../../src/app/runs/query.ts";
import { QueryCache } from "../../src/app/runs/query-cache.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { CancelledError, composeJob, type Job } from "../../src/worker/job.ts";

/** Jobs that the test ends. */
function manualJobs() {
  const jobs: {
    readonly request: string;
    is: "under way" | "cancelled";
    readonly end: (value: number) => Promise<unknown>;
    readonly fail: (fault: Error) => Promise<unknown>;
  }[] = [];
  /** Starts a job for a request. */
  const start = (request: string) => {
    let settle!: { resolve: (value: number) => void; reject: (fault: Error) => void };
    const done = new Promise<number>((resolve, reject) => (settle = { resolve, reject }));
    const job: (typeof jobs)[number] = {
      request,
      is: "under way",
      end: (value) => (settle.resolve(value), advanceTime(0)),
      fail: (fault) => (settle.reject(fault), advanceTime(0)),
    };
    jobs.push(job);
    return { done, cancel: () => void (job.is = "cancelled") };
  };
  return { jobs, start };
}

/** Requests are words. Text after a space is not part of the key. */
const keyOf = (request: string) => request.split(" ")[0];

/** A query on manual jobs, with a listener and the errors it reports. */
function createTestQuery(options: Partial<QueryOptions<string, number>> = {}) {
  const { jobs, start } = manualJobs();
  const errors: string[] = [];
  const query = new Query({ keyOf, start, onError: (words) => errors.push(words), ...options });
  const onChange = vi.fn();
  query.subscribe(onChange);
  return { jobs, query, onChange, errors };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const advanceTime = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe("a query", () => {
  test("is idle, pending, and then has its value; to read it begins nothing", async () => {
    const { jobs, query, onChange: news } = createTestQuery();
    expect([query.state, query.stateOf("a"), query.latest, query.jobAge]).toEqual([{ is: "idle" }, { is: "idle" }, null, 0]);
    await advanceTime(5000);
    expect(jobs).toHaveLength(0);
    query.request("a");
    expect(query.state.is).toBe("pending");
    await advanceTime(70);
    expect(query.jobAge).toBe(70);
    await jobs[0].end(1);
    expect([query.state, query.stateOf("a"), query.stateOf("b"), query.jobAge]).toEqual([
      { is: "value", value: 1 },
      { is: "value", value: 1 },
      { is: "idle" },
      0,
    ]);
    expect([query.state, news.mock.calls.length]).toEqual([query.stateOf("a"), 1]);
    query.request("a");
    await advanceTime(5000);
    expect(jobs).toHaveLength(1);
  });

  test("begins after its rest, however often it is wanted meanwhile, and only for the last key", async () => {
    const { jobs, query } = createTestQuery({ delay: 300 });
    query.request("a");
    await advanceTime(200);
    query.request("b");
    await advanceTime(200);
    query.request("b");
    expect(jobs).toHaveLength(0);
    await advanceTime(100);
    expect(jobs.map(({ request }) => request)).toEqual(["b"]);
  });

  test("leaves no job where another key is wanted, or nothing; the last value stays, and is known again by its key", async () => {
    const { jobs, query, onChange: news } = createTestQuery({ delay: 10 });
    query.request("a");
    await advanceTime(20);
    await jobs[0].end(1);
    query.request("b");
    await advanceTime(20);
    query.request("c");
    await advanceTime(20);
    query.request(null);
    expect(jobs.map(({ is }) => is)).toEqual(["under way", "cancelled", "cancelled"]);
    // Results and errors of canceled jobs are ignored.
    await jobs[1].end(2);
    await jobs[2].fail(new CancelledError());
    expect([query.state, query.latest, news.mock.calls.length]).toEqual([{ is: "idle" }, { request: "a", value: 1 }, 1]);
    query.request("a");
    expect(query.state).toEqual({ is: "value", value: 1 });
    query.request("c");
    query.request(null);
    await advanceTime(1000);
    expect(jobs).toHaveLength(3);
  });

  test("takes no error for an answer: it is reported, and the job begins again after a growing pause while it is wanted", async () => {
    const { jobs, query, errors: failed } = createTestQuery({ isRetried: true });
    const pauses: number[] = [];
    query.request("a");
    for (let i = 0; i < 4; i++) {
      await jobs[i].fail(new Error("The worker stopped."));
      expect(query.state).toMatchObject({ is: "error", error: { message: "The worker stopped." } });
      expect(query.latest).toBeNull();
      pauses[i] = 0;
      for (; jobs.length === i + 1; pauses[i]++) await advanceTime(100);
    }
    expect(pauses).toEqual([5, 10, 20, 40]);
    expect(failed).toEqual(Array.from({ length: 4 }, () => "The worker stopped"));
    await jobs[4].end(1);
    expect(query.state).toEqual({ is: "value", value: 1 });
    query.request("b");
    await jobs[5].fail(new Error("lost"));
    query.request(null);
    await advanceTime(60_000);
    expect(jobs).toHaveLength(6);
  });

  test("is tried again by the reader without a pause; otherwise not by itself, and not for an earlier key", async () => {
    const { jobs, query } = createTestQuery();
    query.request("a");
    await jobs[0].fail(new Error("lost"));
    await advanceTime(60_000);
    expect(jobs).toHaveLength(1);
    query.retry();
    expect([jobs.length, query.state.is]).toEqual([2, "pending"]);
    await jobs[1].fail(new Error("lost"));
    query.request("b");
    query.retry();
    expect(jobs.map(({ request }) => request)).toEqual(["a", "a", "b"]);
  });

  test("takes a job whose beginning throws for one that fails, or refuses", async () => {
    let fault: Error = new Error("no worker");
    const failed: string[] = [];
    const query = new Query<string, number>({
      keyOf,
      start: () => {
        throw fault;
      },
      onError: (words) => failed.push(words),
    });
    query.request("a");
    await advanceTime(0);
    expect([query.state, failed]).toEqual([{ is: "error", error: fault }, ["no worker"]]);
    fault = new ScenarioError([{ path: "load", message: "is too large", remedy: "" }]);
    query.retry();
    await advanceTime(0);
    expect(query.state).toEqual({ is: "refused", refusal: fault });
    expect(failed).toHaveLength(1);
  });

  test("reports no code that is missing, and does not try it again by itself: the page says so, and the reader may ask", async () => {
    const { jobs, query, errors: failed } = createTestQuery({ isRetried: true });
    query.request("a");
    await advanceTime(0);
    await jobs[0].fail(new CodeLoadError());
    await advanceTime(60_000);
    expect([query.state.is, jobs.length, failed]).toEqual(["error", 1, []]);
    query.retry();
    await advanceTime(0);
    await jobs[1].end(4);
    expect(query.state).toEqual({ is: "value", value: 4 });
  });

  test("takes the refusal of a scenario for an answer", async () => {
    const { jobs, query, errors: failed } = createTestQuery();
    query.request("b");
    await jobs[0].end(2);
    query.request("a");
    const refusal = new ScenarioError([{ path: "load", message: "is not possible." }]);
    await jobs[1].fail(refusal);
    expect([query.state, query.latest]).toEqual([
      { is: "refused", refusal },
      { request: "b", value: 2 },
    ]);
    query.request(null);
    query.request("a");
    query.retry();
    await advanceTime(60_000);
    expect([jobs.length, failed, query.stateOf("a").is]).toEqual([2, [], "refused"]);
  });

  test("lets a job for an earlier key end within its patience, so that what is dragged is seen", async () => {
    const { jobs, query } = createTestQuery({ maxOverrun: 250 });
    query.request("a");
    await advanceTime(100);
    query.request("b");
    expect([jobs.length, query.state.is]).toEqual([1, "pending"]);
    await jobs[0].end(1);
    expect([query.latest, query.state.is, jobs.length]).toEqual([{ request: "a", value: 1 }, "pending", 2]);
    await advanceTime(200);
    query.request("c");
    expect(jobs).toHaveLength(2);
    await advanceTime(60);
    expect(jobs.map(({ request, is }) => [request, is])).toEqual([
      ["a", "under way"],
      ["b", "cancelled"],
      ["c", "under way"],
    ]);
    // Neither the error of an earlier key nor a job that is no longer wanted affects the current key.
    query.request("d");
    await jobs[2].fail(new Error("lost"));
    expect([jobs[3].request, query.state.is]).toEqual(["d", "pending"]);
    query.request("a");
    expect([query.state.is, jobs[3].is]).toEqual(["value", "cancelled"]);
  });

  test("refreshes an answer that is not current, which serves meanwhile, also where that fails", async () => {
    const { jobs, query } = createTestQuery({
      delay: 100,
      refreshDelay: 1000,
      isRetried: true,
      isCurrent: (value, request) => request.endsWith(String(value)),
    });
    query.request("a 1");
    query.request("a 2");
    await advanceTime(100);
    expect(jobs[0].request).toBe("a 2");
    query.request("a 3");
    await jobs[0].end(2);
    expect(query.state).toEqual({ is: "value", value: 2 });
    await advanceTime(900);
    query.request("a 4");
    await advanceTime(100);
    expect(jobs[1].request).toBe("a 4");
    await jobs[1].fail(new Error("lost"));
    expect(query.state).toEqual({ is: "value", value: 2 });
    await advanceTime(1500);
    await jobs[2].end(4);
    await advanceTime(60_000);
    expect([query.state, jobs.length]).toEqual([{ is: "value", value: 4 }, 3]);
  });
});

test("a cache computes several requests, cancels those that are wanted no more, and keeps as many answers as its bound allows", async () => {
  const { jobs, start } = manualJobs();
  const cache = new QueryCache({ keyOf, start, maxQueries: 3 });
  const news = vi.fn();
  cache.subscribe(news);
  cache.request(["a", "b"]);
  await jobs[0].end(1);
  cache.request(["b", "c"]);
  expect([cache.stateOf("a"), cache.stateOf("b").is, jobs.map(({ request }) => request)]).toEqual([
    { is: "value", value: 1 },
    "pending",
    ["a", "b", "c"],
  ]);
  cache.request([]);
  expect(jobs.map(({ is }) => is)).toEqual(["under way", "cancelled", "cancelled"]);
  expect([cache.stateOf("a"), cache.stateOf("b").is]).toEqual([{ is: "value", value: 1 }, "idle"]);
  cache.request(["c", "d", "e"]);
  for (const job of jobs.slice(3)) await job.end(2);
  // The least recently wanted answer is evicted first.
  expect(["a", "c", "d", "e"].map((each) => cache.stateOf(each).is)).toEqual(["idle", "value", "value", "value"]);
  cache.request(["c"]);
  cache.request(["f"]);
  expect(["c", "d", "e", "f"].map((each) => cache.stateOf(each).is)).toEqual(["value", "idle", "value", "pending"]);
  expect([jobs.length, news.mock.calls.length]).toEqual([7, 4]);
  cache.keepOnly(["c"]);
  expect(["c", "e", "f"].map((each) => cache.stateOf(each).is)).toEqual(["value", "idle", "idle"]);
  expect(jobs[6].is).toBe("cancelled");
});

test("several jobs as one are cancelled and suspended together, and none begins after that", async () => {
  const calls: string[] = [];
  const part = (name: string): Job<string> & { end: () => void } => {
    let end!: () => void;
    const done = new Promise<string>((resolve) => (end = () => resolve(name)));
    const call = (what: string) => () => void calls.push(`${what} ${name}`);
    return { done, end, cancel: call("cancel"), suspend: call("suspend"), resume: call("resume") };
  };
  const [a, b, c] = ["a", "b", "c"].map(part);
  const whole = composeJob(async (run) => `${await run(() => a)}${(await Promise.all([run(() => b), run(() => c)])).join("")}`);
  whole.suspend();
  a.end();
  await advanceTime(0);
  expect(calls).toEqual(["suspend a", "suspend b", "suspend c"]);
  whole.resume();
  b.end();
  c.end();
  expect(await whole.done).toBe("abc");
  const [d, e] = ["d", "e"].map(part);
  const given = composeJob(async (run) => `${await run(() => d)}${await run(() => e)}`);
  given.cancel();
  d.end();
  await expect(given.done).rejects.toThrow(CancelledError);
  expect(calls.slice(3)).toEqual(["resume b", "resume c", "cancel d"]);
});
