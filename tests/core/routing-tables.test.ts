/** Tests of table-based shortest-path and up/down routing, on networks small enough to trace by hand. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { defaultsOf } from "../../src/core/base/params.ts";
import { NetworkBuilder } from "../../src/core/network/builder.ts";
import type { Network } from "../../src/core/network/network.ts";
import type { CompiledRouting } from "../../src/core/plan/routing.ts";
import { shortestPath } from "../../src/core/routings/shortest-path.ts";
import { upDown } from "../../src/core/routings/up-down.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { build, distancesFrom, smallTopology } from "../contracts/arbitrary.ts";
import { cases } from "../effort.ts";

/** A network of switches with one terminal each, joined by the given links. */
function networkOf(switches: number, links: readonly (readonly [number, number])[]): Network {
  const builder = new NetworkBuilder(switches, switches, switches + links.length, []);
  const link = builder.linkClass("link");
  const ports = new Int32Array(switches).fill(1);
  for (let s = 0; s < switches; s++) builder.connect(s, switches + s, link);
  for (const [a, b] of links) {
    builder.connect(switches + a, switches + b, link);
    ports[a]++;
    ports[b]++;
  }
  ports.forEach((count, s) => builder.setPorts(s, count));
  return { ...builder.finish(), regular: false };
}

/** Nodes to which the candidates at a node lead, in order. */
function nextNodes(
  net: Network,
  { route, vcClasses, maxCandidates }: CompiledRouting,
  at: number,
  to: number,
  state = 0,
): readonly number[] {
  const out = new Int32Array(maxCandidates);
  return [...out.subarray(0, route(at, to, state, out))].map((id) => net.head[Math.floor(id / vcClasses)]);
}

/** Lists where two routings return different candidates. The order counts, and every state of a packet is tried. */
function differencesOf(net: Network, a: CompiledRouting, b: CompiledRouting): readonly string[] {
  const [outA, outB] = [new Int32Array(a.maxCandidates), new Int32Array(b.maxCandidates)];
  const found: string[] = [];
  for (let node = 0; node < net.terminals + net.switches; node++) {
    for (let to = 0; to < net.terminals; to++) {
      if (node === to) continue;
      for (let state = 0; state < 4; state++) {
        const count = a.route(node, to, state, outA);
        let isSame = b.route(node, to, state, outB) === count;
        for (let i = 0; i < count; i++) isSame &&= outA[i] === outB[i];
        if (!isSame) found.push(`${node} → ${to}, state ${state}`);
      }
    }
  }
  return found;
}

/** Switches of the path by first candidates, and the virtual-channel classes of its channels. */
function pathOf(net: Network, { route, nextState, vcClasses, maxCandidates }: CompiledRouting, from: number, to: number) {
  const out = new Int32Array(maxCandidates);
  const switches: number[] = [];
  const vcClassesTaken: number[] = [];
  for (let node = from, state = 0; node !== to;) {
    if (route(node, to, state, out) < 1) throw new Error(`no way from node ${node}`);
    state = nextState?.(node, to, state, out[0]) ?? state;
    vcClassesTaken.push(out[0] % vcClasses);
    node = net.head[Math.floor(out[0] / vcClasses)];
    if (node !== to) switches.push(node - net.terminals);
  }
  return { switches, taken: vcClassesTaken };
}

const defaults = defaultsOf(shortestPath.params) as Parameters<typeof shortestPath.compile>[0];

