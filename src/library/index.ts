/**
 * The public interface of the library: it reads documents, runs their scenarios and describes the findings. Kinds, engines, links and
 * findings are loaded when they are first needed.
 */
import { refuse, ScenarioError, quoteValue, type ValidationIssue } from "../core/base/errors.ts";
import type { Fact } from "../core/analysis/facts.ts";
import type { ChosenKind } from "../core/base/params.ts";
import { compile, fetchCompiler } from "../core/run/compile.ts";
import { readWithKinds } from "../core/kinds/fetch-kinds.ts";
import { type Measure, measuresOf } from "../core/measures/index.ts";
import { completedPart } from "../core/measures/progress.ts";
import type { CurvePoint } from "../core/measures/curve.ts";
import type { Results } from "../core/measures/results.ts";
import type { Runner, Saturation, Search, WorstPattern } from "../core/searches/saturation.ts";
import { type Cell, cellsOf, type Document, documentHash, runCount, writeDocument } from "../core/scenario/document.ts";
import { parseDocument as readValue } from "../core/scenario/read-document.ts";
import { checkScenario, topologyFacts as shapeOf, type Scenario } from "../core/scenario/scenario.ts";
import { openFrame } from "../core/simulation/frame.ts";
import { type Run, startFetched } from "../core/run/start.ts";
import { engineVersion } from "../core/run/version.ts";
import type { Finding } from "../findings/traffic.ts";

export { cellsOf, documentHash, engineVersion, measuresOf, runCount, ScenarioError, writeDocument };
export type {
  Cell,
  ChosenKind,
  CurvePoint,
  Document,
  Fact,
  Finding,
  Measure,
  Results,
  Run,
  Runner,
  Saturation,
  Scenario,
  Search,
  ValidationIssue,
  WorstPattern,
};

