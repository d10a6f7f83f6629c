/** Tests of paths in trees derived by hand: d-mod-k and s-mod-k, parallel links, and the remaining paths when links are dead. */
import { describe, expect, it } from "vitest";
import { axisOf, coordinate, type Network } from "../../src/core/network/network.ts";
import type { CompiledRouting } from "../../src/core/plan/routing.ts";
import { nearestCommonAncestor } from "../../src/core/routings/nearest-common-ancestor.ts";
import { build } from "../contracts/arbitrary.ts";

const fatTree = (k: number, n: number) => build({ kind: "k-ary-n-tree", values: { k, n } });
const candidatesAt = ({ route, maxCandidates }: CompiledRouting, at: number, to: number, state = 0) => {
  const out = new Int32Array(maxCandidates);
  return [...out.subarray(0, route(at, to, state, out))];
};

/** Port numbers and nodes along the path of a routing with only one candidate at each node. */
function pathOf(network: Network, routing: CompiledRouting, from: number, to: number) {
  const ports: number[] = [];
  const nodes = [from];
  const state = routing.initialState?.(from, to, 0) ?? 0;
  while (nodes.at(-1) !== to) {
    const node = nodes.at(-1) as number;
    const found = candidatesAt(routing, node, to, state);
    expect(found.length).toBe(1);
    ports.push(found[0] - network.firstOut[node]);
    nodes.push(network.head[found[0]]);
  }
  return { ports, nodes };
}

describe("4-ary 3-tree", () => {
  const network = fatTree(4, 3);

  it("offers all links up, then the one down", () => {
    const routing = nearestCommonAncestor.compile({ up: "adaptive", down: "adaptive" }, network);
    const leaf = network.head[network.firstOut[0]];
    const first = network.firstOut[leaf];
    expect(candidatesAt(routing, leaf, 27)).toEqual([4, 5, 6, 7].map((port) => first + port));
    expect(candidatesAt(routing, leaf, 3)).toEqual([first + 3]);
  });

  it("goes up by the digits of the destination, and down by the same", () => {
    const routing = nearestCommonAncestor.compile({ up: "destination", down: "adaptive" }, network);
    // 27 is 123 in base 4: up by 3, then by 2; down by 1, 2, 3. The ports up are 4 to 7.
    expect(pathOf(network, routing, 0, 27).ports).toEqual([0, 4 + 3, 4 + 2, 1, 2, 3]);
    expect(pathOf(network, routing, 63, 27).ports).toEqual([0, 4 + 3, 4 + 2, 1, 2, 3]);
    // 5 is 011: the source is in the same subtree, so the packet goes up only once, by 1.
    expect(pathOf(network, routing, 0, 5).ports).toEqual([0, 4 + 1, 1, 1]);
  });

  it("meets in one switch of the top towards each destination, and gives every channel down one destination", () => {
    const routing = nearestCommonAncestor.compile({ up: "destination", down: "deterministic" }, network);
    const users = new Map<string, Set<number>>();
    for (let to = 0; to < 64; to++) {
      const tops = new Set<number>();
      for (let from = 0; from < 64; from++) {
        if (from >> 4 === to >> 4) continue;
        const { nodes } = pathOf(network, routing, from, to);
        tops.add(nodes[3]);
        const link = `${nodes[3]} ${nodes[4]}`;
        users.set(link, (users.get(link) ?? new Set()).add(to));
      }
      expect(tops.size).toBe(1);
    }
    // 16 switches at the top have 4 links down each, for 64 destinations.
    expect(users.size).toBe(64);
    expect([...users.values()].every((set) => set.size === 1)).toBe(true);
  });

  it("goes up by the digits of the source, wherever it goes", () => {
    const routing = nearestCommonAncestor.compile({ up: "source", down: "adaptive" }, network);
    expect(pathOf(network, routing, 27, 0).ports).toEqual([0, 4 + 3, 4 + 2, 0, 0, 0]);
    expect(pathOf(network, routing, 27, 63).ports).toEqual([0, 4 + 3, 4 + 2, 3, 3, 3]);
  });
});

it("takes the digits modulo the links up in a thin tree", () => {
  const network = build({ kind: "thin-tree", values: { k: 4, kUp: 2, n: 3 } });
  const routing = nearestCommonAncestor.compile({ up: "destination", down: "adaptive" }, network);
  // 27 mod 2 is 1; ⌊27 / 4⌋ mod 2 is 0.
  expect(pathOf(network, routing, 0, 27).ports).toEqual([0, 4 + 1, 4 + 0, 1, 2, 3]);
});

it("divides exactly where nothing is a power of two", () => {
  const network = fatTree(7, 4);
  const routing = nearestCommonAncestor.compile({ up: "destination", down: "adaptive" }, network);
  for (const to of [0, 6, 7, 48, 49, 342, 343, 1029, 2057, 2058, 2399, 2400]) {
    const digits = [343, 49, 7, 1].map((power) => Math.floor(to / power) % 7);
    const from = to < 343 ? 2400 : 0;
    expect(pathOf(network, routing, from, to).ports).toEqual([0, 7 + digits[3], 7 + digits[2], 7 + digits[1], ...digits]);
  }
});

it("deals out links side by side by destination", () => {
  // Two modules of three terminals, each joined to the backbone by two links.
  const network = build({ kind: "modular-switch", values: { modules: 2, ports: 3, uplinks: 2, ingress: 0, backplane: 0 } });
  const backbone = network.terminals + network.switches - 1;
  expect(network.terminals).toBe(6);
  const first = network.firstOut[backbone];
  const any = nearestCommonAncestor.compile({ up: "adaptive", down: "adaptive" }, network);
  expect(candidatesAt(any, backbone, 4)).toEqual([first + 2, first + 3]);
  const fixed = nearestCommonAncestor.compile({ up: "adaptive", down: "deterministic" }, network);
  expect([3, 4, 5, 0, 1].map((to) => candidatesAt(fixed, backbone, to)[0] - first)).toEqual([3, 2, 3, 0, 1]);
});

