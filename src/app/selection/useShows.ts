/** Highlights on hover, and highlights that stay after a click. */
import { useCallback, useEffect } from "react";
import type { Highlight } from "../../views/contract.ts";
import { usePage } from "../hooks.ts";

/** Handlers for a button that shows a highlight while it is hovered or focused. */
export type Pointing = Record<"onPointerEnter" | "onPointerLeave" | "onFocus" | "onBlur", () => void>;

/**
 * Shows a persistent highlight instead of that of the selection, if it is not null.
 * @returns a function that makes hover handlers for another highlight
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
