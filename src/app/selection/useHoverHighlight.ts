/** Highlights on hover, and highlights that stay after a click. */
import { useCallback, useEffect } from "react";
import type { Highlight } from "../../views/contract.ts";
import { usePage } from "../hooks.ts";

/** Handlers for a button that shows a highlight while it is hovered or focused. */
export type HoverHandlers = Record<"onPointerEnter" | "onPointerLeave" | "onFocus" | "onBlur", () => void>;

/**
 * Shows the highlight `persistent`, if it is not null, in place of the highlight of the selection.
 * @returns a function that makes hover handlers for another highlight
 */
export function useHoverHighlight(persistent: Highlight | null): (highlight: () => Highlight) => HoverHandlers {
  const { store } = usePage();
  const show = useCallback((highlight: Highlight | null) => store.setState({ session: { hover: highlight } }), [store]);
  useEffect(() => {
    if (persistent === null) return undefined;
    show(persistent);
    return () => show(null);
  }, [persistent, show]);
  return (highlight) => {
    const [point, leave] = [() => show(highlight()), () => show(persistent)];
    return { onPointerEnter: point, onPointerLeave: leave, onFocus: point, onBlur: leave };
  };
}
