/**
 * Times load curves with a precision of ± 2 %: 20 loads, one after another in one process, in processor time. With several cores the runs
 * are distributed, so on two cores a curve takes about half the time. `node src/tools/run.mjs tests/bench/curves.ts`.
 */
import { run } from "../../src/core/run/run.ts";
import { loadPath } from "../../src/core/scenario/load.ts";
import { withValueAtPath } from "../../src/core/scenario/param-path.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";

const loads = Array.from({ length: 20 }, (_, i) => (i + 1) / 20);
const curves: Readonly<Record<string, object>> = {
  "fat tree 8,4 (4096)": { topology: { kind: "k-ary-n-tree", k: 8, n: 4 }, workload: { kind: "open-loop", pattern: { kind: "uniform" } } },
  "default page": {},
};

for (const [name, document] of Object.entries(curves)) {
  const scenario = readScenario({ version: 2, ...document, run: { precision: 2, warmUp: 20_000, window: 100_000 } });
  const verdicts: string[] = [];
  let cycles = 0;
  const before = process.cpuUsage();
  for (const load of loads) {
    const results = run(withValueAtPath(scenario, loadPath, load));
    verdicts.push(results.precision!.verdict);
    cycles += results.cycles;
  }
  const { user, system } = process.cpuUsage(before);
  const count = (verdict: string) => verdicts.filter((each) => each === verdict).length;
  const seconds = ((user + system) / 1e6).toFixed(1);
  console.log(
    `${name}: ${seconds} s of a processor, ${cycles} cycles; ${count("known")} loads known, ${count("full")} full, ${count("limit")} at the limit`,
  );
}
