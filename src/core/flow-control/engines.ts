/**
 * The engine of each flow control: it turns a compiled plan into a simulation. Engines are separate from the kinds, so that a page that
 * only describes flow controls does not load them, and they are loaded lazily, by the first plan that needs them.
 */
import { LazyModule } from "../base/lazy.ts";
import type { Values, ValuesOf } from "../base/params.ts";
import { isPlain, type Plan } from "../plan/plan.ts";
import type { Simulation } from "../simulation/contract.ts";
import { graphSources, programSources } from "../simulation/source.ts";
import type { FlowControl } from "./contract.ts";
import { canRunOnRows } from "./cut-through/on-rows.ts";
import type { CutThroughRules } from "./cut-through/rules.ts";
import type { circuit } from "./circuit.ts";
import type { fluid } from "./fluid.ts";
import type { idealNetwork } from "./ideal-network.ts";
import type { storeAndForward } from "./store-and-forward.ts";
import type { virtualCutThrough } from "./virtual-cut-through.ts";
import type { wormhole } from "./wormhole.ts";

const lazyWormhole = new LazyModule(() => import("./wormhole/engine.ts"));
const lazySwitchedWormhole = new LazyModule(() => import("./wormhole/switched.ts"));
const lazyCircuit = new LazyModule(() => import("./circuit/engine.ts"));
const lazyFluid = new LazyModule(() => import("./fluid/engine.ts"));
const lazyIdeal = new LazyModule(() => import("./ideal/engine.ts"));

interface Engine {
  /** Module that the plan needs in addition to those loaded at start; null for none. */
  late(values: Values, plan: Plan): LazyModule<unknown> | null;
  start(values: Values, plan: Plan): Simulation;
}

type IdOf<F> = F extends FlowControl<infer Id, infer _> ? Id : never;
type ValuesIn<F> = F extends FlowControl<string, infer P> ? ValuesOf<P> : never;

/**
 * Declares an engine. It lets TypeScript check the engine against the parameter values of its flow control without importing the flow
 * control.
 */
function engine<F>(
  id: IdOf<F>,
  late: (values: ValuesIn<F>, plan: Plan) => LazyModule<unknown> | null,
  start: (values: ValuesIn<F>, plan: Plan) => Simulation,
): readonly [string, Engine] {
  return [id, { late, start } as unknown as Engine];
}

/** An engine for whole packets. */
interface PacketEngine {
  /** Name of the engine's module in `cut-through/`. */
  readonly module: string;
  /**
   * Whether the engine takes a plan under these rules. Engines are asked in order, so all engines before it in the list have declined the
   * plan.
   */
  takes(rules: CutThroughRules, plan: Plan): boolean;
  readonly late: LazyModule<unknown>;
  start(rules: CutThroughRules, plan: Plan): Simulation;
}

function packetEngine<M>(
  module: string,
  load: () => Promise<M>,
  start: (code: M, rules: CutThroughRules, plan: Plan) => Simulation,
  takes: PacketEngine["takes"],
): PacketEngine {
  const late = new LazyModule(load);
  return { module, takes, late, start: (rules, plan) => start(late.code, rules, plan) };
}

const hasSharedSelection = ({ selection }: CutThroughRules) => selection === "shared";

/**
 * Engines of whole packets; a plan runs on the first one that takes it. The table in `README.md` says the same in words, and
 * `tests/contracts/engines.test.ts` compares both.
 */
