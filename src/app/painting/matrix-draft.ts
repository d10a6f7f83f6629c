/** The traffic matrix being edited: the matrix in the document or, before the first edit, a matrix computed from other traffic. */
import { ScenarioError } from "../../core/base/errors.ts";
import { memoizeRecent } from "../../core/base/lru.ts";
import { matrixOf } from "../../core/traffic/traffic-matrix-param.ts";
import type { ChosenKind } from "../../core/base/params.ts";
import { emptyMatrix, roundCellValue, type TrafficMatrix, withCells } from "../../core/traffic/traffic-matrix.ts";
import { allFlowControls, allWorkloads } from "../../core/kinds/all-kinds.ts";
import { nameOfNode, type Network } from "../../core/network/network.ts";
import type { OpenLoop } from "../../core/traffic/open-loop.ts";
import { terminalRatesOf } from "../../core/plan/links.ts";
import { cycleSecondsOf } from "../../core/scenario/clock.ts";
import { type Document, variantsOf } from "../../core/scenario/document.ts";
import { channelClocksOf } from "../../core/scenario/links.ts";
import { scenarioFactsIfValid, type Scenario } from "../../core/scenario/scenario.ts";
import { phitsPerUnit, rateUnitTitle } from "../../core/workloads/rates.ts";
import { formatCount } from "../../words/numbers.ts";
import type { NetworkCache } from "../document/network-cache.ts";
import { editedDocument } from "../state/document-state.ts";
import type { PaintingMode, CellUnit } from "../state/mode-state.ts";
import type { Workbench } from "../state/workbench.ts";
import { type BrushArea, cellListOf, denseCells } from "./stroke.ts";
import { type PortLoads, portLoadsOf } from "./port-loads.ts";

/** Most terminals of a matrix that can be edited. */
export const maxEditableTerminals = 1024;

