/**
 * An answer that is computed on request. Reading it starts nothing: `want` says what is needed, and after a rest a job computes it. That
 * a scenario cannot be run is an answer. An error is none: it is reported, and the job begins again when the reader asks, or by itself
 * after a pause, which doubles with each failure so that workers which always fail are not kept busy.
 */
import { ScenarioError } from "../../core/base/errors.ts";
import { Cancelled, type Job } from "../../worker/job.ts";

/** What is known of the answer to a request. */
export type QueryState<V> =
  | { readonly is: "idle" | "pending" }
  | { readonly is: "value"; readonly value: V }
  | { readonly is: "refused"; readonly refusal: ScenarioError }
  | { readonly is: "error"; readonly fault: unknown };

export interface QueryOptions<R, V> {
  /** Requests with the same key, a text or an object, have the same answer. */
  readonly keyOf: (request: R) => unknown;
  readonly start: (request: R) => Pick<Job<V>, "done" | "cancel">;
  /** Milliseconds that a request rests before its job begins: words are dragged, and picks are stepped through. */
  readonly rest?: number;
  /** Milliseconds that a job may take after another key is wanted, counted from its beginning: what is dragged is to be seen. */
  readonly patience?: number;
  /** Whether an answer serves a request of its key; otherwise it is computed again after `refreshRest`, and serves meanwhile. */
  readonly isCurrent?: (value: V, request: R) => boolean;
  readonly refreshRest?: number;
  /** Whether the job begins again by itself after an error, as long as its answer is wanted. */
  readonly isRetried?: boolean;
  /** Hears of each error, as the end of a sentence. */
  readonly onError?: (words: string) => void;
}

/** Milliseconds before what has failed once may begin again. */
const firstPause = 500;

export const idle = { is: "idle" } as const;
const pending = { is: "pending" } as const;

/** Code that could not be loaded: the page says so itself, and browsers need not fetch it again, so nothing is reported or tried again. */
export class CodeMissing extends Error {}

/** Code that a job needs. @throws CodeMissing */
export const jobCode = <T>(loading: Promise<T>): Promise<T> =>
  loading.catch(() => {
    throw new CodeMissing();
  });

/** Whether a run was lost, which says nothing of its scenario: it was neither refused nor given up. */
export const isLostRun = (fault: unknown): boolean => !(fault instanceof ScenarioError) && !(fault instanceof Cancelled);

/** What an error says, as the end of a sentence. */
export const faultWords = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault)).replace(/\.$/, "");

/** One request at a time; the last value stays until another one is in. */
export class Query<R, V> {
  private readonly listeners = new Set<() => void>();
  private wanted: R | null = null;
  /** The key of what is wanted; null for nothing. */
  private key: unknown = null;
  private current: QueryState<V> = idle;
  private value: { readonly key: unknown; readonly request: R; readonly state: QueryState<V> & { readonly is: "value" } } | null = null;
  private refusal: { readonly key: unknown; readonly state: QueryState<V> } | null = null;
  private underWay: { readonly job: Pick<Job<V>, "done" | "cancel">; readonly key: unknown; readonly since: number } | null = null;
  /** Runs out at the end of a rest, or of the pause after a failure. */
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

  /** What is known of the answer to what is wanted. */
  get state(): QueryState<V> {
    return this.current;
  }

  /** What is known of the answer to a request, wanted or not. */
  of(request: R): QueryState<V> {
    return this.at(this.options.keyOf(request));
  }

  at(key: unknown): QueryState<V> {
    return key === this.key ? this.current : this.known(key);
  }

  /** The last value, which may be that of an earlier request. */
  get latest(): { readonly request: R; readonly value: V } | null {
    const { value } = this;
    return value === null ? null : { request: value.request, value: value.state.value };
  }

  get hasAnswer(): boolean {
    return this.value !== null || this.refusal !== null;
  }

  /** Milliseconds since the job under way began; 0 where there is none. */
  get age(): number {
    return this.underWay === null ? 0 : performance.now() - this.underWay.since;
  }

  /** Says what is needed from now on; null for nothing. What was needed before is cancelled. */
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

  /** The reader asks for what has failed. */
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

  /** Begins what is wanted, after its rest, unless it is known or under way. */
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

  /** A job has ended, whose key may be wanted no more. */
  private end(key: unknown, state: QueryState<V>): void {
    this.underWay = null;
    if (key !== this.key) this.stopTimer();
    else if (state.is !== "error") [this.current, this.failures] = [state, 0];
    else {
      // An answer that was to be refreshed still serves.
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
