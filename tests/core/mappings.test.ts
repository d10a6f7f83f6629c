/** Tests of mappings derived by hand, and of the property that different ranks are on different terminals. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ValidationIssue, ScenarioError } from "../../src/core/base/errors.ts";
import { type ChosenKind, readParams, type Values } from "../../src/core/base/params.ts";
import { allMappings } from "../../src/core/mappings/index.ts";
import type { TopologyFacts } from "../../src/core/topologies/contract.ts";
import { arbitraryParams, build, examplesOf, factsOf, smallTopology } from "../contracts/arbitrary.ts";

const mesh = (...sizes: readonly number[]): ChosenKind => ({ kind: "mesh", values: { sizes, terminalsPerSwitch: 1 } });
const rails = (hosts: number, accelerators: number): ChosenKind => ({
  kind: "rails",
  values: { hosts, accelerators, inner: "switch", wiring: "only", ports: 4, terminalLinks: 1 },
});
const tree: ChosenKind = { kind: "k-ary-n-tree", values: { k: 4, n: 2 } };

/** Terminals of the first ranks. By default there are as many ranks as the mapping has positions. */
function terminalsOf(topology: ChosenKind, id: string, document: Values = {}, ranks?: number): readonly number[] {
  const { params, check, places, compile } = allMappings.get(id);
  const values = readParams(params, document, "", []);
  const facts = factsOf(topology) as TopologyFacts;
  const issues = check(values, facts);
  if (issues.length > 0) throw new ScenarioError(issues);
  return [...compile(values, ranks ?? places(values, facts), build(topology))];
}

