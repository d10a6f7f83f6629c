/** A component's own query: it wants an answer while the component is there, and the component renders again after all news. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { idle, type Query, type QueryState } from "./query.ts";

/**
 * @param request null where nothing is needed
 * @returns what is known of the answer, and the way to try again after an error
 */
export function useQuery<R, V>(made: () => Query<R, V>, request: R | null): readonly [QueryState<V>, () => void] {
  const [query] = useState(made);
  const key = request === null ? null : query.keyOf(request);
  useEffect(() => query.want(request));
  useEffect(() => () => query.want(null), [query]);
  const state = useSyncExternalStore(query.subscribe, () => (key === null ? idle : query.at(key)));
  return [state, () => query.retry()];
}
