/** Draws marks into an SVG rendered by React. */
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { drawMarks, type Mark } from "../../views/marks/marks.ts";

export function MarksGroup({ marks }: { readonly marks: readonly Mark[] }): ReactNode {
  const group = useRef<SVGGElement>(null);
  useLayoutEffect(() => drawMarks(marks, group.current!), [marks]);
  return <g ref={group} />;
}
