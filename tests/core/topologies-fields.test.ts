/**
 * Tests of Slim Fly and PolarFly: counts for each order, computed by the constructions of their papers and confirmed by other publications.
 */
import { describe, expect, it } from "vitest";
import { findBisection } from "../../src/core/analysis/bisection/bisection.ts";
import { primeBaseOf } from "../../src/core/base/galois.ts";
import { defaultsOf } from "../../src/core/base/params.ts";
import { compile } from "../../src/core/run/compile.ts";
import { nameOfNode, type Network } from "../../src/core/network/network.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { polarfly } from "../../src/core/topologies/low-diameter/polarfly.ts";
import { slimFly } from "../../src/core/topologies/low-diameter/slim-fly.ts";
import { isThorough } from "../effort.ts";
import { dependencyGraph } from "../reference/dependency-graph.ts";

/** Degrees, distances, triangles and girth of the switch graph, by a breadth-first search from each switch. */
function propertiesOf({ terminals, switches, firstOut, head }: Network) {
  const neighborsOf = Array.from({ length: switches }, (_, switchNumber) =>
    [...head.subarray(firstOut[terminals + switchNumber], firstOut[terminals + switchNumber + 1])]
      .filter((neighbor) => neighbor >= terminals)
      .map((neighbor) => neighbor - terminals),
  );
  const neighborSets = neighborsOf.map((neighbors) => new Set(neighbors));
  let [sum, diameter, triangles, squares] = [0, 0, 0, 0];
  for (let from = 0; from < switches; from++) {
    const distance = new Int32Array(switches).fill(-1);
    /** Number of paths of two links to each switch. */
    const twoLinkPaths = new Int32Array(switches);
    distance[from] = 0;
    const reached = [from];
    for (const switchNumber of reached) {
      // After all switches have been reached, only neighbors contribute further paths of two links.
      if (reached.length === switches && distance[switchNumber] > 1) break;
      for (const neighbor of neighborsOf[switchNumber]) {
        if (distance[switchNumber] === 1) twoLinkPaths[neighbor]++;
        if (distance[neighbor] < 0) distance[neighbor] = distance[reached[reached.push(neighbor) - 1]] = distance[switchNumber] + 1;
      }
    }
    expect(reached.length).toBe(switches);
    distance.forEach((d, to) => {
      sum += d;
      diameter = Math.max(diameter, d);
      if (to === from) return;
      if (neighborSets[from].has(to)) triangles += twoLinkPaths[to] / 6;
      squares += (twoLinkPaths[to] * (twoLinkPaths[to] - 1)) / 2;
    });
  }
  const girth = triangles > 0 ? 3 : squares > 0 ? 4 : 5;
  return {
    degrees: neighborsOf.map((neighbors) => neighbors.length),
    diameter,
    mean: sum / (switches * (switches - 1)),
    triangles: Math.round(triangles),
    squares,
    girth,
  };
}

