/** Tests of bisections, edge-disjoint paths and path counts against closed forms, and of flows against cuts found by exhaustive search. */
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { findBisection } from "../../src/core/analysis/bisection/bisection.ts";
import { boundByEigenvalues, boundByFlows } from "../../src/core/analysis/bisection/cut-bounds.ts";
import { leastEigenvalueBound } from "../../src/core/analysis/bisection/least-eigenvalue.ts";
import { analysisFactsOf } from "../../src/core/analysis/facts.ts";
import { halvingOfTerminals } from "../../src/core/analysis/bisection/halving.ts";
import { maxFlow } from "../../src/core/analysis/bisection/max-flow.ts";
import { countPaths, countDisjointPaths, pathDiversityOf } from "../../src/core/analysis/path-diversity.ts";
import { compile } from "../../src/core/run/compile.ts";
import { NetworkBuilder } from "../../src/core/network/builder.ts";
import { withFaults } from "../../src/core/network/faults.ts";
import type { Network } from "../../src/core/network/network.ts";
import { rateOf } from "../../src/core/plan/links.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { linksFor } from "../contracts/any-links.ts";
import { hubs } from "../hubs.ts";
import { cases, isThorough, thoroughTest } from "../effort.ts";

type KindInput = Readonly<Record<string, unknown>> & { readonly kind: string };

const planOf = (topology: KindInput, routing?: KindInput | string): Plan =>
  compile(readScenario({ topology, ...(routing === undefined ? {} : { routing }), workload: { kind: "open-loop", pattern: "uniform" } }))
    .plan;

describe("bisection, channels in one direction", () => {
  const cases: readonly (readonly [string, KindInput, number])[] = [
    // Each top switch has k links, half of them to either half of the terminals: kⁿ / 2 links in all.
    ["a fat tree: half of the terminals", { kind: "k-ary-n-tree", k: 4, n: 3 }, 32],
    ["a fat tree of binary switches", { kind: "k-ary-n-tree", k: 2, n: 4 }, 8],
    // There are k′ⁿ⁻¹ = 4 top switches with two links to either half.
    ["a thin tree", { kind: "thin-tree", k: 4, kUp: 2, n: 3 }, 8],
    // The cut crosses each of the 8 rings twice.
    ["a torus of 8 × 8", { kind: "torus", sizes: [8, 8] }, 16],
    ["a torus of 8 × 4: across the longer rings", { kind: "torus", sizes: [8, 4] }, 8],
    ["a torus of 4 × 8", { kind: "torus", sizes: [4, 8] }, 8],
    ["a single link", { kind: "mesh", sizes: [1, 2] }, 1],
    ["a mesh of 8 × 8", { kind: "mesh", sizes: [8, 8] }, 8],
    ["a hypercube: half of the terminals", { kind: "hypercube", n: 5 }, 16],
    // The cut takes 2 · 2 links in each of the 4 rows.
    ["rows joined completely", { kind: "hyperx", sizes: [4, 4], terminalsPerSwitch: 4 }, 16],
    // There is one link between every two of the 4 groups.
    ["a dragonfly of 4 groups", { kind: "dragonfly", p: 1, a: 3, h: 1, g: 4 }, 4],
    // Two sets of four groups are joined by 16 links. The ninth group is split: each of its switches stays with the two groups that its
    // global links lead to, and 4 local links join its two halves.
    ["a dragonfly of 9 groups, one of them parted", { kind: "dragonfly", p: 2, a: 4, h: 2, g: 9 }, 20],
    // With a single switch the cut goes through the links of half of its terminals.
    ["one switch", { kind: "single-switch", terminals: 12 }, 6],
    ["a modular switch: the uplinks of two of four modules", { kind: "modular-switch", modules: 4, ports: 16, uplinks: 8 }, 16],
  ];
  it.each(cases)("%s", (_, topology, channels) => {
    const { network } = planOf(topology);
    expect(findBisection(network)).toMatchObject({ channels, each: channels / Math.floor(network.terminals / 2) });
  });

  it("counts links by what they carry", () => {
    const { network } = planOf({ kind: "torus", sizes: [8, 4] });
    const by = (rate: readonly [number, number]) => linksFor({ network }, () => [...rate, 7]);
    expect(findBisection(network, "terminals", 1, undefined, by([5, 2]))).toMatchObject({ channels: 20, least: { links: 20 }, each: 1.25 });
    // Links along X have rate 1, those along Y have rate 1/4. A cut of 8 links along X has bandwidth 8, a cut of 16 links along Y has 4.
    const along = linksFor({ network }, (c) => (network.linkClasses[network.linkClass[c]] === "Y" ? [1, 4, 0] : [1, 1, 0]));
    expect(findBisection(network, "terminals", 1, undefined, along)).toMatchObject({ channels: 4, least: { links: 4 } });
    // The groups of a dragonfly are joined by slow links: 4 links with half a phit per cycle each.
    const { network: groups } = planOf({ kind: "dragonfly", p: 1, a: 3, h: 1, g: 4 });
    const slow = linksFor({ network: groups }, (c) => (groups.linkClasses[groups.linkClass[c]] === "global" ? [1, 2, 100] : [1, 1, 10]));
    expect(findBisection(groups, "terminals", 1, undefined, slow)!.channels).toBe(2);
  });

  it("names the halves and what the number is worth", () => {
    const { network } = planOf({ kind: "torus", sizes: [8, 4] });
    expect(findBisection(network)).toMatchObject({ halved: "terminals", halves: "along X", least: { links: 8, by: "even flows" } });
  });

  it("does not exist for one terminal", () => {
    const net = new NetworkBuilder(1, 1, 1, []);
    net.connect(0, 1, net.linkClass("terminal"));
    expect(findBisection(net.finish())).toBeNull();
  });
});

