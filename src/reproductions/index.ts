import type { Exhibit } from "./contract.ts";
import type { PaperId } from "./papers.ts";
import { treesTable2a, treesTable2b } from "./trees-table-2.ts";

/** All exhibits, paper by paper, each paper's in its own order. */
export const exhibits: readonly Exhibit[] = [treesTable2a, treesTable2b];

/** The exhibit of that id, or undefined. */
export function findExhibit(id: string): Exhibit | undefined {
  return exhibits.find((each) => each.id === id);
}

/** The exhibit of a card, or undefined while there is none. */
export function exhibitOf(paper: PaperId, label: string): Exhibit | undefined {
  return exhibits.find((each) => each.paper === paper && each.label === label);
}
