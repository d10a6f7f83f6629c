/** A thumbnail of a view with the current data: drawn as in its card, and scaled down. */
import { useEffect, useRef } from "react";
import { readTheme } from "../../../views/marks/colour.ts";
import type { View, ViewData } from "../../../views/contract.ts";
import { still } from "../../../views/still.ts";

/** Width of the drawing before scaling, and its default and largest height, pixels. */
const own = { width: 320, height: 200 };

export function ViewPicture({ view, data }: { readonly view: View; readonly data: ViewData }) {
  const group = useRef<SVGGElement>(null);
  const room = view.room?.(data, own.width) ?? own;
  const height = Math.min(own.height, room.height);
  useEffect(() => {
    if (group.current === null) return;
    const canvas = { width: room.width, height: room.height, theme: readTheme(group.current), units: data.units };
    view.draw(view.layout(data, canvas), group.current, canvas, still);
    // The thumbnail is one picture: its parts must not receive focus or have accessible names.
    for (const part of group.current.querySelectorAll("[tabindex], [role]")) {
      part.removeAttribute("tabindex");
      part.removeAttribute("role");
    }
  });
  return (
    <svg className="view-picture" viewBox={`0 0 ${own.width} ${height}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g ref={group} pointerEvents="none" />
    </svg>
  );
}