describe("bisection of networks without structure", () => {
  it("of McKay, Miller and Širáň: as Kernighan and Lin found, and no lower than the eigenvalues allow", () => {
    // For q = 5 the graph is that of Hoffman and Singleton with λ₂ = 5, so the bound is 50 · 5 / 4 = 62.5. The λ₂ of the others is known as
    // well: degree − q.
    for (const [q, terminals, found, least] of [
      [3, 3, 15, 14],
      [5, 4, 65, 63],
      [7, 6, 175, 172],
    ] as const) {
      const network = mcKayMillerSiran(q, terminals);
      for (const halved of ["terminals", "switches"] as const)
        expect(findBisection(network, halved), `q = ${q}, ${halved}`).toMatchObject({
          channels: found,
          least: { links: least, by: "eigenvalues" },
        });
    }
  });

  it("is found and proved immediately where a closed form is known", () => {
    const cases: readonly (readonly [string, KindInput, number])[] = [
      ["Petersen's graph", { kind: "graph" }, 5],
      ...[4, 7, 16].map((n) => [`K${n}`, { kind: "hyperx", sizes: [n], terminalsPerSwitch: 1 }, Math.floor(n ** 2 / 4)] as const),
      ...[2, 3, 4, 6, 8].map((n) => [`a hypercube of ${n} dimensions`, { kind: "hypercube", n }, 2 ** (n - 1)] as const),
      ["a torus of 6 × 4 × 4", { kind: "torus", sizes: [6, 4, 4] }, 32],
      ["a torus of 16 × 8", { kind: "torus", sizes: [16, 8] }, 16],
      // For odd side lengths: (7² − 1) / (7 − 1), Efe and Feng, 2007.
      ["a mesh of 7 × 7", { kind: "mesh", sizes: [7, 7] }, 8],
      ["a mesh of 6 × 10", { kind: "mesh", sizes: [6, 10] }, 6],
      ["rows of 6, joined completely", { kind: "hyperx", sizes: [6, 6], terminalsPerSwitch: 6 }, 54],
      // A fat tree carries any permutation, so the cut is half of all terminals. In a thin tree each level reduces it by k′/k.
      ["a fat tree, k odd", { kind: "k-ary-n-tree", k: 3, n: 3 }, 13],
      ["a larger fat tree", { kind: "k-ary-n-tree", k: 8, n: 3 }, 256],
      ["a thin tree", { kind: "thin-tree", k: 4, kUp: 3, n: 3 }, 18],
      ["a slender tree", { kind: "slender-tree", k: 4, kUp: 2, n: 4 }, 4],
    ];
    for (const [name, topology, channels] of cases) {
      const cut = findBisection(planOf(topology).network);
      expect([cut?.channels, cut?.least?.links], name).toEqual([channels, channels]);
    }
  });

  it("parts the terminals of one switch where their number is odd", () => {
    // The cut crosses two links of the ring and the link of one terminal, which is separated from the other two on its switch.
    const network = planOf({ kind: "torus", sizes: [5], terminalsPerSwitch: 3 }).network;
    expect([findBisection(network)?.channels, findBisection(network, "switches")?.channels]).toEqual([3, 2]);
  });

  thoroughTest("ends when its steps are used up, for hubs of thousands of links too, with the best cut so far", () => {
    const few = planOf(
      hubs(3, (t) => (t * 29) % 4096, 140),
      "up-down",
    ).network;
    const many = planOf(
      hubs(4, (t) => t % 4, 9998),
      "up-down",
    ).network;
    const halves = ["terminals", "switches"] as const;
    for (const network of [few, many]) {
      for (const each of halves) {
        const looks = { remaining: isThorough ? 1e8 : 3e6 };
        const cut = findBisection(network, each, 1, looks)!;
        expect(cut.channels).toBeGreaterThanOrEqual(cut.least?.links ?? 1);
        // The search may exceed its budget to finish the step that it has begun.
        expect(looks.remaining).toBeGreaterThan(-1e6);
      }
    }
    for (const left of [0, 1e6, isThorough ? 2e7 : 4e6]) {
      const looks = { remaining: left };
      expect(findBisection(few, "terminals", 1, looks)!.channels).toBeLessThan(Infinity);
      // One ordering of the nodes is always evaluated, even without any budget left.
      expect(looks.remaining).toBeGreaterThan(-1e6);
    }
  });

  it("halves switches only where links join them", () => {
    expect(findBisection(planOf({ kind: "three-quads", m: 3 }).network, "switches")).toBeNull();
    expect(findBisection(planOf({ kind: "single-switch", terminals: 4 }).network, "switches")).toBeNull();
  });

  it("is the smallest of all in small networks, nearly always; what is proved is never above it", () => {
    let [all, exact] = [0, 0];
    const drawn = fc.integer({ min: 2, max: 9 }).chain((switches) =>
      fc.record({
        switches: fc.constant(switches),
        links: fc.array(fc.tuple(fc.nat(switches - 1), fc.nat(switches - 1)), { minLength: switches, maxLength: 3 * switches }),
        homes: fc.array(fc.nat(switches - 1), { minLength: 2, maxLength: 2 * switches }),
        isEven: fc.boolean(),
        dead: fc.array(fc.nat(40), { maxLength: 3 }),
        left: fc.nat(3000),
      }),
    );
    fc.assert(
      fc.property(drawn, ({ switches, links, homes, isEven, dead, left }) => {
        const each = isEven ? Array.from({ length: 2 * switches }, (_, t) => t >> 1) : homes;
        const whole = networkOfLinks(
          switches,
          links.filter(([a, b]) => a !== b),
          each,
        );
        const deadChannels = dead.filter((c) => c < whole.head.length);
        const network = withFaults(whole, { links: 0, switches: 0, deadChannels, deadSwitches: [], seed: 0 });
        const cut = findBisection(network)!;
        const smallest = smallestBisection(network);
        for (const least of [boundByFlows, boundByEigenvalues])
          expect(least(halvingOfTerminals(network), Infinity, { remaining: Infinity })!.links).toBeLessThanOrEqual(smallest);
        expect(cut.channels).toBeGreaterThanOrEqual(smallest);
        const hasty = findBisection(network, "terminals", 1, { remaining: left })!;
        expect(hasty.channels).toBeGreaterThanOrEqual(smallest);
        expect(hasty.channels).toBeLessThan(Infinity);
        expect(hasty.least?.links ?? 0).toBeLessThanOrEqual(smallest);
        // Links between switches have one of four rates, the same in both directions. All terminal links have the same rate.
        const { head, tail, reverse, terminals } = network;
        const kindOf = (c: number) => (Math.min(head[c], tail[c]) < terminals ? 3 : Math.min(c, reverse[c]) % 4);
        const clocks = linksFor({ network }, (c) => [[1, 2, 5, 3][kindOf(c)], [1, 3, 2, 4][kindOf(c)], 0]);
        const [byRate, least] = [
          findBisection(network, "terminals", 1, undefined, clocks)!,
          smallestBisection(network, (c) => rateOf(clocks, c)),
        ];
        expect(byRate.channels).toBeGreaterThan(least - 1e-9);
        expect(byRate.least?.links ?? 0).toBeLessThan(least + 1e-9);
        const halving = halvingOfTerminals(network, clocks);
        for (const prove of [boundByFlows, boundByEigenvalues])
          expect(prove(halving, Infinity, { remaining: Infinity })!.links * halving.unitRate).toBeLessThan(least + 1e-9);
        all += 2;
        if (cut.channels === smallest) exact++;
        if (byRate.channels < least + 1e-9) exact++;
      }),
      { numRuns: cases(180) },
    );
    expect(exact).toBeGreaterThanOrEqual(0.98 * all);
    for (const topology of [
      { kind: "three-quads", m: 2 },
      { kind: "mesh", sizes: [3, 4] },
      { kind: "torus", sizes: [4, 3], terminalsPerSwitch: 3 },
      { kind: "torus", sizes: [3, 3], terminalsPerSwitch: 3, terminalLinks: 2 },
      { kind: "dragonfly", p: 1, a: 3, h: 1, g: 4 },
      { kind: "graph" },
    ]) {
      const { network } = planOf(topology);
      const cut = findBisection(network)!;
      expect(cut.channels, topology.kind).toBe(smallestBisection(network));
      expect(cut.least!.links, topology.kind).toBeLessThanOrEqual(cut.channels);
    }
  });
});

