/** Results of a run as text, CSV and JSON. */
import type { Fact } from "../core/analysis/facts.ts";
import type { RoutedPath, PathsBetween } from "../core/analysis/paths-between.ts";
import { allreduceFactors, hasTwoFactors, collectiveSpeedOf } from "../core/measures/collective.ts";
import { type Measure, measuresOf } from "../core/measures/index.ts";
import type { Results } from "../core/measures/results.ts";
import type { MeasureTable, MeasureRow } from "../core/measures/table.ts";
import { nameOfNode, type Network } from "../core/network/network.ts";
import { canonicalText, scenarioHash } from "../core/scenario/canonical.ts";
import { csvOf } from "../words/csv.ts";
import { withoutUndefined } from "../core/base/defined.ts";
import { type Param, writeParam } from "../core/base/params.ts";
import { inSeconds, isTimeUnit, timeUnitFor, withTimeUnit, unitInSeconds } from "../core/base/time-unit.ts";
import { phitBytes, quantityForPeople } from "../core/base/units.ts";
import { digestOf } from "../core/measures/digest.ts";
import { type Bill, billOf } from "../core/costs/bill.ts";
import { cablesOf, racksOf, cableReach } from "../core/costs/cables.ts";
import { currency } from "../core/costs/contract.ts";
import { materialsOfScenario } from "../core/scenario/scenario-materials.ts";
import { workloadNumbersOf } from "../core/scenario/workload-facts.ts";
import { topologyFacts, buildNetwork } from "../core/scenario/facts.ts";
import {
  type Cell,
  claimedRuns,
  type Document,
  documentHash,
  documentOf,
  letterOf,
  variantsOf,
  writeDocument,
} from "../core/scenario/document.ts";
import { channelRateOf, cycleRatio, cycleSecondsOf } from "../core/scenario/clock.ts";
import { paramAtPath } from "../core/scenario/param-path.ts";
import { granularityOf } from "../core/scenario/engine.ts";
import { engineVersion } from "../core/run/version.ts";
import { type Scenario, writeScenario } from "../core/scenario/scenario.ts";
import type { Cause, CauseKind } from "../findings/cause/cause.ts";
import { decidingSegments, type ExplainedRun } from "../findings/cause/deciding-settings.ts";
import type { Finding } from "../findings/traffic.ts";
import { writeDocumentLink } from "../links/index.ts";
import { sayPathShare, sayPath, sayPaths } from "../words/paths.ts";
import { segmentsAsText, sentenceOf } from "../words/sentence.ts";

/** Causes that neither the answer nor the evidence gives. */
const furtherCauses: readonly CauseKind[] = ["unsteady", "ideal", "part", "buffers", "blocking", "channel"];

/**
 * What a finding as text says of the cause of a run's result: a line below the answer, empty if the answer gives the cause, and the
 * evidence, with the settings that decide the result and that the sentence of the scenario does not name.
 */
export function withCause(finding: Finding, cause: Cause, run: ExplainedRun): Finding & { readonly cause: string } {
  const { is, head, rest } = cause;
  const decided = segmentsAsText(decidingSegments(cause, run, sentenceOf(run.scenario)));
  const sentences = [head, finding.evidence.some((each) => rest.startsWith(each.slice(0, -1))) ? "" : rest, decided];
  return furtherCauses.includes(is)
    ? { ...finding, cause: sentences.filter((each) => each !== "").join(" ") }
    : { ...finding, cause: "", evidence: decided === "" ? finding.evidence : [...finding.evidence, decided] };
}

/** A finding as text: the answer, with its cause and the evidence in the lines below. */
export function findingText({ answer, scope, evidence, cause = "" }: Finding & { readonly cause?: string }): string {
  const others = evidence.filter((each) => each !== scope);
  const lines = [answer, ...[scope ?? "", cause, others.join(" ")].filter((each) => each !== ""), ""];
  return withPlainSpaces(lines.join("\n"));
}

/** Terminals do not break lines at nonbreaking spaces, which therefore become ordinary ones. */
const withPlainSpaces = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

