/** Tests of round-trip times in closed form, and of the texts for buffers that are too short for them. */
import { expect, it } from "vitest";
import { roundTripsOf } from "../../src/core/analysis/round-trips.ts";
import { compile } from "../../src/core/run/compile.ts";
import { plainSwitch } from "../../src/core/plan/switches.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { sayRoundTrips } from "../../src/findings/round-trips.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { linksFor } from "../contracts/any-links.ts";

/** A dragonfly with global links of 100 cycles, local ones of 10, and terminals next to their switches. */
function dragonflyPlan(flowControl: object, rate: readonly [number, number] = [1, 1]) {
  const { plan } = compile(
    readScenario({
      topology: { kind: "dragonfly", p: 1, a: 3, h: 1, g: 4 },
      flowControl,
      workload: { kind: "open-loop", pattern: "uniform" },
    }),
  );
  const { linkClass, linkClasses } = plan.network;
  const lengths: Readonly<Record<string, number>> = { global: 100, local: 10, terminal: 0 };
  return { ...plan, links: linksFor(plan, (c) => [...rate, lengths[linkClasses[linkClass[c]]]]) };
}
const pipelinedSwitch = { ...plainSwitch, pipeline: 3, creditDelay: 1 };
const roundTripsByClass = (...options: Parameters<typeof roundTripsOf>) =>
  Object.fromEntries(roundTripsOf(...options).map(({ linkClass, ...trip }) => [linkClass, trip]));

it("flits take 2 + 2 d + pipeline + credit delay, and a cycle more through output buffers", () => {
  const plan = { ...dragonflyPlan({ kind: "wormhole", buffer: 64 }), switches: pipelinedSwitch };
  const { global, local, terminal } = roundTripsByClass(plan);
  expect(global).toMatchObject({ room: 64, of: "flits", cycles: 206, part: 64 / 206 });
  expect([local.cycles, local.part, terminal.cycles, terminal.part]).toEqual([26, 1, 6, 1]);
  expect(roundTripsByClass({ ...plan, switches: { ...pipelinedSwitch, speedup: 2, outputBuffer: 1 } })["global"].cycles).toBe(207);
  // At 2 phits per cycle twice as many phits are on the way. At a third of a phit per cycle a flit takes 3 cycles.
  expect(roundTripsByClass(dragonflyPlan({ kind: "wormhole", buffer: 64 }, [2, 1]))["global"]).toMatchObject({
    cycles: 202,
    part: 64 / 404,
  });
  expect(roundTripsByClass(dragonflyPlan({ kind: "wormhole", buffer: 64 }, [1, 3]))["global"]).toMatchObject({
    cycles: 204,
    part: 64 / 68,
  });
});

it("packets take L + 1 + 2 d + pipeline + credit delay, and stored ones 2 L", () => {
  const packets = { queue: 4, packet: "64 B" };
  const plan = { ...dragonflyPlan({ kind: "virtual-cut-through", ...packets }), switches: pipelinedSwitch };
  expect(roundTripsByClass(plan)["global"]).toMatchObject({ room: 4, of: "packets", cycles: 221, part: 64 / 221 });
  expect(roundTripsByClass(dragonflyPlan({ kind: "virtual-cut-through", ...packets, queue: 1 }))["terminal"].part).toBe(16 / 17);
  expect(roundTripsByClass(dragonflyPlan({ kind: "store-and-forward", ...packets, queue: 1 }))["terminal"].part).toBe(1 / 2);
  // The packet crosses to the output buffer at 2 phits per cycle, but not before its last phit has arrived: 16 cycles and a half.
  expect(roundTripsByClass({ ...plan, switches: { ...plainSwitch, speedup: 2, outputBuffer: 16 } })["local"].cycles).toBe(27 + 10);
});

it("nothing waits behind channels where messages flow or circuits are held, nor at terminals", () => {
  expect(roundTripsOf(dragonflyPlan({ kind: "fluid" }))).toEqual([]);
  expect(roundTripsOf(dragonflyPlan({ kind: "circuit" }))).toEqual([]);
});

it("are reported where buffers are shorter, for one virtual channel where there are several", () => {
  const plan = { ...dragonflyPlan({ kind: "wormhole", buffer: 64 }), switches: pipelinedSwitch };
  const subject = plan.routing.vcClasses > 1 ? "one virtual channel" : "a link";
  expect(sayRoundTrips(roundTripsOf(plan), unitsOfResults)).toEqual([
    `Global links: with buffers of 64\u00a0flits and a round trip of 206\u00a0cycles, ${subject} reaches at most 31\u00a0% of the link rate.`,
  ]);
  const packets = dragonflyPlan({ kind: "virtual-cut-through", queue: 4, packet: "64 B" });
  expect(sayRoundTrips(roundTripsOf(packets), unitsOfResults)).toEqual([
    `Global links: with queues of 4\u00a0packets and a round trip of 217\u00a0cycles, ${subject} reaches at most 29\u00a0% of the link rate.`,
  ]);
  expect(sayRoundTrips(roundTripsOf(dragonflyPlan({ kind: "wormhole", buffer: 1024 })), unitsOfResults)).toEqual([]);
});
