/** Declaring an exhibit: what follows from its label, or goes without saying, is filled in. */
import type { Exhibit, Series } from "./contract.ts";
import type { PaperId } from "./papers.ts";

/** An exhibit as its file declares it. */
export interface ExhibitSpec extends Omit<Exhibit, "id" | "paper" | "label" | "kind" | "section" | "series" | "runs"> {
  /** That of its paper and label where left out. */
  readonly id?: string;
  /** One at least. */
  readonly series: readonly Series[];
  /** None where left out. */
  readonly runs?: Exhibit["runs"];
}

/**
 * Declares an exhibit.
 * @param label as the paper calls it: `Table 2a`
 * @param section where in the paper: `Section 3.2`
 */
export function exhibit(paper: PaperId, label: string, section: string, { series, ...rest }: ExhibitSpec): Exhibit {
  const [first, ...others] = series;
  return {
    id: `${paper}-${label.toLowerCase().replaceAll(/[ .]/g, "-")}`,
    paper,
    label,
    kind: label.startsWith("Table") ? "table" : label.startsWith("Figure") ? "figure" : "statement",
    section,
    series: [first, ...others],
    runs: [],
    ...rest,
  };
}
