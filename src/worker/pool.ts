/**
 * A pool of workers for unwatched runs: the answer to a scenario, the points of a curve. Urgent jobs come first. The worker of a cancelled
 * job is terminated and replaced, so cancelling takes effect immediately.
 */
import { ScenarioError } from "../core/base/errors.ts";
import { type Scenario, writeScenario } from "../core/scenario/scenario.ts";
import { Cancelled, type Job } from "./job.ts";
import type { Answer, Opened } from "./protocol.ts";
import { WorkerProcess } from "./process.ts";

/** Milliseconds of a slice of an unwatched run. */
const sliceMilliseconds = 50;
/** The work of a job on a worker that has opened its scenario; it calls `gate` before each slice. */
type Work<T> = (process: WorkerProcess, opened: Opened, gate: () => Promise<void>) => Promise<T>;

/** A job in the queue or on a worker. */
interface Entry {
  readonly urgent: boolean;
  /** The worker that executes the job; null if there is none. */
  process: WorkerProcess | null;
  isSuspended: boolean;
  /** Lets the job continue if it is suspended. */
  wake: () => void;
  readonly begin: (process: WorkerProcess) => Promise<void>;
}

/** A pool of worker processes with a queue of jobs. */
export class Pool {
  private readonly idle: WorkerProcess[] = [];
  private readonly waiting: Entry[] = [];
  private alive = 0;
  /** Number of workers whose job is suspended. */
  private resting = 0;

  /** @param size maximum number of workers, at least 1; evaluated whenever a worker may be started */
  constructor(private readonly size: () => number) {}

  /** Opens a scenario on a free worker and executes the work there. */
  submit<T>(scenario: Scenario, urgent: boolean, work: Work<T>): Job<T> {
    const document = writeScenario(scenario);
    let settle: { resolve: (value: T) => void; reject: (error: unknown) => void };
    const done = new Promise<T>((resolve, reject) => (settle = { resolve, reject }));
    // The rejection of a cancelled job needs no handler.
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

  /** Waits between two slices while the job is suspended. Its worker waits, too, and another one may be used meanwhile. */
  private async gate(entry: Entry): Promise<void> {
    if (!entry.isSuspended) return;
    this.resting++;
    const released = new Promise<void>((resolve) => (entry.wake = resolve));
    this.next();
    await released;
    this.resting--;
  }

  /** Removes a waiting job, or terminates the worker of a running one. */
  private cancel(entry: Entry, reject: () => void): void {
    reject();
    const place = this.waiting.indexOf(entry);
    if (place >= 0) this.waiting.splice(place, 1);
    entry.process?.end();
    entry.wake();
  }

  /**
   * Starts the first job of the queue that is not suspended, if a worker is free or may be started; after the job, continues with the next.
   */
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

/** The value of a response. @throws ScenarioError if it is a failure */
export function unwrap<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  throw new ScenarioError(answer.failure.issues);
}

/**
 * Runs the open scenario to its end in slices, and reports the progress after each.
 * @param gate called before each slice; waits while the job is suspended
 */
export async function runToEnd(process: WorkerProcess, gate: () => Promise<void>, onProgress: (part: number) => void): Promise<void> {
  for (;;) {
    await gate();
    const { status, part } = await process.slice(Infinity, sliceMilliseconds, null);
    if (status !== "running") return;
    if (part !== null) onProgress(part);
  }
}
