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

const sharing = new Late(() => import("./cut-through/sharing.ts"));
const switched = new Late(() => import("./cut-through/switched.ts"));
const anyRules = new Late(() => import("./cut-through/engine.ts"));
const onTrees = new Late(() => import("./cut-through/on-trees.ts"));
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

const hasTrees = ({ demand }: Plan) => demand.form === "program" && demand.trees !== undefined;

/**
 * Packets that cut through, or are stored whole. What shares out the outputs of any network, as in the first picture, is fetched
 * without the rest; and so is what knows links and switches that are not plain, where a plan has them.
 */
function cutThrough(kind: IdOf<typeof virtualCutThrough | typeof storeAndForward>): readonly [string, Engine] {
  const isStored = kind === "store-and-forward";
  const rulesOf = (values: Omit<CutThroughRules, "storeAndForward">): CutThroughRules => ({ ...values, storeAndForward: isStored });
  const isSharing = (rules: CutThroughRules, plan: Plan) => rules.selection === "shared" && !fitsRows(rules, plan);
  return engine<typeof virtualCutThrough | typeof storeAndForward>(
    kind,
    (values, plan) => (hasTrees(plan) ? onTrees : !isPlain(plan) ? switched : isSharing(rulesOf(values), plan) ? sharing : anyRules),
    (values, plan) => {
      const rules = rulesOf(values);
      if (hasTrees(plan)) return new onTrees.code.CutThroughTrees(rules, plan);
      if (!isPlain(plan)) return new switched.code.SwitchedCutThrough(rules, plan);
      return isSharing(rules, plan) ? new sharing.code.CutThroughSharing(rules, plan) : anyRules.code.startCutThrough(rules, plan);
    },
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
  const all = [sharing, switched, anyRules, onTrees, worms, switchedWorms, held, flowing, ideal, programSources, graphSources];
  await Promise.all(all.map((each) => each.fetch()));
}

/**
 * A plan as a simulation that stands at cycle 0, under a flow control with its values.
 * @throws Error when its engine has not been fetched
 */
export function startUnder(kind: string, values: Values, plan: Plan): Simulation {
  return engineOf(kind).start(values, plan);
}
