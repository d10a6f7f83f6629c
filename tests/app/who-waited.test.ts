/** Who waited behind the channel pointed at: asked for when the pointer rests, and again as the run goes on. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WhoWaited } from "../../src/app/runs/who-waited.ts";
import type { Waits } from "../../src/core/measures/waits.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import type { Workers } from "../../src/worker/client.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Workers whose jobs are finished by hand. */
function manual() {
  const jobs: {
    channel: number;
    to: number;
    isCancelled: boolean;
    finish: (waits: Waits | null) => Promise<void>;
  }[] = [];
  const workers: Pick<Workers, "findWaits"> = {
    findWaits(_: Scenario, channel, { to }) {
      let settle!: { resolve: (waits: Waits | null) => void };
      const done = new Promise<Waits | null>((resolve) => (settle = { resolve }));
      const entry = {
        channel,
        to,
        isCancelled: false,
        async finish(waits: Waits | null) {
          settle.resolve(waits);
          await done;
        },
      };
      jobs.push(entry);
      return { done, cancel: () => (entry.isCancelled = true), suspend() {}, resume() {} };
    },
  };
  let told = 0;
  const search = new WhoWaited(workers, () => told++);
  return { jobs, search, told: () => told };
}

const scenario = readScenario({});
const found = (channel: number, to: number): Waits => ({ channel, from: 0, to, cycles: 7, flows: [] });

test("a channel is looked for once the pointer rests on it, and known until another one is pointed at", async () => {
  const { jobs, search, told } = manual();
  expect(search.of(scenario, 3, { from: 0, to: 100 })).toBe("sought");
  expect(search.of(scenario, 4, { from: 0, to: 100 })).toBe("sought");
  vi.advanceTimersByTime(1000);
  expect(jobs.map(({ channel, to }) => [channel, to])).toEqual([[4, 100]]);
  await jobs[0].finish(found(4, 100));
  expect(told()).toBe(1);
  expect(search.of(scenario, 4, { from: 0, to: 100 })).toEqual(found(4, 100));
  vi.advanceTimersByTime(5000);
  expect(jobs).toHaveLength(1);
  expect(search.of(scenario, 5, { from: 0, to: 100 })).toBe("sought");
});

test("while a run goes on it is looked for again, as far as the run is by then", async () => {
  const { jobs, search } = manual();
  search.of(scenario, 3, { from: 0, to: 100 });
  search.of(scenario, 3, { from: 0, to: 120 });
  vi.advanceTimersByTime(1000);
  expect(jobs[0].to).toBe(120);
  search.of(scenario, 3, { from: 0, to: 140 });
  await jobs[0].finish(found(3, 120));
  // What is known serves meanwhile.
  expect(search.of(scenario, 3, { from: 0, to: 150 })).toEqual(found(3, 120));
  search.of(scenario, 3, { from: 0, to: 170 });
  vi.advanceTimersByTime(5000);
  expect(jobs.map(({ to }) => to)).toEqual([120, 170]);
});

test("what is not asked for any more is given up, and what cannot be told is not asked again", async () => {
  const { jobs, search, told } = manual();
  search.of(scenario, 3, { from: 0, to: 100 });
  vi.advanceTimersByTime(1000);
  search.drop();
  expect(jobs[0].isCancelled).toBe(true);
  await jobs[0].finish(found(3, 100));
  expect(told()).toBe(0);
  search.of(scenario, 6, { from: 0, to: 100 });
  vi.advanceTimersByTime(1000);
  await jobs[1].finish(null);
  expect(search.of(scenario, 6, { from: 0, to: 200 })).toBeNull();
  vi.advanceTimersByTime(5000);
  expect(jobs).toHaveLength(2);
});
