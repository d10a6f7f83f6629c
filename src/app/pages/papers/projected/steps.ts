/** A paper as steps for the projector. */
import type { Exhibit } from "../../../../reproductions/contract.ts";
import { exhibits } from "../../../../reproductions/index.ts";
import type { Paper } from "../../../../reproductions/papers.ts";
import { hasLead } from "../exhibit/MainTable.tsx";

export interface PaperStep {
  /** What the address says behind `paper=`. */
  readonly place: string;
  /** What it is called among the steps. */
  readonly title: string;
  /** Null for the paper's claim. */
  readonly exhibit: Exhibit | null;
}

/** What the paper claims, then each exhibit with a figure, or a table of numbers. */
export function stepsOf({ id }: Paper): readonly PaperStep[] {
  const shown = exhibits.filter((each) => each.paper === id && (each.figures !== undefined || hasLead(each)));
  return [
    { place: id, title: "What the paper claims", exhibit: null },
    ...shown.map((exhibit) => ({ place: exhibit.id, title: exhibit.label, exhibit })),
  ];
}

/** The step that is at a place; for an exhibit that is no step, the last one before it. */
export function stepAtPlace(steps: readonly PaperStep[], place: string): number {
  const until = exhibits.findIndex(({ id }) => id === place);
  return steps.findLastIndex(({ exhibit }) => exhibit === null || exhibits.indexOf(exhibit) <= until);
}