test("the least eigenvalue is proved from below, and near", () => {
  // The Laplacian of a path has the eigenvalues 4 sin²(π j / 2n). Adding 1 to the diagonal makes the smallest eigenvalue 1. The second case
  // is a singular matrix.
  const n = 40;
  const path = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    path[i * n + i] = (i === 0 || i === n - 1 ? 1 : 2) + 1;
    if (i > 0) path[i * n + i - 1] = path[(i - 1) * n + i] = -1;
  }
  const least = leastEigenvalueBound(path, n, (proved, most) => most - proved < 1e-4);
  expect(least).toBeLessThan(1);
  expect(least).toBeGreaterThan(1 - 2e-4);
  expect(leastEigenvalueBound(new Float64Array(4), 2, () => false)).toBe(0);
});

test("the largest flow is the smallest cut", () => {
  for (const topology of [
    { kind: "three-quads", m: 2 },
    { kind: "k-ary-n-tree", k: 2, n: 3 },
    { kind: "slender-tree", k: 4, kUp: 2, n: 2 },
    { kind: "mesh", sizes: [3, 3] },
    { kind: "dragonfly", p: 1, a: 3, h: 1, g: 4 },
  ] as const) {
    const { network } = planOf(topology);
    const all = 2 ** network.terminals - 1;
    for (const set of [0x5555 & all, 0x0f0f & all, 1, 0x1234 & all, 0x0666 & all]) {
      expect(maxFlow(network, rolesOf(network, set)), `${topology.kind}, ${set}`).toBe(smallestCut(network, set));
    }
  }
});

