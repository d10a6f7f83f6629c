/**
 * Tests that every engine describes the granularity of its simulation, and that a comparison of networks with different engines says so.
 */
import { expect, test } from "vitest";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import { granularityOf, describeGranularity, describeOverheads } from "../../src/core/scenario/engine.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { expectWording } from "../wording/wording.ts";

test("every flow control has its own words, without a capital or a stop", () => {
  for (const { granularity } of allFlowControls.kinds) expect(granularity).toMatch(/^[a-z][^.]+[a-z]$/);
});

test("one engine is named once, several with the letters of their networks", () => {
  const packets = readScenario({});
  const stored = { flowControl: { kind: "store-and-forward", values: {} } };
  expect(granularityOf(packets)).toBe("packet by packet, to the cycle");
  expectWording(describeGranularity([packets, stored], ["A", "B"]), "Packet by packet");
  const unlike = allFlowControls.kinds.find(({ granularity }) => granularity !== granularityOf(packets));
  if (unlike === undefined) return;
  const other = { flowControl: { kind: unlike.id, values: {} } };
  expect(describeGranularity([packets, stored, other], ["A", "B", "C"])).toBe(`A, B ${granularityOf(packets)}; C ${unlike.granularity}.`);
});

test("overhead is reported where it takes much of every packet", () => {
  const overheadText = (packet: string) =>
    describeOverheads([readScenario({ technology: "gigabit-ethernet", flowControl: { kind: "fluid", packet } })], ["A"]);
  expectWording(overheadText("64 B"), "154 B … 90");
  expect(overheadText("1448 B")).toBe("");
  expect(describeOverheads([readScenario({})], ["A"])).toBe("");
});
