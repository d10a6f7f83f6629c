/**
 * Tests of networks whose hosts contain a network: GPU rails and the planes of a Clos network, against printed numbers and small cases
 * counted by hand.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultsOf, type Values } from "../../src/core/base/params.ts";
import { coordinate, nameOfNode, type Network } from "../../src/core/network/network.ts";
import { billOfMaterials } from "../../src/core/network/bill-of-materials.ts";
import type { TopologyFacts } from "../../src/core/topologies/contract.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { distancesFrom } from "../contracts/arbitrary.ts";
import { cases } from "../effort.ts";

const valuesOf = (kind: string, values: Values): never => ({ ...defaultsOf(allTopologies.get(kind).params), ...values }) as never;
const build = (kind: string, values: Values): Network => allTopologies.get(kind).build(valuesOf(kind, values));
const factsOf = (kind: string, values: Values): TopologyFacts => allTopologies.get(kind).expectedFacts(valuesOf(kind, values));
const issuesOf = (kind: string, values: Values) => allTopologies.get(kind).check(valuesOf(kind, values));

/** Switches and links outside of hosts, without the terminal links. */
function partsOutsideHosts({ switches, parts, inside = { hosts: 0, switches: 0, links: 0 } }: TopologyFacts) {
  const links = parts.links.reduce((sum, { name, count }) => (name.startsWith("level") ? sum + count : sum), 0);
  return { switches: switches - inside.switches, links };
}

/** Number of switches on a level. */
const switchesOnLevel = ({ parts }: TopologyFacts, level: number) =>
  parts.switches.reduce((sum, each) => (each.level === level ? sum + each.count : sum), 0);

