/** Work on the workers that can be cancelled and suspended: one job, or several as one. */

/** One job that is not watched. */
export interface Job<T> {
  /** Rejects with {@link Cancelled} after a cancel, with ScenarioError when the scenario cannot be run. */
  readonly done: Promise<T>;
  cancel(): void;
  /** Pauses the job at the end of its slice, whether it has begun or not, and leaves its place to others. */
  suspend(): void;
  /** Goes on where it was suspended. */
  resume(): void;
}

export class Cancelled extends Error {
  constructor() {
    super("Cancelled");
    this.name = "Cancelled";
  }
}

/** Begins a job that is part of another one. */
export type Begin = <T>(begin: () => Job<T>) => Promise<T>;

/**
 * Several jobs as one: to cancel or suspend it does so with those under way.
 * @param work begins the jobs; after a cancel, each attempt throws {@link Cancelled}
 */
export function composeJob<V>(work: (run: Begin) => Promise<V>): Job<V> {
  const underWay = new Set<Job<unknown>>();
  let isCancelled = false;
  let isSuspended = false;
  const run: Begin = async (begin) => {
    if (isCancelled) throw new Cancelled();
    const job = begin();
    underWay.add(job);
    if (isSuspended) job.suspend();
    return job.done.finally(() => underWay.delete(job));
  };
  const done = work(run).then((value) => {
    if (isCancelled) throw new Cancelled();
    return value;
  });
  // The rejection of a job that was cancelled needs no handler.
  done.catch(() => undefined);
  return {
    done,
    cancel() {
      isCancelled = true;
      for (const job of underWay) job.cancel();
    },
    suspend() {
      isSuspended = true;
      for (const job of underWay) job.suspend();
    },
    resume() {
      isSuspended = false;
      for (const job of underWay) job.resume();
    },
  };
}
