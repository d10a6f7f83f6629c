/**
 * A pool of workers for unwatched runs: the answer to a scenario, the points of a curve. Urgent jobs come first. The worker of a cancelled
 * job is terminated and replaced, so cancelling takes effect immediately.
 */
import { ScenarioError } from "../core/base/errors.ts";
import { type Scenario, writeScenario } from "../core/scenario/scenario.ts";
import { CancelledError, type Job } from "./job.ts";
import type { WorkerResponse, OpenedRun } from "./protocol.ts";
import { WorkerProcess } from "./process.ts";

/** Milliseconds of a slice of an unwatched run. */
const sliceMilliseconds = 50;
/** The work of a job on a worker that has opened its scenario; it calls `gate` before each slice. */
type Work<T> = (process: WorkerProcess, opened: OpenedRun, gate: () => Promise<void>) => Promise<T>;

/** A job in the queue or on a worker. */
interface QueuedJob {
  readonly isUrgent: boolean;
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
  private readonly queue: QueuedJob[] = [];
  private workerCount = 0;
  /** Number of workers whose job is suspended. */
  private suspendedCount = 0;

  /** @param size maximum number of workers, at least 1; evaluated whenever a worker may be started */
  constructor(private readonly size: () => number) {}

  /**
   * Adds a job to the queue. When a worker is free, the worker opens the scenario, and `work` is executed with it. An urgent job goes
   * before all that are not urgent. Returns the job, with its result as a promise, which rejects if the job is cancelled.
   */
  submit<T>(scenario: Scenario, urgent: boolean, work: Work<T>): Job<T> {
    const document = writeScenario(scenario);
    let settleDone: { resolve: (value: T) => void; reject: (error: unknown) => void };
    const done = new Promise<T>((resolve, reject) => (settleDone = { resolve, reject }));
    // The rejection of a cancelled job needs no handler.
    done.catch(() => undefined);
    const job: QueuedJob = {
      isUrgent: urgent,
      process: null,
      isSuspended: false,
      wake: () => undefined,
      begin: async (process) => {
        try {
          const opened = unwrap(await process.call((remote) => remote.open(document) as Promise<WorkerResponse<OpenedRun>>));
          settleDone.resolve(await work(process, opened, () => this.waitWhileSuspended(job)));
        } catch (error) {
          settleDone.reject(error);
        }
      },
    };
    const firstLessUrgent = urgent ? this.queue.findIndex((queued) => !queued.isUrgent) : -1;
    this.queue.splice(firstLessUrgent < 0 ? this.queue.length : firstLessUrgent, 0, job);
    this.startNext();
    return {
      done,
      cancel: () => this.cancel(job, () => settleDone.reject(new CancelledError())),
      suspend: () => (job.isSuspended = true),
      resume: () => {
        job.isSuspended = false;
        job.wake();
        this.startNext();
      },
    };
  }

  /** Waits between two slices while the job is suspended. Its worker waits, too, and another one may be used meanwhile. */
  private async waitWhileSuspended(job: QueuedJob): Promise<void> {
    if (!job.isSuspended) return;
    this.suspendedCount++;
    const released = new Promise<void>((resolve) => (job.wake = resolve));
    this.startNext();
    await released;
    this.suspendedCount--;
  }

  /** Removes a waiting job, or terminates the worker of a running one. */
  private cancel(job: QueuedJob, reject: () => void): void {
    reject();
    const index = this.queue.indexOf(job);
    if (index >= 0) this.queue.splice(index, 1);
    job.process?.end();
    job.wake();
  }

  /**
   * Starts the first job of the queue that is not suspended, if a worker is idle or a further one may be started; workers with a suspended
   * job do not count. After the job, its worker becomes idle, and the next job is started.
   */
  private startNext(): void {
    const index = this.queue.findIndex(({ isSuspended }) => !isSuspended);
    if (index < 0) return;
    if (this.workerCount - this.idle.length - this.suspendedCount >= this.size()) return;
    let process = this.idle.pop();
    if (process === undefined) {
      process = new WorkerProcess();
      this.workerCount++;
    }
    const worker = process;
    const [job] = this.queue.splice(index, 1);
    job.process = worker;
    void job.begin(worker).finally(() => {
      job.process = null;
      if (worker.isEnded) this.workerCount--;
      else this.idle.push(worker);
      this.startNext();
    });
  }
}

/** The value of a response. @throws ScenarioError if it is a failure */
export function unwrap<T>(answer: WorkerResponse<T>): T {
  if (answer.ok) return answer.value;
  throw new ScenarioError(answer.failure.issues);
}

/**
 * Runs the open scenario to its end in slices, and reports the progress after each.
 * @param waitWhileSuspended called before each slice; waits while the job is suspended
 */
export async function runToEnd(
  process: WorkerProcess,
  waitWhileSuspended: () => Promise<void>,
  onProgress: (part: number) => void,
): Promise<void> {
  for (;;) {
    await waitWhileSuspended();
    const { status, part } = await process.slice(Infinity, sliceMilliseconds, null);
    if (status !== "running") return;
    if (part !== null) onProgress(part);
  }
}