export const packetEngines: readonly PacketEngine[] = [
  packetEngine(
    "on-trees.ts",
    () => import("./cut-through/on-trees.ts"),
    ({ CutThroughTrees }, rules, plan) => new CutThroughTrees(rules, plan),
    (_, { demand }) => demand.form === "program" && demand.trees !== undefined,
  ),
  packetEngine(
    "switched.ts",
    () => import("./cut-through/switched.ts"),
    ({ SwitchedCutThrough }, rules, plan) => new SwitchedCutThrough(rules, plan),
    (_, plan) => !isPlain(plan),
  ),
  packetEngine(
    "row-sharing.ts",
    () => import("./cut-through/row-sharing.ts"),
    ({ CutThroughRowSharing }, rules, plan) => new CutThroughRowSharing(rules, plan, plan.routing.parallelOutputs!),
    (rules, plan) => hasSharedSelection(rules) && canRunOnRows(rules, plan),
  ),
  packetEngine(
    "rows.ts",
    () => import("./cut-through/rows.ts"),
    ({ CutThroughRows }, rules, plan) => new CutThroughRows(rules, plan, plan.routing.parallelOutputs!),
    canRunOnRows,
  ),
  packetEngine(
    "sharing.ts",
    () => import("./cut-through/sharing.ts"),
    ({ startSharing }, rules, plan) => startSharing(rules, plan),
    hasSharedSelection,
  ),
  packetEngine(
    "arbitration.ts",
    () => import("./cut-through/arbitration.ts"),
    ({ startArbitration }, rules, plan) => startArbitration(rules, plan),
    () => true,
  ),
];

/** The engine for whole packets that runs a plan under these rules. */
export function packetEngineFor(rules: CutThroughRules, plan: Plan): PacketEngine {
  return packetEngines.find(({ takes }) => takes(rules, plan))!;
}

/** Declares the engine of virtual cut-through or store-and-forward. */
function cutThroughEngine(kind: IdOf<typeof virtualCutThrough | typeof storeAndForward>): readonly [string, Engine] {
  const rulesOf = (values: Omit<CutThroughRules, "storeAndForward">): CutThroughRules => ({
    ...values,
    storeAndForward: kind === "store-and-forward",
  });
  return engine<typeof virtualCutThrough | typeof storeAndForward>(
    kind,
    (values, plan) => packetEngineFor(rulesOf(values), plan).late,
    (values, plan) => packetEngineFor(rulesOf(values), plan).start(rulesOf(values), plan),
  );
}

const engines = new Map([
  cutThroughEngine("virtual-cut-through"),
  cutThroughEngine("store-and-forward"),
  engine<typeof wormhole>(
    "wormhole",
    (_, plan) => (isPlain(plan) ? lazyWormhole : lazySwitchedWormhole),
    (values, plan) =>
      isPlain(plan) ? lazyWormhole.code.startWormhole(values, plan) : lazySwitchedWormhole.code.startSwitchedWormhole(values, plan),
  ),
  engine<typeof circuit>(
    "circuit",
    () => lazyCircuit,
    (values, plan) => lazyCircuit.code.startCircuit(values, plan),
  ),
  engine<typeof fluid>(
    "fluid",
    () => lazyFluid,
    (values, plan) => lazyFluid.code.startFluid(values, plan),
  ),
  engine<typeof idealNetwork>(
    "ideal-network",
    () => lazyIdeal,
    (_, plan) => lazyIdeal.code.startIdeal(plan),
  ),
]);

function engineOf(kind: string): Engine {
  const registered = engines.get(kind);
  if (registered === undefined) throw new Error(`flow control "${kind}" has no engine`);
  return registered;
}

/** Loads the modules that a plan needs to run under a flow control. */
export async function fetchEngine(kind: string, values: Values, plan: Plan): Promise<void> {
  const { demand } = plan;
  const interpreter = demand.form !== "program" ? null : demand.graph === undefined ? programSources : graphSources;
  await Promise.all([engineOf(kind).late(values, plan)?.fetch(), interpreter?.fetch()]);
}

/** Loads all engines. */
export async function fetchEngines(): Promise<void> {
  const modules = [
    ...packetEngines.map(({ late }) => late),
    lazyWormhole,
    lazySwitchedWormhole,
    lazyCircuit,
    lazyFluid,
    lazyIdeal,
    programSources,
    graphSources,
  ];
  await Promise.all(modules.map((each) => each.fetch()));
}

/**
 * Starts a plan under a flow control with its values; returns the simulation at cycle 0.
 * @throws Error if its engine has not been loaded.
 */
export function startFlowControl(kind: string, values: Values, plan: Plan): Simulation {
  return engineOf(kind).start(values, plan);
}