describe("numbers of ways", () => {
  it("a fat tree: k to the level of the common ancestor", () => {
    const plan = planOf({ kind: "k-ary-n-tree", k: 3, n: 3 });
    expect([1, 3, 9].map((to) => countPaths(plan, 0, to))).toEqual([1, 3, 9]);
  });

  it("a torus: orders of the steps, in either direction where both are as short", () => {
    const plan = planOf({ kind: "torus", sizes: [8, 8] }, "minimal-adaptive");
    // (1, 2): 3! / (1! 2!). (4, 4): 8! / (4! 4!) for each of four quadrants. (4, 1): 5 for each of two directions.
    expect([8 * 2 + 1, 8 * 4 + 4, 8 * 1 + 4].map((to) => countPaths(plan, 0, to))).toEqual([3, 280, 10]);
    expect(countPaths(planOf({ kind: "torus", sizes: [8, 8] }), 0, 36)).toBe(1);
  });

  it("Three Quads: one for each shared plane, or a relay in any of six lines of m", () => {
    const plan = planOf({ kind: "three-quads", m: 4 });
    // From (0, 0, 0) to (1, 0, 0), (1, 1, 0) and (1, 1, 1). A relay shares one coordinate with the source and another with the destination,
    // and any of 4 values is possible in the third.
    expect([1, 5, 21].map((to) => countPaths(plan, 0, to))).toEqual([2, 1, 24]);
  });

  it("Valiant: one over each switch, and the direct one for the two that are no way round", () => {
    expect(countPaths(planOf({ kind: "mesh", sizes: [4, 4] }, "valiant"), 0, 15)).toBe(14 + 1);
  });

  it("a way that never ends is not counted", () => {
    const plan = planOf({ kind: "torus", sizes: [4] });
    const { reverse, terminals, firstOut } = plan.network;
    // The route goes back and forth over one link.
    let c = firstOut[terminals];
    while (plan.network.head[c] < terminals) c++;
    const route = (at: number, _to: number, _state: number, out: Int32Array) => {
      out[0] = at < terminals ? firstOut[at] : at === plan.network.tail[c] ? c : reverse[c];
      return 1;
    };
    expect(countPaths({ ...plan, routing: { vcClasses: 1, maxCandidates: 1, route } }, 0, 2)).toBeNull();
  });
});

