/**
 * A cached answer that is computed by a job. Reading it starts nothing: setting a request starts the job after a delay. A refusal, for
 * example of an invalid scenario, counts as an answer. An error does not: it is reported, and the job is repeated at the reader's request
 * or automatically, after a pause that doubles with each failure.
 */
import { ScenarioError } from "../../core/base/errors.ts";
import { CancelledError, type Job } from "../../worker/job.ts";

/** State of the answer to a request. */
export type QueryState<V> =
  | { readonly is: "idle" | "pending" }
  | { readonly is: "value"; readonly value: V }
  | { readonly is: "refused"; readonly refusal: ScenarioError }
  | { readonly is: "error"; readonly error: unknown };

export interface QueryOptions<R, V> {
  /** Requests with equal keys have the same answer. A key is a string or an object. */
  readonly keyOf: (request: R) => unknown;
  readonly start: (request: R) => Pick<Job<V>, "done" | "cancel">;
  /**
   * Milliseconds from a request to the start of its job. Requests change quickly while a number is dragged or a reader steps through
   * selections.
   */
  readonly delay?: number;
  /**
   * Milliseconds that a running job may continue after the request has changed, counted from its start. So a result appears even while a
   * number is dragged.
   */
  readonly maxOverrun?: number;
  /**
   * Whether a stored answer serves this request with the same key. If not, the answer is computed again after `refreshDelay`, and the
   * stored answer is shown meanwhile.
   */
  readonly isCurrent?: (value: V, request: R) => boolean;
  readonly refreshDelay?: number;
  /** Whether the job is repeated automatically after an error, as long as its answer is requested. */
  readonly isRetried?: boolean;
  /** Called with the text of each error, without the final period. */
  readonly onError?: (words: string) => void;
}

/** Milliseconds before the first automatic repetition. */
const firstRetryDelay = 500;

export const idle = { is: "idle" } as const;
const pending = { is: "pending" } as const;

/**
 * Code could not be loaded. The page reports this itself, and browsers do not retry a failed import, so the query neither reports nor
 * repeats it.
 */
export class CodeLoadError extends Error {}

/** Loads code that a job needs. @throws CodeLoadError */
export const loadJobCode = <T>(loading: Promise<T>): Promise<T> =>
  loading.catch(() => {
    throw new CodeLoadError();
  });

/** Whether a run was lost by an error, as opposed to refused or cancelled. This says nothing about its scenario. */
export const isLostRun = (error: unknown): boolean => !(error instanceof ScenarioError) && !(error instanceof CancelledError);

/** The message of an error, without the final period. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");

/** Answers one request at a time. The last value remains readable until the next one arrives. */
export class Query<R, V> {
  private readonly listeners = new Set<() => void>();
  private currentRequest: R | null = null;
  /** The key of the current request; null for none. */
  private key: unknown = null;
  private current: QueryState<V> = idle;
  private storedValue: { readonly key: unknown; readonly request: R; readonly state: QueryState<V> & { readonly is: "value" } } | null =
    null;
  private storedRefusal: { readonly key: unknown; readonly state: QueryState<V> } | null = null;
  private activeJob: { readonly job: Pick<Job<V>, "done" | "cancel">; readonly key: unknown; readonly since: number } | null = null;
  /** Runs until the end of the delay, or of the pause after a failure. */
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;

  constructor(private readonly options: QueryOptions<R, V>) {}

