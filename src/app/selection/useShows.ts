/** What lights up while a fact is pointed at, and what stays highlighted after it was pressed. */
import { useCallback, useEffect } from "react";
import type { Highlight } from "../../views/contract.ts";
import { usePage } from "../hooks.ts";

/** What a button that stands for a highlight does while it is pointed at. */
export type Pointing = Record<"onPointerEnter" | "onPointerLeave" | "onFocus" | "onBlur", () => void>;

/**
 * Highlights what is kept instead of what is picked; nothing of its own where that is null.
 * @returns for another highlight, what shows it while it is pointed at
 */
export function useShows(kept: Highlight | null): (highlight: () => Highlight) => Pointing {
  const { store } = usePage();
  const show = useCallback((shows: Highlight | null) => store.setState({ session: { hover: shows } }), [store]);
  useEffect(() => {
    if (kept === null) return undefined;
    show(kept);
    return () => show(null);
  }, [kept, show]);
  return (highlight) => {
    const [point, leave] = [() => show(highlight()), () => show(kept)];
    return { onPointerEnter: point, onPointerLeave: leave, onFocus: point, onBlur: leave };
  };
}
