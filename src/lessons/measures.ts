/** The measures that a question can ask for: one number of a run, or of the static analysis. */
import type { Analysis } from "../core/analysis/analysis.ts";
import type { Curve } from "../core/measures/curve.ts";
import type { SweepTable } from "../core/measures/sweep.ts";
import { isDeadlocked, type Results } from "../core/measures/results.ts";
import { type Document, variantsOf } from "../core/scenario/document.ts";
import { scenarioFactsIfValid } from "../core/scenario/scenario.ts";
import { scenarioLoad } from "../core/scenario/load.ts";

/** The available results of a document's scenarios, in their order, in cycles of the first scenario; null if not available. */
export interface AvailableResults {
  readonly document: Document;
  readonly results: readonly (Results | null)[];
  readonly analyses: readonly (Analysis | null)[];
  /** The load curve of each scenario, as far as it is simulated. Absent if there are none. */
  readonly curves?: readonly Curve[];
  /** The table of the document's sweep, as far as it is simulated. Absent or null if there is none. */
  readonly sweep?: SweepTable | null;
}

export interface LessonMeasure {
  readonly id: string;
  /** The measure in words, in lower case. */
  readonly title: string;
  /** Whether the number is measured in a run, or computed from the routes without one. */
  readonly origin: "measured" | "computed";
  /** Kind of the numbers. Loads and times are written in the units of the page. */
  readonly unit: "load" | "time" | "share";
  /** Resolution of a guess, in the same unit as the number. */
  readonly step: number;
  /** Default end of the axis on which students mark their guess. @param network index of the scenario */
  readonly axisEnd: (document: Document, network: number) => number;
  /** The number; null until the results that it needs are available. */
  readonly evaluate: (found: AvailableResults, network: number) => number | null;
}

const loadOfNetwork = (document: Document, network: number) => {
  const scenario = variantsOf(document)[network];
  return scenario === undefined ? null : scenarioLoad(scenario);
};

/** The smallest 1, 2 or 5 times a power of ten that is not below the value. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)));
  return power * ([1, 2, 5, 10].find((each) => each * power >= value) ?? 10);
}

/** All measures, in the order of the menu. */
export const lessonMeasures: readonly LessonMeasure[] = [
  {
    id: "delivered",
    title: "the accepted load",
    origin: "measured",
    unit: "load",
    step: 0.01,
    axisEnd: (document, network) => loadOfNetwork(document, network) ?? 1,
    // After a deadlock the network delivers nothing.
    evaluate: ({ results }, network) => {
      const networkResults = results[network] ?? null;
      return networkResults === null ? null : isDeadlocked(networkResults) ? 0 : networkResults.acceptedPerSender;
    },
  },
  {
    id: "latency",
    title: "the mean latency",
    origin: "measured",
    unit: "time",
    step: 1,
    axisEnd: () => 200,
    evaluate: ({ results }, network) => results[network]?.latency?.mean ?? null,
  },
  {
    id: "empty-latency",
    title: "the latency of the empty network",
    origin: "computed",
    unit: "time",
    step: 1,
    axisEnd: () => 100,
    evaluate: ({ analyses }, network) => analyses[network]?.zeroLoadLatency ?? null,
  },
  {
    id: "finish",
    title: "the completion time of the program",
    origin: "measured",
    unit: "time",
    step: 1,
    axisEnd: (document, network) => {
      const scenario = variantsOf(document)[network];
      return roundUp(32 * (scenario === undefined ? 1 : (scenarioFactsIfValid(scenario)?.terminals ?? 1)));
    },
    evaluate: ({ results }, network) => results[network]?.makespan ?? null,
  },
  {
    id: "busiest",
    title: "the load of the busiest channel",
    origin: "measured",
    unit: "load",
    step: 0.01,
    axisEnd: () => 1,
    evaluate: ({ results }, network) => results[network]?.load.worst ?? null,
  },
  {
    id: "bound",
    title: "the ideal throughput",
    origin: "computed",
    unit: "load",
    step: 0.01,
    axisEnd: () => 1,
    evaluate: ({ analyses }, network) => analyses[network]?.bound ?? null,
  },
  {
    id: "used",
    title: "the accepted load as a part of the ideal throughput",
    origin: "measured",
    unit: "share",
    step: 0.01,
    axisEnd: () => 1,
    evaluate: ({ results, analyses }, network) => {
      const [accepted, bound] = [results[network]?.acceptedPerSender, analyses[network]?.bound];
      return accepted === undefined || bound === undefined ? null : accepted / bound;
    },
  },
];

/** A measure by its id. @throws Error if it does not exist; readers validate ids first */
export function lessonMeasureOf(id: string): LessonMeasure {
  const measure = lessonMeasures.find((each) => each.id === id);
  if (measure === undefined) throw new Error(`there is no measure "${id}"`);
  return measure;
}
