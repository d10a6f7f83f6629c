/** Views that are fetched when somebody looks at them: what opens first need not carry what few people open. */
import type { View } from "./contract.ts";

/** What stands for a view in the list until it is here: its name, and a sentence where it will be. */
export interface Later extends View {
  /** Fetches the view; once for all. */
  fetch(): Promise<View>;
}

/**
 * What the list must know of a view before it is here, and the view says of itself too: its name, where it stands, when
 * its card opens by itself, and, where others must know, what it needs.
 */
export type Head = Pick<View, "id" | "title" | "short" | "place" | "isUsual"> & Partial<Pick<View, "needs">>;

/** A view for the list that is fetched when it is first asked for. */
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

/** The view itself, fetched if need be. */
export function fetchView(view: View): Promise<View> {
  return isLater(view) ? view.fetch() : Promise.resolve(view);
}

/** True of what only stands for a view. */
function isLater(view: View): view is Later {
  return "fetch" in view;
}
