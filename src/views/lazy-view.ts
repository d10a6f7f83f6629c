/** Lazily loaded views: the first page does not carry the code of views that few people open. */
import type { View } from "./contract.ts";

/** Placeholder for a view in the list until its code is loaded. */
export interface LazyView extends View {
  /** Loads the view; repeated calls load once. */
  fetch(): Promise<View>;
}

/** Properties of a view that are needed before its code is loaded. */
export type LazyViewHead = Pick<View, "id" | "title" | "short" | "region" | "isOpenByDefault"> & Partial<Pick<View, "emptyMessage">>;

/** A view for the list that is loaded on first use. */
export function lazyView(properties: LazyViewHead, load: () => Promise<View>): View {
  let loading: Promise<View> | undefined;
  const placeholder: LazyView = {
    emptyMessage: () => "This view is loading.",
    ...properties,
    summary: () => "This view is loading.",
    layout: () => null,
    draw: () => undefined,
    table: () => ({ columns: [], rows: [] }),
    fetch: () => (loading ??= load()),
  };
  return placeholder;
}

/** The actual view, loaded if necessary. */
export function loadView(view: View): Promise<View> {
  return isLazy(view) ? view.fetch() : Promise.resolve(view);
}

/** Whether a view is a placeholder. */
function isLazy(view: View): view is LazyView {
  return "fetch" in view;
}
