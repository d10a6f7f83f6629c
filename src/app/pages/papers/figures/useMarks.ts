/** The drawing of a figure, put into its place on the page. */
import { type RefObject, useEffect } from "react";
import { drawMarks, layerOf, type Mark } from "../../../../views/marks/marks.ts";

/** Draws marks into a group whenever they have changed; null for as long as there are none. */
export function useMarks(into: RefObject<SVGGElement | null>, marks: readonly Mark[] | null): void {
  useEffect(() => {
    if (into.current !== null && marks !== null) drawMarks(marks, layerOf(into.current, "marks"));
  }, [into, marks]);
}