describe("counts", () => {
  it("a rail-optimised unit of 64-port switches: 32 hosts, 256 GPUs, 8 leaves, 4 spines", () => {
    const facts = factsOf("rails", { hosts: 32, accelerators: 8, ports: 64 });
    expect(facts.terminals).toBe(256);
    expect([switchesOnLevel(facts, 0), switchesOnLevel(facts, 1)]).toEqual([8, 4]);
    expect(partsOutsideHosts(facts)).toEqual({ switches: 12, links: 256 });
    expect(facts.inside).toEqual({ hosts: 32, switches: 32, links: 256 });
    expect([facts.diameter, facts.meanDistance]).toEqual([4, (7 * 2 + 31 * 2 + 31 * 7 * 4) / 255]);
  });

  it("MPFT of DeepSeek-V3 (ISCA 2025), Table 3: 8 planes of 64 ports", () => {
    const facts = factsOf("clos", { ports: 64, levels: 2, oversubscription: 1, planes: 8 });
    expect(facts.terminals).toBe(16_384);
    expect(partsOutsideHosts(facts)).toEqual({ switches: 768, links: 16_384 });
    expect(facts.inside).toEqual({ hosts: 2048, switches: 2048, links: 16_384 });
    expect(facts.links).toBe(3 * 16_384);
    // Within a leaf the distance is 2, otherwise 4, plus 2 if the plane differs. Within a host it is 2.
    const sameHost = 7 * 2;
    const sameLeaf = 31 * (2 + 7 * 4);
    const others = (2048 - 32) * (4 + 7 * 6);
    expect([facts.diameter, facts.meanDistance]).toEqual([6, (sameHost + sameLeaf + others) / 16_383]);
  });

  it("rails only, against one Clos network of as many accelerators: 16,384 links between switches against 32,768", () => {
    const only = factsOf("rails", { hosts: 2048, accelerators: 8, wiring: "only", ports: 64 });
    expect(only.terminals).toBe(16_384);
    expect(partsOutsideHosts(only)).toEqual({ switches: 768, links: 16_384 });
    const optimised = factsOf("rails", { hosts: 2048, accelerators: 8, ports: 64 });
    expect(partsOutsideHosts(optimised).links).toBe(32_768);
    expect([switchesOnLevel(optimised, 0), switchesOnLevel(optimised, 1), switchesOnLevel(optimised, 2)]).toEqual([512, 512, 256]);
  });

  it("rails only: a switch for each rail up to as many hosts as it has ports, then a separate network", () => {
    const single = factsOf("rails", { hosts: 64, accelerators: 8, wiring: "only", ports: 64 });
    expect(partsOutsideHosts(single)).toEqual({ switches: 8, links: 0 });
    expect([single.diameter, single.meanDistance]).toEqual([4, (7 * 2 + 63 * (2 + 7 * 4)) / 511]);
    const more = factsOf("rails", { hosts: 65, accelerators: 8, wiring: "only", ports: 64 });
    // Three leaves, the last with one host, and two spines with 16 links to each leaf.
    expect(partsOutsideHosts(more)).toEqual({ switches: 8 * 5, links: 8 * 96 });
    expect(more.diameter).toBe(6);
  });

  it("72 accelerators about a switch, as in a rack of GB200", () => {
    const facts = factsOf("rails", { hosts: 16, accelerators: 72, wiring: "only", ports: 64 });
    expect([facts.terminals, partsOutsideHosts(facts).switches, facts.inside?.links]).toEqual([1152, 72, 1152]);
    expect(factsOf("rails", { hosts: 1, accelerators: 72, inner: "mesh", wiring: "only" }).inside?.links).toBe((72 * 71) / 2);
  });

  it("the largest of 64-port switches: 8,192 hosts of 8", () => {
    const facts = factsOf("rails", { hosts: 8192, accelerators: 8, ports: 64 });
    expect(facts.terminals).toBe(65_536);
    expect(partsOutsideHosts(facts)).toEqual({ switches: 5120, links: 131_072 });
    expect(issuesOf("rails", { hosts: 8193, accelerators: 8, ports: 64 })).toMatchObject([{ path: "hosts", nearest: 8192 }]);
  });

  it("accelerators with several links: as many fewer hosts on a leaf", () => {
    const facts = factsOf("rails", { hosts: 16, accelerators: 8, ports: 64, terminalLinks: 2 });
    expect(partsOutsideHosts(facts)).toEqual({ switches: 8 + 4, links: 8 * 32 });
    expect(facts.links - facts.inside!.links - 8 * 32).toBe(2 * 128);
    const more = factsOf("rails", { hosts: 17, accelerators: 8, ports: 64, terminalLinks: 2 });
    expect(partsOutsideHosts(more)).toEqual({ switches: 16 + 8, links: 16 * 32 });
    expect(issuesOf("rails", { hosts: 1, ports: 4, terminalLinks: 3 })).toMatchObject([{ path: "terminalLinks", nearest: 2 }]);
  });

  it("one accelerator has no inside and one tree", () => {
    const facts = factsOf("rails", { hosts: 100, accelerators: 1, ports: 64 });
    expect([facts.inside, facts.forwards, facts.axes.map(({ kind }) => kind)]).toEqual([undefined, false, ["level", "position"]]);
    expect(factsOf("clos", { ports: 8, planes: 1 })).toEqual(factsOf("clos", { ports: 8 }));
  });
});

describe("wiring", () => {
  it("accelerator i of each host is on leaf i of its unit", () => {
    const network = build("rails", { hosts: 5, accelerators: 2, ports: 4 });
    const leafOf = (t: number) => nameOfNode(network, network.head[network.firstOut[t]]);
    expect([0, 1, 2, 3, 4, 5, 8, 9].map(leafOf)).toEqual([
      "leaf 0 of rail 0",
      "leaf 0 of rail 1",
      "leaf 0 of rail 0",
      "leaf 0 of rail 1",
      "leaf 1 of rail 0",
      "leaf 1 of rail 1",
      "leaf 2 of rail 0",
      "leaf 2 of rail 1",
    ]);
    expect(nameOfNode(network, network.head[network.firstOut[3] + 1])).toBe("host switch 1");
    expect(Array.from({ length: network.terminals }, (_, t) => coordinate(network, t, 1)).slice(0, 4)).toEqual([0, 1, 0, 1]);
  });

  it("a leaf has as many links to every spine", () => {
    const network = build("rails", { hosts: 32, accelerators: 8, ports: 64 });
    const spines = Array.from({ length: 4 }, (_, s) => network.terminals + 8 + s);
    for (let leaf = network.terminals; leaf < network.terminals + 8; leaf++) {
      const own = network.head.subarray(network.firstOut[leaf], network.firstOut[leaf + 1]);
      for (const spine of spines) expect(own.filter((n) => n === spine).length).toBe(8);
    }
  });

  it("no switch has a spare port in a unit that is full", () => {
    const { parts } = factsOf("rails", { hosts: 256, accelerators: 8, ports: 64 });
    expect(parts.switches.filter(({ level }) => level >= 0).every(({ spare = 0 }) => spare === 0)).toBe(true);
  });
});