describe("with dead links", () => {
  const whole = fatTree(2, 3);
  // Channels of the switch at a level and position: from `first` up to but not including `end`.
  const channels = (level: number, position: number) => {
    const node = nodeAt(whole, level, position);
    return { first: whole.firstOut[node], end: whole.firstOut[node + 1] };
  };
  const faulty = (deadLinks: readonly number[], deadSwitches: readonly number[] = []) =>
    build({
      kind: "faulty",
      values: { of: { kind: "k-ary-n-tree", values: { k: 2, n: 3 } }, links: 0, switches: 0, deadLinks, deadSwitches, seed: 1 },
    });

  it("goes up only to where a way leads down", () => {
    // Switch (level 1, position 0) loses both links up. It still reaches terminals 0 to 3, and no others.
    const { first } = channels(1, 0);
    const network = faulty([first + 2, first + 3]);
    const routing = nearestCommonAncestor.compile({ up: "adaptive", down: "adaptive" }, network);
    const leaf = network.head[network.firstOut[0]];
    const up = (to: number) => candidatesAt(routing, leaf, to).map((c) => nameOf(network, network.head[c]));
    expect(up(3)).toEqual(["1.0", "1.1"]);
    expect(up(7)).toEqual(["1.1"]);
    expect(routing.canReach?.(0, 7)).toBe(true);
  });

  it.each([
    ["three links", [9, 20, 31], []],
    ["a switch of each level", [], [0, 5, 9]],
    ["links and switches", [17, 26, 38], [6]],
    ["a terminal's link", [0], []],
  ] as const)("says exactly which pairs are left: %s", (_, deadLinks, deadSwitches) => {
    const network = faulty(deadLinks, deadSwitches);
    const routing = nearestCommonAncestor.compile({ up: "destination", down: "deterministic" }, network);
    for (let from = 0; from < 8; from++) {
      for (let to = 0; to < 8; to++)
        if (from !== to) expect(routing.canReach?.(from, to), `${from} → ${to}`).toBe(hasUpDownPath(network, from, to));
    }
  });

  it("keeps d-mod-k where it can", () => {
    const { first } = channels(1, 0);
    const network = faulty([first + 2]);
    const routing = nearestCommonAncestor.compile({ up: "destination", down: "adaptive" }, network);
    const intact = nearestCommonAncestor.compile({ up: "destination", down: "adaptive" }, whole);
    const names = ({ nodes }: { nodes: readonly number[] }) => nodes.slice(1, -1).map((n) => nameOf(whole, n));
    // 5 is 101: up by 1, then by 0, without the dead link. 6 is 110: up by 0 and 1.
    expect(names(pathOf(network, routing, 0, 5))).toEqual(names(pathOf(whole, intact, 0, 5)));
    expect(names(pathOf(network, routing, 0, 6))).toEqual(names(pathOf(whole, intact, 0, 6)));
    // 4 is 100: up by 0, and then by the other link, because the first one is dead.
    expect(names(pathOf(whole, intact, 0, 4))[2]).toBe("2.0");
    expect(names(pathOf(network, routing, 0, 4))[2]).toBe("2.2");
  });
});

const levelOf = (network: Network, n: number) => coordinate(network, n, axisOf(network, "level"));
const nameOf = (network: Network, n: number) => `${levelOf(network, n)}.${coordinate(network, n, axisOf(network, "position"))}`;

function nodeAt(network: Network, level: number, position: number): number {
  for (let node = network.terminals; node < network.terminals + network.switches; node++) {
    if (nameOf(network, node) === `${level}.${position}`) return node;
  }
  throw new Error("no such switch");
}

/** Whether a path leads up any number of times and then down. */
function hasUpDownPath(network: Network, from: number, to: number): boolean {
  const visited = new Set<string>();
  const visit = (node: number, goesDown: boolean): boolean => {
    if (node === to) return true;
    if (visited.has(`${node} ${goesDown}`)) return false;
    visited.add(`${node} ${goesDown}`);
    for (let c = network.firstOut[node]; c < network.firstOut[node + 1]; c++) {
      const isDown = levelOf(network, network.head[c]) < levelOf(network, node);
      if ((isDown || !goesDown) && visit(network.head[c], isDown)) return true;
    }
    return false;
  };
  return visit(from, false);
}

it("offers every link of a terminal that has several, where something is dead", () => {
  const plan = "DKBACBCBBACBCBBACBCBBACBCBBACBCBJACBCBBACBCBBACBCBBACBCBBACBCBABABIAAA";
  const lookText = "axes=level,level,2/position,position,2;at=BAAICAAACABACIRACABA;classes=terminal/level 0 to 1;of=AdCAAC";
  const drawnTree = { kind: "drawn", values: { plan, kept: lookText, names: "", places: "" } };
  const network = build({ kind: "faulty", values: { of: drawnTree, links: 1, switches: 1, deadLinks: [], deadSwitches: [1], seed: 28 } });
  const { firstOut } = network;
  expect(firstOut[4] - firstOut[3]).toBe(3);
  const offered = (up: "adaptive" | "destination") =>
    candidatesAt(nearestCommonAncestor.compile({ up, down: "adaptive" }, network), 3, 2).map((c) => c - firstOut[3]);
  expect(offered("adaptive")).toEqual([0, 1, 2]);
  expect(offered("destination")).toEqual([2]);
});