describe("Slim Fly", () => {
  // Columns: q, δ, switches, k′, p, radix, terminals, links, triangles, mean; computed by the construction of Besta, Hoefler (SC 2014). The
  // numbers of the first orders are also published elsewhere.
  it.each([
    [3, -1, 18, 5, 3, 8, 54, 45, 6, 1.705882],
    [4, 0, 32, 6, 3, 9, 96, 96, 0, 1.806452],
    [5, 1, 50, 7, 4, 11, 200, 175, 0, 1.857143],
    [7, -1, 98, 11, 6, 17, 588, 539, 98, 1.886598],
    [8, 0, 128, 12, 6, 18, 768, 768, 128, 1.905512],
    [11, -1, 242, 17, 9, 26, 2178, 2057, 726, 1.929461],
    [17, 1, 578, 25, 13, 38, 7514, 7225, 2312, 1.956672],
    [19, -1, 722, 29, 15, 44, 10830, 10469, 5054, 1.959778],
    [9, 1, 162, 13, 7, 20, 1134, 1053, 108, 1.919255],
    [13, 1, 338, 19, 10, 29, 3380, 3211, 676, 1.94362],
    [16, 0, 512, 24, 12, 36, 6144, 6144, 2048, 1.953033],
    [25, 1, 1250, 37, 19, 56, 23750, 23125, 12500, 1.970376],
    [27, -1, 1458, 41, 21, 62, 30618, 29889, null, 1.97186],
  ])("of q = %i", (q, delta, switches, degree, p, radix, terminals, links, triangles, mean) => {
    expect(degree).toBe((3 * q - delta) / 2);
    const facts = slimFly.expectedFacts({ q, p: 0 });
    expect(facts).toMatchObject({ switches, terminals, links: terminals + links, diameter: 4 });
    expect(facts.parts.switches).toEqual([{ level: -1, ports: radix, count: switches }]);
    expect(facts).toEqual(slimFly.expectedFacts({ q, p }));
    const { ofSwitches } = facts;
    expect(ofSwitches).toMatchObject({ diameter: 2, meanDistance: 2 - degree / (2 * q * q - 1) });
    expect(ofSwitches!.meanDistance).toBeCloseTo(mean, 6);
    const is = propertiesOf(slimFly.build({ q, p: 1 }));
    expect(new Set(is.degrees)).toEqual(new Set([degree]));
    expect([is.diameter, is.girth]).toEqual([2, ofSwitches!.girth]);
    expect(is.mean).toBeCloseTo(ofSwitches!.meanDistance, 12);
    if (triangles !== null) expect(is.triangles).toBe(triangles);
  });

  it("of q = 5 is the graph of Hoffman and Singleton: no square, no triangle, and the most switches that two links can join", () => {
    const { triangles, squares } = propertiesOf(slimFly.build({ q: 5, p: 1 }));
    expect([triangles, squares, 1 + 7 * 7]).toEqual([0, 0, 50]);
  });

  it("numbers switch b of group a of half s as s q² + a q + b, and joins (0, x, y) with (1, m, c) where y = m x + c", () => {
    const { terminals, firstOut, head, linkClass, linkClasses, coordinates } = slimFly.build({ q: 5, p: 1 });
    for (let s = 0; s < 50; s++) {
      const place = [Math.floor(s / 25), Math.floor(s / 5) % 5, s % 5];
      expect([...coordinates.subarray(3 * (terminals + s), 3 * (terminals + s + 1))]).toEqual(place);
      for (let c = firstOut[terminals + s]; c < firstOut[terminals + s + 1]; c++) {
        const to = head[c] - terminals;
        if (linkClasses[linkClass[c]] !== "global" || s >= 25) continue;
        const [m, b] = [Math.floor(to / 5) % 5, to % 5];
        expect([Math.floor(to / 25), (m * place[1] + b) % 5]).toEqual([1, place[2]]);
      }
    }
  });

  it("names a switch by its place, its group and its half, and one of a PolarFly by its layer", () => {
    expect(nameOfNode(slimFly.build({ q: 5, p: 1 }), 50 + 38)).toBe("switch 3 of group 2, half 1");
    const plane = polarfly.build({ q: 3, p: 1 });
    const layers = Array.from({ length: 13 }, (_, s) => nameOfNode(plane, 13 + s).replace(/^switch \d of /, ""));
    expect(["W", "V₁", "V₂"].map((layer) => layers.filter((own) => own === layer).length)).toEqual([4, 6, 3]);
  });
});

