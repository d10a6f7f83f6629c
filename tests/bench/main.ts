/**
 * Times simulated traffic: packet-hops per second with all counters, and whole runs; one process per case. Under fluid flow, the hops of a
 * message are counted when it ends, once for each packet, so the time of the whole run is the better measure.
 *
 * `npm run bench` prints a table, `npm run bench -- --json` one object per case. Additional words select cases by name.
 */
import { fileURLToPath } from "node:url";
import { analyzeChannelLoads } from "../../src/core/analysis/channel-load.ts";
import { checkNetwork } from "../../src/core/network/check.ts";
import { run, startRun } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { openFrame, scalar } from "../../src/core/simulation/frame.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { type BenchCase, benchCases } from "./cases.ts";
import { runBenchmark } from "./isolated.ts";

interface Timing {
  readonly case: string;
  readonly terminals: number;
  /** Rates of the fastest and of the median interval. */
  readonly packetHopsPerSecond: number;
  readonly medianPacketHopsPerSecond: number;
  /** The whole run, including the warm-up of the compiler. */
  readonly runMilliseconds: number;
  readonly peakBytes: number;
  readonly buildMilliseconds: number;
  /** Computing the channel loads without simulation: the minimum of several times. */
  readonly loadsMilliseconds: number;
}

/** Fraction of a run for the warm-up of the compiler, and the number of equal intervals into which the rest is divided for timing. */
const warmUpFraction = 0.25;
const intervalCount = 8;

/**
 * Times one run in this process. The fastest interval counts, because other processes can only slow it down. The network is built several
 * times before, and the shortest time counts.
 */
function timeCase({ id, document }: BenchCase): Timing {
  const scenario = readScenario(document);
  let buildMilliseconds = Infinity;
  for (let i = 0; i < 4; i++) {
    const startTime = performance.now();
    checkNetwork(allTopologies.get(scenario.topology.kind).build(scenario.topology.values));
    buildMilliseconds = Math.min(buildMilliseconds, performance.now() - startTime);
  }
  const { simulation, plan } = startRun(scenario);
  let loadsMilliseconds = Infinity;
  for (let i = 0, all = 0; i < 20 && all < 2000; i++) {
    const startTime = performance.now();
    analyzeChannelLoads(plan);
    const taken = performance.now() - startTime;
    loadsMilliseconds = Math.min(loadsMilliseconds, taken);
    all += taken;
  }
  const frame = openFrame(simulation.layout, new ArrayBuffer(simulation.layout.byteLength));
  const grantsAt = (cycle: number) => {
    while (simulation.status === "running" && simulation.now < cycle) simulation.advance(cycle, Infinity);
    simulation.sample(frame);
    return frame.scalars[scalar.grants];
  };
  // Finite workloads are run once to determine their duration.
  const end = Number.isFinite(plan.window.limit) ? plan.window.limit : run(scenario).cycles;
  const speeds: number[] = [];
  const first = performance.now();
  let before = grantsAt(Math.round(warmUpFraction * end));
  for (let i = 1; i <= intervalCount; i++) {
    const startTime = performance.now();
    const after = grantsAt(Math.round(end * (warmUpFraction + ((1 - warmUpFraction) * i) / intervalCount)));
    speeds.push(((after - before) / (performance.now() - startTime)) * 1000);
    before = after;
  }
  const runMilliseconds = Math.round(performance.now() - first);
  speeds.sort((x, y) => y - x);
  return {
    case: id,
    terminals: plan.network.terminals,
    packetHopsPerSecond: Math.round(speeds[0]),
    medianPacketHopsPerSecond: Math.round(speeds[intervalCount / 2]),
    runMilliseconds,
    peakBytes: process.resourceUsage().maxRSS * 1024,
    buildMilliseconds: Math.round(buildMilliseconds),
    loadsMilliseconds: Math.round(loadsMilliseconds),
  };
}

await runBenchmark(fileURLToPath(import.meta.url), {
  cases: benchCases,
  time: timeCase,
  line(id, { packetHopsPerSecond, medianPacketHopsPerSecond, runMilliseconds, peakBytes, buildMilliseconds, loadsMilliseconds }) {
    const speed = (packetHopsPerSecond / 1e6).toFixed(2).padStart(6);
    const median = (medianPacketHopsPerSecond / 1e6).toFixed(2);
    const memory = (peakBytes / 1e6).toFixed(0).padStart(5);
    return `${id.padEnd(44)} ${speed} M packet-hops/s (median ${median}) in ${runMilliseconds} ms ${memory} MB  built in ${buildMilliseconds} ms  loads in ${loadsMilliseconds} ms`;
  },
});
