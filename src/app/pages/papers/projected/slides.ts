/** The slides of a paper. */
import type { Exhibit } from "../../../../reproductions/contract.ts";
import { exhibits } from "../../../../reproductions/index.ts";
import type { Paper } from "../../../../reproductions/papers.ts";
import { hasMainTable } from "../exhibit/MainTable.tsx";

export interface PaperSlide {
  /** The value of `paper=` in the address. */
  readonly address: string;
  /** The title in the list of slides. */
  readonly title: string;
  /** The exhibit on the slide; null for the slide with the paper's claim. */
  readonly exhibit: Exhibit | null;
}

/** The slides of a paper: its claim, then each exhibit with a figure or a table of numbers. */
export function slidesOf({ id }: Paper): readonly PaperSlide[] {
  const slideExhibits = exhibits.filter((each) => each.paper === id && (each.figures !== undefined || hasMainTable(each)));
  return [
    { address: id, title: "What the paper claims", exhibit: null },
    ...slideExhibits.map((exhibit) => ({ address: exhibit.id, title: exhibit.label, exhibit })),
  ];
}

/** The index of the slide for an address. For an exhibit without a slide, the last slide before it. */
export function slideAtAddress(steps: readonly PaperSlide[], address: string): number {
  const exhibitIndex = exhibits.findIndex(({ id }) => id === address);
  return steps.findLastIndex(({ exhibit }) => exhibit === null || exhibits.indexOf(exhibit) <= exhibitIndex);
}