describe("shortest path", () => {
  // A ring of six with one terminal each: node 6 + s is switch s.
  const ring = [0, 1, 2, 3, 4, 5].map((s) => [s, (s + 1) % 6] as const);

  it("offers both ways to the far side, and one class more with every channel", () => {
    const net = networkOf(6, ring);
    const routing = shortestPath.compile(defaults, net);
    expect(routing.vcClasses).toBe(3);
    expect(nextNodes(net, routing, 6, 3)).toEqual([7, 11]);
    expect(nextNodes(net, routing, 6, 2)).toEqual([7]);
    expect(pathOf(net, routing, 0, 3)).toEqual({ switches: [0, 1, 2, 3], taken: [0, 0, 1, 2, 0] });
    expect(routing.canReach).toBeUndefined();
  });

  it("deals out ways by destination", () => {
    const net = networkOf(6, ring);
    const routing = shortestPath.compile({ ...defaults, ways: "one" }, net);
    expect(routing.maxCandidates).toBe(1);
    expect([3, 4, 5, 0, 1, 2].map((to) => nextNodes(net, routing, 6 + ((to + 3) % 6), to)[0] - 6)).toEqual([5, 0, 3, 2, 5, 4]);
  });

  it("goes the long way where the short one is dead", () => {
    const net = networkOf(6, ring.slice(1));
    const routing = shortestPath.compile(defaults, net);
    expect(routing.vcClasses).toBe(5);
    expect(pathOf(net, routing, 0, 1)).toEqual({ switches: [0, 5, 4, 3, 2, 1], taken: [0, 0, 1, 2, 3, 4, 0] });
  });

  it("says which terminals cannot be reached once the network has fallen apart", () => {
    const net = networkOf(6, [ring[0], ring[1], ring[3]]);
    for (const routing of [shortestPath.compile(defaults, net), upDown.compile({ root: "centre", ways: "all" }, net)]) {
      const part = [0, 0, 0, 1, 1, 2];
      for (let from = 0; from < 6; from++) {
        for (let to = 0; to < 6; to++) expect(routing.canReach?.(from, to), `${from} → ${to}`).toBe(part[from] === part[to]);
      }
    }
  });

  it("goes over terminals that pass packets on", () => {
    const net = build({ kind: "three-quads", values: { m: 3 } });
    const routing = shortestPath.compile(defaults, net);
    // Terminal x + 3 y + 9 z. From (0, 0, 0) to (1, 1, 1) each of the three switches leads on, X first.
    expect(nextNodes(net, routing, 0, 13)).toEqual([27, 30, 33]);
    // From the X switch of terminal 0, the terminals with y = 1 or z = 1. From (0, 1, 2) only its Y switch leads on.
    const relays = [3, 9, 12, 15, 21];
    expect(nextNodes(net, routing, 27, 13)).toEqual(relays);
    expect(nextNodes(net, routing, 3 + 18, 13, 2)).toEqual([27 + 3 + 1]);
    expect(nextNodes(net, routing, 27 + 3 + 1, 13, 3)).toEqual([13]);
    // Of the four channels the first two need one class, the third needs another, and the last needs none.
    expect(routing.vcClasses).toBe(2);
    expect(pathOf(net, routing, 0, 13).taken).toEqual([0, 0, 1, 0]);
  });

  it.each([2, 3, 4, 5, 6])("knows by arithmetic, in a whole cube with side %i, what tables tell of it", (m) => {
    const net = build({ kind: "three-quads", values: { m } });
    // A network that is not marked as regular uses tables.
    const unsure = { ...net, regular: false };
    for (const ways of ["all", "one"]) {
      for (const classes of ["by-hops", "none"]) {
        const values = { ways, classes } as typeof defaults;
        const [quick, tabled] = [shortestPath.compile(values, net), shortestPath.compile(values, unsure)];
        const fields = ({ vcClasses, maxCandidates, canReach }: CompiledRouting) => ({
          classes: vcClasses,
          maxCandidates,
          reaches: canReach,
        });
        expect(fields(quick)).toEqual(fields(tabled));
        expect(differencesOf(net, quick, tabled)).toEqual([]);
      }
    }
  });

  it("needs no table in the largest cube there is", () => {
    const net = build({ kind: "three-quads", values: { m: 32 } });
    const routing = shortestPath.compile(defaults, net);
    // From (0, 0, 0) to (31, 31, 31): the first X switch, over (0, 31, 0), and the last Y switch.
    expect(pathOf(net, routing, 0, net.terminals - 1).switches).toEqual([0, 31 * 32 - net.terminals, 32 + 31]);
    expect(issueOf(() => shortestPath.compile(defaults, { ...net, regular: false })).message).toContain("MB");
  });

  /** Lists where the candidates differ from all channels that are one step closer, in their order. */
  function notClosest(net: Network): readonly string[] {
    const { terminals, switches, firstOut, head, forwards } = net;
    const routing = shortestPath.compile({ ...defaults, classes: "none" }, net);
    const out = new Int32Array(routing.maxCandidates);
    const mayPass = (n: number, to: number) => n >= terminals || forwards || n === to;
    const found: string[] = [];
    for (let to = 0; to < terminals; to++) {
      const distance = distancesFrom(net, to);
      for (let at = 0; at < terminals + switches; at++) {
        if (at === to || distance[at] === Infinity) continue;
        const closer: number[] = [];
        for (let c = firstOut[at]; c < firstOut[at + 1]; c++) {
          if (distance[head[c]] === distance[at] - 1 && mayPass(head[c], to)) closer.push(c);
        }
        const offered = out.subarray(0, routing.route(at, to, 0, out)).join();
        if (offered !== closer.join()) found.push(`${at} → ${to}: ${offered} instead of ${closer.join()}`);
      }
    }
    return found;
  }

  it("offers, on any network, every channel that is one step closer, in their order", () => {
    // A network that is not marked as regular uses tables.
    const property = fc.property(smallTopology(60), (topology) => {
      expect(notClosest({ ...build(topology), regular: false })).toEqual([]);
    });
    fc.assert(property, { numRuns: cases(60) });
  });

  it.each([20, 60, 200])("does so among %i switches, from which lists of few numbers or of many are kept", (switches) => {
    const values = { switches, ports: 13, degree: 12, terminals: switches, seed: 1 };
    expect(notClosest(build({ kind: "jellyfish", values }))).toEqual([]);
  });

  it("refuses ways too long to be counted in classes, and names a routing that can", () => {
    const line = networkOf(
      19,
      Array.from({ length: 18 }, (_, s) => [s, s + 1] as const),
    );
    expect(issueOf(() => shortestPath.compile(defaults, line))).toMatchObject({ path: "routing", nearest: "up-down" });
    expect(issueOf(() => shortestPath.compile(defaults, line)).message).toContain("crosses 20 channels and needs 18 classes");
    expect(shortestPath.compile({ ...defaults, classes: "none" }, line).vcClasses).toBe(1);
  });

  it("refuses tables too large to be kept, before it makes them", () => {
    const { params } = allTopologies.get("mesh");
    // The tables of 65,536 switches exceed the longest array, so an attempt to build them would throw another error.
    const large = build({ kind: "mesh", values: { ...defaultsOf(params), sizes: [256, 256] } });
    expect(issueOf(() => shortestPath.compile(defaults, large)).message).toContain("16,384 MB");
    expect(issueOf(() => upDown.compile({ root: "first", ways: "all" }, large)).path).toBe("routing");
  });
});