describe("disjoint ways between switches", () => {
  const cases: readonly (readonly [string, KindInput, number, number, number | null])[] = [
    ["a torus", { kind: "torus", sizes: [4, 4] }, 0, 10, 4],
    ["corners of a mesh", { kind: "mesh", sizes: [4, 4] }, 0, 15, 2],
    ["a hypercube", { kind: "hypercube", n: 4 }, 0, 15, 4],
    ["a fat tree", { kind: "k-ary-n-tree", k: 4, n: 3 }, 0, 63, 4],
    ["a thin tree", { kind: "thin-tree", k: 4, kUp: 2, n: 3 }, 0, 63, 2],
    ["terminals with three links", { kind: "three-quads", m: 3 }, 0, 26, 3],
    ["terminals of one switch", { kind: "k-ary-n-tree", k: 4, n: 3 }, 0, 1, null],
  ];
  it.each(cases)("%s", (_, topology, from, to, ways) => {
    expect(countDisjointPaths(planOf(topology).network, from, to)).toBe(ways);
  });
});

describe("path diversity", () => {
  it("over all pairs of a small network", () => {
    // Two leaves with two terminals each. A pair on one leaf has one path, a pair on different leaves has two; 4 of the 12 pairs are on one
    // leaf.
    expect(pathDiversityOf(planOf({ kind: "k-ary-n-tree", k: 2, n: 2 }))).toEqual({
      pairs: 12,
      isAll: true,
      paths: { mean: (4 + 8 * 2) / 12, least: 1 },
      disjoint: { mean: 2, least: 2 },
    });
  });

  it("over some pairs of a large one", () => {
    expect(pathDiversityOf(planOf({ kind: "torus", sizes: [16, 16] }))).toMatchObject({
      pairs: 64,
      isAll: false,
      paths: { mean: 1, least: 1 },
    });
  });

  it("draws any pair of different terminals as often as any other", () => {
    const plan = planOf({ kind: "single-switch", terminals: 9 });
    const counts = new Map<string, number>();
    const reaches = (from: number, to: number) => {
      const pair = `${from} → ${to}`;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
      return true;
    };
    for (let seed = 0; seed < 100; seed++)
      pathDiversityOf({ ...plan, seed, routing: Object.assign(Object.create(plan.routing), { canReach: reaches }) });
    const all = Array.from({ length: 81 }, (_, i) => [Math.floor(i / 9), i % 9]).filter(([from, to]) => from !== to);
    expect([...counts.keys()].sort()).toEqual(all.map(([from, to]) => `${from} → ${to}`));
    // 6400 draws of 72 pairs give 89 draws per pair, with a standard deviation of 9.4.
    for (const [pair, count] of counts) expect(Math.abs(count - 6400 / 72), pair).toBeLessThan(4.5 * 9.4);
  });

  it("is among the facts", () => {
    const facts = analysisFactsOf(planOf({ kind: "k-ary-n-tree", k: 2, n: 2 }));
    const values = Object.fromEntries(facts.map(({ id, value }) => [id, value]));
    expect(values).toMatchObject({
      "ideal-throughput": 1,
      "ideal-throughput-is": "exact",
      "sampled-packets": null,
      bisection: 2,
      "ways-mean": 5 / 3,
    });
    expect(new Set(facts.map(({ id }) => id)).size).toBe(facts.length);
  });
});