describe("by hand", () => {
  it("consecutive", () => {
    expect(terminalsOf(mesh(5), "consecutive")).toEqual([0, 1, 2, 3, 4]);
    expect(terminalsOf(mesh(5), "consecutive", { first: 2 })).toEqual([2, 3, 4]);
    expect(terminalsOf(mesh(5), "consecutive", {}, 2)).toEqual([0, 1]);
  });

  it("strided, round after round", () => {
    expect(terminalsOf(mesh(8), "strided")).toEqual([0, 2, 4, 6, 1, 3, 5, 7]);
    expect(terminalsOf(mesh(8), "strided", { stride: 3 })).toEqual([0, 3, 6, 1, 4, 7, 2, 5]);
    expect(terminalsOf(mesh(8), "strided", { stride: 3, first: 3 }, 3)).toEqual([1, 4, 7]);
    expect(terminalsOf(mesh(8), "strided", { stride: 8 })).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("central, an odd one out to the right", () => {
    expect(terminalsOf(tree, "central", {}, 4)).toEqual([6, 7, 8, 9]);
    expect(terminalsOf(tree, "central", {}, 5)).toEqual([5, 6, 7, 8, 9]);
    expect(terminalsOf(tree, "central").length).toBe(16);
  });

  it("listed", () => expect(terminalsOf(tree, "list", { terminals: [9, 2, 7] }, 2)).toEqual([9, 2]));

  it("along axes, the last named fastest", () => {
    // On a mesh of 3 × 2, terminal x + 3y has the coordinates (x, y).
    expect(terminalsOf(mesh(3, 2), "axis-order", { order: ["X", "Y"] })).toEqual([0, 3, 1, 4, 2, 5]);
    expect(terminalsOf(mesh(3, 2), "axis-order", { order: ["Y", "X"] })).toEqual([0, 1, 2, 3, 4, 5]);
    // The rule of Chakaravarthy et al., §5.2: Z = r mod N_Z, Y = (r / N_Z) mod N_Y, X = r / (N_Z N_Y).
    const [nx, ny, nz] = [2, 3, 4];
    const byRule = Array.from({ length: 24 }, (_, r) => {
      const [x, y, z] = [Math.floor(r / (nz * ny)), Math.floor(r / nz) % ny, r % nz];
      return x + nx * (y + ny * z);
    });
    expect(terminalsOf(mesh(nx, ny, nz), "axis-order", { order: ["X", "Y", "Z"] })).toEqual(byRule);
  });

  it("axes that are not named run slowest, the first of them fastest", () => {
    expect(terminalsOf(mesh(2, 2, 2), "axis-order", { order: ["Z"] })).toEqual([0, 4, 1, 5, 2, 6, 3, 7]);
    expect(terminalsOf(mesh(2, 2, 2), "axis-order", { order: ["X"] })).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("along axes, terminals of one switch stay together", () => {
    const pairs = { kind: "mesh", values: { sizes: [2, 2], terminalsPerSwitch: 2 } };
    expect(terminalsOf(pairs, "axis-order", { order: ["X", "Y"] })).toEqual([0, 1, 4, 5, 2, 3, 6, 7]);
  });

  it("by hosts and rails, which are numbered host by host", () => {
    expect(terminalsOf(rails(3, 2), "by-host")).toEqual([0, 1, 2, 3, 4, 5]);
    expect(terminalsOf(rails(3, 2), "by-rail")).toEqual([0, 2, 4, 1, 3, 5]);
    expect(terminalsOf(rails(3, 2), "by-rail", { first: 3 })).toEqual([1, 3, 5]);
    // Each plane is a separate network and a rail of the hosts.
    const planes = { kind: "clos", values: { ports: 4, levels: 2, oversubscription: 1, planes: 2, terminalLinks: 1 } };
    expect(terminalsOf(planes, "by-rail", {}, 9)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 1]);
  });

  it("by hosts and rails, where the terminals of a switch are numbered one after the other", () => {
    expect(terminalsOf(tree, "by-host")).toEqual(terminalsOf(tree, "consecutive"));
    expect(terminalsOf(tree, "by-rail")).toEqual(terminalsOf(tree, "strided", { stride: 4 }));
    expect(terminalsOf(mesh(5), "by-rail")).toEqual([0, 1, 2, 3, 4]);
  });

  it("by hosts and rails, where hosts are boards", () => {
    // Two rows of two boards of 2 × 2 accelerators, numbered board by board.
    const boards = { kind: "hamming-mesh", values: { a: 2, b: 2, x: 2, y: 2 } };
    expect(terminalsOf(boards, "by-host")).toEqual(terminalsOf(boards, "consecutive"));
    expect(terminalsOf(boards, "by-rail", {}, 5)).toEqual([0, 4, 8, 12, 1]);
  });

  it("by hosts and rails, where hosts are not alike: the last find theirs filled and pass on", () => {
    const graph = { kind: "graph", values: { switches: 2, links: [{ a: 0, b: 1 }], terminalsPerSwitch: 1, terminals: [1, 0, 1, 1] } };
    expect(terminalsOf(graph, "by-host")).toEqual([1, 0, 2, 3]);
    expect(terminalsOf(graph, "by-rail")).toEqual([1, 0, 2, 3]);
    expect(terminalsOf({ ...graph, values: { ...graph.values, terminals: [0, 0, 1, 1, 1] } }, "by-rail")).toEqual([0, 2, 1, 3, 4]);
  });

  it("scattered: hosts in an order that never changes, each of them filled", () => {
    const all = terminalsOf(rails(4, 3), "scattered");
    expect(all).toEqual([0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11]);
    expect(terminalsOf(rails(4, 3), "scattered", { seed: 2 })).not.toEqual(all);
    expect([...terminalsOf(rails(4, 3), "scattered", {}, 5), ...terminalsOf(rails(4, 3), "scattered", { first: 5 })]).toEqual(all);
    // Published links depend on this order: the hosts are drawn in the same order as the terminals of a network that has as many terminals
    // as this one has hosts.
    expect(terminalsOf(mesh(16), "scattered")).toEqual(terminalsOf(tree, "random"));
  });

  it("random: another order for another seed, and parts of one order never meet", () => {
    const all = terminalsOf(tree, "random");
    // This order must not change, because published links depend on it.
    expect(all).toEqual([4, 11, 1, 9, 0, 15, 12, 14, 10, 7, 8, 2, 13, 6, 3, 5]);
    expect(terminalsOf(tree, "random", { seed: 2 })).not.toEqual(all);
    expect([...terminalsOf(tree, "random", {}, 6), ...terminalsOf(tree, "random", { first: 6 })]).toEqual(all);
  });
});

describe("refused, with place and remedy", () => {
  it.each([
    ["consecutive", { first: 16 }, tree, "first: position 16 does not exist; there are 16 positions, 0 to 15. Use 15 or less."],
    ["strided", { stride: 17 }, tree, "stride: a stride of 17 is larger than the number of terminals, 16. Use 16 or less."],
    ["axis-order", {}, tree, "order.0: this network has no axis X; its terminals have no axes. Choose another mapping."],
    ["axis-order", { order: ["X", "Z"] }, mesh(3, 2), "order.1: this network has no axis Z; it has X, Y. Use the axes of the network."],
    ["axis-order", { order: ["X", "Y", "X"] }, mesh(3, 2), "order.2: axis X is named twice. Name each axis once."],
    ["list", { terminals: [3, 16] }, tree, "terminals.1: terminal 16 does not exist; there are 16 terminals, 0 to 15. Use 15 or less."],
    ["list", { terminals: [3, 1, 3] }, tree, "terminals.2: terminal 3 is named twice; a terminal holds one rank. Name each terminal once."],
  ])("%s %j", (id, document, topology, message) => expect(() => terminalsOf(topology, id, document)).toThrow(message));
});

/** Mappings in which the position of a rank depends on the number of ranks, so that they are not a prefix of one common order. */
const dependOnRankCount = new Set(["central", "quadrants", "mirror-pairs"]);

describe.each(allMappings.kinds)("$id", (mapping) => {
  const values = fc.oneof(
    fc.constantFrom(...examplesOf(mapping).map((example) => example.values)),
    arbitraryParams(mapping.params, { span: 30, length: 4 }),
  );
  const drawn = fc.tuple(smallTopology(40), values, fc.double({ min: 0, max: 1, noNaN: true }));
  const issuesOf = (topology: ChosenKind, values: Values): readonly ValidationIssue[] =>
    mapping.check(values, factsOf(topology) as TopologyFacts);

  it("gives every rank a separate terminal, and fewer ranks the first of those", () => {
    let placed = 0;
    fc.assert(
      fc.property(drawn, ([topology, values, part]) => {
        fc.pre(issuesOf(topology, values).length === 0);
        const network = build(topology);
        const most = mapping.places(values, network);
        expect(most).toBeLessThanOrEqual(network.terminals);
        const ranks = Math.ceil(part * most);
        const terminals = mapping.compile(values, ranks, network);
        expect(terminals.length).toBe(ranks);
        expect(new Set(terminals).size).toBe(ranks);
        expect(terminals.every((terminal) => terminal >= 0 && terminal < network.terminals)).toBe(true);
        if (!dependOnRankCount.has(mapping.id)) expect(mapping.compile(values, most, network).slice(0, ranks)).toEqual(terminals);
        if (!mapping.readsCoordinates) {
          const none = new Int32Array(0);
          const bare = { terminals: network.terminals, axes: [], coordinates: none, head: none, firstOut: none };
          expect(mapping.compile(values, ranks, bare)).toEqual(terminals);
        }
        placed++;
      }),
      { numRuns: 100 },
    );
    expect(placed).toBeGreaterThan(50);
  });

  it("says what does not fit", () => {
    fc.assert(
      fc.property(drawn, ([topology, values]) => {
        for (const { path, message, remedy } of issuesOf(topology, values)) {
          expect(Object.keys(mapping.params)).toContain(path.split(".")[0]);
          expect(message).toMatch(/\.$/);
          expect(remedy).toMatch(/\.$/);
        }
      }),
      { numRuns: 60 },
    );
  });
});
