/**
 * Tests of the networks that meet the requirements of a study: each is valid, occurs once, and remains if the requirements become less
 * strict.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ValidationIssue } from "../../src/core/base/errors.ts";
import { networkMetricsOf } from "../../src/core/analysis/size.ts";
import { checkParams } from "../../src/core/base/params.ts";
import { billOf } from "../../src/core/costs/bill.ts";
import { groupByPorts, partsOutsideHosts } from "../../src/core/network/bill-of-materials.ts";
import { checkNetwork } from "../../src/core/network/check.ts";
import { checkTopology, buildNetwork } from "../../src/core/scenario/facts.ts";
import { type Candidate, candidatesOf } from "../../src/core/study/candidates.ts";
import { cableCount, switchCount } from "../../src/core/study/axes.ts";
import { type StudyNeed, readStudyNeed } from "../../src/core/study/need.ts";
import { leafDownPorts } from "../../src/core/network/tree-shapes.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { cases } from "../effort.ts";
import { distancesFrom } from "../contracts/arbitrary.ts";

const needOf = (terminals: number, ports: number, more: Record<string, unknown> = {}): StudyNeed =>
  readStudyNeed({ terminals, ports, ...more }, []);

const anyNeed = fc
  .record({
    terminals: fc.oneof(fc.integer({ min: 2, max: 300 }), fc.integer({ min: 2, max: 65_536 })),
    ports: fc.integer({ min: 3, max: 512 }),
  })
  .map(({ terminals, ports }) => needOf(terminals, ports));

/** A key that identifies networks by their facts: the parts list and the distances. */
const identityOf = ({ facts }: Candidate) =>
  JSON.stringify([groupByPorts(facts.parts.switches), facts.parts.links.map(({ count }) => count), facts.diameter, facts.meanDistance]);