/** Role of each node for the max-flow: 1 for a terminal in the bit set `sources`, 2 for any other terminal (sink), 0 for a switch. */
function rolesOf({ terminals, switches }: Network, sources: number): Uint8Array {
  return Uint8Array.from({ length: terminals + switches }, (_, node) => (node >= terminals ? 0 : (sources >> node) & 1 ? 1 : 2));
}

/**
 * Fewest channels from the terminals in the bit set `sources` to all other terminals, over all ways to assign the switches to the two
 * sides.
 */
function smallestCut({ terminals, switches, tail, head }: Network, sources: number): number {
  let fewest = Infinity;
  for (let sourceSideSwitches = 0; sourceSideSwitches < 2 ** switches; sourceSideSwitches++) {
    const isOnSourceSide = (node: number) => ((node < terminals ? sources >> node : sourceSideSwitches >> (node - terminals)) & 1) === 1;
    let crossing = 0;
    for (let c = 0; c < head.length; c++) if (isOnSourceSide(tail[c]) && !isOnSourceSide(head[c])) crossing++;
    fewest = Math.min(fewest, crossing);
  }
  return fewest;
}

/**
 * The graph of McKay, Miller and Širáň (J. Combin. Theory B 74, 1998; Hafner's form) for a prime q = 4w ± 1, which Slim Fly is built on. It
 * has 2q² switches (s, a, b). Within a row, powers of a primitive element decide which switches are joined; between rows, the line y = m x
 * + c does.
 */
function mcKayMillerSiran(q: number, terminalsPerSwitch: number): Network {
  const powersOf = (g: number) => {
    const powers = [1];
    while (powers.length < q - 1) powers.push((powers[powers.length - 1] * g) % q);
    return powers;
  };
  const primitive = Array.from({ length: q - 2 }, (_, i) => i + 2).find((g) => new Set(powersOf(g)).size === q - 1)!;
  const powers = powersOf(primitive);
  // The set of differences has to be symmetric. For q = 4w + 1, −1 is an even power. Otherwise the exponents change from even to odd
  // halfway.
  const w = Math.round(q / 4);
  const isInRow = (offset: number) => (e: number) => (e - offset + (q < 4 * w && e - offset >= 2 * w - 1 ? 1 : 0)) % 2 === 0;
  const differencesOfRow = [0, 1].map(
    (offset) =>
      new Set(
        [...powers.keys()]
          .map((e) => e + offset)
          .filter(isInRow(offset))
          .map((e) => powers[e % (q - 1)]),
      ),
  );
  const switchNumber = (s: number, a: number, b: number) => s * q * q + a * q + b;
  const links: [number, number][] = [];
  for (let a = 0; a < q; a++)
    for (let b = 0; b < q; b++) {
      for (let c = b + 1; c < q; c++)
        for (const s of [0, 1]) if (differencesOfRow[s].has(c - b)) links.push([switchNumber(s, a, b), switchNumber(s, a, c)]);
      for (let m = 0; m < q; m++) links.push([switchNumber(0, a, b), switchNumber(1, m, (b + (q - m) * a) % q)]);
    }
  return networkOfLinks(
    2 * q * q,
    links,
    Array.from({ length: 2 * q * q * terminalsPerSwitch }, (_, t) => Math.floor(t / terminalsPerSwitch)),
  );
}

