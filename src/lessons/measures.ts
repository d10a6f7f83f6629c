/** The measures that a question can ask for: one number of a run, or of the static analysis. */
import type { Analysis } from "../core/analysis/analysis.ts";
import { isDeadlocked, type Results } from "../core/measures/results.ts";
import { type Document, variantsOf } from "../core/scenario/document.ts";
import { factsIfValid } from "../core/scenario/scenario.ts";
import { loadOf } from "../core/scenario/load.ts";

/** The available results of a document's scenarios, in their order, in cycles of the page's clock; null if not available. */
export interface Found {
  readonly document: Document;
  readonly results: readonly (Results | null)[];
  readonly analyses: readonly (Analysis | null)[];
}

export interface Measure {
  readonly id: string;
  /** The measure in words, in lower case. */
  readonly title: string;
  /** Whether the number is measured in a run, or computed from the routes without one. */
  readonly found: "measured" | "computed";
  /** Kind of the numbers. Loads and times are written in the units of the page. */
  readonly unit: "load" | "time" | "share";
  /** Resolution of a guess, in the same unit as the number. */
  readonly step: number;
  /** Default end of the axis. @param network index of the scenario */
  readonly most: (document: Document, network: number) => number;
  /** The number; null until the results that it needs are available. */
  readonly of: (found: Found, network: number) => number | null;
}

const loadAt = (document: Document, network: number) => {
  const scenario = variantsOf(document)[network];
  return scenario === undefined ? null : loadOf(scenario);
};

/** The smallest 1, 2 or 5 times a power of ten that is not below the value. */
function roundAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)));
  return power * ([1, 2, 5, 10].find((each) => each * power >= value) ?? 10);
}

/** All measures, in the order of the menu. */
export const measures: readonly Measure[] = [
  {
    id: "delivered",
    title: "what is delivered",
    found: "measured",
    unit: "load",
    step: 0.01,
    most: (document, network) => loadAt(document, network) ?? 1,
    // After a deadlock the network delivers nothing.
    of: ({ results }, network) => {
      const own = results[network] ?? null;
      return own === null ? null : isDeadlocked(own) ? 0 : own.acceptedPerSender;
    },
  },
  {
    id: "latency",
    title: "the mean latency",
    found: "measured",
    unit: "time",
    step: 1,
    most: () => 200,
    of: ({ results }, network) => results[network]?.latency?.mean ?? null,
  },
  {
    id: "empty-latency",
    title: "the latency of the empty network",
    found: "computed",
    unit: "time",
    step: 1,
    most: () => 100,
    of: ({ analyses }, network) => analyses[network]?.zeroLoadLatency ?? null,
  },
  {
    id: "finish",
    title: "when the program ends",
    found: "measured",
    unit: "time",
    step: 1,
    most: (document, network) => {
      const scenario = variantsOf(document)[network];
      return roundAbove(32 * (scenario === undefined ? 1 : (factsIfValid(scenario)?.terminals ?? 1)));
    },
    of: ({ results }, network) => results[network]?.makespan ?? null,
  },
  {
    id: "busiest",
    title: "the load of the busiest channel",
    found: "measured",
    unit: "load",
    step: 0.01,
    most: () => 1,
    of: ({ results }, network) => results[network]?.load.worst ?? null,
  },
  {
    id: "bound",
    title: "the ideal throughput",
    found: "computed",
    unit: "load",
    step: 0.01,
    most: () => 1,
    of: ({ analyses }, network) => analyses[network]?.bound ?? null,
  },
  {
    id: "used",
    title: "the part of the ideal throughput that is delivered",
    found: "measured",
    unit: "share",
    step: 0.01,
    most: () => 1,
    of: ({ results, analyses }, network) => {
      const [accepted, bound] = [results[network]?.acceptedPerSender, analyses[network]?.bound];
      return accepted === undefined || bound === undefined ? null : accepted / bound;
    },
  },
];

/** A measure by its id. @throws Error if it does not exist; readers validate ids first */
export function measureOf(id: string): Measure {
  const found = measures.find((each) => each.id === id);
  if (found === undefined) throw new Error(`there is no measure "${id}"`);
  return found;
}
