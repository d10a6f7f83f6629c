/** Scenario → run. Page, worker, command line and tests all start runs here, so their results agree. */
import { compile, fetchCompiler } from "./compile.ts";
import { fetchEngine, startFlowControl } from "../flow-control/engines.ts";
import { measure, programMeasures } from "../measures/measure.ts";
import type { Results } from "../measures/results.ts";
import type { MeasureTable, MeasureRows } from "../measures/table.ts";
import type { Plan } from "../plan/plan.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { Simulation } from "../simulation/contract.ts";
import { openFrame } from "../simulation/frame.ts";

export interface Run {
  readonly plan: Plan;
  readonly simulation: Simulation;
  /** Runs to the end. */
  finish(): void;
  /** Results so far, with counts by channel on request. */
  results(isCounted?: boolean): Results;
  /** A table of `measures/tables.ts`, as of now. */
  table(table: MeasureTable): MeasureRows;
}

/**
 * Compiles a scenario and starts it at cycle 0. Its engine must have been fetched.
 * @throws ScenarioError if its parts exclude each other
 */
export function startRun(scenario: Scenario): Run {
  return startPlan(scenario, compile(scenario).plan);
}

/** Fetches the modules that a scenario needs, then compiles it and starts it at cycle 0. */
export async function startFetched(scenario: Scenario): Promise<Run> {
  await fetchCompiler(scenario);
  const { plan } = compile(scenario);
  const isProgram = plan.demand.form === "program";
  await Promise.all([
    fetchEngine(scenario.flowControl.kind, scenario.flowControl.values, plan),
    isProgram ? programMeasures.fetch() : null,
  ]);
  return startPlan(scenario, plan);
}

/**
 * Starts the simulation of a compiled scenario at cycle 0. The returned run can be finished, and computes results and tables from a frame
 * (all counters at one cycle) that is sampled when they are requested.
 */
function startPlan(scenario: Scenario, plan: Plan): Run {
  const { kind, values } = scenario.flowControl;
  const simulation = startFlowControl(kind, values, plan);
  const sampleFrame = () => {
    const frame = openFrame(simulation.layout, new ArrayBuffer(simulation.layout.byteLength));
    simulation.sample(frame);
    return frame;
  };
  return {
    plan,
    simulation,
    finish() {
      while (simulation.status === "running") simulation.advance(Infinity, Infinity);
    },
    results: (hasChannelCounts) => measure(plan, sampleFrame(), simulation.deadlockCycle, hasChannelCounts),
    table: (table) => table.measure(plan, sampleFrame()),
  };
}
