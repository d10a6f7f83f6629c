/** Results of a run as text, CSV and JSON. */
import type { Fact } from "../core/analysis/facts.ts";
import type { Way, WaysBetween } from "../core/analysis/ways-between.ts";
import { allreduceFactors, hasTwoFactors, speedOf } from "../core/measures/collective.ts";
import { type Measure, measuresOf } from "../core/measures/index.ts";
import type { Results } from "../core/measures/results.ts";
import type { Table, TableRow } from "../core/measures/table.ts";
import { nameOfNode, type Network } from "../core/network/network.ts";
import { canonicalText, scenarioHash } from "../core/scenario/canonical.ts";
import { csvOf } from "../words/csv.ts";
import { defined } from "../core/base/defined.ts";
import { type Param, writeParam } from "../core/base/params.ts";
import { inSeconds, isTime, timeUnitFor, toldInTime, unitInSeconds } from "../core/base/time-unit.ts";
import { sayQuantity } from "../core/base/units.ts";
import { digestOf } from "../core/measures/digest.ts";
import { type Bill, billOf } from "../core/costs/bill.ts";
import { cablesOf, racksOf, reach } from "../core/costs/cables.ts";
import { currency } from "../core/costs/contract.ts";
import { boughtFor } from "../core/scenario/bought.ts";
import { workloadNumbersOf } from "../core/scenario/before-running.ts";
import { factsOf, networkOf } from "../core/scenario/facts.ts";
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
import { channelRateOf, cycleIn, cycleSecondsOf } from "../core/scenario/clock.ts";
import { paramAt } from "../core/scenario/place.ts";
import { grainOf } from "../core/scenario/engine.ts";
import { engineVersion } from "../core/run/version.ts";
import { type Scenario, writeScenario } from "../core/scenario/scenario.ts";
import type { Finding } from "../findings/traffic.ts";
import { writeLink } from "../links/index.ts";
import { sayPart, sayWay, sayWays } from "../words/ways.ts";

/** A finding as text: the answer, with the evidence in the line below. */
export function asFinding({ answer, scope, evidence }: Finding): string {
  const others = evidence.filter((each) => each !== scope);
  const lines = [answer, ...(scope === undefined ? [] : [scope]), ...(others.length === 0 ? [] : [others.join(" ")]), ""];
  // Terminals do not break lines at nonbreaking spaces, which therefore become ordinary ones.
  return lines.join("\n").replaceAll(/[\u00a0\u202f]/g, " ");
}

/**
 * All measures with their units as text, after the scenario and its finding and followed by other tables. A deadlock is listed packet by
 * packet.
 */
