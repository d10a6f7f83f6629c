/**
 * A few workers for runs nobody watches: the answer to a scenario, the points of a curve. Urgent jobs go first; a
 * cancelled job's worker is ended and replaced, which is at once whatever it was doing.
 */
import { ScenarioError } from "../core/base/errors.ts";
import { type Scenario, writeScenario } from "../core/scenario/scenario.ts";
import { Cancelled, type Job } from "./job.ts";
import type { Answer, Opened } from "./protocol.ts";
import { WorkerProcess } from "./process.ts";

/** Milliseconds of one slice of an unwatched run. */
const sliceMilliseconds = 50;
type Work<T> = (process: WorkerProcess, opened: Opened, gate: () => Promise<void>) => Promise<T>;

interface Entry {
  readonly urgent: boolean;
  /** The worker that is busy with it, while one is. */
  process: WorkerProcess | null;
  isSuspended: boolean;
  /** Lets it go on, where it stands at its gate. */
  wake: () => void;
  readonly begin: (process: WorkerProcess) => Promise<void>;
}

export class Pool {
  private readonly idle: WorkerProcess[] = [];
  private readonly waiting: Entry[] = [];
  private alive = 0;
  /** Workers that hold a job which stands still. */
  private resting = 0;

  /** @param size most workers at a time, at least 1; asked whenever one might begin */
  constructor(private readonly size: () => number) {}

  /** Opens a scenario on a free worker and works on it there. */
  submit<T>(scenario: Scenario, urgent: boolean, work: Work<T>): Job<T> {
    const document = writeScenario(scenario);
    let settle: { resolve: (value: T) => void; reject: (error: unknown) => void };
    const done = new Promise<T>((resolve, reject) => (settle = { resolve, reject }));
    // A cancelled job is nobody's concern any more, so its rejection needs no handler.
    done.catch(() => undefined);
    const entry: Entry = {
      urgent,
      process: null,
      isSuspended: false,
      wake: () => undefined,
      begin: async (process) => {
        try {
          const opened = unwrap(await process.call((remote) => remote.open(document) as Promise<Answer<Opened>>));
          settle.resolve(await work(process, opened, () => this.gate(entry)));
        } catch (error) {
          settle.reject(error);
        }
      },
    };
    const before = urgent ? this.waiting.findIndex((each) => !each.urgent) : -1;
    this.waiting.splice(before < 0 ? this.waiting.length : before, 0, entry);
    this.next();
    return {
      done,
      cancel: () => this.cancel(entry, () => settle.reject(new Cancelled())),
      suspend: () => (entry.isSuspended = true),
      resume: () => {
        entry.isSuspended = false;
        entry.wake();
        this.next();
      },
    };
  }

  /** Where a job may stand still, between two slices; its worker waits with it, and another one may work meanwhile. */
  private async gate(entry: Entry): Promise<void> {
    if (!entry.isSuspended) return;
    this.resting++;
    const released = new Promise<void>((resolve) => (entry.wake = resolve));
    this.next();
    await released;
    this.resting--;
  }

  /** Drops a job that waits; frees the worker of one that has begun. */
  private cancel(entry: Entry, reject: () => void): void {
    reject();
    const place = this.waiting.indexOf(entry);
    if (place >= 0) this.waiting.splice(place, 1);
    entry.process?.end();
    entry.wake();
  }

  private next(): void {
    const place = this.waiting.findIndex(({ isSuspended }) => !isSuspended);
    if (place < 0) return;
    if (this.alive - this.idle.length - this.resting >= this.size()) return;
    let process = this.idle.pop();
    if (process === undefined) {
      process = new WorkerProcess();
      this.alive++;
    }
    const used = process;
    const [entry] = this.waiting.splice(place, 1);
    entry.process = used;
    void entry.begin(used).finally(() => {
      entry.process = null;
      if (used.isEnded) this.alive--;
      else this.idle.push(used);
      this.next();
    });
  }
}

/** The value of an answer. @throws ScenarioError when it is a failure */
export function unwrap<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  throw new ScenarioError(answer.failure.issues);
}

/** Runs the open scenario to its end in slices, each through the gate, and says after each how far it is. */
export async function runToEnd(process: WorkerProcess, gate: () => Promise<void>, onProgress: (part: number) => void): Promise<void> {
  for (;;) {
    await gate();
    const { status, part } = await process.slice(Infinity, sliceMilliseconds, null);
    if (status !== "running") return;
    if (part !== null) onProgress(part);
  }
}