/**
 * All measures of a run with their units as text: first the scenario, its link, its sentence and its finding, then the measures that have a
 * value in aligned columns, then other tables. A deadlock is listed packet by packet.
 */
export async function resultsAsText(
  scenario: Scenario,
  results: Results,
  finding: Finding,
  furtherLines: readonly string[] = [],
): Promise<string> {
  const rows = measuresOf([results])
    .filter(({ value }) => value(results) !== null)
    .map((measure) => ({ ...measure, ...displayValue(measure.value(results), measure.unit, results) }));
  const titleWidth = Math.max(...rows.map(({ title }) => title.length));
  // Text values, such as the name of the busiest channel, may be longer than the column of numbers because no unit follows.
  const numberWidth = Math.max(...rows.filter(({ unit }) => unit !== "").map(({ text }) => text.length));
  const lines = rows.map(({ title, text, unit }) => `${title.padEnd(titleWidth)}  ${text.padStart(numberWidth)}  ${unit}`.trimEnd());
  const heading = [
    ...(scenario.title === "" ? [] : [scenario.title]),
    `Scenario ${scenarioHash(scenario)}`,
    `Link     ${await writeDocumentLink(documentOf(scenario)).then(
      (link) => `#${link}`,
      () => "none, because it would be too long",
    )}`,
    `Engine   ${granularityOf(scenario)}`,
    ...clockLine(scenario),
  ];
  const deadlockLines =
    results.deadlock === null
      ? []
      : [
          "",
          "Deadlock: a cycle of packets, each of which waits for the next and the last for the first.",
          ...results.deadlock.map((wait) => `  ${wait}`),
        ];
  const sentence = withPlainSpaces(segmentsAsText(sentenceOf(scenario)));
  return [
    ...heading,
    "",
    sentence,
    "",
    findingText(finding),
    ...lines,
    ...furtherLines,
    ...messageLines(results),
    ...deadlockLines,
    "",
  ].join("\n");
}

/** Results as JSON, with the canonical scenario, its hash and the end of each rank. Entries of `extraEntries` that are null are omitted. */
export function resultsAsJson(scenario: Scenario, results: Results, extraEntries: Readonly<Record<string, unknown>> = {}): string {
  return withScenarioJson(scenario, {
    ...componentsForJson(scenario),
    ...collectiveForJson(results),
    results,
    ...ranksForJson(results),
    ...Object.fromEntries(Object.entries(extraEntries).filter(([, value]) => value !== null)),
  });
}

/** The components of a network that is not connected, and its terminals that take part or not; empty for a connected network. */
export function componentsForJson({ topology }: Pick<Scenario, "topology">) {
  const { components } = topologyFacts(topology);
  if (components === undefined) return {};
  const { count, running, elsewhere, unlinked, said } = components;
  const network = buildNetwork(topology);
  const leftOut = [...elsewhere, ...unlinked].sort((a, b) => a - b).map((t) => nameOfNode(network, t));
  return { parts: { said, count, terminals: running.length + leftOut.length, running: running.length, leftOut } };
}

/**
 * The main measures of a collective operation under simple names for JSON, with times in seconds and bandwidths in bytes per second, or per
 * cycle without a technology. Empty if there is no collective operation or it has not ended. If the switches reduce data, the bus bandwidth
 * has two values, with the factors of both kinds of algorithms.
 */
function collectiveForJson(results: Results) {
  const speed = collectiveSpeedOf(results);
  if (speed === null) return {};
  const { steps, bytesPerRank, time, algorithmBandwidth, busBandwidth, sendReceiveBusBandwidth, bound, share } = speed;
  const cycleSeconds = results.cycleSeconds ?? null;
  const toSeconds = (cycles: number | null) => inSeconds(cycles, "cycles", cycleSeconds);
  const toRate = (bytesPerCycle: number | null) => toBytesPerSecond(bytesPerCycle, cycleSeconds);
  return {
    steps,
    bytesPerRank,
    time: toSeconds(time),
    algorithmBandwidth: toRate(algorithmBandwidth),
    busBandwidth: toRate(busBandwidth),
    ...(hasTwoFactors(speed)
      ? {
          busBandwidthSendReceive: toRate(sendReceiveBusBandwidth),
          busFactors: { busBandwidth: allreduceFactors.inNetwork, busBandwidthSendReceive: allreduceFactors.sendReceive },
        }
      : {}),
    bound: toSeconds(bound?.cycles ?? null),
    boundBy: bound?.by ?? null,
    share,
    units: { time: unitInSeconds("cycles", cycleSeconds), bandwidth: bandwidthUnit(cycleSeconds) },
  };
}

/** Units of loads, and of bandwidths of collective operations, in results. */
const [loadUnit, bytesPerCycle] = ["phits/cycle", "bytes/cycle"];

/** Converts bytes per cycle to bytes per second if the length of a cycle is known. */
function toBytesPerSecond<T>(value: T, cycleSeconds: number | null): T | number {
  return cycleSeconds === null || typeof value !== "number" ? value : Number((value / cycleSeconds).toPrecision(12));
}

const bandwidthUnit = (cycleSeconds: number | null) => (cycleSeconds === null ? bytesPerCycle : "B/s");

/**
 * End of each rank of a program, in cycles and, if the length of a cycle is known, in seconds; empty if there are no ranks or some did not
 * finish.
 */
function ranksForJson({ ranks, cycleSeconds }: Results) {
  const { terminals, done } = ranks ?? {};
  if (terminals === undefined || done === undefined) return {};
  const seconds = (cycles: number) => (cycleSeconds === undefined ? {} : { seconds: inSeconds(cycles, "cycles", cycleSeconds) });
  return { ranks: done.map((cycles, rank) => ({ rank, terminal: terminals[rank], done: cycles, ...seconds(cycles) })) };
}

/** One row per measure: id, value, unit. Fields are quoted as in RFC 4180. */
export function resultsAsCsv(results: Results): string {
  const { cycleSeconds = null } = results;
  const row = ({ id, unit, value }: Measure) => [id, valueForCsv(value(results), unit, cycleSeconds), unitForCsv(unit, cycleSeconds)];
  return csvOf([["measure", "value", "unit"], ...measuresOf([results]).map(row)]);
}

/** Value of a measure in CSV: times in seconds and bandwidths in bytes per second if the length of a cycle is known. */
function valueForCsv(value: number | string | null, unit: string, cycleSeconds: number | null): number | string | null {
  return unit === bytesPerCycle ? toBytesPerSecond(value, cycleSeconds) : inSeconds(value, unit, cycleSeconds);
}

function unitForCsv(unit: string, cycleSeconds: number | null): string {
  return unit === bytesPerCycle ? bandwidthUnit(cycleSeconds) : unitInSeconds(unit, cycleSeconds);
}

/** The rows of a table; the first row has the names and units of the columns. Times are in seconds if the length of a cycle is known. */
export function tableAsCsv(
  { columns }: Pick<MeasureTable, "columns">,
  rows: readonly MeasureRow[],
  cycleSeconds: number | null = null,
): string {
  return csvOf([
    columns.map((column) => columnTitle(column, cycleSeconds)),
    ...rows.map((row) => row.map((value, c) => inSeconds(value, columns[c].unit, cycleSeconds))),
  ]);
}

/** A table as JSON, with the units and formulas of its columns, the canonical scenario and its hash. */
export function tableAsJson(
  scenario: Scenario,
  { id, columns }: Pick<MeasureTable, "id" | "columns">,
  rows: readonly MeasureRow[],
): string {
  return withScenarioJson(scenario, { table: id, columns, rows });
}

/** One row per fact: id, value, unit; times are in seconds if the length of a cycle is known. */
export function factsAsCsv(facts: readonly Fact[], cycleSeconds: number | null = null): string {
  const row = ({ id, value, unit }: Fact) => [id, inSeconds(value, unit, cycleSeconds), unitInSeconds(unit, cycleSeconds)];
  return csvOf([["fact", "value", "unit"], ...facts.map(row)]);
}

/**
 * The facts of a scenario (counts and properties of its network that need no run) as JSON, with units and formulas; the main facts under
 * simple names; and the canonical scenario with its hash.
 */
export function factsAsJson(scenario: Scenario, facts: readonly Fact[]): string {
  const valueOfFact = new Map(facts.map(({ id, value }) => [id, value]));
  const factValue = (id: string) => valueOfFact.get(id) ?? null;
  const workload = workloadNumbersOf(scenario);
  return withScenarioJson(scenario, {
    terminals: factValue("terminals"),
    switches: factValue("switches"),
    links: factValue("links"),
    switchLinks: factValue("switch-links"),
    ...(valueOfFact.has("hosts")
      ? { inside: { hosts: factValue("hosts"), switches: factValue("switches-inside"), links: factValue("links-inside") } }
      : {}),
    diameter: factValue("diameter"),
    meanDistance: factValue("mean-distance"),
    diameterInHops: factValue("diameter-hops"),
    meanDistanceInHops: factValue("mean-distance-hops"),
    degree: factValue("degree"),
    connectivity: factValue("connectivity"),
    switchDiameter: factValue("switch-diameter"),
    switchMeanDistance: factValue("switch-mean-distance"),
    girth: factValue("girth"),
    radix: factValue("radix"),
    bisection: { found: factValue("bisection"), proved: factValue("bisection-least") },
    switchBisection: { found: factValue("bisection-switches"), proved: factValue("bisection-switches-least") },
    ...(workload === null ? {} : { workload }),
    facts: [...facts, ...deprecatedFacts(facts)],
  });
}

/**
 * The ideal throughput under its former names, for compatibility. The old name is misleading because the value may be an estimate instead
 * of a bound.
 */
function deprecatedFacts(facts: readonly Fact[]): readonly Fact[] {
  const [value, bound] = ["ideal-throughput", "ideal-throughput-is"].map((id) => facts.find((fact) => fact.id === id));
  if (value === undefined || bound === undefined) return [];
  return [
    { ...value, id: "bound", title: `${value.title}: former name` },
    { ...bound, id: "bound-exact", title: "Holds for any choice: former name", value: bound.value === "exact" ? "yes" : "no" },
  ];
}

/** Columns of the table of a pair's paths. */
const pathColumns: MeasureTable["columns"] = [
  {
    id: "share",
    unit: "",
    formula: "fraction of the pair's packets that take the path, 0 to 1; for adaptive routing, in an empty network",
  },
  {
    id: "compared",
    unit: "",
    formula: "fraction of the packets for which the routing compares the queues of this path with the queues of a minimal path",
  },
  { id: "hops", unit: "channels", formula: "number of channels, including terminal channels" },
  { id: "kind", unit: "", formula: "minimal if no path is shorter, otherwise detour" },
  { id: "path", unit: "", formula: "nodes of the path" },
  { id: "channels", unit: "", formula: "numbers of the channels of the path" },
  { id: "virtual-channels", unit: "", formula: "for each of these channels, the virtual channels that packets may use" },
];

const pathRow = (network: Network, path: RoutedPath, formatFraction: (part: number) => string | number): MeasureRow => [
  formatFraction(path.share),
  formatFraction(path.compared),
  path.channels.length,
  path.isMinimal ? "minimal" : "detour",
  sayPath(network, path),
  path.channels.join(" "),
  path.virtualChannels.map(rangeText).join(" "),
];

/** Formats integers in ascending order: `0`, `0-3`, `0+2`. */
function rangeText(integers: readonly number[]): string {
  const [first, last] = [integers[0], integers[integers.length - 1]];
  return first === last ? String(first) : last - first === integers.length - 1 ? `${first}-${last}` : integers.join("+");
}

const roundedFraction = (fraction: number) => Number(fraction.toFixed(9));

/** Maximum number of paths in text output. */
const maxPaths = 20;

/**
 * The paths that a routing allows between a pair of terminals, as text: a sentence, then an aligned line for each of the first paths. The
 * column of the compared queues is shown only if the routing depends on queues.
 */
export function pathsAsText(network: Network, paths: PathsBetween): string {
  const { paths: listedPaths, listedCount, count } = paths;
  const isCompared = ({ id }: { readonly id: string }) => id !== "compared" || paths.isQueueDependent;
  const titles = pathColumns.map(({ id }) => id.replace("-", " "));
  const rows = [titles, ...listedPaths.slice(0, maxPaths).map((path) => pathRow(network, path, sayPathShare).map(String))].map((row) =>
    row.filter((_, c) => isCompared(pathColumns[c])),
  );
  const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => row[c].length)));
  const lines = rows.map((row) =>
    row
      .map((field, c) => field.padEnd(widths[c]))
      .join("  ")
      .trimEnd(),
  );
  const hiddenCount = (count ?? listedCount) - Math.min(maxPaths, listedPaths.length);
  const moreLine = hiddenCount > 0 ? [`and ${count === null ? "more than " : ""}${hiddenCount} more`] : [];
  return `${findingText({ answer: sayPaths(paths), evidence: [] })}\n${[...lines, ...moreLine].join("\n")}\n`.replaceAll("\u00a0", " ");
}

/** One row per path of a pair. */
export function pathsAsCsv(network: Network, { paths: listedPaths }: PathsBetween): string {
  return tableAsCsv(
    { columns: pathColumns },
    listedPaths.map((path) => pathRow(network, path, roundedFraction)),
  );
}

/** The paths as JSON, with properties of all paths, the canonical scenario and its hash. */
export function pathsAsJson(scenario: Scenario, network: Network, between: PathsBetween): string {
  const { source, destination, paths, listedCount, takenCount, count, isRandom, isAdaptive, isQueueDependent } = between;
  // The keys of the output do not follow the names of the code.
  const properties = {
    source,
    destination,
    told: listedCount,
    taken: takenCount,
    count,
    isDrawn: isRandom,
    isChosen: isAdaptive,
    isCompared: isQueueDependent,
  };
  const rows = paths.map((path) => pathRow(network, path, roundedFraction));
  return withScenarioJson(scenario, { table: "paths", ...properties, columns: pathColumns, rows });
}

/** Cost of one network of a document. Written as JSON by the command line. */
export interface NetworkCost {
  readonly network: string;
  readonly whole: Bill;
  /** Bill of the part that the jobs use; equal to `whole` if they use the whole network. */
  readonly used: Bill;
  /** Lengths of the cables; absent if the price list has no racks. */
  readonly cables?: ReturnType<typeof cablesOf>;
}

/** The bills of all networks of a document: for the whole network, and for the part in use. */
export function networkCosts(document: Document): readonly NetworkCost[] {
  return variantsOf(document).map((scenario, variant) => {
    const network = buildNetwork(scenario.topology);
    const { whole, used } = materialsOfScenario(scenario, network);
    const racks = racksOf(document.cost);
    return {
      network: letterOf(variant),
      whole: billOf(document.cost, whole),
      used: billOf(document.cost, used),
      ...(racks === null ? {} : { cables: cablesOf(network, racks) }),
    };
  });
}

/** One row per line of every bill, with the total and the cost per terminal. */
export function costsAsCsv(costs: readonly NetworkCost[]): string {
  const rows = costs.flatMap(({ network, whole: wholeBill, used: usedBill, cables }) => [
    ...billRows(network, "whole network", wholeBill),
    ...(usedBill.terminals === wholeBill.terminals ? [] : billRows(network, "part in use", usedBill)),
    ...(cables === undefined ? [] : cableRows(network, cables)),
  ]);
  return csvOf([["network", "part", "what", "count", `each (${currency})`, `total (${currency})`], ...rows]);
}

function billRows(network: string, scope: string, { lines, total, terminals, perTerminal }: Bill): readonly MeasureRow[] {
  return [
    ...lines.map(({ what, count, each, total: lineTotal }) => [network, scope, what, count, each, lineTotal]),
    [network, scope, "all", null, null, total],
    [network, scope, "per terminal", terminals, null, perTerminal],
  ];
}

/** Cables of each class by length and by place; classes without cables are omitted. */
function cableRows(network: string, { racks, lines }: ReturnType<typeof cablesOf>): readonly MeasureRow[] {
  const counts = lines.flatMap(({ name, short, medium, long, inRack, inRow, across }) => [
    [`${name}, up to ${cableReach.short} m`, short] as const,
    [`${name}, up to ${cableReach.medium} m`, medium] as const,
    [`${name}, longer`, long] as const,
    [`${name}, within a rack`, inRack] as const,
    [`${name}, within a row`, inRow] as const,
    [`${name}, across rows`, across] as const,
  ]);
  return [
    [network, "cables", "racks", racks],
    ...counts.flatMap(([what, count]) => (count === 0 ? [] : [[network, "cables", what, count]])),
  ].map((row) => [...row, null, null]);
}

/** The canonical document with its prices and all bills, as JSON. */
export function costsAsJson(document: Document, costs: readonly NetworkCost[]): string {
  return `${JSON.stringify({ document: JSON.parse(canonicalText(writeDocument(document))), currency, costs }, null, 2)}\n`;
}

/** One of several runs of a document, with its results. */
export interface DocumentRun {
  readonly cell: Cell;
  readonly results: Results;
  /** The interference between the jobs of the run, as in JSON output. */
  readonly jobs?: unknown;
}

/** A measure of several runs, for CSV. */
export interface RunMeasureColumn extends Pick<Measure, "id" | "title" | "unit" | "formula"> {
  valueOf(run: DocumentRun): number | string | null;
}

/**
 * All measures of some runs, each in one unit: times in seconds if the length of a cycle is known; loads in phits per cycle, or in bytes
 * per second if the runs have cycles of different lengths.
 * @param document the document of the runs, or one of several that agree on whether the length of a cycle is known
 */
export function measureColumns(document: Document, runs: readonly DocumentRun[]): readonly RunMeasureColumn[] {
  const haveEqualCycles = runs.every(({ cell }) => cycleRatio(cell.scenario, document) === 1);
  const cycleSeconds = cycleSecondsOf(document);
  return measuresOf(runs.map(({ results }) => results)).map((measure) => {
    const unit = haveEqualCycles ? measure.unit : measure.unit.replace(loadUnit, "B/s");
    const valueOf = ({ cell: { scenario }, results }: DocumentRun) => {
      const value = measure.value(results);
      return typeof value === "number" && unit !== measure.unit
        ? Number((value * (channelRateOf(scenario) ?? 1)).toPrecision(12))
        : valueForCsv(value, measure.unit, cycleSecondsOf(scenario));
    };
    return { id: measure.id, title: measure.title, formula: measure.formula, unit: unitForCsv(unit, cycleSeconds), valueOf };
  });
}

/** One row per run: network, swept values, seed, and all measures. */
export function runsAsCsv(document: Document, runs: readonly DocumentRun[]): string {
  const columns = measureColumns(document, runs);
  return csvOf([
    ["network", ...document.sweep.map(({ path }) => path.join(".")), "seed", ...columns.map(titleWithUnit)],
    ...runs.map((each) => [
      letterOf(each.cell.variant),
      ...sweptValuesOf(document, each.cell),
      each.cell.scenario.seed,
      ...columns.map(({ valueOf: of }) => of(each)),
    ]),
  ]);
}

function columnTitle({ id, unit }: { readonly id: string; readonly unit: string }, cycleSeconds: number | null): string {
  return titleWithUnit({ id, unit: unitForCsv(unit, cycleSeconds) });
}

const titleWithUnit = ({ id, unit }: { readonly id: string; readonly unit: string }) => (unit === "" ? id : `${id} (${unit})`);

/** The swept values of a run, as in a document. */
function sweptValuesOf({ sweep }: Document, { scenario, at }: Cell): readonly (string | number)[] {
  return sweep.map(({ path, values }, i) => {
    const documentValue = writeParam(paramAtPath(scenario, path) as Param, values[at[i]]);
    return typeof documentValue === "number" || typeof documentValue === "string" ? documentValue : JSON.stringify(documentValue);
  });
}

/**
 * All runs of a document as JSON: the canonical document (normalized, so that its hash is its name), the digest of the results as in links,
 * and the results of each run. The cell of a run says its network (variant), its swept values and its seed.
 */
export function runsAsJson(document: Document, runs: readonly DocumentRun[]): string {
  const claimedCount = claimedRuns(document).length;
  const content = {
    hash: documentHash(document),
    engine: engineVersion,
    // The digest in a link covers the first seed of each network if there is no sweep.
    digest: digestOf(runs.slice(0, claimedCount).map(({ results }) => results)),
    document: JSON.parse(canonicalText(writeDocument(document))),
    runs: runs.map(({ cell, results, jobs }) => ({
      network: letterOf(cell.variant),
      at: cell.at,
      seed: cell.scenario.seed,
      ...componentsForJson(cell.scenario),
      ...collectiveForJson(results),
      results,
      ...ranksForJson(results),
      ...withoutUndefined({ jobs }),
    })),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function withScenarioJson(scenario: Scenario, content: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ hash: scenarioHash(scenario), scenario: JSON.parse(canonicalText(writeScenario(scenario))), ...content }, null, 2)}\n`;
}

