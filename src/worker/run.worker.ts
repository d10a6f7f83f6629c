/** One run at a time, behind comlink. It computes only while a call asks it to. */
import { expose, transfer } from "comlink";
import { analyse } from "../core/analysis/channel-load.ts";
import { ScenarioError } from "../core/base/errors.ts";
import { type Run, start } from "../core/run.ts";
import { readScenario } from "../core/scenario/scenario.ts";
import { openFrame } from "../core/simulation/frame.ts";
import { HistoryKeeper } from "../core/simulation/history-keeper.ts";
import type { Answer, Opened, RunWorker } from "./protocol.ts";

let run: Run | null = null;
let keeper: HistoryKeeper | null = null;
/** Units of work that fit into a millisecond, learnt from the slices so far. */
let workPerMillisecond = 2000;

const worker: RunWorker = {
  open(document): Answer<Opened> {
    run = null;
    keeper = null;
    try {
      const scenario = readScenario(document);
      run = start(scenario);
      const { plan, simulation } = run;
      const { network, window, packetPhits, demand } = plan;
      const load = demand.form === "open-loop" ? demand.load : null;
      return { ok: true, value: { network, layout: simulation.layout, window, packetPhits, classes: plan.routing.classes, load } };
    } catch (error) {
      if (error instanceof ScenarioError) return { ok: false, failure: { complaints: error.complaints } };
      throw error;
    }
  },

  keepPast() {
    const { simulation, plan } = opened();
    keeper = new HistoryKeeper(simulation, plan.window);
  },

  slice(until, milliseconds, buffer) {
    const { simulation } = opened();
    const deadline = performance.now() + milliseconds;
    // Several shorter advances: the guess of how much fits into the time is corrected on the way.
    for (let left = milliseconds; left > 0 && simulation.status === "running" && simulation.now < until;) {
      const before = performance.now();
      const work = Math.max(200, workPerMillisecond * Math.min(left, 4));
      simulation.advance(Math.min(until, keeper?.next ?? Infinity), work);
      keeper?.look();
      const took = performance.now() - before;
      if (took > 0.5) workPerMillisecond = Math.max(50, 0.5 * workPerMillisecond + 0.5 * (work / took));
      left = deadline - performance.now();
    }
    if (buffer !== null) simulation.sample(openFrame(simulation.layout, buffer));
    return { status: simulation.status, now: simulation.now, buffer };
  },

  past() {
    const past = keeper?.past() ?? null;
    keeper = null;
    if (past === null) return null;
    const buffers = past.instants.flatMap(({ scalars, numbers }) => [scalars.buffer, numbers.buffer]);
    return transfer(past, [past.last, ...buffers]);
  },

  results: () => opened().results(),

  analyse: () => analyse(opened().plan),
};

function opened(): Run {
  if (run === null) throw new Error("no scenario is open");
  return run;
}

expose(worker);