describe("PolarFly", () => {
  // Columns: q, switches, links, triangles, mean, W, V₁, V₂; computed by the construction of Lakhotia et al. (SC 2022). The numbers of the
  // first orders are also published elsewhere.
  it.each([
    [2, 7, 9, 1, 1.571429, 3, 4, 0],
    [3, 13, 24, 4, 1.692308, 4, 6, 3],
    [5, 31, 90, 20, 1.806452, 6, 15, 10],
    [7, 57, 224, 56, 1.859649, 8, 28, 21],
    [9, 91, 450, 120, 1.89011, 10, 45, 36],
    [13, 183, 1274, 364, 1.923497, 14, 91, 78],
    [4, 21, 50, 10, 1.761905, 5, 16, 0],
    [8, 73, 324, 84, 1.876712, 9, 64, 0],
    [11, 133, 792, 220, 1.909774, 12, 66, 55],
    [16, 273, 2312, 680, 1.937729, 17, 256, 0],
    [25, 651, 8450, 2600, 1.960061, 26, 325, 300],
    [27, 757, 10584, 3276, 1.963012, 28, 378, 351],
    [31, 993, 15872, 4960, 1.967774, 32, 496, 465],
  ])("of q = %i", (q, switches, links, triangles, mean, ...layers) => {
    const [p, terminals] = [Math.ceil((q + 1) / 2), switches * Math.ceil((q + 1) / 2)];
    const facts = polarfly.expectedFacts({ q, p: 0 });
    expect(facts).toMatchObject({ switches, terminals, links: terminals + links, diameter: 4 });
    expect(facts.parts.switches).toEqual([
      { level: -1, ports: p + q + 1, count: switches - q - 1 },
      { level: -1, ports: p + q + 1, spare: 1, count: q + 1 },
    ]);
    const { ofSwitches } = facts;
    expect(ofSwitches).toEqual({ diameter: 2, meanDistance: 2 - (q + 1) / (q * q + q + 1), girth: 3 });
    expect(ofSwitches!.meanDistance).toBeCloseTo(mean, 6);
    const network = polarfly.build({ q, p: 1 });
    const is = propertiesOf(network);
    // Switches of W have one link fewer, and no two switches have two neighbors in common.
    expect(is.degrees.filter((degree) => degree === q).length).toBe(q + 1);
    expect(is.degrees.filter((degree) => degree === q + 1).length).toBe(q * q);
    expect(is).toMatchObject({ diameter: 2, triangles: (q * (q * q - 1)) / 6, squares: 0, girth: 3 });
    expect(is.triangles).toBe(triangles);
    expect(is.mean).toBeCloseTo(ofSwitches!.meanDistance, 12);
    const counts = [0, 0, 0];
    for (let s = 0; s < switches; s++) counts[network.coordinates[2 * (network.terminals + s)]]++;
    expect(counts).toEqual(layers);
  });

  it("places points in sectors: those of a sector are beside the point that it begins with, and beside no other of those", () => {
    for (const q of [3, 4, 5, 7, 8, 9]) {
      const { terminals: T, switches, coordinates, firstOut, head } = polarfly.build({ q, p: 1 });
      const [centreLayer, sectors] = q % 2 === 0 ? [1, q + 1] : [0, q];
      const at = (layer: number, position: number) => {
        for (let n = T; n < T + switches; n++) if (coordinates[2 * n] === layer && coordinates[2 * n + 1] === position) return n;
        throw new Error(`nothing is at ${position} of layer ${layer}`);
      };
      const beside = (n: number) => [...head.subarray(firstOut[n], firstOut[n + 1])].filter((to) => to >= T);
      const centre = at(centreLayer, 0);
      expect(beside(centre).length).toBe(sectors);
      const counts = [0, 1, 2].map((layer) => {
        let count = layer === centreLayer ? -1 : 0;
        for (let n = T; n < T + switches; n++) if (coordinates[2 * n] === layer) count++;
        return count;
      });
      for (const first of beside(centre)) {
        // Each sector gets an equal, contiguous part of each layer.
        const own = [first, ...beside(first).filter((n) => n !== centre)];
        const pieces = counts.map((count, layer) => {
          const positions = own
            .filter((n) => coordinates[2 * n] === layer)
            .map((n) => coordinates[2 * n + 1] - Number(layer === centreLayer));
          expect(positions.length).toBe(count / sectors);
          return new Set(positions.map((position) => Math.floor(position / (count / sectors))));
        });
        expect(new Set(pieces.flatMap((piece) => [...piece])).size).toBe(1);
      }
    }
  });
});

describe("an order without a field", () => {
  it("is refused, and the nearest that exist and fit are given", () => {
    expect(slimFly.check({ q: 28, p: 0 })).toEqual([
      {
        path: "q",
        message: "there is no field of 28 elements: 28 is not a power of a prime.",
        remedy: "Use 27 or 29.",
        nearest: 27,
        otherSide: 29,
      },
    ]);
    expect([slimFly.params.q.min, polarfly.params.q.min]).toEqual([3, 2]);
    expect(slimFly.check({ q: 6, p: 0 })).toMatchObject([{ nearest: 5, otherSide: 7 }]);
    // With this number of terminals per switch, 31 is the largest order within 65,536 terminals.
    expect(slimFly.check({ q: 33, p: 32 })).toMatchObject([{ nearest: 32, remedy: "Use 32." }]);
    expect(polarfly.check({ q: 6, p: 4 })).toMatchObject([{ nearest: 5, otherSide: 7 }]);
    for (let q = 2; q <= 128; q++) expect(polarfly.check({ q, p: 1 }).length).toBe(primeBaseOf(q) === null ? 1 : 0);
  });
});