/** A table of all messages of a list with their times. */
function messageLines({ messages, cycleSeconds: seconds }: Results): readonly string[] {
  const cycleSeconds = seconds ?? null;
  if (messages.length === 0) return [];
  const titles = ["message", "source", "destination", "packets", "created", "injected", "delivered", "latency"];
  const rows = messages.map(({ source, destination, packets, created, injected, delivered, latency }, i) => [
    ...[i, source, destination, packets].map(String),
    ...[created, injected, delivered, latency].map((time) => formatNumber(inSeconds(time, "cycles", cycleSeconds))),
  ]);
  const unit = unitInSeconds("cycles", cycleSeconds);
  return ["", `Messages; times in ${unit}, −1 for events that have not happened yet`, ...alignColumns([titles, ...rows])];
}

/** Rows as lines with right-aligned columns. */
export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => row[c].length)));
  return rows.map((row) => row.map((field, c) => field.padStart(widths[c])).join("  "));
}

/** Length of a cycle, if it is known. */
function clockLine(scenario: Scenario): readonly string[] {
  const [seconds, rate] = [cycleSecondsOf(scenario), channelRateOf(scenario)];
  if (seconds === null || rate === null) return [];
  const { name, perCycle } = timeUnitFor(seconds, 1);
  return [
    `Cycle    ${formatNumber(Number(perCycle.toPrecision(12)))} ${name}, in which a channel transmits 4 bytes: ${quantityForPeople(rate, "rate")}`,
  ];
}

/** A value and its unit for display: times and rates in the most readable unit if the length of a cycle is known. */
function displayValue(
  value: number | string | null,
  unit: string,
  { cycleSeconds }: Results,
): { readonly text: string; readonly unit: string } {
  if (typeof value !== "number" || cycleSeconds === undefined) return { text: formatNumber(value), unit };
  if (unit === bytesPerCycle) {
    const [text, name] = quantityForPeople(Number((value / cycleSeconds).toPrecision(5)), "rate").split(" ");
    return { text, unit: name };
  }
  if (unit.startsWith(loadUnit)) {
    const [text, name] = quantityForPeople(Number(((value * phitBytes) / cycleSeconds).toPrecision(5)), "rate").split(" ");
    return { text, unit: unit.replace(loadUnit, name) };
  }
  if (!isTimeUnit(unit)) return { text: formatNumber(value), unit };
  const time = timeUnitFor(cycleSeconds, value);
  return { text: formatNumber(Number((value * time.perCycle).toPrecision(12))), unit: withTimeUnit(unit, time) };
}

/** Formats a value: five significant digits if it is not an integer; a dash if there is none. */
export function formatNumber(value: number | string | null): string {
  if (value === null) return "–";
  return typeof value === "string" || Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(5)));
}
