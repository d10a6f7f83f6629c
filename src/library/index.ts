/**
 * The library's face: a document is read, its scenarios are run, and what they found is said. Kinds, engines, links and findings are
 * loaded when they are first wanted.
 */
import { refuse, ScenarioError, show, type ValidationIssue } from "../core/base/errors.ts";
import type { Fact } from "../core/analysis/facts.ts";
import type { ChosenKind } from "../core/base/params.ts";
import { compile, fetchCompiler } from "../core/run/compile.ts";
import { readWithKinds } from "../core/kinds/fetch-kinds.ts";
import { type Measure, measuresOf } from "../core/measures/index.ts";
import { partDone } from "../core/measures/part-done.ts";
import type { CurvePoint } from "../core/measures/curve.ts";
import type { Results } from "../core/measures/results.ts";
import type { Runner, Saturation, Search, WorstPattern } from "../core/searches/saturation.ts";
import { type Cell, cellsOf, type Document, documentHash, runCount, writeDocument } from "../core/scenario/document.ts";
import { readDocument as readValue } from "../core/scenario/read-document.ts";
import { checkScenario, factsOf as shapeOf, type Scenario } from "../core/scenario/scenario.ts";
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

/** How a run goes on. */
export interface Pace {
  /** Ends the run by throwing, between two slices: an `AbortSignal` does. */
  readonly signal?: { throwIfAborted(): void } | undefined;
  /**
   * Work in a slice, above 0; between two slices the event loop has its turn. A unit is a grant of a channel, or an idle cycle. It
   * changes no result. Default: 40,000, which take some 20 ms.
   */
  readonly work?: number | undefined;
  /** Hears after every slice which part of the run is done, 0 to 1. */
  readonly told?: ((part: number) => void) | undefined;
}

const usualWork = 40_000;

/**
 * Reads a document of any version of the schema: a scenario, or one with others beside it or with a sweep.
 * @param input the document as an object, or as JSON text
 * @throws ScenarioError with every fault found: path, message, remedy
 */
export async function readDocument(input: unknown): Promise<Document> {
  if (typeof input !== "string") return readWithKinds(() => readValue(input));
  const { readText } = await import("../links/text.ts");
  return readWithKinds(() => readText(input));
}

/**
 * Reads the document of a link.
 * @param link the part of an address behind `#`, or the whole address
 * @throws ScenarioError as {@link readDocument}
 */
export async function readLink(link: string): Promise<Document> {
  if (typeof link !== "string") refuse("link", `${show(link)} is not a text; expected a link.`, "Give the link in quotes.");
  return (await import("../links/index.ts")).readLink(link);
}

/**
 * The link of a document, to be put behind the `#` of the page's address.
 * @throws ScenarioError when it would be longer than links are read
 */
export async function writeLink(document: Document): Promise<string> {
  await known(document);
  return (await import("../links/index.ts")).writeLink(document);
}

/**
 * What is known of a scenario without a run: counts, distances, the ideal throughput, bounds, bisection, path diversity; and what is
 * known of a training step. Each fact has its unit and formula. It takes up to some seconds on the largest networks.
 * @throws ScenarioError when the scenario's parts exclude each other
 */
export async function factsOf(scenario: Scenario): Promise<readonly Fact[]> {
  await known(scenario);
  const [{ factsOf }, { workloadFactsOf }] = await Promise.all([
    import("../core/analysis/facts.ts"),
    import("../core/scenario/before-running.ts"),
    fetchCompiler(scenario),
  ]);
  return [...factsOf(compile(scenario).plan, shapeOf(scenario.topology)), ...workloadFactsOf(scenario)];
}

/**
 * Starts a scenario, which then stands at cycle 0: for whoever wants to look at it under way.
 * `simulation.advance(until, work)` goes on, `results()` measures so far.
 * @throws ScenarioError when the scenario's parts exclude each other
 */
export async function start(scenario: Scenario): Promise<Run> {
  await known(scenario);
  return startFetched(scenario);
}

