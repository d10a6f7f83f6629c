/**
 * A cached answer that is computed by a job. Reading it starts nothing: setting a request starts the job after a delay. A refusal, for
 * example of an invalid scenario, counts as an answer. An error does not: it is reported, and the job is repeated at the reader's request
 * or automatically, after a pause that doubles with each failure.
 */
import { ScenarioError } from "../../core/base/errors.ts";
import { Cancelled, type Job } from "../../worker/job.ts";

/** State of the answer to a request. */
export type QueryState<V> =
  | { readonly is: "idle" | "pending" }
  | { readonly is: "value"; readonly value: V }
  | { readonly is: "refused"; readonly refusal: ScenarioError }
  | { readonly is: "error"; readonly fault: unknown };

export interface QueryOptions<R, V> {
  /** Requests with equal keys have the same answer. A key is a string or an object. */
  readonly keyOf: (request: R) => unknown;
  readonly start: (request: R) => Pick<Job<V>, "done" | "cancel">;
  /** Milliseconds from a request to the start of its job: numbers are dragged, and readers step through selections. */
  readonly rest?: number;
  /**
   * Milliseconds that a running job may continue after the request has changed, counted from its start. So a result appears even while a
   * number is dragged.
   */
  readonly patience?: number;
  /**
   * Whether a stored answer serves this request with the same key. If not, it is computed again after `refreshDelay`, and shown meanwhile.
   */
  readonly isCurrent?: (value: V, request: R) => boolean;
  readonly refreshRest?: number;
  /** Whether the job is repeated automatically after an error, as long as its answer is requested. */
  readonly isRetried?: boolean;
  /** Called with the text of each error, without the final period. */
  readonly onError?: (words: string) => void;
}

/** Milliseconds before the first automatic repetition. */
const firstPause = 500;

export const idle = { is: "idle" } as const;
const pending = { is: "pending" } as const;

/**
 * Code could not be loaded. The page reports this itself, and browsers do not retry a failed import, so the query neither reports nor
 * repeats it.
 */
export class CodeMissing extends Error {}

/** Loads code that a job needs. @throws CodeLoadError */
export const jobCode = <T>(loading: Promise<T>): Promise<T> =>
  loading.catch(() => {
    throw new CodeMissing();
  });

/** Whether a run was lost by an error, as opposed to refused or cancelled. This says nothing about its scenario. */
export const isLostRun = (fault: unknown): boolean => !(fault instanceof ScenarioError) && !(fault instanceof Cancelled);

/** The message of an error, without the final period. */
export const faultWords = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault)).replace(/\.$/, "");

/** Answers one request at a time. The last value remains readable until the next one arrives. */
export class Query<R, V> {
  private readonly listeners = new Set<() => void>();
  private wanted: R | null = null;
  /** The key of the current request; null for none. */
  private key: unknown = null;
  private current: QueryState<V> = idle;
  private value: { readonly key: unknown; readonly request: R; readonly state: QueryState<V> & { readonly is: "value" } } | null = null;
  private refusal: { readonly key: unknown; readonly state: QueryState<V> } | null = null;
  private underWay: { readonly job: Pick<Job<V>, "done" | "cancel">; readonly key: unknown; readonly since: number } | null = null;
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
  of(request: R): QueryState<V> {
    return this.at(this.options.keyOf(request));
  }

  at(key: unknown): QueryState<V> {
    return key === this.key ? this.current : this.known(key);
  }

  /** The last value, possibly of an earlier request. */
  get latest(): { readonly request: R; readonly value: V } | null {
    const { value } = this;
    return value === null ? null : { request: value.request, value: value.state.value };
  }

  get hasAnswer(): boolean {
    return this.value !== null || this.refusal !== null;
  }

  /** Milliseconds since the running job started; 0 if there is none. */
  get age(): number {
    return this.underWay === null ? 0 : performance.now() - this.underWay.since;
  }

  /** Sets the current request; null for none. The previous job is cancelled, or may continue for `maxOverrun`. */
  want(request: R | null): void {
    this.wanted = request;
    const key = request === null ? null : this.options.keyOf(request);
    if (key !== this.key) {
      this.key = key;
      this.current = key === null ? idle : this.known(key);
      this.failures = 0;
      this.stopTimer();
      if (this.options.patience === undefined || key === null || this.current.is !== "idle") this.cancel();
    }
    this.proceed();
  }

  /** The reader asks to repeat a failed query. */
  retry(): void {
    if (this.current.is !== "error") return;
    this.failures = 0;
    this.beginAgain();
  }

  private beginAgain(): void {
    this.stopTimer();
    if (this.current.is === "error") this.current = idle;
    this.proceed();
    this.notify();
  }

  private known(key: unknown): QueryState<V> {
    const { value, refusal } = this;
    if (value !== null && value.key === key) return value.state;
    return refusal !== null && refusal.key === key ? refusal.state : idle;
  }

  private cancel(): void {
    this.underWay?.job.cancel();
    this.underWay = null;
  }

  private stopTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Starts the job of the current request after its delay, unless the answer is known or the job is running. */
  private proceed(): void {
    const { wanted, key, current, underWay } = this;
    const { isCurrent, rest = 0, refreshRest = rest, patience = 0 } = this.options;
    if (wanted === null || this.timer !== undefined) return;
    if (underWay !== null && underWay.key === key) {
      if (current.is === "idle") this.current = pending;
      return;
    }
    if (current.is === "refused" || current.is === "error") return;
    if (current.is === "value" && isCurrent?.(current.value, wanted) !== false) return;
    if (current.is !== "value") this.current = pending;
    const wait = Math.max(current.is === "value" ? refreshRest : rest, underWay === null ? 0 : patience - this.age);
    if (wait <= 0) this.begin();
    else this.timer = setTimeout(() => this.begin(), wait);
  }

  /** Starts the job of the current request, and cancels the previous one. */
  private begin(): void {
    this.stopTimer();
    this.cancel();
    const { wanted, key } = this;
    if (wanted === null || key === null) return;
    let job: Pick<Job<V>, "done" | "cancel">;
    try {
      job = this.options.start(wanted);
    } catch (fault) {
      return this.fail(key, fault);
    }
    const underWay = { job, key, since: performance.now() };
    this.underWay = underWay;
    underWay.job.done.then(
      (value) => {
        if (this.underWay !== underWay) return;
        const state = { is: "value", value } as const;
        this.value = { key, request: wanted, state };
        this.end(key, state);
      },
      (fault: unknown) => this.underWay === underWay && this.fail(key, fault),
    );
  }

  /** A job has ended without a value. */
  private fail(key: unknown, fault: unknown): void {
    if (!(fault instanceof ScenarioError)) return this.end(key, fault instanceof Cancelled ? idle : { is: "error", fault });
    const state = { is: "refused", refusal: fault } as const;
    this.refusal = { key, state };
    this.end(key, state);
  }

  /** A job has ended. Its request may no longer be the current one. */
  private end(key: unknown, state: QueryState<V>): void {
    this.underWay = null;
    if (key !== this.key) this.stopTimer();
    else if (state.is !== "error") [this.current, this.failures] = [state, 0];
    else {
      // If a refresh fails, the previous answer remains.
      if (this.current.is !== "value") this.current = state;
      if (state.fault instanceof CodeMissing) return this.notify();
      if (this.options.isRetried === true) this.timer = setTimeout(() => this.beginAgain(), firstPause * 2 ** this.failures++);
      this.options.onError?.(faultWords(state.fault));
    }
    this.notify();
    this.proceed();
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