export async function asTable(scenario: Scenario, results: Results, finding: Finding, below: readonly string[] = []): Promise<string> {
  const rows = measuresOf([results]).map((measure) => ({ ...measure, ...told(measure.value(results), measure.unit, results) }));
  const titles = Math.max(...rows.map(({ title }) => title.length));
  // Text values, such as the name of the busiest channel, may be longer than the column of numbers because no unit follows.
  const numbers = Math.max(...rows.filter(({ unit }) => unit !== "").map(({ text }) => text.length));
  const lines = rows.map(({ title, text, unit }) => `${title.padEnd(titles)}  ${text.padStart(numbers)}  ${unit}`.trimEnd());
  const head = [
    ...(scenario.title === "" ? [] : [scenario.title]),
    `Scenario ${scenarioHash(scenario)}`,
    `Link     ${await writeLink(documentOf(scenario)).then(
      (link) => `#${link}`,
      () => "none, it would be too long",
    )}`,
    `Engine   ${grainOf(scenario)}`,
    ...clockLine(scenario),
  ];
  const circle =
    results.deadlock === null
      ? []
      : ["", "Deadlock: each of these waits for the next, the last for the first.", ...results.deadlock.map((wait) => `  ${wait}`)];
  return [...head, "", asFinding(finding), ...lines, ...below, ...messageLines(results), ...circle, ""].join("\n");
}

/** Results as JSON, with the canonical scenario, its hash and the end of each rank. Entries of `extraEntries` that are null are omitted. */
export function asJson(scenario: Scenario, results: Results, known: Readonly<Record<string, unknown>> = {}): string {
  return json(scenario, {
    ...componentsInJson(scenario),
    ...collectiveOf(results),
    results,
    ...ranksOf(results),
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
  });
}

/** The components of a network that is not connected, and its terminals that take part or not; empty for a connected network. */
export function componentsInJson({ topology }: Pick<Scenario, "topology">) {
  const { components } = factsOf(topology);
  if (components === undefined) return {};
  const { count, running, elsewhere, unlinked, said } = components;
  const network = networkOf(topology);
  const leftOut = [...elsewhere, ...unlinked].sort((a, b) => a - b).map((t) => nameOfNode(network, t));
  return { parts: { said, count, terminals: running.length + leftOut.length, running: running.length, leftOut } };
}

/**
 * The main measures of a collective operation under simple names, with times in seconds and bandwidths in bytes per second, or per cycle
 * without a technology. Empty if there is no collective operation or it has not ended.
 */
function collectiveOf(results: Results) {
  const speed = speedOf(results);
  if (speed === null) return {};
  const { steps, bytesPerRank, time, algorithmBandwidth, busBandwidth, sendReceiveBusBandwidth, bound, share } = speed;
  const cycleSeconds = results.cycleSeconds ?? null;
  const timed = (cycles: number | null) => inSeconds(cycles, "cycles", cycleSeconds);
  const rated = (bytesPerCycle: number | null) => ofBytes(bytesPerCycle, cycleSeconds);
  return {
    steps,
    bytesPerRank,
    time: timed(time),
    algorithmBandwidth: rated(algorithmBandwidth),
    busBandwidth: rated(busBandwidth),
    ...(hasTwoFactors(speed)
      ? {
          busBandwidthSendReceive: rated(sendReceiveBusBandwidth),
          busFactors: { busBandwidth: allreduceFactors.inNetwork, busBandwidthSendReceive: allreduceFactors.sendReceive },
        }
      : {}),
    bound: timed(bound?.cycles ?? null),
    boundBy: bound?.by ?? null,
    share,
    units: { time: unitInSeconds("cycles", cycleSeconds), bandwidth: bandwidthUnit(cycleSeconds) },
  };
}

/** Unit of bandwidths of collective operations in results. */
const bytesPerCycle = "bytes/cycle";

/** Converts bytes per cycle to bytes per second if the length of a cycle is known. */
function ofBytes<T>(value: T, cycleSeconds: number | null): T | number {
  return cycleSeconds === null || typeof value !== "number" ? value : Number((value / cycleSeconds).toPrecision(12));
}

const bandwidthUnit = (cycleSeconds: number | null) => (cycleSeconds === null ? bytesPerCycle : "B/s");

/**
 * End of each rank of a program, in cycles and, if the length of a cycle is known, in seconds; empty if there are no ranks or some did not
 * finish.
 */
function ranksOf({ ranks, cycleSeconds }: Results) {
  const { terminals, done } = ranks ?? {};
  if (terminals === undefined || done === undefined) return {};
  const seconds = (cycles: number) => (cycleSeconds === undefined ? {} : { seconds: inSeconds(cycles, "cycles", cycleSeconds) });
  return { ranks: done.map((cycles, rank) => ({ rank, terminal: terminals[rank], done: cycles, ...seconds(cycles) })) };
}

/** One row per measure: id, value, unit. Fields are quoted as in RFC 4180. */
export function asCsv(results: Results): string {
  const { cycleSeconds = null } = results;
  const row = ({ id, unit, value }: Measure) => [id, forPrograms(value(results), unit, cycleSeconds), unitForPrograms(unit, cycleSeconds)];
  return csvOf([["measure", "value", "unit"], ...measuresOf([results]).map(row)]);
}

/** Value of a measure in CSV: times in seconds and bandwidths in bytes per second if the length of a cycle is known. */
function forPrograms(value: number | string | null, unit: string, cycleSeconds: number | null): number | string | null {
  return unit === bytesPerCycle ? ofBytes(value, cycleSeconds) : inSeconds(value, unit, cycleSeconds);
}

function unitForPrograms(unit: string, cycleSeconds: number | null): string {
  return unit === bytesPerCycle ? bandwidthUnit(cycleSeconds) : unitInSeconds(unit, cycleSeconds);
}

/** The rows of a table; the first row has the names and units of the columns. Times are in seconds if the length of a cycle is known. */
export function tableAsCsv({ columns }: Pick<Table, "columns">, rows: readonly TableRow[], cycleSeconds: number | null = null): string {
  return csvOf([
    columns.map((column) => titled(column, cycleSeconds)),
    ...rows.map((row) => row.map((value, c) => inSeconds(value, columns[c].unit, cycleSeconds))),
  ]);
}

/** A table as JSON, with the units and formulas of its columns, the canonical scenario and its hash. */
export function tableAsJson(scenario: Scenario, { id, columns }: Pick<Table, "id" | "columns">, rows: readonly TableRow[]): string {
  return json(scenario, { table: id, columns, rows });
}

/** One row per fact: id, value, unit; times are in seconds if the length of a cycle is known. */
export function factsAsCsv(facts: readonly Fact[], cycleSeconds: number | null = null): string {
  const row = ({ id, value, unit }: Fact) => [id, inSeconds(value, unit, cycleSeconds), unitInSeconds(unit, cycleSeconds)];
  return csvOf([["fact", "value", "unit"], ...facts.map(row)]);
}

/** Facts as JSON, with units and formulas; the main facts under simple names; and the canonical scenario with its hash. */
export function factsAsJson(scenario: Scenario, facts: readonly Fact[]): string {
  const known = new Map(facts.map(({ id, value }) => [id, value]));
  const of = (id: string) => known.get(id) ?? null;
  const workload = workloadNumbersOf(scenario);
  return json(scenario, {
    terminals: of("terminals"),
    switches: of("switches"),
    links: of("links"),
    switchLinks: of("switch-links"),
    ...(known.has("hosts") ? { inside: { hosts: of("hosts"), switches: of("switches-inside"), links: of("links-inside") } } : {}),
    diameter: of("diameter"),
    meanDistance: of("mean-distance"),
    switchDiameter: of("switch-diameter"),
    switchMeanDistance: of("switch-mean-distance"),
    girth: of("girth"),
    radix: of("radix"),
    bisection: { found: of("bisection"), proved: of("bisection-least") },
    switchBisection: { found: of("bisection-switches"), proved: of("bisection-switches-least") },
    ...(workload === null ? {} : { workload }),
    facts: [...facts, ...formerFacts(facts)],
  });
}

/**
 * The ideal throughput under its former names, for compatibility. The old name is misleading because the value may be an estimate instead
 * of a bound.
 */
function formerFacts(facts: readonly Fact[]): readonly Fact[] {
  const [value, is] = ["ideal-throughput", "ideal-throughput-is"].map((id) => facts.find((fact) => fact.id === id));
  if (value === undefined || is === undefined) return [];
  return [
    { ...value, id: "bound", title: `${value.title}: former name` },
    { ...is, id: "bound-exact", title: "Holds for any choice: former name", value: is.value === "exact" ? "yes" : "no" },
  ];
}

/** Columns of the table of a pair's paths. */
const wayColumns: Table["columns"] = [
  { id: "share", unit: "", formula: "part of the pair's packets that take the path, 0 to 1; in an empty network where queues decide" },
  {
    id: "compared",
    unit: "",
    formula: "part of the packets that compare the path with a direct one, by the queues that the routing looks at",
  },
  { id: "hops", unit: "channels", formula: "channels crossed, terminal channels counted" },
  { id: "kind", unit: "", formula: "minimal where no path is shorter, else a detour" },
  { id: "path", unit: "", formula: "the nodes that it passes" },
  { id: "channels", unit: "", formula: "numbers of its channels" },
  { id: "virtual-channels", unit: "", formula: "of each of these, the virtual channels that packets may get" },
];

const wayRow = (network: Network, way: Way, sayPartOf: (part: number) => string | number): TableRow => [
  sayPartOf(way.share),
  sayPartOf(way.compared),
  way.channels.length,
  way.isMinimal ? "minimal" : "detour",
  sayWay(network, way),
  way.channels.join(" "),
  way.virtualChannels.map(asRange).join(" "),
];

/** Formats integers in ascending order: `0`, `0-3`, `0+2`. */
function asRange(numbers: readonly number[]): string {
  const [first, last] = [numbers[0], numbers[numbers.length - 1]];
  return first === last ? String(first) : last - first === numbers.length - 1 ? `${first}-${last}` : numbers.join("+");
}

const inDigits = (part: number) => Number(part.toFixed(9));

/** Maximum number of paths in text output. */
const mostPaths = 20;

/** The paths of a pair as text: a sentence, then a line for each of the first paths. */
export function asPaths(network: Network, between: WaysBetween): string {
  const { ways, told, count } = between;
  const isCompared = ({ id }: { readonly id: string }) => id !== "compared" || between.isCompared;
  const shown = wayColumns.map(({ id }) => id.replace("-", " "));
  const rows = [shown, ...ways.slice(0, mostPaths).map((way) => wayRow(network, way, sayPart).map(String))].map((row) =>
    row.filter((_, c) => isCompared(wayColumns[c])),
  );
  const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => row[c].length)));
  const lines = rows.map((row) =>
    row
      .map((field, c) => field.padEnd(widths[c]))
      .join("  ")
      .trimEnd(),
  );
  const more = (count ?? told) - Math.min(mostPaths, ways.length);
  const rest = more > 0 ? [`and ${count === null ? "more than " : ""}${more} more`] : [];
  return `${asFinding({ answer: sayWays(between), evidence: [] })}\n${[...lines, ...rest].join("\n")}\n`.replaceAll("\u00a0", " ");
}

/** One row per path of a pair. */
export function waysAsCsv(network: Network, { ways }: WaysBetween): string {
  return tableAsCsv(
    { columns: wayColumns },
    ways.map((way) => wayRow(network, way, inDigits)),
  );
}

/** The paths as JSON, with properties of all paths, the canonical scenario and its hash. */
export function waysAsJson(scenario: Scenario, network: Network, { ways, ...known }: WaysBetween): string {
  const rows = ways.map((way) => wayRow(network, way, inDigits));
  return json(scenario, { table: "paths", ...known, columns: wayColumns, rows });
}

/** Cost of one network of a document. */
export interface NetworkCost {
  readonly network: string;
  readonly whole: Bill;
  /** Bill of the part that its jobs use; equal to `whole` if they use all of it. */
  readonly used: Bill;
  /** Lengths of the cables; absent if the price list has no racks. */
  readonly cables?: ReturnType<typeof cablesOf>;
}

/** The bills of all networks of a document: for the whole network, and for the part in use. */
export function costsOf(document: Document): readonly NetworkCost[] {
  return variantsOf(document).map((scenario, variant) => {
    const network = networkOf(scenario.topology);
    const { whole, used } = boughtFor(scenario, network);
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
  const rows = costs.flatMap(({ network, whole, used, cables }) => [
    ...billRows(network, "whole network", whole),
    ...(used.terminals === whole.terminals ? [] : billRows(network, "part in use", used)),
    ...(cables === undefined ? [] : cableRows(network, cables)),
  ]);
  return csvOf([["network", "part", "what", "count", `each (${currency})`, `total (${currency})`], ...rows]);
}

function billRows(network: string, part: string, { lines, total, terminals, perTerminal }: Bill): readonly TableRow[] {
  return [
    ...lines.map(({ what, count, each, total: own }) => [network, part, what, count, each, own]),
    [network, part, "all", null, null, total],
    [network, part, "per terminal", terminals, null, perTerminal],
  ];
}

/** Cables of each class by length and by place; classes without cables are omitted. */
function cableRows(network: string, { racks, lines }: ReturnType<typeof cablesOf>): readonly TableRow[] {
  const counts = lines.flatMap(({ name, short, medium, long, inRack, inRow, across }) => [
    [`${name}, up to ${reach.short} m`, short] as const,
    [`${name}, up to ${reach.medium} m`, medium] as const,
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
  /** The interference between its jobs, as in JSON output. */
  readonly jobs?: unknown;
}

/** A measure of several runs, for CSV. */
export interface MeasureColumn extends Pick<Measure, "id" | "title" | "unit" | "formula"> {
  of(run: DocumentRun): number | string | null;
}

/**
 * All measures of some runs, each in one unit: times in seconds if the length of a cycle is known; loads in phits per cycle, or in bytes
 * per second if the runs have cycles of different lengths.
 * @param document the document of the runs, or one of several that agree on whether the length of a cycle is known
 */
export function measureColumns(document: Document, runs: readonly DocumentRun[]): readonly MeasureColumn[] {
  const isAlike = runs.every(({ cell }) => cycleIn(cell.scenario, document) === 1);
  const clock = cycleSecondsOf(document);
  return measuresOf(runs.map(({ results }) => results)).map((measure) => {
    const unit = isAlike ? measure.unit : measure.unit.replace("phits/cycle", "B/s");
    const of = ({ cell: { scenario }, results }: DocumentRun) => {
      const value = measure.value(results);
      return typeof value === "number" && unit !== measure.unit
        ? Number((value * (channelRateOf(scenario) ?? 1)).toPrecision(12))
        : forPrograms(value, measure.unit, cycleSecondsOf(scenario));
    };
    return { id: measure.id, title: measure.title, formula: measure.formula, unit: unitForPrograms(unit, clock), of };
  });
}

/** One row per run: network, swept values, seed, and all measures. */
export function runsAsCsv(document: Document, runs: readonly DocumentRun[]): string {
  const columns = measureColumns(document, runs);
  return csvOf([
    ["network", ...document.sweep.map(({ path }) => path.join(".")), "seed", ...columns.map(named)],
    ...runs.map((each) => [
      letterOf(each.cell.variant),
      ...swept(document, each.cell),
      each.cell.scenario.seed,
      ...columns.map(({ of }) => of(each)),
    ]),
  ]);
}

function titled({ id, unit }: { readonly id: string; readonly unit: string }, cycleSeconds: number | null): string {
  return named({ id, unit: unitForPrograms(unit, cycleSeconds) });
}

const named = ({ id, unit }: { readonly id: string; readonly unit: string }) => (unit === "" ? id : `${id} (${unit})`);

/** The swept values of a run, as in a document. */
function swept({ sweep }: Document, { scenario, at }: Cell): readonly (string | number)[] {
  return sweep.map(({ path, values }, i) => {
    const written = writeParam(paramAt(scenario, path) as Param, values[at[i]]);
    return typeof written === "number" || typeof written === "string" ? written : JSON.stringify(written);
  });
}

/** The canonical document with its hash, the digest for links, and all results, as JSON. */
export function runsAsJson(document: Document, runs: readonly DocumentRun[]): string {
  const claimed = claimedRuns(document).length;
  const content = {
    hash: documentHash(document),
    engine: engineVersion,
    // The digest in a link covers the first seed of each network if there is no sweep.
    digest: digestOf(runs.slice(0, claimed).map(({ results }) => results)),
    document: JSON.parse(canonicalText(writeDocument(document))),
    runs: runs.map(({ cell, results, jobs }) => ({
      network: letterOf(cell.variant),
      at: cell.at,
      seed: cell.scenario.seed,
      ...componentsInJson(cell.scenario),
      ...collectiveOf(results),
      results,
      ...ranksOf(results),
      ...defined({ jobs }),
    })),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function json(scenario: Scenario, content: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ hash: scenarioHash(scenario), scenario: JSON.parse(canonicalText(writeScenario(scenario))), ...content }, null, 2)}\n`;
}