/**
 * Runs a scenario to its end; of a document, its first one. The same scenario gives the same results, with the same fingerprint,
 * wherever it runs. A deadlock is a result.
 * @throws ScenarioError when the scenario's parts exclude each other; what the signal throws
 */
export async function simulate(scenario: Scenario, { signal, work = usualWork, told }: Pace = {}): Promise<Results> {
  if (!(work > 0)) refuse("work", `${work} is no work to do in a slice; expected a number above 0.`, "Leave it out.", usualWork);
  signal?.throwIfAborted();
  const { plan, simulation, results } = await start(scenario);
  const frame = openFrame(simulation.layout, new ArrayBuffer(simulation.layout.byteLength));
  while (simulation.status === "running") {
    simulation.advance(Infinity, work);
    if (told !== undefined) {
      simulation.sample(frame);
      told(partDone(plan, frame));
    }
    await turn();
    signal?.throwIfAborted();
  }
  return results();
}

/**
 * Runs all that a document asks for, one after the other, in the order of {@link cellsOf}: every network at every point of its sweep,
 * with every seed.
 * @throws ScenarioError and what the signal throws, as {@link simulate}
 */
export async function* simulateAll(document: Document, pace: Pace = {}): AsyncGenerator<Cell & { readonly results: Results }> {
  await known(document);
  for (const cell of cellsOf(document)) yield { ...cell, results: await simulate(cell.scenario, pace) };
}

/**
 * Finds the saturation throughput of open-loop traffic by a search over the load, phits per cycle and sending terminal.
 * @param run gives the results of a scenario, here or in a worker
 * @throws ScenarioError for a scenario without one load, and for a precision that is none; and whatever `run` throws
 */
export async function findSaturation(scenario: Scenario, search: Search, run: Runner = simulate): Promise<Saturation> {
  await known(scenario);
  return (await import("../core/searches/saturation.ts")).findSaturation(scenario, search, run);
}

/**
 * The worst of several traffic patterns: the one under which the network is full first.
 * @throws ScenarioError for a scenario without one load and one pattern; and whatever `run` throws
 */
export async function findWorstPattern(
  scenario: Scenario,
  patterns: readonly ChosenKind[],
  search: Search,
  run: Runner = simulate,
): Promise<WorstPattern> {
  await known(scenario);
  return (await import("../core/searches/saturation.ts")).findWorstPattern(scenario, patterns, search, run);
}

/**
 * Latency at given loads, phits per cycle and sending terminal, in their order.
 * @throws ScenarioError for a scenario without one load, and for a load that it does not take; and whatever `run` throws
 */
export async function latencyAt(scenario: Scenario, loads: readonly number[], run: Runner = simulate): Promise<readonly CurvePoint[]> {
  await known(scenario);
  return (await import("../core/searches/saturation.ts")).latencyAt(scenario, loads, run);
}

/**
 * What the runs of a document found: the answer as a sentence, and the evidence, a sentence each.
 * @param runs the results of all its runs, in the order of {@link cellsOf}
 * @throws ScenarioError when they are not as many as the document asks for
 */
export async function findingOf(document: Document, runs: readonly Results[]): Promise<Finding> {
  await known(document);
  const count = runCount(document);
  if (runs.length !== count)
    refuse("runs", `there are ${runs.length} results; this document asks for ${count}.`, "Give those of all its runs, in their order.");
  const [{ findingOfDocument }] = await Promise.all([import("../findings/document.ts"), fetchCompiler(document)]);
  return findingOfDocument(document, runs);
}

/** Refuses what no reader has read, and fetches the kinds of what another worker has read. */
async function known(scenario: Scenario): Promise<void> {
  // Programs in plain JavaScript may give anything.
  if (!((scenario as Partial<Scenario> | null | undefined)?.topology?.values instanceof Object))
    refuse("", "this is no document that has been read.", "Read it by readDocument or readLink first.");
  await readWithKinds(() => checkScenario(scenario));
}

/** Gives the event loop its turn. A timer would do so too, but browsers slow those of hidden pages down. */
function turn(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      done();
    });
    port1.start();
    port2.postMessage(null);
  });
}
