/** The declared properties of each flow control's engine are true: its clock, its granularity, and whether messages contend. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import { startRun } from "../../src/core/run/run.ts";
import { normalizeLinkRules } from "../../src/core/scenario/links.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import type { Simulation } from "../../src/core/simulation/contract.ts";
import { type Frame, scalar } from "../../src/core/simulation/frame.ts";
import { cases } from "../effort.ts";
import { arbitraryKind, examplesOf } from "./arbitrary.ts";
import { withSufficientQueues } from "./sufficient-queues.ts";
import { anyScenario, runToEnd } from "./scenarios.ts";

/** Scalars that are statistical estimates. */
const estimateScalars: readonly number[] = [scalar.latencyError, scalar.acceptedError];

describe.each(allFlowControls.kinds)("$id", (kind) => {
  const { time, granularity, hasContention } = kind.engine;
  const registry = { ...allFlowControls, kinds: [kind] };
  const flowControl = fc.oneof(fc.constantFrom(...examplesOf(kind)), arbitraryKind(registry, { span: 28, length: 3 }));

  it(time === "whole" ? "counts whole cycles" : "tells times between cycles", () => {
    let fractions = 0;
    const onLinks = fc
      .tuple(anyScenario(16, flowControl), fc.constantFrom(0.5, 1, 3), fc.constantFrom(0, 3, 30))
      .map(([scenario, rate, length]): Scenario => ({
        ...scenario,
        links: normalizeLinkRules([{ class: "terminal", rate, length }], scenario.topology),
      }));
    fc.assert(
      fc.property(withSufficientQueues(onLinks), (scenario) => {
        const found = numbersOf(runToEnd(startRun(scenario).simulation)).filter((number) => !Number.isInteger(number)).length;
        if (time === "whole") expect(found).toBe(0);
        fractions += found;
      }),
      { numRuns: cases(45) },
    );
    expect(fractions > 0).toBe(time === "real");
  });

  it(`moves ${granularity}`, () => {
    const sliceCount = (bytes: number) => slicesOf(onStar(kind.id, [{ source: 0, destination: 1, bytes, time: 0 }]));
    // Time columns have at most 64 entries; so, within a factor of two, fluid flow takes the same number of slices for any size.
    expect(sliceCount(1e6) > 5 * sliceCount(1e5)).toBe(granularity === "packets");
  });

  it(hasContention ? "lets messages wait for each other" : "gives each message its time alone, and no channel any load", () => {
    let waited = 0;
    const bytes = fc.integer({ min: 64, max: 4000 });
    const at = fc.integer({ min: 0, max: 20 });
    const list = fc.array(fc.record({ source: fc.constantFrom(0, 1, 2), destination: fc.constant(3), bytes, time: at }), { minLength: 6 });
    fc.assert(
      fc.property(list, (messages) => {
        const inOrder = messages.toSorted((a, b) => a.time - b.time);
        const frame = runToEnd(onStar(kind.id, inOrder));
        const delays = inOrder.map((message, m) => frame.messageDelivered[m] - runToEnd(onStar(kind.id, [message])).messageDelivered[0]);
        if (!hasContention) expect(delays).toEqual(delays.map(() => 0));
        expect(frame.phits.some((phits) => phits > 0)).toBe(hasContention);
        waited += delays.filter((each) => each > 1).length;
      }),
      { numRuns: cases(15) },
    );
    expect(waited > 0).toBe(hasContention);
  });
});

type Message = { readonly source: number; readonly destination: number; readonly bytes: number; readonly time: number };

/** Starts messages between four terminals of one switch. */
function onStar(flowControl: string, messages: readonly Message[]): Simulation {
  const list = messages.map((message) => ({ ...message, bytes: `${message.bytes} B` }));
  const document = { topology: { kind: "single-switch", terminals: 4 }, flowControl, workload: { kind: "messages", list } };
  return startRun(readScenario(document)).simulation;
}

/** All times and counts of a frame, without statistical estimates. */
function numbersOf(frame: Frame): readonly number[] {
  const columns = Object.entries(frame).filter(([name, column]) => column instanceof Float64Array && name !== "scalars");
  return [...frame.scalars.filter((_, i) => !estimateScalars.includes(i)), ...columns.flatMap(([, column]) => [...column])];
}

/** Number of slices with one unit of work that a run takes. */
function slicesOf(simulation: Simulation): number {
  let count = 0;
  for (; simulation.status === "running"; count++) simulation.advance(Infinity, 1);
  return count;
}
