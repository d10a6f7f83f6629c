/** Tests of measures and findings for channels with different rates. */
import { describe, expect, it } from "vitest";
import { analyse } from "../../src/core/analysis/analyse.ts";
import { compile } from "../../src/core/run/compile.ts";
import { startUnder } from "../../src/core/flow-control/engines.ts";
import { bottleneckOf } from "../../src/findings/bottleneck.ts";
import { sayBusiest } from "../../src/findings/busiest.ts";
import { channels } from "../../src/core/measures/channels.ts";
import { measure } from "../../src/core/measures/measure.ts";
import { switches } from "../../src/core/measures/switches.ts";
import { publishedResults } from "../../src/core/results/published.ts";
import { rescaledAnalysis, rescaledResults } from "../../src/core/results/rescale.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { unitsOf } from "../../src/words/units.ts";
import { linksBy } from "../contracts/any-links.ts";
import { runToEnd } from "../contracts/scenarios.ts";

/**
 * Two switches with a terminal each. Terminal channels carry 2 phits per cycle, those between the switches half a phit. 160 phits are sent.
 */
const scenario = readScenario({
  topology: { kind: "mesh", sizes: [2] },
  flowControl: "fluid",
  workload: { kind: "messages", list: [{ source: 0, destination: 1, bytes: "640 B" }] },
});
const plain = compile(scenario).plan;
const { terminals, head, tail } = plain.network;
const isTerminals = (c: number) => Math.min(head[c], tail[c]) < terminals;
const plan = { ...plain, links: linksBy(plain, (c) => (isTerminals(c) ? [2, 1, 3] : [1, 2, 30])) };
const frame = runToEnd(startUnder("fluid", scenario.flowControl.values, plan));
// 160 phits at half a phit per cycle, and the latency of three channels. The last cycle that is measured is the one in which the last phit
// arrives.
const cycles = Math.ceil(320 + (0.5 + 3) + (2 + 30) + (0.5 + 3));

describe("channels that are not all alike", () => {
  const results = measure(plan, frame, []);

  it("are as busy as a part of what each carries", () => {
    const between = [...head.keys()].find((c) => !isTerminals(c) && frame.phits[c] > 0)!;
    expect(results.cycles).toBe(cycles);
    expect(results.load).toMatchObject({ worstChannel: between, rate: 0.5 });
    expect(results.load.worst).toBeCloseTo(160 / cycles / 0.5, 9);
    expect(results.load.mean).toBeCloseTo((160 / cycles) * ((2 + 0.5 + 0.5) / 6), 9);
    // Results have no rate if all channels are equal.
    const usual = measure(plain, runToEnd(startUnder("fluid", scenario.flowControl.values, plain)), []);
    expect("rate" in usual.load).toBe(false);
  });

  it("have their rates and delays in the table of channels, and in no other run's", () => {
    const { rows, columns } = channels.measure(plan, frame) as { rows: readonly (readonly unknown[])[]; columns: typeof channels.columns };
    expect(columns.map(({ id }) => id).slice(3, 7)).toEqual(["load", "utilisation", "rate", "delay"]);
    for (const row of rows) {
      expect(row).toHaveLength(columns.length);
      const c = row[0] as number;
      expect(row.slice(5, 7)).toEqual(isTerminals(c) ? [2, 3] : [0.5, 30]);
      expect(row[4]).toBeCloseTo((row[3] as number) / (row[5] as number), 12);
    }
    const usual = channels.measure(plain, frame);
    expect("columns" in usual).toBe(false);
    expect(usual.rows![0]).toHaveLength(channels.columns.length);
  });

  it("count at their switches by what they carry together", () => {
    const { rows } = switches.measure(plan, frame);
    const of = (id: string) => rows!.map((row) => row[switches.columns.findIndex((column) => column.id === id)]);
    // Half a phit per cycle to the other switch, two to the terminal.
    expect(of("load-mean")[0]).toBeCloseTo(160 / cycles / 2.5, 9);
    expect(of("load-worst")[0]).toBeCloseTo(160 / cycles / 0.5, 9);
    expect(of("load-worst")[1]).toBeCloseTo(160 / cycles / 2, 9);
  });

  it("are told with what they carry, and what part of it", () => {
    const units = unitsOf();
    expect(sayBusiest(units, results.load)).toEqual([
      `Busiest channel: ${results.load.worstName}, ${units.sayLoad(160 / cycles)}, ${Math.round((320 / cycles) * 100)}\u00a0% of what it carries.`,
    ]);
    // A single message demands the full rate of its source, 2 phits per cycle, on a channel that carries half a phit.
    const analysis = analyse(plan);
    expect(bottleneckOf(results, analysis, 1)).toMatchObject({ channel: results.load.worstChannel, asked: 2, rate: 0.5, overloaded: 1 });
    expect(bottleneckOf(results, null, 1)).toMatchObject({ rate: 0.5, asked: null });
  });

  it("stay as they are in cycles of another length, and in a recording", () => {
    const told = rescaledResults(results, 2);
    expect([told.load.rate, told.load.worst, told.cycles]).toEqual([0.5, results.load.worst / 2, 2 * results.cycles]);
    // Load times rate is the number of phits per new cycle.
    expect(told.load.worst * told.load.rate!).toBeCloseTo(160 / told.cycles, 9);
    expect(rescaledAnalysis(analyse(plan), 2).rates).toEqual(analyse(plan).rates);
    expect(publishedResults(results).load.rate).toBe(0.5);
  });
});