/** Options of a run. */
export interface SimulateOptions {
  /** Aborts the run between two slices by throwing, as an `AbortSignal` does. */
  readonly signal?: { throwIfAborted(): void } | undefined;
  /**
   * Work of a slice, above 0; between two slices the event loop runs. A unit is a grant of a channel, or an idle cycle. It does not change
   * results. Default: 40,000, about 20 ms.
   */
  readonly work?: number | undefined;
  /** Called after every slice with the fraction of the run that is done, 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined;
}

const defaultWork = 40_000;

/**
 * Reads a document of any version of the schema: a scenario, a comparison or a sweep.
 * @param input the document as an object, or as JSON text
 * @throws ScenarioError with every fault: path, message, remedy
 */
export async function readDocument(input: unknown): Promise<Document> {
  if (typeof input !== "string") return readWithKinds(() => readValue(input));
  const { readDocumentText } = await import("../links/text.ts");
  return readWithKinds(() => readDocumentText(input));
}

/**
 * Reads the document of a link.
 * @param link the part of an address after `#`, or the whole address
 * @throws ScenarioError as {@link readDocument}
 */
export async function readLink(link: string): Promise<Document> {
  if (typeof link !== "string") refuse("link", `${quoteValue(link)} is not a text; expected a link.`, "Give the link in quotes.");
  return (await import("../links/index.ts")).readDocumentLink(link);
}

/**
 * The link of a document, to be written after the `#` of the page's address.
 * @throws ScenarioError if it is too long to be read again
 */
export async function writeLink(document: Document): Promise<string> {
  await requireDocument(document);
  return (await import("../links/index.ts")).writeDocumentLink(document);
}

/**
 * The facts of a scenario that need no run: counts, distances, ideal throughput, bounds, bisection, path diversity, and the facts of a
 * training step. Each fact has a unit and a formula. It takes up to some seconds on the largest networks.
 * @throws ScenarioError if the scenario is invalid
 */
export async function factsOf(scenario: Scenario): Promise<readonly Fact[]> {
  await requireDocument(scenario);
  const [{ analysisFactsOf }, { workloadFactsOf }] = await Promise.all([
    import("../core/analysis/facts.ts"),
    import("../core/scenario/workload-facts.ts"),
    fetchCompiler(scenario),
  ]);
  return [...analysisFactsOf(compile(scenario).plan, shapeOf(scenario.topology)), ...workloadFactsOf(scenario)];
}

/**
 * Starts a scenario and stops at cycle 0, so that its progress can be observed. `simulation.advance(until, work)` continues, `results()`
 * measures up to the current cycle.
 * @throws ScenarioError if the scenario is invalid
 */
export async function start(scenario: Scenario): Promise<Run> {
  await requireDocument(scenario);
  return startFetched(scenario);
}

/**
 * Runs a scenario to its end; for a document, its first scenario. The same scenario has the same results, with the same fingerprint,
 * everywhere. A deadlock is a result.
 * @throws ScenarioError if the scenario is invalid; and whatever the signal throws
 */
export async function simulate(scenario: Scenario, { signal, work = defaultWork, onProgress }: SimulateOptions = {}): Promise<Results> {
  if (!(work > 0)) refuse("work", `${work} is not an amount of work per slice; expected a number above 0.`, "Leave it out.", defaultWork);
  signal?.throwIfAborted();
  const { plan, simulation, results } = await start(scenario);
  const frame = openFrame(simulation.layout, new ArrayBuffer(simulation.layout.byteLength));
  while (simulation.status === "running") {
    simulation.advance(Infinity, work);
    if (onProgress !== undefined) {
      simulation.sample(frame);
      onProgress(completedPart(plan, frame));
    }
    await yieldToEventLoop();
    signal?.throwIfAborted();
  }
  return results();
}

/**
 * Runs all scenarios of a document one after another, in the order of {@link cellsOf}: every network at every point of its sweep, with
 * every seed.
 * @throws ScenarioError and whatever the signal throws, as {@link simulate}
 */
export async function* simulateAll(
  document: Document,
  options: SimulateOptions = {},
): AsyncGenerator<Cell & { readonly results: Results }> {
  await requireDocument(document);
  for (const cell of cellsOf(document)) yield { ...cell, results: await simulate(cell.scenario, options) };
}

/**
 * Finds the saturation throughput of open-loop traffic by a search over the load, phits per cycle and sending terminal.
 * @param run returns the results of a scenario, computed here or in a worker
 * @throws ScenarioError for a scenario without a single load, and for an invalid precision; and whatever `run` throws
 */
export async function findSaturation(scenario: Scenario, search: Search, run: Runner = simulate): Promise<Saturation> {
  await requireDocument(scenario);
  return (await import("../core/searches/saturation.ts")).searchSaturation(scenario, search, run);
}

/**
 * The worst of several traffic patterns: the one with the lowest saturation throughput.
 * @throws ScenarioError for a scenario without a single load and pattern; and whatever `run` throws
 */
export async function findWorstPattern(
  scenario: Scenario,
  patterns: readonly ChosenKind[],
  search: Search,
  run: Runner = simulate,
): Promise<WorstPattern> {
  await requireDocument(scenario);
  return (await import("../core/searches/saturation.ts")).searchWorstPattern(scenario, patterns, search, run);
}

/**
 * Latency at the given loads, phits per cycle and sending terminal, in their order.
 * @throws ScenarioError for a scenario without a single load, and for an invalid load; and whatever `run` throws
 */
export async function latencyAt(scenario: Scenario, loads: readonly number[], run: Runner = simulate): Promise<readonly CurvePoint[]> {
  await requireDocument(scenario);
  return (await import("../core/searches/saturation.ts")).searchLatency(scenario, loads, run);
}

/**
 * The finding of a document: the answer as a sentence, and the evidence, a sentence each.
 * @param runs the results of all its runs, in the order of {@link cellsOf}
 * @throws ScenarioError if their number is wrong
 */
export async function findingOf(document: Document, runs: readonly Results[]): Promise<Finding> {
  await requireDocument(document);
  const count = runCount(document);
  if (runs.length !== count)
    refuse(
      "runs",
      `there are ${runs.length} results; this document has ${count} runs.`,
      "Give the results of all its runs, in their order.",
    );
  const [{ findingOfDocument }] = await Promise.all([import("../findings/document.ts"), fetchCompiler(document)]);
  return findingOfDocument(document, runs);
}

/** Rejects a value that is not a document, and loads the kinds of a document that another worker has read. */
async function requireDocument(scenario: Scenario): Promise<void> {
  // Programs in plain JavaScript may pass anything.
  if (!((scenario as Partial<Scenario> | null | undefined)?.topology?.values instanceof Object))
    refuse("", "this is not a document that has been read.", "Read it with readDocument or readLink first.");
  await readWithKinds(() => checkScenario(scenario));
}

/** Lets the event loop run. Browsers throttle timers of hidden pages, so a message is used. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
