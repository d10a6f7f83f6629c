/** Properties of the networks of every topology, for its examples and random parameters. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChosenKind } from "../../src/core/base/params.ts";
import { checkNetwork } from "../../src/core/network/check.ts";
import { coordinate, type Network } from "../../src/core/network/network.ts";
import { billOfMaterials } from "../../src/core/network/bill-of-materials.ts";
import type { TopologyFacts } from "../../src/core/topologies/contract.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { cases } from "../effort.ts";
import { build, distancesFrom, examplesOf, factsOf, fastExamplesOf, smallTopology } from "./arbitrary.ts";

/** Distances are computed from all terminals up to this number, and from this many evenly spaced ones in larger networks. */
const maxSources = 512;

describe.each(allTopologies.kinds)("$id", (kind) => {
  const examples = examplesOf(kind);

  it.each(fastExamplesOf(kind))("example $values", expectLaws);

  it("random parameters", () => {
    fc.assert(fc.property(smallTopology(200, [kind]), expectLaws), { numRuns: cases(25) });
  });

  it("is the same network every time it is built", () => {
    expect(build(examples[0])).toEqual(build(examples[0]));
  });
});

/** Expects structure, groups, closed forms and axes of a topology's network. */
function expectLaws(topology: ChosenKind): void {
  const facts = factsOf(topology);
  if (facts === undefined) throw new Error("the topology's own check refuses this example");
  const network = build(topology);
  expectStructure(network);
  expectGroups(network);
  expectFacts(network, facts);
  expectAxes(network);
  checkNetwork(network);
}

/** Expects consistent directions, order and ports; written independently of the core's own checks. */
function expectStructure(network: Network): void {
  const { terminals, switches, firstOut, tail, head, reverse, linkClass, linkClasses, physicalPorts, regular, forwards } = network;
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
    law(forwards || tail[c] >= terminals || head[c] >= terminals, `channel ${c} joins two terminals that pass nothing on`);
    ports[tail[c]]++;
  }
  for (let n = 0; n < nodes; n++) {
    law(n >= terminals ? ports[n] <= physicalPorts[n - terminals] : ports[n] >= 1 || !regular, `ports of node ${n}`);
    const isBetween = new Set(head.subarray(firstOut[n], firstOut[n + 1])).size > 1;
    law(n >= terminals || !isBetween || forwards, `terminal ${n} stands between nodes and passes nothing on`);
  }
  law(firstOut.length === nodes + 1 && firstOut[0] === 0 && firstOut[nodes] === head.length, "firstOut");
  expect(broken).toBe("");
}

/** Expects that channels refer to existing groups only, and that every group limits its channels. */
function expectGroups({ group, groupCapacity, head, regular }: Network): void {
  expect(group.length).toBe(head.length);
  const members = Array.from(groupCapacity, () => 0);
  for (const g of group) {
    if (g === -1) continue;
    if (!(g in members)) throw new Error(`there is no group ${g}`);
    members[g]++;
  }
  expect(groupCapacity.every((capacity, g) => capacity > 0 && (capacity < members[g] || !regular))).toBe(true);
}