describe("the networks that meet a need", () => {
  it("are sound, large enough and of switches that can be bought", () => {
    fc.assert(
      fc.property(anyNeed, (need) => {
        for (const { topology, facts, ports } of candidatesOf(need)) {
          const issues: ValidationIssue[] = [];
          checkParams(allTopologies.get(topology.kind).params, topology.values, "", issues);
          expect(issues).toEqual([]);
          expect(checkTopology(topology)).toEqual([]);
          expect(facts.terminals).toBeGreaterThanOrEqual(need.terminals);
          expect(ports).toBeLessThanOrEqual(need.ports);
          expect(partsOutsideHosts(facts.parts).switches.every((part) => part.ports <= ports)).toBe(true);
        }
      }),
      { numRuns: cases(60) },
    );
  });

  it("buy what the analysis counts: nothing inside hosts", () => {
    // A Clos network of 36 ports in four planes, as a study offers it, has a switch inside each host.
    const planes = candidatesOf(needOf(1024, 36)).filter(({ facts }) => facts.inside !== undefined);
    expect(planes.length).toBeGreaterThan(3);
    for (const candidate of planes) {
      const { topology, facts, cost } = candidate;
      const { lines, inside, total } = billOf(needOf(2, 36).cost, facts.parts);
      const count = (category: string) => lines.reduce((sum, line) => sum + (line.of === category ? line.count : 0), 0);
      const size = networkMetricsOf(buildNetwork(topology), facts);
      expect([count("switches"), count("links")]).toEqual([size.switches, size.links]);
      expect([switchCount(candidate), cableCount(candidate)]).toEqual([size.switches, size.links]);
      expect({ hosts: facts.inside!.hosts, ...inside }).toEqual(size.inside);
      expect(cost).toBe(total);
    }
  });

  it("are offered once: no two are one network under two names", () => {
    fc.assert(
      fc.property(anyNeed, (need) => {
        const all = candidatesOf(need);
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
        const seen = new Map<string, string>();
        for (const each of all) {
          if (each.facts.meanDistance === null) continue;
          const other = seen.get(identityOf(each));
          expect(other, `${each.id} is ${other}`).toBeUndefined();
          seen.set(identityOf(each), each.id);
        }
      }),
      { numRuns: cases(60) },
    );
  });

  it("are all still there with more ports, and come in the same order each time", () => {
    fc.assert(
      fc.property(anyNeed, fc.nat({ max: 64 }), (need, more) => {
        const ids = candidatesOf(need).map(({ id }) => id);
        expect(candidatesOf(need).map(({ id }) => id)).toEqual(ids);
        const wider = new Set(candidatesOf({ ...need, ports: Math.min(512, need.ports + more) }).map(({ id }) => id));
        expect(ids.filter((id) => !wider.has(id))).toEqual([]);
      }),
      { numRuns: cases(40) },
    );
  });

  it("do not depend on the money: it only says which are in reach", () => {
    const need = needOf(500, 24);
    const ids = candidatesOf(need).map(({ id }) => id);
    expect(candidatesOf({ ...need, budget: 2 * need.budget }).map(({ id }) => id)).toEqual(ids);
  });

  it("are hundreds for a cluster, of every family that reaches its size, and never endless", () => {
    const all = candidatesOf(needOf(4096, 64));
    expect(all.length).toBeGreaterThan(150);
    expect(all.length).toBeLessThan(500);
    expect(new Set(all.map(({ topology }) => topology.kind)).size).toBe(14);
    fc.assert(
      fc.property(anyNeed, (need) => {
        const each = new Map<string, number>();
        for (const { topology } of candidatesOf(need)) each.set(topology.kind, (each.get(topology.kind) ?? 0) + 1);
        for (const [kind, count] of each) expect(count, kind).toBeLessThanOrEqual(200);
      }),
      { numRuns: cases(20) },
    );
  });

  it("are what their facts say once they are built", () => {
    for (const { topology, facts } of candidatesOf(needOf(24, 16))) {
      const network = buildNetwork(topology);
      checkNetwork(network);
      expect([network.terminals, network.switches, network.head.length / 2]).toEqual([facts.terminals, facts.switches, facts.links]);
      const distance = distancesFrom(network, 0);
      expect(distance.includes(Infinity)).toBe(false);
    }
  });

  it("of 16 terminals on 8 ports, by name", () => {
    const valuesOf = (kind: string) =>
      candidatesOf(needOf(16, 8))
        .filter(({ topology }) => topology.kind === kind)
        .map(({ topology }) => topology.values);
    expect(valuesOf("k-ary-n-tree")).toEqual([
      { k: 4, n: 2 },
      { k: 2, n: 4 },
    ]);
    expect(valuesOf("hypercube")).toEqual([
      { n: 2, terminalsPerSwitch: 4 },
      { n: 3, terminalsPerSwitch: 2 },
      { n: 4, terminalsPerSwitch: 1 },
    ]);
    expect(valuesOf("torus")).toEqual([{ sizes: [3, 3], wrap: [], terminalsPerSwitch: 2, terminalLinks: 1 }]);
    expect(valuesOf("single-switch")).toEqual([]);
  });

  it("count as their sources do", () => {
    const find = (terminals: number, ports: number, id: string) => candidatesOf(needOf(terminals, ports)).find((each) => each.id === id);
    // Besta, Hoefler (SC 2014): 722 routers of 44 ports for 10,830 terminals.
    expect(find(10_830, 44, "slim-fly q=19 p=15")?.facts).toMatchObject({ terminals: 10_830, switches: 722, links: 10_830 + 10_469 });
    // DeepSeek-V3 (ISCA 2025), Table 3: two levels of 64-port switches, 2,048 terminals, 96 switches, 2,048 links between switches.
    expect(find(2048, 64, "clos ports=64 levels=2 oversubscription=1 planes=1")?.facts).toMatchObject({ switches: 96, links: 2 * 2048 });
    expect(find(65_536, 64, "clos ports=64 levels=3 oversubscription=1 planes=1")?.facts).toMatchObject({ switches: 5120 });
    // Kim, Dally, Scott, Abts (ISCA 2008), §3.1: N = a p (a h + 1) = 1,056 with routers of 15 ports.
    expect(find(1056, 15, "dragonfly p=4 a=8 h=4 g=33")).toMatchObject({ ports: 15, facts: { switches: 264 } });
    // Ahn et al. (SC 2009): a flattened butterfly has as many terminals per switch as switches per row.
    expect(find(4096, 46, "hyperx sizes=16,16 terminalsPerSwitch=16")).toMatchObject({ ports: 46, facts: { switches: 256 } });
  });

  it("are sold under the ratio that their ports come to", () => {
    for (const need of [readStudyNeed({ terminals: 512, ports: 32 }, []), readStudyNeed({ terminals: 100, ports: 26 }, [])]) {
      const those = candidatesOf(need).filter(({ topology }) => topology.kind === "clos");
      expect(those.length).toBeGreaterThan(5);
      for (const { topology, facts } of those) {
        const { ports, oversubscription } = topology.values as { readonly ports: number; readonly oversubscription: number };
        const leaf = leafDownPorts(ports, oversubscription);
        expect(Math.abs(oversubscription - leaf / (ports - leaf))).toBeLessThan(0.01);
        expect(facts.terminals).toBeGreaterThanOrEqual(need.terminals);
      }
    }
  });

  it("there is only a switch, or none, where a switch has three ports", () => {
    expect(candidatesOf(needOf(3, 3)).map(({ id }) => id)).toContain("single-switch terminals=3");
    expect(candidatesOf(needOf(65_536, 3))).toEqual([]);
  });
});
