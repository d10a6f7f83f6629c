/**
 * Tests of routings that may use all virtual channels on terminal links: the candidates that they return, and that no cycle of dependencies
 * arises.
 */
import { describe, expect, test } from "vitest";
import { compile } from "../../src/core/run/compile.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { topologyFacts, readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import { isThorough } from "../effort.ts";
import { dependencyGraph } from "../reference/dependency-graph.ts";

/** The networks are small: the dependencies of UGAL on a dragonfly with 72 terminals take seconds to search. */
const networks = [
  { kind: "torus", sizes: isThorough ? [4, 4] : [4, 2] },
  { kind: "mesh", sizes: [3, 3] },
  isThorough ? { kind: "dragonfly" } : { kind: "dragonfly", p: 1, a: 2, h: 1, g: 3 },
  { kind: "hyperx", sizes: isThorough ? [3, 3] : [3, 2] },
  { kind: "graph" },
  { kind: "k-ary-n-tree", k: 2, n: 3 },
];

const workload = { kind: "open-loop", pattern: "uniform" };
const wormholeScenario = (topology: object, routing: string, atTerminals: string): Scenario =>
  readScenario({ topology, routing, workload, flowControl: { kind: "wormhole", handover: "when-empty", atTerminals } });

const pairs = networks.flatMap((topology) => {
  const facts = topologyFacts(readScenario({ topology, workload }).topology);
  return allRoutings.kinds
    .filter((each) => each.reasonUnsupported(facts) === null)
    .map(({ id }) => ({ network: topology.kind, topology, routing: id }));
});

describe.each(pairs)("$routing on $network", ({ topology, routing }) => {
  const { network, routing: named } = compile(wormholeScenario(topology, routing, "by-routing")).plan;
  const { routing: any } = compile(wormholeScenario(topology, routing, "any")).plan;
  const { terminals, head, tail } = network;

  test("offers each channel of a terminal in every class, and elsewhere what it always does", () => {
    const [before, after] = [new Int32Array(named.maxCandidates), new Int32Array(any.maxCandidates)];
    const { vcClasses } = named;
    expect(any.vcClasses).toBe(vcClasses);
    for (let at = 0; at < terminals + network.switches; at++) {
      if (at === terminals - 1) continue;
      const own = before.slice(0, named.route(at, terminals - 1, 0, before));
      const found = after.slice(0, any.route(at, terminals - 1, 0, after));
      const channels = [...new Set([...own].map((id) => Math.floor(id / vcClasses)))];
      const isEnd = channels.some((channel) => head[channel] < terminals || tail[channel] < terminals);
      const all = channels.flatMap((channel) => Array.from({ length: vcClasses }, (_, i) => channel * vcClasses + i));
      expect([...found]).toEqual(isEnd ? all : [...own]);
    }
  });

  test("is as free of circles as before", () => {
    const [own, found] = [named, any].map((each) => dependencyGraph(network, each));
    expect(own).not.toBe(null);
    expect(found?.isDeadlockFree).toBe(own?.isDeadlockFree);
    expect(found?.isConnected).toBe(own?.isConnected);
  });
});

test("where terminals pass packets on, nothing changes", () => {
  const quads = (atTerminals: string) => compile(wormholeScenario({ kind: "three-quads" }, "shortest-path", atTerminals)).plan.routing;
  const [named, any] = ["by-routing", "any"].map(quads);
  expect(any.maxCandidates).toBe(named.maxCandidates);
});
