/** Laws over the networks of every topology, on its examples and on random parameters. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChosenKind } from "../../src/core/base/params.ts";
import { checkNetwork } from "../../src/core/network/check.ts";
import { coordinate, type Network } from "../../src/core/network/network.ts";
import type { Facts } from "../../src/core/topologies/contract.ts";
import { topologies } from "../../src/core/topologies/index.ts";
import { build, distancesFrom, examplesOf, factsOf, seed, smallTopology } from "./arbitrary.ts";

/** Distances are found from every terminal up to this many, and from this many spread evenly beyond. */
const sources = 512;

describe.each(topologies.kinds)("$id", { timeout: 20_000 }, (kind) => {
  const examples = examplesOf(kind);

  it.each(examples)("example $values", expectLaws);

  it("random parameters", () => {
    fc.assert(fc.property(smallTopology(200, [kind]), expectLaws), { seed, numRuns: 60 });
  });

  it("is the same network every time it is built", () => {
    expect(build(examples[0])).toEqual(build(examples[0]));
  });
});

function expectLaws(topology: ChosenKind): void {
  const facts = factsOf(topology);
  if (facts === undefined) throw new Error("the topology's own check refuses this example");
  const network = build(topology);
  expectStructure(network);
  expectFacts(network, facts);
  expectAxes(network);
  checkNetwork(network);
}

/** Directions, order and ports, written without the checks the core makes itself. */
function expectStructure({ terminals, switches, firstOut, tail, head, reverse, linkClass, linkClasses, physicalPorts }: Network): void {
  const nodes = terminals + switches;
  let broken = "";
  const law = (holds: boolean, what: string) => {
    if (!holds && broken === "") broken = what;
  };
  const ports = Array.from({ length: nodes }, () => 0);
  for (let c = 0; c < head.length; c++) {
    const back = reverse[c];
    law(back !== c && reverse[back] === c, `reverse of channel ${c}`);
    law(tail[back] === head[c] && head[back] === tail[c], `ends of channel ${c}`);
    law(tail[c] !== head[c], `channel ${c} goes nowhere`);
    law(c === 0 || tail[c - 1] <= tail[c], `order of channel ${c}`);
    law(c >= firstOut[tail[c]] && c < firstOut[tail[c] + 1], `port of channel ${c}`);
    law(linkClass[c] === linkClass[back] && linkClass[c] < linkClasses.length, `class of channel ${c}`);
    law(tail[c] >= terminals || head[c] >= terminals, `channel ${c} joins two terminals`);
    ports[tail[c]]++;
  }
  for (let n = 0; n < nodes; n++) {
    law(n >= terminals ? ports[n] <= physicalPorts[n - terminals] : ports[n] >= 1, `ports of node ${n}`);
  }
  law(firstOut.length === nodes + 1 && firstOut[0] === 0 && firstOut[nodes] === head.length, "firstOut");
  expect(broken).toBe("");
}

/** Counts, diameter and mean distance as the closed forms say, found by breadth-first search. */
function expectFacts(network: Network, facts: Facts): void {
  const { terminals, switches, head, axes } = network;
  expect({ terminals, switches, links: head.length / 2, axes }).toEqual({
    terminals: facts.terminals,
    switches: facts.switches,
    links: facts.links,
    axes: facts.axes,
  });
  const step = Math.max(1, Math.floor(terminals / sources));
  let sum = 0;
  let pairs = 0;
  let largest = 0;
  for (let from = 0; from < terminals; from += step) {
    const distance = distancesFrom(network, from);
    if (distance.includes(Infinity)) throw new Error(`not all nodes are connected with terminal ${from}`);
    for (let to = 0; to < terminals; to++) {
      if (to === from) continue;
      sum += distance[to];
      pairs++;
      largest = Math.max(largest, distance[to]);
    }
  }
  if (facts.diameter !== null) expect(largest).toBe(pairs > 0 ? facts.diameter : 0);
  if (facts.meanDistance !== null) expect(pairs > 0 ? sum / pairs : 0).toBeCloseTo(facts.meanDistance, 9);
}

/** Coordinates mean what their axes say. */
function expectAxes(network: Network): void {
  const { terminals, switches, tail, head, axes } = network;
  const places = new Set<string>();
  for (let n = terminals; n < terminals + switches; n++) {
    const place = axes.map((_, axis) => coordinate(network, n, axis));
    const inside = axes.every(({ size }, axis) => place[axis] >= 0 && place[axis] < size);
    if (!inside) throw new Error(`switch ${n - terminals} is outside of the axes, at ${place.join(", ")}`);
    places.add(place.join());
  }
  expect(places.size, "no two switches are in one place").toBe(switches);
  let broken = "";
  for (let c = 0; c < head.length && broken === ""; c++) {
    if (tail[c] < terminals || head[c] < terminals) continue;
    const moves = axes.map((axis, a) => ({ ...axis, by: Math.abs(coordinate(network, head[c], a) - coordinate(network, tail[c], a)) }));
    const levels = moves.filter(({ kind }) => kind === "level");
    const grid = moves.filter(({ kind, by }) => (kind === "line" || kind === "ring") && by !== 0);
    const oneLevel = levels.every(({ by }) => by === 1);
    const oneStep = grid.length <= 1 && grid.every(({ kind, by, size }) => by === 1 || (kind === "ring" && by === size - 1));
    const moved = levels.length > 0 ? oneLevel : grid.length === 1;
    if (!oneLevel || !oneStep || !moved) broken = `channel ${c} joins no neighbours`;
  }
  expect(broken).toBe("");
}
