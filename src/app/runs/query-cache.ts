/** Answers to several requests at a time. */
import { idle, Query, type QueryOptions, type QueryState } from "./query.ts";

/** Queries for several requests at a time; of those that are wanted no more, as many answers stay as a bound allows. */
export class QueryCache<R, V> {
  private readonly queries = new Map<unknown, Query<R, V>>();
  private readonly listeners = new Set<() => void>();

  /** @param options with the most queries that are kept */
  constructor(private readonly options: QueryOptions<R, V> & { readonly most: number }) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  of(request: R): QueryState<V> {
    const key = this.options.keyOf(request);
    return this.queries.get(key)?.at(key) ?? idle;
  }

  want(requests: readonly R[]): void {
    const wanted = new Map(requests.map((request) => [this.options.keyOf(request), request]));
    for (const [key, query] of this.queries) {
      if (wanted.has(key)) continue;
      query.want(null);
      if (!query.hasAnswer) this.queries.delete(key);
    }
    for (const [key, request] of wanted) {
      const query = this.queries.get(key) ?? this.made();
      // What is wanted last goes last.
      this.queries.delete(key);
      this.queries.set(key, query);
      query.want(request);
    }
    for (const key of this.queries.keys()) if (this.queries.size > this.options.most && !wanted.has(key)) this.queries.delete(key);
  }

  /** Forgets all answers but those to these requests. */
  keepOnly(requests: readonly R[]): void {
    const kept = new Set(requests.map(this.options.keyOf));
    for (const [key, query] of this.queries) {
      if (kept.has(key)) continue;
      query.want(null);
      this.queries.delete(key);
    }
  }

  /** The reader asks for what has failed. */
  retry(): void {
    for (const query of this.queries.values()) query.retry();
  }

  private made(): Query<R, V> {
    const query = new Query(this.options);
    query.subscribe(() => this.listeners.forEach((listener) => listener()));
    return query;
  }
}