describe("ways in networks of two links", () => {
  const slim = slimFly.build({ q: 3, p: 1 });
  const polar = polarfly.build({ q: 3, p: 1 });
  const classesOf = (id: string, network: Network) => {
    const routing = allRoutings.get(id);
    return routing.compile(defaultsOf(routing.params), network).vcClasses;
  };

  it("need two classes by hops where they are minimal, and four over a switch", () => {
    for (const network of [slim, polar, slimFly.build({ q: 7, p: 0 }), polarfly.build({ q: 8, p: 0 })]) {
      expect(["shortest-path", "valiant", "ugal"].map((id) => classesOf(id, network))).toEqual([2, 4, 4]);
    }
  });

  it("are free of deadlock with these, and minimal ones are not with one class", () => {
    for (const network of [slim, polar]) {
      const free = (id: string, values: object = {}) => {
        const routing = allRoutings.get(id);
        return dependencyGraph(network, routing.compile({ ...defaultsOf(routing.params), ...values }, network))?.isDeadlockFree;
      };
      expect([free("shortest-path"), free("valiant"), free("ugal"), free("shortest-path", { classes: "none" })]).toEqual([
        true,
        true,
        true,
        false,
      ]);
    }
  });

  it("begin with shortest paths, and open with many terminals, each with its ways", () => {
    // Networks of 65,536 terminals are tested on request only, because other tests build networks of this size.
    for (const [topology, kind, least] of isThorough
      ? ([
          [{ kind: "slim-fly", q: 37, p: 23 }, "shortest-path", 62_000],
          [{ kind: "slim-fly", q: 37, p: 23 }, "ugal", 62_000],
          [{ kind: "polarfly", q: 61, p: 17 }, "valiant", 62_000],
        ] as const)
      : ([
          [{ kind: "slim-fly", q: 13, p: 23 }, "shortest-path", 7000],
          [{ kind: "slim-fly", q: 13, p: 23 }, "ugal", 7000],
          [{ kind: "polarfly", q: 19, p: 17 }, "valiant", 6000],
        ] as const)) {
      const scenario = readScenario({ version: 2, topology, workload: { kind: "open-loop", pattern: "uniform", load: 0.3 } });
      expect(scenario.routing.kind).toBe("shortest-path");
      const { network, routing } = compile({ ...scenario, routing: { kind, values: defaultsOf(allRoutings.get(kind).params) } }).plan;
      expect(network.terminals).toBeGreaterThan(least);
      const out = new Int32Array(routing.maxCandidates);
      const [from, to] = [0, network.terminals - 1];
      let [at, state, hops] = [from, routing.initialState?.(from, to, 1e9) ?? 0, 0];
      for (; at !== to && hops < 9; hops++) {
        routing.route(at, to, state, out);
        const next = network.head[Math.floor(out[0] / routing.vcClasses)];
        state = routing.nextState?.(at, to, state, out[0]) ?? state;
        at = next;
      }
      expect([at, hops <= (kind === "shortest-path" ? 4 : 6)]).toEqual([to, true]);
    }
  });

  it.each([
    [slimFly.build({ q: 3, p: 1 }), 15],
    [slimFly.build({ q: 4, p: 1 }), 32],
    [slimFly.build({ q: 5, p: 1 }), 65],
    [slimFly.build({ q: 7, p: 1 }), 175],
    [polarfly.build({ q: 5, p: 1 }), 30],
    [polarfly.build({ q: 7, p: 1 }), 79],
    [polarfly.build({ q: 9, p: 1 }), 164],
  ])("are cut in half by no more links than others found (%#)", (network, printed) => {
    const found = findBisection(network, "switches")!;
    expect(found.channels).toBeLessThanOrEqual(printed);
    expect(found.least!.links).toBeLessThanOrEqual(found.channels);
    expect(found.channels).toBeGreaterThan(printed * 0.9);
  });
});
