/** Small runs of all engines which together contain every part that results can have. */
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import type { Results } from "../../src/core/measures/results.ts";
import { writeProgramText } from "../../src/core/programs/graph-text.ts";
import { runWithChannelCounts } from "../../src/core/run/run.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import { programGraphOf, receive, send } from "../contracts/graphs.ts";

const short = { warmUp: 50, window: 300, drain: 200 };
const torus = { kind: "torus", sizes: [4, 4] };
const star = { kind: "single-switch", terminals: 4 };
const tree = { kind: "k-ary-n-tree", k: 4, n: 2 };
/** A program of two ranks that wait for each other. */
const mutualWaitProgram = writeProgramText(programGraphOf([0, 1].map((rank) => [receive(1 - rank), send(1 - rank, 64, { after: [0] })])));
const uniform = (load: number) => ({ kind: "open-loop", pattern: "uniform", load });

const forEveryEngine: readonly object[] = [
  { topology: torus, workload: uniform(0.2), run: short },
  { topology: star, workload: { kind: "messages", list: [{ source: 0, destination: 3, bytes: "1 kB", time: 5 }] } },
  { topology: star, technology: { kind: "own-links", rate: "1 GB/s" }, workload: { kind: "allreduce", ranks: 4, message: "1 kB" } },
  { topology: star, workload: { kind: "trace", program: mutualWaitProgram } },
];

const forOneEngine: readonly object[] = [
  // Jobs with open-loop traffic, and servers that send to clients.
  { topology: torus, workload: "jobs", run: short },
  { topology: tree, workload: { kind: "io", servers: 2, writes: 0 }, run: short },
  { topology: torus, workload: "programs" },
  // Runs that end when the means are precise enough, when the network is found to be full, and with a deadlock.
  { topology: star, workload: uniform(0.1), run: { ...short, precision: 20 } },
  { topology: star, workload: uniform(1), run: { ...short, precision: 20 } },
  {
    topology: { kind: "torus", sizes: [8] },
    routing: { kind: "dimension-order", channelClasses: "none" },
    flowControl: { kind: "virtual-cut-through", queue: 1 },
    workload: uniform(1),
  },
  // A network that is not connected, channels with different rates, and channels with a common capacity.
  { topology: { kind: "faulty", of: { kind: "mesh", sizes: [5] }, links: 0, deadSwitches: [2] }, workload: uniform(0.1), run: short },
  { topology: tree, links: [{ class: "level 0 to 1", rate: 0.5 }], workload: uniform(0.5), run: short },
  { topology: { kind: "modular-switch", modules: 3, ports: 2, uplinks: 4, ingress: 1, backplane: 2 }, workload: uniform(0.7), run: short },
  // Programs with phases, with tasks, with a root, and with reduction in switches.
  { topology: { kind: "mesh", sizes: [3, 3] }, workload: { kind: "wavefront", ranks: 9, message: "100 B" } },
  { topology: { kind: "mesh", sizes: [3, 3] }, workload: { kind: "matrix-multiplication", ranks: 9, rows: 18, rate: 0 } },
  { topology: star, workload: { kind: "broadcast", ranks: 4, root: 2, message: "100 B" } },
  { topology: tree, workload: { kind: "allreduce", algorithm: "in-network", ranks: 8, message: "1 kB" }, flowControl: "fluid" },
];

/** A run with its results, including those of each channel. */
export interface ExampleRun {
  readonly scenario: Scenario;
  readonly results: Results;
}

export const exampleRuns: readonly ExampleRun[] = [
  ...forEveryEngine.flatMap((each) => allFlowControls.kinds.map(({ id }) => ({ ...each, flowControl: id }))),
  ...forOneEngine,
].map((input) => {
  const scenario = readScenario(input);
  return { scenario, results: runWithChannelCounts(scenario) };
});
