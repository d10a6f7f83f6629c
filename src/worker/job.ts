/** Jobs on the workers, which can be cancelled and suspended, and combinations of several jobs into one. */

/** An unwatched job. */
export interface Job<T> {
  /** Rejects with {@link CancelledError} after `cancel`, and with ScenarioError if the scenario is invalid. */
  readonly done: Promise<T>;
  cancel(): void;
  /** Pauses the job at the end of its slice, or before it begins, and lets other jobs run. */
  suspend(): void;
  /** Continues a suspended job. */
  resume(): void;
}

/** The error of a cancelled job. */
export class CancelledError extends Error {
  constructor() {
    super("Cancelled");
    this.name = "Cancelled";
  }
}

/** Begins a job that is part of another one. */
export type BeginJob = <T>(begin: () => Job<T>) => Promise<T>;

/**
 * Combines several jobs into one: cancelling or suspending it applies to all jobs that are running.
 * @param work the work of the combined job; it begins each job by calling `runJob`, which after `cancel` throws {@link CancelledError}
 */
export function composeJob<V>(work: (runJob: BeginJob) => Promise<V>): Job<V> {
  const running = new Set<Job<unknown>>();
  let isCancelled = false;
  let isSuspended = false;
  const runJob: BeginJob = async (begin) => {
    if (isCancelled) throw new CancelledError();
    const job = begin();
    running.add(job);
    if (isSuspended) job.suspend();
    return job.done.finally(() => running.delete(job));
  };
  const done = work(runJob).then((value) => {
    if (isCancelled) throw new CancelledError();
    return value;
  });
  // The rejection of a cancelled job needs no handler.
  done.catch(() => undefined);
  return {
    done,
    cancel() {
      isCancelled = true;
      for (const job of running) job.cancel();
    },
    suspend() {
      isSuspended = true;
      for (const job of running) job.suspend();
    },
    resume() {
      isSuspended = false;
      for (const job of running) job.resume();
    },
  };
}
