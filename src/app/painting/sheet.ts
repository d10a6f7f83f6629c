/** The traffic matrix being edited: that of the document, or the matrix of any other traffic before its first edit. */
import { ScenarioError } from "../../core/base/errors.ts";
import { recently } from "../../core/base/lru.ts";
import { matrixOf } from "../../core/traffic/painted.ts";
import type { ChosenKind } from "../../core/base/params.ts";
import { emptyMatrix, keptValue, type TrafficMatrix, withCells } from "../../core/traffic/traffic-matrix.ts";
import { flowControls, workloads } from "../../core/kinds/all-kinds.ts";
import { nameOfNode, type Network } from "../../core/network/network.ts";
import type { OpenLoop } from "../../core/traffic/open-loop.ts";
import { terminalRatesOf } from "../../core/plan/links.ts";
import { cycleSecondsOf } from "../../core/scenario/clock.ts";
import { type Document, variantsOf } from "../../core/scenario/document.ts";
import { channelClocksOf } from "../../core/scenario/links.ts";
import { factsIfValid, type Scenario } from "../../core/scenario/scenario.ts";
import { factorOf, titleOf } from "../../core/workloads/rates.ts";
import { formatCount } from "../../words/numbers.ts";
import type { BuiltNetworks } from "../document/built.ts";
import { edited } from "../state/document-state.ts";
import type { PaintingMode, SheetForm } from "../state/mode-state.ts";
import type { Workbench } from "../state/workbench.ts";
import { type Ground, listed, sideBySide } from "./stroke.ts";
import { type Sums, sumsOf } from "./sums.ts";

/** Most terminals of a matrix that can be edited. */
export const mostTerminals = 1024;

