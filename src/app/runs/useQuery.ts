/** A query owned by a component. The query is active while the component is mounted, and renders the component after every change. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { idle, type Query, type QueryState } from "./query.ts";

/**
 * @param request null if no answer is needed
 * @returns the state of the answer, and a function that tries again after an error
 */
export function useQuery<R, V>(createQuery: () => Query<R, V>, request: R | null): readonly [QueryState<V>, () => void] {
  const [query] = useState(createQuery);
  const key = request === null ? null : query.keyOf(request);
  useEffect(() => query.request(request));
  useEffect(() => () => query.request(null), [query]);
  const state = useSyncExternalStore(query.subscribe, () => (key === null ? idle : query.stateOfKey(key)));
  return [state, () => query.retry()];
}