describe("up*/down*", () => {
  // Three chains from the root: 0 1 2 3, 0 4 5 6 and 0 7 8 9. Below 3 and 6 is 10, below 9 are 11 and 12, below 6 is 13. In addition 10,
  // 11, 12, 13 form a chain, all at the same distance from the root.
  const net = networkOf(14, [
    [0, 1],
    [1, 2],
    [2, 3],
    [0, 4],
    [4, 5],
    [5, 6],
    [0, 7],
    [7, 8],
    [8, 9],
    [3, 10],
    [6, 10],
    [9, 11],
    [9, 12],
    [6, 13],
    [10, 11],
    [11, 12],
    [12, 13],
  ]);
  const routing = upDown.compile({ root: "first", ways: "all" }, net);

  it("never goes up after it has gone down, though that would be shorter", () => {
    // From 10 itself the path to 13 is 10, 6, 13. A packet from 3 that has gone down to 10 has to follow the chain.
    expect(pathOf(net, routing, 10, 13).switches).toEqual([10, 6, 13]);
    expect(pathOf(net, routing, 3, 13).switches).toEqual([3, 10, 11, 12, 13]);
    expect(nextNodes(net, routing, 14 + 10, 13, 1)).toEqual([14 + 11]);
    expect(nextNodes(net, routing, 14 + 10, 13, 0)).toEqual([14 + 6]);
  });

  it("goes up among equals towards the lower number", () => {
    expect(pathOf(net, routing, 13, 10).switches).toEqual([13, 6, 10]);
    expect(pathOf(net, routing, 12, 10).switches).toEqual([12, 11, 10]);
  });

  it("finds the centre of a line", () => {
    const line = networkOf(
      5,
      [0, 1, 2, 3].map((s) => [s, s + 1] as const),
    );
    // A ring of five switches. The two that are farthest from the root are neighbors.
    const ring = networkOf(5, [...[0, 1, 2, 3].map((s) => [s, s + 1] as const), [4, 0]]);
    for (const root of ["centre", "first"] as const) {
      expect(pathOf(line, upDown.compile({ root, ways: "all" }, line), 0, 4).switches).toEqual([0, 1, 2, 3, 4]);
    }
    // With the root at 0, the levels are 0 1 2 2 1. The path 1 → 2 → 3 goes down twice, which is legal.
    expect(nextNodes(ring, upDown.compile({ root: "first", ways: "all" }, ring), 5 + 1, 3)).toEqual([5 + 2]);
    // From 2 to 4 the path up to 1 and 0 and then down is legal. The path over 3 is not: 3 is below 2 and 4 is above 3, so it would go down
    // and then up.
    expect(pathOf(ring, upDown.compile({ root: "first", ways: "all" }, ring), 2, 4).switches).toEqual([2, 1, 0, 4]);
    // A star whose center has the highest number. With the root at the center every path is minimal.
    const star = networkOf(
      5,
      [0, 1, 2, 3].map((s) => [s, 4] as const),
    );
    expect(pathOf(star, upDown.compile({ root: "centre", ways: "all" }, star), 0, 3).switches).toEqual([0, 4, 3]);
  });
});

function issueOf(call: () => unknown) {
  try {
    call();
  } catch (error) {
    if (error instanceof ScenarioError) return error.issues[0];
    throw error;
  }
  throw new Error("nothing was refused");
}
