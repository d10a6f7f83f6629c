/** Queries for several requests at the same time. */
import { idle, Query, type QueryOptions, type QueryState } from "./query.ts";

/** Holds a query per request. Answers that are no longer requested are kept up to a limit. */
export class QueryCache<R, V> {
  private readonly queries = new Map<unknown, Query<R, V>>();
  private readonly listeners = new Set<() => void>();

  /** @param options `most` is the maximum number of queries kept */
  constructor(private readonly options: QueryOptions<R, V> & { readonly maxQueries: number }) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  stateOf(request: R): QueryState<V> {
    const key = this.options.keyOf(request);
    return this.queries.get(key)?.stateOfKey(key) ?? idle;
  }

  /** Sets the current requests. Queries of previous requests keep their answers, up to the limit. */
  request(requests: readonly R[]): void {
    const requestsByKey = new Map(requests.map((request) => [this.options.keyOf(request), request]));
    for (const [key, query] of this.queries) {
      if (requestsByKey.has(key)) continue;
      query.request(null);
      if (!query.hasAnswer) this.queries.delete(key);
    }
    for (const [key, request] of requestsByKey) {
      const query = this.queries.get(key) ?? this.createQuery();
      // Reinsertion keeps the map in the order of use; the oldest entries are evicted first.
      this.queries.delete(key);
      this.queries.set(key, query);
      query.request(request);
    }
    for (const key of this.queries.keys())
      if (this.queries.size > this.options.maxQueries && !requestsByKey.has(key)) this.queries.delete(key);
  }

  /** Deletes all answers except the answers to the given requests. */
  keepOnly(requests: readonly R[]): void {
    const keysToKeep = new Set(requests.map(this.options.keyOf));
    for (const [key, query] of this.queries) {
      if (keysToKeep.has(key)) continue;
      query.request(null);
      this.queries.delete(key);
    }
  }

  /** Repeats failed queries at the reader's request. */
  retry(): void {
    for (const query of this.queries.values()) query.retry();
  }

  private createQuery(): Query<R, V> {
    const query = new Query(this.options);
    query.subscribe(() => this.listeners.forEach((listener) => listener()));
    return query;
  }
}