/** Expects counts, shape, diameter and mean distance to equal the closed forms; distances are computed by breadth-first search. */
function expectFacts(network: Network, facts: TopologyFacts): void {
  const { terminals, switches, head, axes, regular, forwards } = network;
  expect({ terminals, switches, links: head.length / 2, axes, regular, forwards }).toEqual({
    terminals: facts.terminals,
    switches: facts.switches,
    links: facts.links,
    axes: facts.axes,
    regular: facts.regular,
    forwards: facts.forwards,
  });
  if (!regular) return;
  expect(facts.parts).toEqual(billOfMaterials(network));
  const step = Math.max(1, Math.floor(terminals / maxSources));
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

/** Expects coordinates to have the meaning of their axes. */
function expectAxes(network: Network): void {
  if (network.axes.length === 0) return;
  expectPositions(network);
  if (network.axes.some(({ kind }) => kind === "shared")) expectShared(network);
  else if (network.axes.some(({ kind }) => kind === "rail")) expectRails(network);
  else if (network.axes.some(({ kind }) => kind === "board")) expectBoards(network);
  else expectAxisLinks(network);
}

/** Expects all switches at different positions within the axes. */
function expectPositions(network: Network): void {
  const { terminals, switches, axes } = network;
  const hasHosts = axes.some(({ kind }) => kind === "host");
  const mayBeAbsent = (kind: string) => kind === "shared" || kind === "board" || hasHosts;
  const positions = new Set<string>();
  for (let n = terminals; n < terminals + switches; n++) {
    const position = axes.map((_, axis) => coordinate(network, n, axis));
    const inside = axes.every(({ size, kind }, axis) => position[axis] >= (mayBeAbsent(kind) ? -1 : 0) && position[axis] < size);
    if (!inside) throw new Error(`switch ${n - terminals} is outside of the axes, at ${position.join(", ")}`);
    positions.add(position.join());
  }
  expect(positions.size, "no two switches are in one place").toBe(switches);
}

/** Switches shared by terminals: expects that a switch has one coordinate, and connects all terminals with this coordinate. */
function expectShared(network: Network): void {
  const { terminals, switches, firstOut, head, axes, regular } = network;
  for (let n = terminals; n < terminals + switches; n++) {
    const own = axes.map((_, axis) => coordinate(network, n, axis));
    const axis = own.findIndex((place) => place >= 0);
    expect(own.filter((place) => place >= 0).length).toBe(1);
    const joined = [...head.subarray(firstOut[n], firstOut[n + 1])];
    const agreeing = Array.from({ length: terminals }, (_, t) => t).filter((t) => coordinate(network, t, axis) === own[axis]);
    if (regular) expect(joined).toEqual(agreeing);
    else expect(agreeing).toEqual(expect.arrayContaining(joined));
  }
  const corners = new Set(Array.from({ length: terminals }, (_, t) => axes.map((_, axis) => coordinate(network, t, axis)).join()));
  expect(corners.size).toBe(terminals);
  expect(terminals).toBe(axes.reduce((product, { size }) => product * size, 1));
}

/** Expects that terminals are connected within their hosts and to their rails, and that switches of different rails are not connected. */
function expectRails(network: Network): void {
  const { terminals, switches, tail, head, axes } = network;
  expect(axes.map(({ kind }) => kind)).toEqual(["host", "rail", "level", "position"]);
  const at = (n: number) => axes.map((_, axis) => coordinate(network, n, axis));
  const places = new Set(Array.from({ length: terminals }, (_, t) => at(t).slice(0, 2).join()));
  expect(places.size).toBe(axes[0].size * axes[1].size);
  for (let n = 0; n < terminals + switches; n++) {
    const [host, rail, level, position] = at(n);
    if (n < terminals) expect([host >= 0, rail >= 0, level, position]).toEqual([true, true, -1, host]);
    else if (host >= 0) expect([rail, level, position]).toEqual([-1, -1, -1]);
    else expect(Math.min(level, position)).toBeGreaterThanOrEqual(0);
  }
  for (let c = 0; c < head.length; c++) {
    const [[host, rail, level], [otherHost, otherRail, otherLevel]] = [at(tail[c]), at(head[c])];
    // A channel stays within a host, or goes one level up or down: from a terminal to its rail, from a switch to a switch of its rail or a
    // spine of all rails.
    const isInside = host >= 0 && host === otherHost;
    const isOne =
      Math.abs(level - otherLevel) === 1 &&
      (rail === otherRail || (tail[c] >= terminals && head[c] >= terminals && Math.min(rail, otherRail) < 0));
    if (!isInside && !isOne) throw new Error(`channel ${c} joins ${at(tail[c]).join()} with ${at(head[c]).join()}`);
  }
}

/**
 * Expects that terminals form a grid and are connected along it, and that the switch of a line, which has one coordinate, connects the ends
 * of boards on that line.
 */
function expectBoards(network: Network): void {
  const { terminals, switches, firstOut, head, axes, regular } = network;
  const at = (n: number) => axes.map((_, axis) => coordinate(network, n, axis));
  const nodeAt = new Map(Array.from({ length: terminals + switches }, (_, n) => [at(n).join(), n]));
  expect(nodeAt.size).toBe(terminals + switches);
  expect(terminals).toBe(axes.reduce((product, { size }) => product * size, 1));
  for (let t = 0; t < terminals; t++) {
    const promised = axes.flatMap(({ each = 1, size }, axis) => {
      const place = at(t)[axis];
      expect(place >= 0 && place < size).toBe(true);
      const beside = (to: number, isEdge: boolean) =>
        nodeAt.get(
          at(t)
            .with(axis, isEdge ? -1 : to)
            .join(),
        );
      return [beside(place - 1, place % each === 0), beside(place + 1, (place + 1) % each === 0)];
    });
    const joined = [...head.subarray(firstOut[t], firstOut[t + 1])];
    if (regular) expect(joined).toEqual(promised);
    else expect(promised).toEqual(expect.arrayContaining(joined));
  }
  for (let n = terminals; n < terminals + switches; n++) {
    const axis = at(n).indexOf(-1);
    expect(at(n).filter((place) => place < 0).length).toBe(1);
    const { each = 1, size } = axes[axis];
    const edges = Array.from({ length: size / each }, (_, board) => [board * each, board * each + each - 1]).flat();
    const promised = edges.map((place) => nodeAt.get(at(n).with(axis, place).join()));
    const joined = [...head.subarray(firstOut[n], firstOut[n + 1])];
    if (regular) expect(joined).toEqual(promised);
    else expect(promised).toEqual(expect.arrayContaining(joined));
  }
}

/** Expects that links between switches follow their axes, and that no link is missing if the network is regular. */
function expectAxisLinks(network: Network): void {
  const { terminals, switches, tail, head, axes, regular } = network;
  const group = axes.findIndex(({ kind }) => kind === "group");
  const tier = axes.findIndex(({ kind }) => kind === "tier");
  const isLevelled = axes.some(({ kind }) => kind === "level");
  // Axes of the kind `part` make no statement about links.
  const isInParts = axes.some(({ kind }) => kind === "part");
  let broken = "";
  /** [S × A] Distinct neighbors of a switch along each axis. */
  const neighbours = Array.from({ length: switches }, () => axes.map(() => new Set<number>()));
  const joined = new Set<string>();
  for (let c = 0; c < head.length && broken === ""; c++) {
    if (head[c] < terminals) continue;
    const from = axes.map((_, a) => coordinate(network, tail[c], a));
    const to = axes.map((_, a) => coordinate(network, head[c], a));
    if (tail[c] < terminals) {
      const asSwitch = isLevelled ? from[0] === -1 : from.join() === to.join();
      if (!asSwitch || (tier >= 0 && from[tier] !== 0)) broken = `terminal ${tail[c]} is at ${from.join(", ")}`;
      continue;
    }
    if (isInParts) continue;
    const moved = axes.map((_, a) => a).filter((a) => from[a] !== to[a]);
    if (group >= 0 && moved.includes(group)) {
      joined.add(`${from[group]},${to[group]}`);
      if (tier >= 0 && (from[tier] !== 1 || to[tier] !== 1)) broken = `channel ${c} leaves its group, but not from the last tier`;
      continue;
    }
    if (tier >= 0) {
      if (from[tier] === to[tier]) broken = `channel ${c} stays in its tier`;
      neighbours[tail[c] - terminals][tier].add(to[tier + 1]);
      continue;
    }
    if (isLevelled ? Math.abs(to[0] - from[0]) !== 1 : moved.length !== 1) broken = `channel ${c} joins no neighbours`;
    if (isLevelled) continue;
    const [a] = moved;
    const by = Math.abs(to[a] - from[a]);
    const { kind, size } = axes[a];
    if ((kind === "line" && by !== 1) || (kind === "ring" && by !== 1 && by !== size - 1)) broken = `channel ${c} joins no neighbours`;
    neighbours[tail[c] - terminals][a].add(to[a]);
  }
  expect(broken).toBe("");
  if (isLevelled) {
    const places = Array.from({ length: terminals }, (_, t) => coordinate(network, t, 1)).sort((a, b) => a - b);
    expect(places).toEqual(places.map((_, place) => place));
  }
  if (!regular || isLevelled) return;
  const promised = (kind: string, size: number, x: number) => {
    if (kind === "full") return size - 1;
    if (kind === "ring") return 2;
    // All switches of the other tier, whatever their position; the axis of positions follows that of tiers.
    if (kind === "tier") return axes[tier + 1].size;
    return kind === "line" ? Number(x > 0) + Number(x < size - 1) : 0;
  };
  neighbours.forEach((along, s) => {
    axes.forEach(({ kind, size }, a) => {
      if (along[a].size !== promised(kind, size, coordinate(network, terminals + s, a)))
        broken = `switch ${s} lacks links along ${axes[a].name}`;
    });
  });
  expect(broken).toBe("");
  if (group >= 0) expect(joined.size).toBe(axes[group].size * (axes[group].size - 1));
}