/** Consecutive terminals of one switch, from `from` up to but excluding `to`. */
export interface Home {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** A traffic matrix of T terminals with everything the editor shows. */
export interface Sheet extends Ground {
  readonly scenario: Scenario;
  readonly network: Network;
  readonly form: SheetForm;
  /** False if the matrix is only derived from other traffic. The first stroke then makes it that of the document. */
  readonly isMine: boolean;
  readonly matrix: TrafficMatrix;
  /** The same matrix, dense: [T²] by source × T + destination. */
  readonly cells: Float64Array;
  /** [T] Capacity of a terminal's links in each direction, in the unit of the cells; for weights in phits per cycle. */
  readonly ports: Float64Array;
  /** Phits per cycle that each sender offers, if the values are weights; null for rates. */
  readonly load: number | null;
  readonly sums: Sums;
  /** Groups of terminals by switch; empty if every switch has one terminal without a name, or if there is only one switch. */
  readonly homes: readonly Home[];
  /** Units that can be chosen. Rates per second require a technology, which gives a cycle its length. */
  readonly forms: readonly SheetForm[];
}

/** Name of a unit: `weight`, `Gb/s`. */
export const unitTitle = (form: SheetForm) => (form === "weights" ? "weight" : titleOf({ unit: form }));

/** Phits per cycle in one unit; 1 for weights. */
export const phitsIn = (form: SheetForm, scenario: Scenario) =>
  form === "weights" ? 1 : (factorOf({ unit: form }, cycleSecondsOf(scenario)) ?? 1);

/**
 * Matrices of the last few documents, by network and unit. The cache is small because each has T² numbers, and undo would keep every
 * document alive.
 */
const known: (document: Document) => Map<string, Sheet | string> = recently(() => new Map<string, Sheet | string>(), 4);

/** The matrix being edited, or the reason why there is none, as a sentence; null if the editor is closed. */
export function sheetOf(state: Workbench, painting: PaintingMode | null, networks: BuiltNetworks): Sheet | string | null {
  if (painting === null) return null;
  // While the network of a pending edit cannot be built, the matrix of the last valid document is edited.
  const all = variantsOf(edited(state));
  if (all[painting.of] === undefined) return "The network whose traffic was painted is gone.";
  const isBuilt = factsIfValid(all[painting.of]) !== null;
  const document = isBuilt ? edited(state) : state.document.current;
  const found = known(document);
  const key = `${painting.of} ${painting.form}`;
  if (!found.has(key)) {
    const variants = variantsOf(document);
    found.set(key, made(variants[painting.of] ?? variants[0], painting.form, networks));
  }
  return found.get(key)!;
}

/** Computes the matrix of a scenario with all derived data, or returns the reason why there is none, as a sentence. */
function made(scenario: Scenario, wanted: SheetForm | null, networks: BuiltNetworks): Sheet | string {
  const facts = factsIfValid(scenario);
  if (facts === null) return "The network cannot be built yet.";
  const { terminals } = facts;
  if (terminals > mostTerminals)
    return `A sheet has room for ${formatCount(mostTerminals)} terminals; this network has ${formatCount(terminals)}.`;
  const network = networks.of(scenario.topology);
  const forms: SheetForm[] = cycleSecondsOf(scenario) === null ? ["phits"] : ["Gbps", "MBps", "phits"];
  const own = ownMatrix(scenario);
  if (own !== null && own.form !== "weights" && !forms.includes(own.form))
    return `Rates in ${unitTitle(own.form)} need a technology that gives a cycle a length. Choose one, or rates in phits per cycle.`;
  const form = own?.form ?? (wanted !== null && (wanted === "weights" || forms.includes(wanted)) ? wanted : forms[0]);
  const matrix = own?.matrix ?? presentMatrix(scenario, network, form);
  const cells = sideBySide(matrix, terminals);
  const perUnit = phitsIn(form, scenario);
  const ports = Float64Array.from({ length: terminals }, (_, t) => (network.firstOut[t + 1] - network.firstOut[t]) / perUnit);
  const load = form === "weights" ? loadIn(scenario, matrix) : null;
  const homeOf = homesOf(network);
  return {
    scenario,
    network,
    terminals,
    form,
    isMine: own !== null,
    matrix,
    cells,
    ports,
    load,
    sums: sumsOf(cells, ports, load),
    homeOf,
    homes: namedHomes(network, homeOf),
    forms,
  };
}

/** The matrix that is the traffic of a scenario; null if its traffic is of another kind. */
function ownMatrix({ workload }: Scenario): { readonly form: SheetForm; readonly matrix: TrafficMatrix } | null {
  const { kind, values } = workload;
  if (kind === "rates") return { form: values["unit"] as SheetForm, matrix: matrixOf(values["cells"] as string) };
  if (kind !== "open-loop") return null;
  const { pattern, ranks, mapping } = values as { readonly pattern: ChosenKind; readonly ranks: number; readonly mapping: ChosenKind };
  // With another mapping, weights of ranks are not weights of terminals.
  if (
    pattern.kind !== "matrix" ||
    ranks !== 0 ||
    mapping.kind !== "consecutive" ||
    Object.values(mapping.values).some((value) => value !== 0)
  )
    return null;
  const entries = pattern.values["entries"] as readonly {
    readonly source: number;
    readonly destination: number;
    readonly weight: number;
  }[];
  const cells = matrixOf(pattern.values["cells"] as string);
  return { form: "weights", matrix: entries.length === 0 ? cells : withEntries(cells, entries) };
}

/** Adds entries to the cells. Entries of the same pair add up. */
function withEntries(
  cells: TrafficMatrix,
  entries: readonly { readonly source: number; readonly destination: number; readonly weight: number }[],
): TrafficMatrix {
  const sums = new Map<string, number[]>();
  for (const { source, destination, weight } of entries) {
    if (source >= mostTerminals || destination >= mostTerminals) continue;
    const key = `${source} ${destination}`;
    const own = sums.get(key) ?? [source, destination, sideValue(cells, source, destination)];
    own[2] += weight;
    sums.set(key, own);
  }
  const list = [...sums.values()];
  return withCells(cells, { source: list.map(([s]) => s), destination: list.map(([, d]) => d), value: list.map(([, , v]) => v) });
}

function sideValue({ firstOf, destination, value }: TrafficMatrix, s: number, d: number): number {
  for (let i = firstOf[s] ?? 0; i < (firstOf[s + 1] ?? 0); i++) if (destination[i] === d) return value[i];
  return 0;
}

/** The matrix of traffic of any kind: rates, or weights scaled to a maximum of 1. Empty unless the traffic is open-loop. */
function presentMatrix(scenario: Scenario, network: Network, form: SheetForm): TrafficMatrix {
  const demand = demandOf(scenario, network);
  if (demand === null) return emptyMatrix;
  const { terminals } = network;
  const { loadOf, share, sending } = demand;
  const perUnit = phitsIn(form, scenario);
  const cells = new Float64Array(terminals * terminals);
  let most = 0;
  for (let s = 0; s < terminals; s++) {
    if (sending[s] === 0) continue;
    for (let d = 0; d < terminals; d++) {
      if (s === d) continue;
      const value = (form === "weights" ? 1 : loadOf[s] / perUnit) * share(s, d);
      cells[s * terminals + d] = value;
      if (value > most) most = value;
    }
  }
  if (form === "weights" && most > 0) for (let i = 0; i < cells.length; i++) cells[i] /= most;
  return withCells(
    emptyMatrix,
    listed(cells, terminals, (cell) => keptValue(cells[cell]) > 0),
  );
}

/** The open-loop traffic of a scenario; null if its workload is of another kind or not valid yet. */
function demandOf(scenario: Scenario, network: Network): OpenLoop | null {
  const workload = workloads.get(scenario.workload.kind);
  if (!workload.endless) return null;
  const cycleSeconds = cycleSecondsOf(scenario);
  const links = channelClocksOf(scenario, network);
  try {
    const demand = workload.compile(scenario.workload.values, {
      network,
      packetBytes: flowControls.get(scenario.flowControl.kind).packetBytes(scenario.flowControl.values),
      ...(cycleSeconds === null ? {} : { cycleSeconds }),
      ...(links === undefined ? {} : { terminalRates: terminalRatesOf(network, links) }),
      seed: scenario.seed,
    });
    return demand.form === "open-loop" ? demand : null;
  } catch (fault) {
    if (fault instanceof ScenarioError) return null;
    throw fault;
  }
}

/** The load of weighted traffic, in phits per cycle and sender: that of the workload, or the mean rate of the senders of a matrix. */
export function loadIn(scenario: Scenario, matrix: TrafficMatrix): number {
  const own = scenario.workload.values["load"];
  if (typeof own === "number") return own;
  if (scenario.workload.kind !== "rates") return usualLoad;
  const factor = phitsIn(scenario.workload.values["unit"] as SheetForm, scenario);
  const { firstOf, value } = matrix;
  let senders = 0;
  for (let s = 0; s + 1 < firstOf.length; s++) if (firstOf[s + 1] > firstOf[s]) senders++;
  const mean = senders === 0 ? usualLoad : (value.reduce((sum, each) => sum + each, 0) / senders) * factor;
  return Math.max(0.01, Math.min(1, Math.round(mean * 100) / 100));
}

/** Load of traffic that had none, phits per cycle. */
const usualLoad = 0.45;

/** [T] The first switch of each terminal, or the number of the terminal if it has no links. */
function homesOf({ terminals, firstOut, head }: Network): Int32Array {
  return Int32Array.from({ length: terminals }, (_, t) => (firstOut[t + 1] > firstOut[t] ? head[firstOut[t]] : t));
}

/** Name of a node without characters that isolate text direction, for places where no other text surrounds it. */
export function plainName(network: Network, node: number): string {
  return nameOfNode(network, node).replaceAll(/[\u2066-\u2069]/g, "");
}

/** Consecutive terminals of one switch as groups, with short names. */
function namedHomes(network: Network, homeOf: Int32Array): readonly Home[] {
  const homes: Home[] = [];
  for (let t = 0; t < homeOf.length; t++) {
    if (t > 0 && homeOf[t] === homeOf[t - 1]) homes[homes.length - 1] = { ...homes[homes.length - 1], to: t + 1 };
    else homes.push({ name: plainName(network, homeOf[t]), from: t, to: t + 1 });
  }
  // If every switch has one terminal, the numbers of the terminals are enough, unless switches were named.
  const hasNames = homeOf.some((home) => network.look?.names.has(home) === true);
  if ((homes.length === homeOf.length && !hasNames) || homes.length === 1) return [];
  if (homes.length === homeOf.length) return homes;
  // A level that all names share does not distinguish them: "switch 3 of level 1" becomes "switch 3".
  const levels = new Set(homes.map(({ name }) => / of level \d+$/.exec(name)?.[0]));
  const [level] = levels;
  return levels.size > 1 || level === undefined ? homes : homes.map((home) => ({ ...home, name: home.name.slice(0, -level.length) }));
}
