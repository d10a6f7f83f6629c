/** A thumbnail of a view with the current data: drawn as in its card, and scaled down. */
import { useEffect, useRef } from "react";
import { readTheme } from "../../../views/marks/color.ts";
import type { View, ViewData } from "../../../views/contract.ts";
import { noActions } from "../../../views/no-actions.ts";

/** Width of the drawing before scaling, and its default and largest height, pixels. */
const defaultSize = { width: 320, height: 200 };

/**
 * A small picture of a view with its current data, for a menu. It is drawn by the view itself and then made inaccessible to the keyboard.
 */
export function ViewThumbnail({ view, data }: { readonly view: View; readonly data: ViewData }) {
  const group = useRef<SVGGElement>(null);
  const size = view.preferredSize?.(data, defaultSize.width) ?? defaultSize;
  const height = Math.min(defaultSize.height, size.height);
  useEffect(() => {
    if (group.current === null) return;
    const canvas = { width: size.width, height: size.height, theme: readTheme(group.current), units: data.units };
    view.draw(view.layout(data, canvas), group.current, canvas, noActions);
    // The thumbnail is one picture: its parts must not receive focus or have accessible names.
    for (const element of group.current.querySelectorAll("[tabindex], [role]")) {
      element.removeAttribute("tabindex");
      element.removeAttribute("role");
    }
  });
  return (
    <svg className="view-picture" viewBox={`0 0 ${defaultSize.width} ${height}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g ref={group} pointerEvents="none" />
    </svg>
  );
}
