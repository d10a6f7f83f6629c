/** The slides of a paper. */
import type { Exhibit } from "../../../../reproductions/contract.ts";
import { exhibits } from "../../../../reproductions/index.ts";
import type { Paper } from "../../../../reproductions/papers.ts";
import { hasLead } from "../exhibit/MainTable.tsx";

export interface PaperStep {
  /** The value of `paper=` in the address. */
  readonly place: string;
  /** The title in the list of slides. */
  readonly title: string;
  /** Null for the slide with the paper's claim. */
  readonly exhibit: Exhibit | null;
}

/** The slides of a paper: its claim, then each exhibit with a figure or a table of numbers. */
export function stepsOf({ id }: Paper): readonly PaperStep[] {
  const shown = exhibits.filter((each) => each.paper === id && (each.figures !== undefined || hasLead(each)));
  return [
    { place: id, title: "What the paper claims", exhibit: null },
    ...shown.map((exhibit) => ({ place: exhibit.id, title: exhibit.label, exhibit })),
  ];
}

/** The index of the slide for an address. For an exhibit without a slide, the last slide before it. */
export function stepAtPlace(steps: readonly PaperStep[], place: string): number {
  const until = exhibits.findIndex(({ id }) => id === place);
  return steps.findLastIndex(({ exhibit }) => exhibit === null || exhibits.indexOf(exhibit) <= until);
}