/** A network of switches joined by the given links. Terminal t is on switch `switchOfTerminal[t]`. */
function networkOfLinks(switches: number, links: readonly (readonly [number, number])[], switchOfTerminal: readonly number[]): Network {
  const net = new NetworkBuilder(switchOfTerminal.length, switches, switchOfTerminal.length + links.length, []);
  const [terminal, link] = [net.linkClass("terminal"), net.linkClass("link")];
  switchOfTerminal.forEach((s, t) => net.connect(t, switchOfTerminal.length + s, terminal));
  for (const [a, b] of links) net.connect(switchOfTerminal.length + a, switchOfTerminal.length + b, link);
  return net.finish();
}

/**
 * Smallest bandwidth between two equal halves of the terminals, by trying every assignment of switches to sides. Terminals with one switch
 * follow it, except that one switch may give some but not all of its terminals to the other side. Terminals with several switches may be on
 * either side.
 */
function smallestBisection({ terminals, switches, firstOut, head, tail }: Network, rateOf = (_channel: number) => 1): number {
  const switchesOf = Array.from({ length: terminals }, (_, t) => new Set(head.subarray(firstOut[t], firstOut[t + 1])));
  const terminalsOf = Array.from({ length: switches }, (_, s) =>
    switchesOf.flatMap((homes, t) => (homes.size === 1 && homes.has(terminals + s) ? [t] : [])),
  );
  const multiHomed = switchesOf.flatMap((homes, t) => (homes.size > 1 ? [t] : []));
  const unlinkedCount = switchesOf.filter(({ size }) => size === 0).length;
  const movableNodes = [...Array.from({ length: switches }, (_, s) => terminals + s), ...multiHomed];
  /** For each switch, the rates of its terminals' links in ascending order. */
  const terminalRates = terminalsOf.map((ownTerminals) =>
    ownTerminals
      .map((t) => [...head.keys()].slice(firstOut[t], firstOut[t + 1]).reduce((sum, c) => sum + rateOf(c), 0))
      .sort((a, b) => a - b),
  );
  const linkedTerminals = [...terminalsOf.flat(), ...multiHomed];
  const side = new Uint8Array(terminals + switches);
  let fewest = Infinity;
  for (let set = 0; set < 2 ** movableNodes.length; set++) {
    movableNodes.forEach((n, i) => (side[n] = (set >> i) & 1));
    terminalsOf.forEach((ownTerminals, s) => ownTerminals.forEach((t) => (side[t] = side[terminals + s])));
    const sideCount = linkedTerminals.reduce((sum, t) => sum + side[t], 0);
    let crossing = 0;
    for (let c = 0; c < head.length; c++) if (side[tail[c]] === 1 && side[head[c]] === 0) crossing += rateOf(c);
    for (const half of [Math.floor(terminals / 2), Math.ceil(terminals / 2)]) {
      // Terminals without a link can be added to either half.
      if (sideCount <= half && sideCount + unlinkedCount >= half) fewest = Math.min(fewest, crossing);
      terminalsOf.forEach((ownTerminals, s) => {
        for (let movedCount = 1; movedCount < ownTerminals.length; movedCount++) {
          const sideCountAfterMove = sideCount + (side[terminals + s] === 1 ? -movedCount : movedCount);
          if (sideCountAfterMove > half || sideCountAfterMove + unlinkedCount < half) continue;
          fewest = Math.min(
            fewest,
            terminalRates[s].slice(0, movedCount).reduce((sum, rate) => sum + rate, crossing),
          );
        }
      });
    }
  }
  return fewest;
}
