/** A query owned by a component. It is active while the component is mounted, and renders it after every change. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { idle, type Query, type QueryState } from "./query.ts";

/**
 * @param request null if no answer is needed
 * @returns the state of the answer, and a function that tries again after an error
 */
export function useQuery<R, V>(made: () => Query<R, V>, request: R | null): readonly [QueryState<V>, () => void] {
  const [query] = useState(made);
  const key = request === null ? null : query.keyOf(request);
  useEffect(() => query.want(request));
  useEffect(() => () => query.want(null), [query]);
  const state = useSyncExternalStore(query.subscribe, () => (key === null ? idle : query.at(key)));
  return [state, () => query.retry()];
}