/** Small switches, so that units, pods and rails are often incomplete. */
const anySmallRails = fc.record({
  hosts: fc.integer({ min: 1, max: 40 }),
  accelerators: fc.integer({ min: 1, max: 9 }),
  inner: fc.constantFrom("switch", "mesh"),
  wiring: fc.constantFrom("optimised", "only"),
  ports: fc.integer({ min: 1, max: 6 }).map((half) => 2 * half),
  terminalLinks: fc.constantFrom(1, 1, 2, 3),
});

it("is as its closed forms say, whatever ends in the middle of something", () => {
  fc.assert(
    fc.property(anySmallRails, (values) => {
      const issues = issuesOf("rails", values);
      const [issue] = issues;
      if (issue !== undefined) {
        // The suggested number is valid, and one host more is not.
        const fitting = { ...values, ...Object.fromEntries(issues.map(({ path, nearest }) => [path, nearest])) };
        const refused = issues.map(({ path }) => path);
        expect(issuesOf("rails", fitting).filter(({ path }) => refused.includes(path))).toEqual([]);
        if (issue.path === "hosts") expect(issuesOf("rails", { ...values, hosts: (issue.nearest as number) + 1 })).not.toEqual([]);
        return;
      }
      const facts = factsOf("rails", values);
      const network = build("rails", values);
      expect([network.terminals, network.switches, network.head.length / 2]).toEqual([facts.terminals, facts.switches, facts.links]);
      expect(billOfMaterials(network)).toEqual(facts.parts);
      let [sum, most] = [0, 0];
      for (let from = 0; from < network.terminals; from++) {
        for (const distance of distancesFrom(network, from).subarray(0, network.terminals)) {
          sum += distance;
          most = Math.max(most, distance);
        }
      }
      expect(most).toBe(facts.diameter);
      expect(sum / Math.max(1, network.terminals * (network.terminals - 1))).toBeCloseTo(facts.meanDistance!, 12);
    }),
    { numRuns: cases(150), seed: 1 },
  );
});

describe("what does not exist", () => {
  it("may be so in two ways", () => {
    expect(issuesOf("rails", { hosts: 20, accelerators: 7, ports: 4 })).toMatchObject([
      { path: "wiring", nearest: "only" },
      { path: "hosts", nearest: 16 },
    ]);
  });

  it.each([
    ["odd ports", "rails", { hosts: 3, ports: 7 }, "ports", 6],
    ["odd ports, of which only more do", "rails", { hosts: 64, accelerators: 7, ports: 13 }, "ports", 14],
    ["odd ports of planes", "clos", { ports: 7, planes: 2 }, "ports", 6],
    ["more hosts than three levels join", "rails", { hosts: 20, accelerators: 4, wiring: "only", ports: 4 }, "hosts", 16],
    ["more rails than three levels join", "rails", { hosts: 1, accelerators: 71, ports: 64 }, "wiring", "only"],
  ] as const)("%s", (_what, kind, values, path, nearest) => {
    const issues = issuesOf(kind, values);
    expect(issues).toMatchObject([{ path, nearest }]);
    expect(issuesOf(kind, { ...values, [path]: nearest })).toEqual([]);
  });
});
