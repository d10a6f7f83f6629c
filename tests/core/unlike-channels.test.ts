/** Tests of measures and findings for channels with different rates. */
import { describe, expect, it } from "vitest";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { compile } from "../../src/core/run/compile.ts";
import { startFlowControl } from "../../src/core/flow-control/engines.ts";
import { bottleneckOfRun } from "../../src/findings/cause/bottleneck.ts";
import { sayBusiestChannels } from "../../src/findings/busiest.ts";
import { channelsTable } from "../../src/core/measures/channels.ts";
import { measure } from "../../src/core/measures/measure.ts";
import { switchesTable } from "../../src/core/measures/switches.ts";
import { publishedResults } from "../../src/core/results/published.ts";
import { rescaledAnalysis, rescaledResults } from "../../src/core/results/rescale.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { unitsOf } from "../../src/words/units.ts";
import { linksFor } from "../contracts/any-links.ts";
import { runToEnd } from "../contracts/scenarios.ts";

/**
 * Two switches with a terminal each. Terminal channels carry 2 phits per cycle, those between the switches half a phit. 160 phits are sent.
 */
const scenario = readScenario({
  topology: { kind: "mesh", sizes: [2] },
  flowControl: "fluid",
  workload: { kind: "messages", list: [{ source: 0, destination: 1, bytes: "640 B" }] },
});
const plainPlan = compile(scenario).plan;
const { terminals, head, tail } = plainPlan.network;
const isTerminalChannel = (c: number) => Math.min(head[c], tail[c]) < terminals;
const plan = { ...plainPlan, links: linksFor(plainPlan, (c) => (isTerminalChannel(c) ? [2, 1, 3] : [1, 2, 30])) };
const frame = runToEnd(startFlowControl("fluid", scenario.flowControl.values, plan));
// 160 phits at half a phit per cycle, and the latency of three channels. The last cycle that is measured is the one in which the last phit
// arrives.
const cycles = Math.ceil(320 + (0.5 + 3) + (2 + 30) + (0.5 + 3));

describe("channels that are not all alike", () => {
  const results = measure(plan, frame, []);

  it("are as busy as a part of what each carries", () => {
    const between = [...head.keys()].find((c) => !isTerminalChannel(c) && frame.phits[c] > 0)!;
    expect(results.cycles).toBe(cycles);
    expect(results.load).toMatchObject({ worstChannel: between, rate: 0.5 });
    expect(results.load.worst).toBeCloseTo(160 / cycles / 0.5, 9);
    expect(results.load.mean).toBeCloseTo((160 / cycles) * ((2 + 0.5 + 0.5) / 6), 9);
    // Results have no rate if all channels are equal.
    const usual = measure(plainPlan, runToEnd(startFlowControl("fluid", scenario.flowControl.values, plainPlan)), []);
    expect("rate" in usual.load).toBe(false);
  });

  it("have their rates and delays in the table of channels, and in no other run's", () => {
    const { rows, columns } = channelsTable.measure(plan, frame) as {
      rows: readonly (readonly unknown[])[];
      columns: typeof channelsTable.columns;
    };
    expect(columns.map(({ id }) => id).slice(3, 7)).toEqual(["load", "utilisation", "rate", "delay"]);
    for (const row of rows) {
      expect(row).toHaveLength(columns.length);
      const c = row[0] as number;
      expect(row.slice(5, 7)).toEqual(isTerminalChannel(c) ? [2, 3] : [0.5, 30]);
      expect(row[4]).toBeCloseTo((row[3] as number) / (row[5] as number), 12);
    }
    const usual = channelsTable.measure(plainPlan, frame);
    expect("columns" in usual).toBe(false);
    expect(usual.rows![0]).toHaveLength(channelsTable.columns.length);
  });

  it("count at their switches by what they carry together", () => {
    const { rows } = switchesTable.measure(plan, frame);
    const columnOf = (id: string) => rows!.map((row) => row[switchesTable.columns.findIndex((column) => column.id === id)]);
    // Half a phit per cycle to the other switch, two to the terminal.
    expect(columnOf("load-mean")[0]).toBeCloseTo(160 / cycles / 2.5, 9);
    expect(columnOf("load-worst")[0]).toBeCloseTo(160 / cycles / 0.5, 9);
    expect(columnOf("load-worst")[1]).toBeCloseTo(160 / cycles / 2, 9);
  });

  it("are given with what they carry, and as a part of it", () => {
    const units = unitsOf();
    expect(sayBusiestChannels(units, results.load)).toEqual([
      `Busiest channel: ${results.load.worstName}, ${units.sayLoad(160 / cycles)}, ${Math.round((320 / cycles) * 100)}\u00a0% of its capacity.`,
    ]);
    // A single message demands the full rate of its source, 2 phits per cycle, on a channel that carries half a phit.
    const analysis = analyzePlan(plan);
    expect(bottleneckOfRun(results, analysis, 1)).toMatchObject({
      channel: results.load.worstChannel,
      offeredFraction: 2,
      relativeRate: 0.5,
      overloadedChannels: 1,
    });
    expect(bottleneckOfRun(results, null, 1)).toMatchObject({ relativeRate: 0.5, offeredFraction: null });
  });

  it("stay as they are in cycles of another length, and in a recording", () => {
    const rescaled = rescaledResults(results, 2);
    expect([rescaled.load.rate, rescaled.load.worst, rescaled.cycles]).toEqual([0.5, results.load.worst / 2, 2 * results.cycles]);
    // Load times rate is the number of phits per new cycle.
    expect(rescaled.load.worst * rescaled.load.rate!).toBeCloseTo(160 / rescaled.cycles, 9);
    expect(rescaledAnalysis(analyzePlan(plan), 2).rates).toEqual(analyzePlan(plan).rates);
    expect(publishedResults(results).load.rate).toBe(0.5);
  });
});
