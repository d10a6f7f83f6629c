/**
 * Times simulated traffic: packet-hops per second, counters on, one process per case.
 *
 * `npm run bench` prints a table, `npm run bench -- --json` one object per case; words after that pick cases by name.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { checkNetwork } from "../../src/core/network/check.ts";
import { start } from "../../src/core/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { openFrame, scalar } from "../../src/core/simulation/frame.ts";
import { topologies } from "../../src/core/topologies/index.ts";
import { type BenchCase, benchCases } from "./cases.ts";

interface Timing {
  readonly case: string;
  readonly terminals: number;
  readonly packetHopsPerSecond: number;
  readonly peakBytes: number;
  readonly buildMilliseconds: number;
}

/** Part of a run that is left to the compiler to warm up in. */
const warming = 0.2;

/** One run in this process; its first fifth is not timed. The network is built several times before, and the best time counts. */
function time({ id, document }: BenchCase): Timing {
  const scenario = readScenario(document);
  let buildMilliseconds = Infinity;
  for (let i = 0; i < 4; i++) {
    const began = performance.now();
    checkNetwork(topologies.get(scenario.topology.kind).build(scenario.topology.values as never));
    buildMilliseconds = Math.min(buildMilliseconds, performance.now() - began);
  }
  const { simulation, plan } = start(scenario);
  const frame = openFrame(simulation.layout, new ArrayBuffer(simulation.layout.byteLength));
  while (simulation.now < warming * plan.window.limit) simulation.advance(warming * plan.window.limit, Infinity);
  simulation.sample(frame);
  const before = frame.scalars[scalar.grants];
  const began = performance.now();
  while (simulation.status === "running") simulation.advance(Infinity, Infinity);
  const seconds = (performance.now() - began) / 1000;
  simulation.sample(frame);
  return {
    case: id,
    terminals: plan.network.terminals,
    packetHopsPerSecond: Math.round((frame.scalars[scalar.grants] - before) / seconds),
    peakBytes: process.resourceUsage().maxRSS * 1024,
    buildMilliseconds: Math.round(buildMilliseconds),
  };
}

const words = process.argv.slice(2);
if (words[0] === "--one") {
  const one = benchCases.find((each) => each.id === words[1]);
  if (one === undefined) throw new Error(`no case "${words[1]}"`);
  console.log(JSON.stringify(time(one)));
} else {
  const json = words.includes("--json");
  const wanted = words.filter((word) => word !== "--json");
  const chosen = benchCases.filter(({ id }) => wanted.every((word) => id.includes(word)));
  const timings: Timing[] = [];
  for (const { id } of chosen) {
    const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), "--one", id], { encoding: "utf8" });
    if (child.status !== 0) throw new Error(`${id}: ${child.stderr}`);
    const timing = JSON.parse(child.stdout) as Timing;
    timings.push(timing);
    if (!json) {
      const speed = (timing.packetHopsPerSecond / 1e6).toFixed(2).padStart(6);
      console.log(
        `${id.padEnd(44)} ${speed} M packet-hops/s ${(timing.peakBytes / 1e6).toFixed(0).padStart(5)} MB  built in ${timing.buildMilliseconds} ms`,
      );
    }
  }
  if (json) console.log(JSON.stringify(timings, null, 2));
}
