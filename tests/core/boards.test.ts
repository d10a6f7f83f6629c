/** Tests of HammingMesh: closed forms against searches, the wiring, and the routings. */
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { dependencyGraph } from "../reference/dependency-graph.ts";
import type { Values } from "../../src/core/base/params.ts";
import { allMappings } from "../../src/core/mappings/index.ts";
import { nameOfChannel, nameOfNode, type Network } from "../../src/core/network/network.ts";
import type { CompiledRouting } from "../../src/core/plan/routing.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { shortestPaths } from "../../src/core/routings/shortest-paths.ts";
import { checkScenario, readScenario } from "../../src/core/scenario/scenario.ts";
import { build, distancesFrom, factsOf } from "../contracts/arbitrary.ts";
import { cases } from "../effort.ts";

const hammingMesh = (a: number, b: number, x: number, y: number) => ({ kind: "hamming-mesh", values: { a, b, x, y } });
const networkOf = (...sizes: readonly [number, number, number, number]) => build(hammingMesh(...sizes));
const compileRouting = (network: Network, id: string, values: Values = {}) =>
  allRoutings
    .get(id)
    .compile(
      { ...(readScenario({ topology: { kind: "hamming-mesh" }, routing: { kind: id } }).routing.values as object), ...values },
      network,
    );

describe("what is known before it is built", () => {
  it.each([
    [4, [64, 16, 128, 64, 4], "3.30159"],
    [16, [1024, 64, 2048, 1024, 4], "3.81623"],
  ])("Hx2Mesh %i × %i", (side, numbers, mean) => {
    const { terminals, switches, parts, diameter, meanDistance, links } = factsOf(hammingMesh(2, 2, side, side))!;
    const [board, row, column] = parts.links.map(({ count }) => count);
    expect([terminals, switches, row + column, board, diameter]).toEqual(numbers);
    expect(links).toBe(board + row + column);
    expect(meanDistance!.toFixed(5)).toBe(mean);
    expect(parts.switches).toEqual([{ level: -1, ports: 2 * side, count: 4 * side }]);
  });

  it("is what a search finds", () => {
    const side = fc.integer({ min: 1, max: 7 });
    const count = fc.integer({ min: 1, max: 5 });
    const sizes = fc.tuple(side, side, count, count).filter(([a, b, x, y]) => a * b * x * y > 1 && a * b * x * y <= 400);
    fc.assert(
      fc.property(sizes, ([a, b, x, y]) => {
        const network = networkOf(a, b, x, y);
        const facts = factsOf(hammingMesh(a, b, x, y))!;
        let [sum, farthest] = [0, 0];
        for (let from = 0; from < network.terminals; from++) {
          for (const distance of distancesFrom(network, from).subarray(0, network.terminals)) {
            sum += distance;
            farthest = Math.max(farthest, distance);
          }
        }
        expect([network.terminals, network.switches, network.head.length / 2]).toEqual([a * b * x * y, x * a + y * b, facts.links]);
        expect(facts.links).toBe(x * y * (a * (b - 1) + b * (a - 1)) + 2 * y * x * a + 2 * x * y * b);
        expect(facts.diameter).toBe(farthest);
        expect(facts.meanDistance).toBeCloseTo(sum / (network.terminals * (network.terminals - 1)), 9);
      }),
      { numRuns: cases(40) },
    );
  });
});

describe("how it is wired", () => {
  const leads = ({ firstOut, head }: Network, n: number) => [...head.subarray(firstOut[n], firstOut[n + 1])];

  it("counts boards row by row, terminals row by row on a board; ports lead west, east, north, south", () => {
    // Two rows of two boards of 2 × 3: terminals 0 … 5 are board 0 (top left), 18 … 23 board 3 (bottom right).
    const network = networkOf(2, 3, 2, 2);
    const [rows, columns] = [24, 28];
    expect(leads(network, 0)).toEqual([rows, 1, columns, 3]);
    expect(leads(network, 4)).toEqual([3, 5, 1, columns + 1]);
    expect(leads(network, 22)).toEqual([21, 23, 19, columns + 4]);
    // Each switch leads to the first and the last terminal of each board. Row switch 3 belongs to the lower row of boards 2 and 3.
    expect(leads(network, rows + 3)).toEqual([15, 17, 21, 23]);
    expect(leads(network, columns + 5)).toEqual([8, 11, 20, 23]);
    expect([nameOfNode(network, rows + 3), nameOfNode(network, columns + 5)]).toEqual(["row switch 3", "column switch 5"]);
    expect(nameOfChannel(network, network.firstOut[0])).toBe("terminal 0 → row switch 0");
  });

  it("a board of one column hangs on the switch of its row by two links, and all boards of one are a HyperX with switches for links", () => {
    const network = networkOf(2, 1, 1, 3);
    expect([0, 1, 2].map((t) => leads(network, t))).toEqual([
      [6, 6, 8, 1],
      [7, 7, 0, 8],
      [6, 6, 9, 3],
    ]);
    expect(leads(network, 6)).toEqual([0, 0, 2, 2, 4, 4]);
    expect(factsOf(hammingMesh(1, 1, 3, 4))).toMatchObject({ terminals: 12, switches: 7, links: 48, diameter: 4 });
  });

  it("the largest is built, and routed without tables", () => {
    for (const make of [() => networkOf(2, 2, 128, 128), () => networkOf(4, 4, 64, 64)]) {
      const network = make();
      for (const id of ["dimension-order", "minimal-adaptive", "shortest-path", "valiant", "ugal"]) compileRouting(network, id);
      expect(network.terminals).toBe(65_536);
    }
  });
});

