/** Tests of networks with dead links and switches: the removed parts, the remaining parts, and invalid faults. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChosenKind, Values } from "../../src/core/base/params.ts";
import { checkNetwork } from "../../src/core/network/check.ts";
import type { Network } from "../../src/core/network/network.ts";
import { networkLimits, type TopologyFacts } from "../../src/core/topologies/contract.ts";
import { networkWithFaults } from "../../src/core/topologies/any/faulty.ts";
import { baseTopologies } from "../../src/core/topologies/base-topologies.ts";
import { build, factsOf, smallTopology } from "../contracts/arbitrary.ts";

const mesh = (...sizes: readonly number[]): ChosenKind => ({ kind: "mesh", values: { sizes, terminalsPerSwitch: 1 } });
const noFaults = { links: 0, switches: 0, deadLinks: [], deadSwitches: [], seed: 1 };
const withFaults = (whole: ChosenKind, faults: Values): ChosenKind => ({ kind: "faulty", values: { of: whole, ...noFaults, ...faults } });

/** Links as sorted texts of the two nodes, the link class and the capacity groups. */
function linksOf({ tail, head, reverse, linkClass, group }: Network): readonly string[] {
  return [...head.keys()]
    .filter((c) => c < reverse[c])
    .map((c) => [tail[c], head[c], linkClass[c], group[c], group[reverse[c]]].join())
    .sort();
}

/** Checks that the links of `some` are a submultiset of the links of `all`. */
function expectSublinks(some: Network, all: Network): void {
  const remaining = new Map<string, number>();
  for (const link of linksOf(all)) remaining.set(link, (remaining.get(link) ?? 0) + 1);
  for (const link of linksOf(some)) {
    const count = remaining.get(link) ?? 0;
    if (count === 0) throw new Error(`${link} is new`);
    remaining.set(link, count - 1);
  }
}

it("a line of three without its middle: two terminals alone, the third too", () => {
  const network = build(withFaults(mesh(3), { deadSwitches: [1] }));
  expect([network.terminals, network.switches]).toEqual([3, 3]);
  expect(linksOf(network)).toEqual(["0,3,0,-1,-1", "2,5,0,-1,-1"]);
  expect(network.regular).toBe(false);
  expect(() => checkNetwork(network)).not.toThrow();
  expect(() => checkNetwork({ ...network, regular: true })).toThrow(/nodes are connected/);
});

it("a dead channel takes its link with it, from either end", () => {
  const whole = build(mesh(2, 2));
  for (let c = 0; c < whole.head.length; c++) {
    const network = build(withFaults(mesh(2, 2), { deadLinks: [c] }));
    expect(network.head.length).toBe(whole.head.length - 2);
    expectSublinks(network, whole);
    expect(network).toEqual(build(withFaults(mesh(2, 2), { deadLinks: [whole.reverse[c], c, c] })));
  }
});

it("no faults, no change", () => {
  const facts = factsOf(withFaults(mesh(4, 4), {}));
  expect(facts).toEqual(factsOf(mesh(4, 4)));
  expect(build(withFaults(mesh(4, 4), {}))).toEqual(build(mesh(4, 4)));
});

it("what is drawn is the same for ever", () => {
  const whole = build(mesh(4, 4));
  const removedLinks = (faults: Values) => {
    const left = new Set(linksOf(build(withFaults(mesh(4, 4), faults))));
    return linksOf(whole).filter((link) => !left.has(link));
  };
  expect(removedLinks({ links: 3 })).toEqual(["19,23,2,-1,-1", "24,28,2,-1,-1", "30,31,1,-1,-1"]);
  expect(removedLinks({ switches: 1 })).toEqual(["18,19,1,-1,-1", "19,23,2,-1,-1", "3,19,0,-1,-1"]);
});

describe("random faults", () => {
  const wholes = smallTopology(40, baseTopologies.kinds);

  it("take whole links, more of them the more there are, and leave the rest as it was", () => {
    fc.assert(
      fc.property(wholes, fc.nat(6), fc.nat(3), fc.nat(1000), (whole, links, switches, draw) => {
        const { links: all, switches: most } = factsOf(whole) as TopologyFacts;
        const network = build(whole);
        const joinsSwitches = (c: number) => Math.min(network.head[c], network.tail[c]) >= network.terminals;
        const mortal = network.forwards ? all : Array.from(network.head.keys()).filter(joinsSwitches).length / 2;
        let before = build(withFaults(whole, { seed: draw }));
        for (let m = 1; m <= Math.min(links, mortal); m++) {
          const now = build(withFaults(whole, { links: m, seed: draw }));
          expect(now.head.length / 2).toBe(all - m);
          expectSublinks(now, before);
          before = now;
        }
        const cut = build(withFaults(whole, { switches: Math.min(switches, most), seed: draw }));
        checkNetwork(cut);
        expectSublinks(cut, network);
        const both = build(withFaults(whole, { links: Math.min(links, mortal), switches: Math.min(switches, most), seed: draw }));
        expectSublinks(both, before);
        expectSublinks(both, cut);
        expect([...both.coordinates]).toEqual([...network.coordinates]);
        expect([...both.physicalPorts]).toEqual([...network.physicalPorts]);
      }),
      { numRuns: 60 },
    );
  });

  it("kill as many switches as they say, with all their links", () => {
    const torus: ChosenKind = { kind: "torus", values: { sizes: [5, 5], wrap: [], terminalsPerSwitch: 1 } };
    for (let switches = 0; switches <= 25; switches++) {
      const { firstOut } = build(withFaults(torus, { switches }));
      const dead = Array.from({ length: 25 }, (_, s) => s).filter((s) => firstOut[25 + s] === firstOut[26 + s]);
      // The neighbor of dead switches keeps its terminal.
      expect(dead.length).toBe(switches);
    }
  });
});

describe("refuses", () => {
  const check = ({ values }: ChosenKind) => networkWithFaults.check(values as never);
  it.each([
    ["more links than can die", withFaults(mesh(2, 2), { links: 5 }), "links", 4],
    ["more switches than there are", withFaults(mesh(2, 2), { switches: 5 }), "switches", 4],
    ["a channel that is not there", withFaults(mesh(2, 2), { deadLinks: [3, 16] }), "deadLinks.1", 15],
    ["a switch that is not there", withFaults(mesh(2, 2), { deadSwitches: [4] }), "deadSwitches.0", 3],
    ["what the network itself refuses", withFaults({ kind: "thin-tree", values: { k: 2, kUp: 3, n: 2 } }, {}), "of.kUp", 2],
  ])("%s", (_, topology, path, nearest) => {
    expect(check(topology)).toMatchObject([{ path, nearest }]);
  });

  it("says how large an enormous network would be, without building it", () => {
    const enormous = withFaults({ kind: "k-ary-n-tree", values: { k: 32, n: 8 } }, { links: 1000, switches: 10, deadSwitches: [5] });
    expect(check(enormous)).toEqual([]);
    expect(factsOf(enormous)?.terminals).toBe(32 ** 8);
    const wide = withFaults({ kind: "hyperx", values: { sizes: [256, 256], terminalsPerSwitch: 1 } }, { switches: 10 });
    expect(factsOf(wide)?.links).toBeGreaterThan(networkLimits.links);
  }, 30_000);
});
