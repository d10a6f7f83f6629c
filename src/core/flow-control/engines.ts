/**
 * The engine of each flow control: how a compiled plan becomes a running simulation. The hot loops stand apart from the
 * kinds, so that a page that only describes them need not load them; and those that the first picture of a page does not
 * need are fetched when a plan does.
 */
import { Late } from "../base/late.ts";
import type { Values, ValuesOf } from "../base/params.ts";
import { isPlain, type Plan } from "../plan/plan.ts";
import type { Simulation } from "../simulation/contract.ts";
import { graphSources, programSources } from "../simulation/source.ts";
import type { FlowControl } from "./contract.ts";
import { fitsRows } from "./cut-through/on-rows.ts";
import type { CutThroughRules } from "./cut-through/rules.ts";
import type { circuit } from "./circuit.ts";
import type { fluid } from "./fluid.ts";
import type { idealNetwork } from "./ideal-network.ts";
import type { storeAndForward } from "./store-and-forward.ts";
import type { virtualCutThrough } from "./virtual-cut-through.ts";
import type { wormhole } from "./wormhole.ts";

const worms = new Late(() => import("./wormhole/engine.ts"));
const switchedWorms = new Late(() => import("./wormhole/switched.ts"));
const held = new Late(() => import("./circuit/engine.ts"));
const flowing = new Late(() => import("./fluid/engine.ts"));
const ideal = new Late(() => import("./ideal/engine.ts"));

interface Engine {
  /** The code that a plan needs beside what is there; null for none. */
  late(values: Values, plan: Plan): Late<unknown> | null;
  start(values: Values, plan: Plan): Simulation;
}

type IdOf<F> = F extends FlowControl<infer Id, infer _> ? Id : never;
type ValuesIn<F> = F extends FlowControl<string, infer P> ? ValuesOf<P> : never;

/** Exists so that TypeScript holds an engine to the values of its flow control, which need not be there. */
function engine<F>(
  id: IdOf<F>,
  late: (values: ValuesIn<F>, plan: Plan) => Late<unknown> | null,
  start: (values: ValuesIn<F>, plan: Plan) => Simulation,
): readonly [string, Engine] {
  return [id, { late, start } as unknown as Engine];
}

/** An engine of whole packets. */
interface PacketEngine {
  /** Its module in `cut-through/`. */
  readonly module: string;
  /** Whether it runs a plan under these rules, of those that no engine before it takes. */
  takes(rules: CutThroughRules, plan: Plan): boolean;
  readonly late: Late<unknown>;
  start(rules: CutThroughRules, plan: Plan): Simulation;
}

function packetEngine<M>(
  module: string,
  load: () => Promise<M>,
  start: (code: M, rules: CutThroughRules, plan: Plan) => Simulation,
  takes: PacketEngine["takes"],
): PacketEngine {
  const late = new Late(load);
  return { module, takes, late, start: (rules, plan) => start(late.code, rules, plan) };
}

const isShared = ({ selection }: CutThroughRules) => selection === "shared";

/**
 * A plan runs on the first that takes it; each is fetched for the plans that need it. The table in `README.md` says the same in words, and
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
    ({ CutThroughRowSharing }, rules, plan) => new CutThroughRowSharing(rules, plan, plan.routing.rows!),
    (rules, plan) => isShared(rules) && fitsRows(rules, plan),
  ),
  packetEngine(
    "rows.ts",
    () => import("./cut-through/rows.ts"),
    ({ CutThroughRows }, rules, plan) => new CutThroughRows(rules, plan, plan.routing.rows!),
    fitsRows,
  ),
  packetEngine(
    "sharing.ts",
    () => import("./cut-through/sharing.ts"),
    ({ startSharing }, rules, plan) => startSharing(rules, plan),
    isShared,
  ),
  packetEngine(
    "arbitration.ts",
    () => import("./cut-through/arbitration.ts"),
    ({ startArbitration }, rules, plan) => startArbitration(rules, plan),
    () => true,
  ),
];

/** The engine that runs a plan packet by packet under these rules. */
export function packetEngineFor(rules: CutThroughRules, plan: Plan): PacketEngine {
  return packetEngines.find(({ takes }) => takes(rules, plan))!;
}

/** Packets that cut through, or are stored whole. */
function cutThrough(kind: IdOf<typeof virtualCutThrough | typeof storeAndForward>): readonly [string, Engine] {
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
  cutThrough("virtual-cut-through"),
  cutThrough("store-and-forward"),
  engine<typeof wormhole>(
    "wormhole",
    (_, plan) => (isPlain(plan) ? worms : switchedWorms),
    (values, plan) => (isPlain(plan) ? worms.code.startWormhole(values, plan) : switchedWorms.code.startSwitched(values, plan)),
  ),
  engine<typeof circuit>(
    "circuit",
    () => held,
    (values, plan) => held.code.startCircuit(values, plan),
  ),
  engine<typeof fluid>(
    "fluid",
    () => flowing,
    (values, plan) => flowing.code.startFluid(values, plan),
  ),
  engine<typeof idealNetwork>(
    "ideal-network",
    () => ideal,
    (_, plan) => ideal.code.startIdeal(plan),
  ),
]);

function engineOf(kind: string): Engine {
  const known = engines.get(kind);
  if (known === undefined) throw new Error(`flow control "${kind}" has no engine`);
  return known;
}

/** Fetches what a plan needs to be run under a flow control, unless it is there. */
export async function fetchEngine(kind: string, values: Values, plan: Plan): Promise<void> {
  const { demand } = plan;
  const interpreter = demand.form !== "program" ? null : demand.graph === undefined ? programSources : graphSources;
  await Promise.all([engineOf(kind).late(values, plan)?.fetch(), interpreter?.fetch()]);
}

/** Fetches all engines. */
export async function fetchEngines(): Promise<void> {
  const all = [...packetEngines.map(({ late }) => late), worms, switchedWorms, held, flowing, ideal, programSources, graphSources];
  await Promise.all(all.map((each) => each.fetch()));
}

/**
 * A plan as a simulation that stands at cycle 0, under a flow control with its values.
 * @throws Error when its engine has not been fetched
 */
export function startUnder(kind: string, values: Values, plan: Plan): Simulation {
  return engineOf(kind).start(values, plan);
}