it("has ranks along whole rows, and then the next row, where they are mapped in axis order YX", () => {
  const network = networkOf(2, 2, 1, 2);
  const { axes } = network;
  const order = allMappings.get("axis-order");
  expect(order.check({ order: ["Y", "X"], first: 0 }, network)).toEqual([]);
  expect(order.check({ order: ["Z"], first: 0 }, network)).toMatchObject([{ nearest: "Y" }]);
  expect([...order.compile({ order: ["Y", "X"], first: 0 }, 8, network)]).toEqual([0, 1, 4, 5, 2, 3, 6, 7]);
  expect(axes.map(({ name, size, each }) => [name, size, each])).toEqual([
    ["column", 4, 2],
    ["row", 2, 2],
  ]);
});

describe("its routings", () => {
  it("know by arithmetic what tables tell", () => {
    const all = [networkOf(2, 2, 2, 3), networkOf(3, 3, 2, 2), networkOf(1, 5, 2, 1), networkOf(4, 1, 2, 2), networkOf(6, 2, 1, 2)];
    for (const network of all) {
      const byArithmetic = shortestPaths(network);
      const byTables = shortestPaths({ ...network, axes: [], coordinates: new Int32Array() });
      expect([byArithmetic.longestPath, byArithmetic.exemptHops, byArithmetic.canReach]).toEqual([
        byTables.longestPath,
        byTables.exemptHops,
        byTables.canReach,
      ]);
      const waysOf = ({ nextChannels }: typeof byTables, at: number, to: number) => {
        const out = new Int32Array(8);
        return [...out.subarray(0, nextChannels(at, to, out))].sort((p, q) => p - q);
      };
      for (let at = 0; at < network.terminals + network.switches; at++) {
        for (let to = 0; to < network.terminals; to++)
          if (at !== to) expect(waysOf(byArithmetic, at, to)).toEqual(waysOf(byTables, at, to));
      }
    }
  });

  const classesOf = (network: Network, id: string, values: Values = {}) => compileRouting(network, id, values).vcClasses;

  it("need few classes, and each that they have where boards are large", () => {
    // On boards of 2 × 2 no packet passes another terminal on its way to an edge, and minimal paths of 4 channels need 3 classes, as in the
    // paper.
    const small = networkOf(2, 2, 2, 2);
    expect([classesOf(small, "dimension-order"), classesOf(small, "minimal-adaptive"), classesOf(small, "shortest-path")]).toEqual([
      1, 2, 3,
    ]);
    expect([classesOf(small, "valiant"), classesOf(small, "ugal")]).toEqual([2, 2]);
    const large = networkOf(3, 3, 2, 2);
    expect([classesOf(large, "dimension-order"), classesOf(large, "minimal-adaptive"), classesOf(large, "valiant")]).toEqual([2, 4, 4]);
    for (const [network, id] of [
      [small, "valiant"],
      [large, "dimension-order"],
      [large, "minimal-adaptive"],
      [large, "valiant"],
    ] as const) {
      const routing = compileRouting(network, id);
      expect(dependencyGraph(network, routing)).toMatchObject({ isDeadlockFree: true, isConnected: true });
      const first = id === "minimal-adaptive" ? 2 : 1;
      for (let merged = first; merged < routing.vcClasses; merged++) {
        const route: CompiledRouting["route"] = (at, to, state, out) => {
          const count = routing.route(at, to, state, out);
          for (let i = 0; i < count; i++) if (out[i] % routing.vcClasses === merged) out[i]--;
          return count;
        };
        expect(dependencyGraph(network, { ...routing, route })!.isDeadlockFree, `${id}, classes ${merged - 1} and ${merged}`).toBe(false);
      }
    }
  });

  test.each([
    ["dimension-order", "channelClasses", "bubble"],
    ["dimension-order", "channelClasses", "none"],
    ["minimal-adaptive", "escape", "on-entry"],
    ["minimal-adaptive", "escape", "none"],
  ])("%s refuses what is for rings: %s %s", (kind, param, choice) => {
    const scenario = readScenario({ topology: { kind: "torus" }, routing: { kind, [param]: choice } });
    const topology = readScenario({ topology: { kind: "hamming-mesh" } }).topology;
    expect(checkScenario({ ...scenario, topology })).toMatchObject([{ path: `routing.${param}`, nearest: "dateline" }]);
  });

  it("split traffic evenly over the two links of a board of one", () => {
    // Checked for every row and column: each of the four links of a board carries the same load, whatever breaks ties.
    const network = networkOf(1, 1, 4, 4);
    for (const halfWay of ["parity", "random"]) {
      const { route, initialState, nextState, equalDraws = 1 } = compileRouting(network, "dimension-order", { halfWay });
      const load = new Float64Array(network.head.length);
      const out = new Int32Array(8);
      for (let from = 0; from < 16; from++) {
        for (let to = 0; to < 16; to++) {
          if (from === to) continue;
          for (let i = 0; i < equalDraws; i++) {
            let state = initialState?.(from, to, Math.floor(((i + 0.5) / equalDraws) * 2 ** 32)) ?? 0;
            for (let at = from; at !== to; at = network.head[out[0]]) {
              route(at, to, state, out);
              load[out[0]] += 1 / equalDraws;
              state = nextState?.(at, to, state, out[0]) ?? state;
            }
          }
        }
      }
      const least = Math.min(...load);
      const most = Math.max(...load);
      // Each pair of links carries 12 packets in each direction.
      expect([least, most]).toEqual([6, 6]);
    }
  });
});