/** A table of all messages of a list with their times. */
function messageLines({ messages, cycleSeconds: seconds }: Results): readonly string[] {
  const cycleSeconds = seconds ?? null;
  if (messages.length === 0) return [];
  const head = ["message", "source", "destination", "packets", "created", "injected", "delivered", "latency"];
  const rows = messages.map(({ source, destination, packets, created, injected, delivered, latency }, i) => [
    ...[i, source, destination, packets].map(String),
    ...[created, injected, delivered, latency].map((time) => shown(inSeconds(time, "cycles", cycleSeconds))),
  ]);
  const unit = unitInSeconds("cycles", cycleSeconds);
  return ["", `Messages; times in ${unit}, −1 while something has not happened`, ...inColumns([head, ...rows])];
}

/** Rows as lines with right-aligned columns. */
export function inColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => row[c].length)));
  return rows.map((row) => row.map((field, c) => field.padStart(widths[c])).join("  "));
}

/** Length of a cycle, if it is known. */
function clockLine(scenario: Scenario): readonly string[] {
  const [seconds, rate] = [cycleSecondsOf(scenario), channelRateOf(scenario)];
  if (seconds === null || rate === null) return [];
  const { name, perCycle } = timeUnitFor(seconds, 1);
  return [`Cycle    ${shown(Number(perCycle.toPrecision(12)))} ${name}, in which a channel carries 4 bytes: ${sayQuantity(rate, "rate")}`];
}

/** A value and its unit for display: times in the most readable unit of seconds. */
function told(value: number | string | null, unit: string, { cycleSeconds }: Results): { readonly text: string; readonly unit: string } {
  if (typeof value !== "number" || cycleSeconds === undefined) return { text: shown(value), unit };
  if (unit === bytesPerCycle) {
    const [text, name] = sayQuantity(Number((value / cycleSeconds).toPrecision(5)), "rate").split(" ");
    return { text, unit: name };
  }
  if (!isTime(unit)) return { text: shown(value), unit };
  const time = timeUnitFor(cycleSeconds, value);
  return { text: shown(Number((value * time.perCycle).toPrecision(12))), unit: toldInTime(unit, time) };
}

/** Formats a value: five significant digits if it is not an integer; a dash if there is none. */
export function shown(value: number | string | null): string {
  if (value === null) return "–";
  return typeof value === "string" || Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(5)));
}