  get keyOf(): (request: R) => unknown {
    return this.options.keyOf;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** State of the answer to the current request. */
  get state(): QueryState<V> {
    return this.current;
  }

  /** State of the answer to any request, current or not. */
  stateOf(request: R): QueryState<V> {
    return this.stateOfKey(this.options.keyOf(request));
  }

  stateOfKey(key: unknown): QueryState<V> {
    return key === this.key ? this.current : this.storedState(key);
  }

  /** The last value, possibly of an earlier request. */
  get latest(): { readonly request: R; readonly value: V } | null {
    const { storedValue } = this;
    return storedValue === null ? null : { request: storedValue.request, value: storedValue.state.value };
  }

  get hasAnswer(): boolean {
    return this.storedValue !== null || this.storedRefusal !== null;
  }

  /** Milliseconds since the running job started; 0 if there is none. */
  get jobAge(): number {
    return this.activeJob === null ? 0 : performance.now() - this.activeJob.since;
  }

  /** Sets the current request; null for none. The previous job is cancelled, or may continue for `maxOverrun`. */
  request(request: R | null): void {
    this.currentRequest = request;
    const key = request === null ? null : this.options.keyOf(request);
    if (key !== this.key) {
      this.key = key;
      this.current = key === null ? idle : this.storedState(key);
      this.failures = 0;
      this.stopTimer();
      if (this.options.maxOverrun === undefined || key === null || this.current.is !== "idle") this.cancel();
    }
    this.scheduleJob();
  }

  /** Repeats a failed query at the reader's request. */
  retry(): void {
    if (this.current.is !== "error") return;
    this.failures = 0;
    this.restart();
  }

  private restart(): void {
    this.stopTimer();
    if (this.current.is === "error") this.current = idle;
    this.scheduleJob();
    this.notify();
  }

  private storedState(key: unknown): QueryState<V> {
    const { storedValue, storedRefusal } = this;
    if (storedValue !== null && storedValue.key === key) return storedValue.state;
    return storedRefusal !== null && storedRefusal.key === key ? storedRefusal.state : idle;
  }

  private cancel(): void {
    this.activeJob?.job.cancel();
    this.activeJob = null;
  }

  private stopTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Starts the job of the current request after its delay, unless the answer is known or the job is running. */
  private scheduleJob(): void {
    const { currentRequest, key, current, activeJob } = this;
    const { isCurrent, delay = 0, refreshDelay = delay, maxOverrun = 0 } = this.options;
    if (currentRequest === null || this.timer !== undefined) return;
    if (activeJob !== null && activeJob.key === key) {
      if (current.is === "idle") this.current = pending;
      return;
    }
    if (current.is === "refused" || current.is === "error") return;
    if (current.is === "value" && isCurrent?.(current.value, currentRequest) !== false) return;
    if (current.is !== "value") this.current = pending;
    const remainingDelay = Math.max(current.is === "value" ? refreshDelay : delay, activeJob === null ? 0 : maxOverrun - this.jobAge);
    if (remainingDelay <= 0) this.startJob();
    else this.timer = setTimeout(() => this.startJob(), remainingDelay);
  }

  /**
   * Starts the job that computes the answer of the current request, and cancels the previous one. When the job ends, its value is stored
   * with the key of the request; if another job has started in the meantime, the value is ignored.
   */
  private startJob(): void {
    this.stopTimer();
    this.cancel();
    const { currentRequest, key } = this;
    if (currentRequest === null || key === null) return;
    let job: Pick<Job<V>, "done" | "cancel">;
    try {
      job = this.options.start(currentRequest);
    } catch (error) {
      return this.endWithoutValue(key, error);
    }
    const activeJob = { job, key, since: performance.now() };
    this.activeJob = activeJob;
    activeJob.job.done.then(
      (value) => {
        if (this.activeJob !== activeJob) return;
        const state = { is: "value", value } as const;
        this.storedValue = { key, request: currentRequest, state };
        this.endJob(key, state);
      },
      (error: unknown) => this.activeJob === activeJob && this.endWithoutValue(key, error),
    );
  }

  /** Called when a job has ended without a value. */
  private endWithoutValue(key: unknown, error: unknown): void {
    if (!(error instanceof ScenarioError)) return this.endJob(key, error instanceof CancelledError ? idle : { is: "error", error });
    const state = { is: "refused", refusal: error } as const;
    this.storedRefusal = { key, state };
    this.endJob(key, state);
  }

  /** Called when a job has ended. Its request may no longer be the current request. */
  private endJob(key: unknown, state: QueryState<V>): void {
    this.activeJob = null;
    if (key !== this.key) this.stopTimer();
    else if (state.is !== "error") [this.current, this.failures] = [state, 0];
    else {
      // If a refresh fails, the previous answer remains.
      if (this.current.is !== "value") this.current = state;
      if (state.error instanceof CodeLoadError) return this.notify();
      if (this.options.isRetried === true) this.timer = setTimeout(() => this.restart(), firstRetryDelay * 2 ** this.failures++);
      this.options.onError?.(errorText(state.error));
    }
    this.notify();
    this.scheduleJob();
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
