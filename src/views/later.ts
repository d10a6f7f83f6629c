/** Lazily loaded views: the first page does not carry the code of views that few people open. */
import type { View } from "./contract.ts";

/** Placeholder for a view in the list until its code is loaded. */
export interface Later extends View {
  /** Loads the view; repeated calls load once. */
  fetch(): Promise<View>;
}

/**
 * Properties of a view that are needed before its code is loaded: name, region, whether its card is open by default, and optionally its
 * empty message.
 */
export type Head = Pick<View, "id" | "title" | "short" | "place" | "isUsual"> & Partial<Pick<View, "needs">>;

/** A view for the list that is loaded on first use. */
export function later(head: Head, load: () => Promise<View>): View {
  let fetched: Promise<View> | undefined;
  const placeholder: Later = {
    needs: () => "This view is being fetched.",
    ...head,
    summary: () => "This view is being fetched.",
    layout: () => null,
    draw: () => undefined,
    table: () => ({ columns: [], rows: [] }),
    fetch: () => (fetched ??= load()),
  };
  return placeholder;
}

/** The actual view, loaded if necessary. */
export function fetchView(view: View): Promise<View> {
  return isLater(view) ? view.fetch() : Promise.resolve(view);
}

/** Whether a view is a placeholder. */
function isLater(view: View): view is Later {
  return "fetch" in view;
}
