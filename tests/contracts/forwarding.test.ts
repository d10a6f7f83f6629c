/**
 * Terminals that forward packets in addition to sending their own: which packets have priority, which never wait, and the resulting times,
 * under every flow control.
 */
import { describe, expect, it } from "vitest";
import { type ChosenKind, defaultsOf, type Values } from "../../src/core/base/params.ts";
import { SwitchedCutThrough } from "../../src/core/flow-control/cut-through/switched.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import { startRun } from "../../src/core/run/run.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import { rulesOf } from "./against-reference.ts";
import { selections } from "./packet-rules.ts";
import { messagesOn, runToEnd } from "./scenarios.ts";

/**
 * A board of three in a row: terminals 0 – 1 – 2. Dimension-order routing uses the board, although the path over the row's switch is not
 * longer.
 */
const boardOfThree: ChosenKind = { kind: "hamming-mesh", values: { a: 1, b: 3, x: 1, y: 1 } };
const dimensionOrder: ChosenKind = { kind: "dimension-order", values: { channelClasses: "dateline", halfWay: "parity" } };
const wholePacketKinds = ["virtual-cut-through", "store-and-forward"];
const packetKinds = [...wholePacketKinds, "wormhole"];
/** Phits of a packet. */
const L = 4;

type Messages = readonly (readonly [source: number, destination: number, packets: number])[];

/** Messages with a number of packets each, all sent in cycle 0. */
function scenarioOf(kind: string, values: Values, list: Messages): Scenario {
  const flowControl = { kind, values: { ...defaultsOf(allFlowControls.get(kind).params), packet: 4 * L, ...values } };
  const messages = list.map(([source, destination, packets]) => ({ source, destination, bytes: 4 * L * packets, time: 0 }));
  return messagesOn(boardOfThree, dimensionOrder, flowControl, messages);
}

/** The cycles in which the messages have arrived. */
function arrivals(kind: string, values: Values, list: Messages) {
  return [...runToEnd(startRun(scenarioOf(kind, values, list)).simulation).messageDelivered];
}

describe("terminal 1 sends to 2 and passes on as much from 0", () => {
  // The first packet of terminal 1 gets the channel in cycle 0. From cycle L on, packets of both wait there; one leaves every L cycles and
  // arrives L cycles later.
  const packets = [1, 2, 3, 10];

  it.each(packetKinds)("%s, in turn: one of each", (kind) => {
    const values = { virtualChannels: 1, arbitration: "round-robin", priority: "equal" };
    for (const k of packets) {
      expect(
        arrivals(kind, values, [
          [0, 2, k],
          [1, 2, k],
        ]),
      ).toEqual([2 * k * L, (2 * k - 1) * L]);
    }
  });

  it.each(packetKinds)("%s, network first: its own wait for all that come by", (kind) => {
    const values = { virtualChannels: 1, priority: "network-first" };
    for (const k of packets) {
      expect(
        arrivals(kind, values, [
          [0, 2, k],
          [1, 2, k],
        ]),
      ).toEqual([(k + 1) * L, (k === 1 ? 1 : 2 * k) * L]);
    }
  });

  it.each(selections)("selection %s, network first: likewise by the engine of switches that are not plain", (selection) => {
    const values = { virtualChannels: 1, priority: "network-first", selection };
    for (const k of packets) {
      const scenario = scenarioOf("virtual-cut-through", values, [
        [0, 2, k],
        [1, 2, k],
      ]);
      const { messageDelivered } = runToEnd(new SwitchedCutThrough(rulesOf(scenario), startRun(scenario).plan));
      expect([...messageDelivered]).toEqual([(k + 1) * L, (k === 1 ? 1 : 2 * k) * L]);
    }
  });

  it.each(packetKinds)("%s, at random: no packet starves", (kind) => {
    const k = 200;
    const [passed, own] = arrivals(kind, { virtualChannels: 1, arbitration: "random", priority: "equal" }, [
      [0, 2, k],
      [1, 2, k],
    ]);
    // Forwarded and own packets each get half of the channel until all packets of one kind are sent. Then at most a few packets of the
    // other kind are left.
    expect(Math.max(passed, own)).toBe(2 * k * L);
    expect(Math.min(passed, own)).toBeGreaterThan(1.7 * k * L);
  });

  it("fluid flow: half of the channel each", () => {
    for (const k of packets)
      expect(
        arrivals("fluid", {}, [
          [0, 2, k],
          [1, 2, k],
        ]),
      ).toEqual([2 * k * L + 1, 2 * k * L]);
  });
});

it.each(packetKinds)("%s: a terminal accepts from all its channels simultaneously, while it sends", (kind) => {
  const k = 5;
  const values = { virtualChannels: 1 };
  expect(
    arrivals(kind, values, [
      [0, 1, k],
      [2, 1, k],
      [1, 0, k],
    ]),
  ).toEqual([k * L, k * L, k * L]);
  // Packets that a terminal forwards do not reduce the rate at which it accepts others.
  expect(
    arrivals(kind, values, [
      [2, 1, k],
      [0, 2, k],
    ]),
  ).toEqual([k * L, k * L + (kind === "store-and-forward" ? L : 1)]);
});

it.each(packetKinds)("%s: a terminal has as many packets under way out of its source as injection slots", (kind) => {
  const k = 3;
  const both = [
    [1, 0, k],
    [1, 2, k],
  ] as const;
  // With one slot, the second message waits until the last packet of the first has left.
  expect(arrivals(kind, { virtualChannels: 1, injectionSlots: 1 }, both)).toEqual([k * L, 2 * k * L]);
});