/** Consecutive terminals of one switch, from `from` up to but excluding `to`. */
export interface TerminalGroup {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** A traffic matrix of T terminals with everything the editor shows. */
export interface MatrixDraft extends BrushArea {
  readonly scenario: Scenario;
  readonly network: Network;
  readonly unit: CellUnit;
  /** False if the matrix is only derived from other traffic. The first stroke then makes it the matrix of the document. */
  readonly isInDocument: boolean;
  readonly matrix: TrafficMatrix;
  /** The same matrix, dense: [T²] by source × T + destination. */
  readonly cells: Float64Array;
  /** [T] Capacity of a terminal's links in each direction, in the unit of the cells; for weights in phits per cycle. */
  readonly portCapacity: Float64Array;
  /** Phits per cycle that each sender offers, if the values are weights; null for rates. */
  readonly load: number | null;
  readonly portLoads: PortLoads;
  /** Groups of terminals by switch; empty if every switch has one terminal without a name, or if there is only one switch. */
  readonly groups: readonly TerminalGroup[];
  /** Units that can be chosen. Rates per second require a technology, which gives a cycle its length. */
  readonly units: readonly CellUnit[];
}

/** Name of a unit: `weight`, `Gb/s`. */
export const cellUnitTitle = (unit: CellUnit) => (unit === "weights" ? "weight" : rateUnitTitle({ unit }));

/** Phits per cycle in one unit; 1 for weights. */
export const phitsPerCellUnit = (unit: CellUnit, scenario: Scenario) =>
  unit === "weights" ? 1 : (phitsPerUnit({ unit }, cycleSecondsOf(scenario)) ?? 1);

/**
 * Matrices of the last few documents, by network and unit. The cache is small because each has T² numbers, and undo would keep every
 * document alive.
 */
const draftsOfDocument: (document: Document) => Map<string, MatrixDraft | string> = memoizeRecent(
  () => new Map<string, MatrixDraft | string>(),
  4,
);

/** The matrix being edited, or the reason why there is none, as a sentence; null if the editor is closed. */
export function matrixDraftOf(state: Workbench, painting: PaintingMode | null, networks: NetworkCache): MatrixDraft | string | null {
  if (painting === null) return null;
  // While the network of a pending edit cannot be built, the matrix of the last valid document is edited.
  const editedVariants = variantsOf(editedDocument(state));
  if (editedVariants[painting.of] === undefined) return "The network of this traffic matrix has been removed.";
  const isBuilt = scenarioFactsIfValid(editedVariants[painting.of]) !== null;
  const document = isBuilt ? editedDocument(state) : state.document.current;
  const drafts = draftsOfDocument(document);
  const key = `${painting.of} ${painting.unit}`;
  if (!drafts.has(key)) {
    const variants = variantsOf(document);
    drafts.set(key, createMatrixDraft(variants[painting.of] ?? variants[0], painting.unit, networks));
  }
  return drafts.get(key)!;
}

/**
 * Computes what the matrix editor shows for a scenario: its traffic matrix with unit, the capacity and load of each terminal's ports, and
 * the groups of terminals that share a switch. Returns a sentence with the reason if there is no matrix to edit.
 * @param preferredUnit unit of the cells if the document has no matrix yet; null for the default
 */
function createMatrixDraft(scenario: Scenario, preferredUnit: CellUnit | null, networks: NetworkCache): MatrixDraft | string {
  const facts = scenarioFactsIfValid(scenario);
  if (facts === null) return "The network cannot be built yet.";
  const { terminals } = facts;
  if (terminals > maxEditableTerminals)
    return `The matrix editor supports at most ${formatCount(maxEditableTerminals)} terminals; this network has ${formatCount(terminals)}.`;
  const network = networks.networkOf(scenario.topology);
  // Without the length of a cycle, rates can only be given in phits per cycle.
  const units: CellUnit[] = cycleSecondsOf(scenario) === null ? ["phits"] : ["Gbps", "MBps", "phits"];
  const documentMatrix = documentMatrixOf(scenario);
  if (documentMatrix !== null && documentMatrix.form !== "weights" && !units.includes(documentMatrix.form))
    return `Rates in ${cellUnitTitle(documentMatrix.form)} need a technology that defines the length of a cycle. Choose a technology, or rates in phits per cycle.`;
  const isPreferredPossible = preferredUnit !== null && (preferredUnit === "weights" || units.includes(preferredUnit));
  const unit = documentMatrix?.form ?? (isPreferredPossible ? preferredUnit : units[0]);
  const matrix = documentMatrix?.matrix ?? currentTrafficMatrix(scenario, network, unit);
  const cells = denseCells(matrix, terminals);
  // Capacities of the ports in the unit of the cells; every link counts as one phit per cycle.
  const unitPhits = phitsPerCellUnit(unit, scenario);
  const capacities = Float64Array.from({ length: terminals }, (_, t) => (network.firstOut[t + 1] - network.firstOut[t]) / unitPhits);
  const load = unit === "weights" ? senderLoadOf(scenario, matrix) : null;
  const switchOf = firstSwitches(network);
  return {
    scenario,
    network,
    terminals,
    unit,
    isInDocument: documentMatrix !== null,
    matrix,
    cells,
    portCapacity: capacities,
    load,
    portLoads: portLoadsOf(cells, capacities, load),
    switchOf,
    groups: terminalGroupsOf(network, switchOf),
    units,
  };
}

/**
 * The traffic matrix of a scenario whose traffic is given by a matrix, with the unit of its cells (`form`); null if its traffic is given in
 * another way, or if its weights are for ranks that are not placed on consecutive terminals.
 */
function documentMatrixOf({ workload }: Scenario): { readonly form: CellUnit; readonly matrix: TrafficMatrix } | null {
  const { kind, values } = workload;
  if (kind === "rates") return { form: values["unit"] as CellUnit, matrix: matrixOf(values["cells"] as string) };
  if (kind !== "open-loop") return null;
  const { pattern, ranks, mapping } = values as { readonly pattern: ChosenKind; readonly ranks: number; readonly mapping: ChosenKind };
  // With fewer ranks than terminals, another mapping, or a first terminal other than 0, weights of ranks are not weights of terminals.
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

/**
 * The traffic matrix `cells` with weights of single pairs (entries of source, destination and weight) added to it. Entries of the same pair
 * add up. Terminals beyond the limit of the editor are left out.
 */
function withEntries(
  cells: TrafficMatrix,
  entries: readonly { readonly source: number; readonly destination: number; readonly weight: number }[],
): TrafficMatrix {
  const sums = new Map<string, number[]>();
  for (const { source, destination, weight } of entries) {
    if (source >= maxEditableTerminals || destination >= maxEditableTerminals) continue;
    const key = `${source} ${destination}`;
    const cell = sums.get(key) ?? [source, destination, cellValueAt(cells, source, destination)];
    cell[2] += weight;
    sums.set(key, cell);
  }
  const cellValues = [...sums.values()];
  return withCells(cells, {
    source: cellValues.map(([s]) => s),
    destination: cellValues.map(([, d]) => d),
    value: cellValues.map(([, , v]) => v),
  });
}

function cellValueAt({ firstOf, destination, value }: TrafficMatrix, s: number, d: number): number {
  for (let i = firstOf[s] ?? 0; i < (firstOf[s + 1] ?? 0); i++) if (destination[i] === d) return value[i];
  return 0;
}

/**
 * Computes the traffic matrix of a scenario with any traffic pattern, so that the reader can edit it: rates in the given unit, or weights
 * scaled to a maximum of 1. Empty if its workload is not open-loop traffic.
 */
function currentTrafficMatrix(scenario: Scenario, network: Network, unit: CellUnit): TrafficMatrix {
  const demand = openLoopTrafficOf(scenario, network);
  if (demand === null) return emptyMatrix;
  const { terminals } = network;
  // `loadOf` is the load of a sender in phits per cycle, `share` the fraction of it that goes to a destination.
  const { loadOf, share, isSending } = demand;
  const unitPhits = phitsPerCellUnit(unit, scenario);
  const cells = new Float64Array(terminals * terminals);
  let max = 0;
  for (let s = 0; s < terminals; s++) {
    if (isSending[s] === 0) continue;
    for (let d = 0; d < terminals; d++) {
      if (s === d) continue;
      const value = (unit === "weights" ? 1 : loadOf[s] / unitPhits) * share(s, d);
      cells[s * terminals + d] = value;
      if (value > max) max = value;
    }
  }
  if (unit === "weights" && max > 0) for (let i = 0; i < cells.length; i++) cells[i] /= max;
  return withCells(
    emptyMatrix,
    cellListOf(cells, terminals, (cell) => roundCellValue(cells[cell]) > 0),
  );
}

/**
 * The compiled open-loop traffic of a scenario: the load of each sender and the share of each destination. Null if its workload is of
 * another kind or not valid yet.
 */
function openLoopTrafficOf(scenario: Scenario, network: Network): OpenLoop | null {
  const workload = allWorkloads.get(scenario.workload.kind);
  if (!workload.isEndless) return null;
  const cycleSeconds = cycleSecondsOf(scenario);
  const links = channelClocksOf(scenario, network);
  try {
    const demand = workload.compile(scenario.workload.values, {
      network,
      packetBytes: allFlowControls.get(scenario.flowControl.kind).packetBytes(scenario.flowControl.values),
      ...(cycleSeconds === null ? {} : { cycleSeconds }),
      ...(links === undefined ? {} : { terminalRates: terminalRatesOf(network, links) }),
      seed: scenario.seed,
    });
    return demand.form === "open-loop" ? demand : null;
  } catch (error) {
    if (error instanceof ScenarioError) return null;
    throw error;
  }
}

/** The load of weighted traffic, in phits per cycle and sender: the load of the workload, or the mean rate of the senders of a matrix. */
export function senderLoadOf(scenario: Scenario, matrix: TrafficMatrix): number {
  const load = scenario.workload.values["load"];
  if (typeof load === "number") return load;
  if (scenario.workload.kind !== "rates") return defaultLoad;
  const factor = phitsPerCellUnit(scenario.workload.values["unit"] as CellUnit, scenario);
  const { firstOf, value } = matrix;
  let senders = 0;
  for (let s = 0; s + 1 < firstOf.length; s++) if (firstOf[s + 1] > firstOf[s]) senders++;
  const mean = senders === 0 ? defaultLoad : (value.reduce((sum, each) => sum + each, 0) / senders) * factor;
  return Math.max(0.01, Math.min(1, Math.round(mean * 100) / 100));
}

/** Load of traffic that had none, phits per cycle. */
const defaultLoad = 0.45;

/** [T] The first switch of each terminal, or the number of the terminal if it has no links. */
function firstSwitches({ terminals, firstOut, head }: Network): Int32Array {
  return Int32Array.from({ length: terminals }, (_, t) => (firstOut[t + 1] > firstOut[t] ? head[firstOut[t]] : t));
}

/** Name of a node without characters that isolate text direction, for places where no other text surrounds it. */
export function nodeNameWithoutMarks(network: Network, node: number): string {
  return nameOfNode(network, node).replaceAll(/[\u2066-\u2069]/g, "");
}

/** Consecutive terminals of one switch as groups, with short names. */
function terminalGroupsOf(network: Network, switchOf: Int32Array): readonly TerminalGroup[] {
  const groups: TerminalGroup[] = [];
  for (let t = 0; t < switchOf.length; t++) {
    if (t > 0 && switchOf[t] === switchOf[t - 1]) groups[groups.length - 1] = { ...groups[groups.length - 1], to: t + 1 };
    else groups.push({ name: nodeNameWithoutMarks(network, switchOf[t]), from: t, to: t + 1 });
  }
  // If every switch has one terminal, the numbers of the terminals are enough, unless switches were named.
  const hasNames = switchOf.some((home) => network.look?.names.has(home) === true);
  if ((groups.length === switchOf.length && !hasNames) || groups.length === 1) return [];
  if (groups.length === switchOf.length) return groups;
  // A level that all names share does not distinguish them: "switch 3 of level 1" becomes "switch 3".
  const levels = new Set(groups.map(({ name }) => / of level \d+$/.exec(name)?.[0]));
  const [level] = levels;
  return levels.size > 1 || level === undefined ? groups : groups.map((home) => ({ ...home, name: home.name.slice(0, -level.length) }));
}
