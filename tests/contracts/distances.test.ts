/**
 * Properties of distances and sizes over the networks of every topology: closed forms and simultaneous searches are compared with
 * individual breadth-first searches.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { networkMetricsOf } from "../../src/core/analysis/size.ts";
import { findLongestMatching } from "../../src/core/analysis/longest-matching.ts";
import type { ChosenKind } from "../../src/core/base/params.ts";
import { pairDistances, girthOf, switchGraph, terminalGraph } from "../../src/core/network/distances.ts";
import { hostInternalsOf } from "../../src/core/network/host-internals.ts";
import { coordinate, type Network } from "../../src/core/network/network.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { cases } from "../effort.ts";
import { build, factsOf, fastExamplesOf, smallTopology } from "./arbitrary.ts";

/** Largest number of nodes of an example for which every node is searched individually. */
const maxSearchedNodes = 1000;

describe.each(allTopologies.kinds)("$id", (kind) => {
  it.each(fastExamplesOf(kind))("example $values", expectLaws);

  it("random parameters", () => {
    fc.assert(fc.property(smallTopology(60, [kind]), expectLaws), { numRuns: cases(15) });
  });
});

/** Expects sizes, distances, girth and matching of a network to agree with searches. */
function expectLaws(topology: ChosenKind): void {
  const network = build(topology);
  const facts = factsOf(topology)!;
  expect(hostInternalsOf(network) ?? undefined).toEqual(facts.inside);
  const found = networkMetricsOf(network);
  expect(found.switches + (found.inside?.switches ?? 0)).toBe(network.switches);
  expect(found.links + (found.inside?.links ?? 0)).toBe(network.head.length / 2);
  if (found.ofTerminals.isSampled || found.ofSwitches?.isSampled === true) return;
  // The values known in closed form equal the values found by search.
  const known = networkMetricsOf(network, facts);
  expect(known.ofTerminals.diameter).toBe(found.ofTerminals.diameter);
  expect(known.ofTerminals.mean ?? 0).toBeCloseTo(found.ofTerminals.mean ?? 0, 9);
  expect(known.ofSwitches?.diameter).toBe(found.ofSwitches?.diameter);
  expect(known.ofSwitches?.mean ?? 0).toBeCloseTo(found.ofSwitches?.mean ?? 0, 9);
  expect(known.girth).toBe(found.girth);
  // There is either a girth, or a reason why there is none.
  expect(found.girthReason === null).toBe(found.girth !== null);
  if (network.terminals + network.switches > maxSearchedNodes) return;
  expectDistances(network);
  if (found.girthReason !== "not searched to the end") expect(found.girth).toBe(searchGirth(network, forwardingNodes(network)));
  expectMatching(network);
}

/** Channels from a node to all others; −1 if there is no path. Paths pass only through nodes for which `forwards` is true. */
function searchDistances({ head, firstOut }: Network, from: number, forwards: (node: number) => boolean): readonly number[] {
  const distance = Array.from({ length: firstOut.length - 1 }, () => -1);
  distance[from] = 0;
  for (const queue = [from]; queue.length > 0;) {
    const node = queue.shift()!;
    if (node !== from && !forwards(node)) continue;
    for (let channel = firstOut[node]; channel < firstOut[node + 1]; channel++) {
      if (distance[head[channel]] >= 0) continue;
      distance[head[channel]] = distance[node] + 1;
      queue.push(head[channel]);
    }
  }
  return distance;
}

/** Ordered pairs of nodes by distance, and the number of pairs without a path. */
function searchPairs(network: Network, nodes: readonly number[], forwards: (n: number) => boolean) {
  const pairs: number[] = [];
  let unreachable = 0;
  for (const from of nodes) {
    const distance = searchDistances(network, from, forwards);
    for (const to of nodes) {
      if (to === from) continue;
      if (distance[to] < 0) unreachable++;
      else pairs[distance[to]] = (pairs[distance[to]] ?? 0) + 1;
    }
  }
  return { pairs: Array.from(pairs, (count) => count ?? 0), lost: unreachable };
}

/** The switches that are not inside a host. */
function switchesOutsideHosts(network: Network): readonly number[] {
  const host = network.axes.findIndex(({ kind }) => kind === "host");
  const all = Array.from({ length: network.switches }, (_, s) => network.terminals + s);
  return host < 0 ? all : all.filter((n) => coordinate(network, n, host) < 0);
}

/** The nodes outside hosts that forward packets. */
function forwardingNodes(network: Network): ReadonlySet<number> {
  const host = network.axes.findIndex(({ kind }) => kind === "host");
  const presentTerminals = network.present ?? Array.from({ length: network.terminals }, (_, t) => t);
  const terminals = [...presentTerminals].filter((t) => host < 0 || coordinate(network, t, host) < 0);
  return new Set([...switchesOutsideHosts(network), ...(network.forwards ? terminals : [])]);
}

/** Expects the numbers of pairs by distance, between terminals and between switches, and the girth to equal those of searches. */
function expectDistances(network: Network): void {
  const { terminals, forwards, present } = network;
  const those = present === undefined ? Array.from({ length: terminals }, (_, t) => t) : [...present];
  const ofTerminals = pairDistances(terminalGraph(network));
  expect({ pairs: [...ofTerminals.pairs], lost: ofTerminals.unreachablePairs }).toEqual(
    searchPairs(network, those, (n) => forwards || n >= terminals),
  );
  const switches = new Set(switchesOutsideHosts(network));
  const graph = switchGraph(network);
  const ofSwitches = pairDistances(graph);
  expect({ pairs: [...ofSwitches.pairs], lost: ofSwitches.unreachablePairs }).toEqual(
    searchPairs(network, [...switches], (n) => switches.has(n)),
  );
  expect(girthOf(graph, network.reverse)).toBe(searchGirth(network, switches));
}

/** The length of the shortest cycle: for each link, the shortest path between its ends without that link. */
function searchGirth(network: Network, switches: ReadonlySet<number>): number | null {
  let girth = Infinity;
  const { head, tail, reverse } = network;
  for (let c = 0; c < head.length; c++) {
    if (reverse[c] < c || !switches.has(tail[c]) || !switches.has(head[c])) continue;
    const withoutLink = { ...network, head: head.map((n, other) => (other === c || other === reverse[c] ? tail[other] : n)) };
    const detour = searchDistances(withoutLink, tail[c], (n) => switches.has(n))[head[c]];
    if (detour > 0) girth = Math.min(girth, detour + 1);
  }
  return girth === Infinity ? null : girth;
}

/** Expects the longest matching to be a matching, and to report the distances of its pairs. */
function expectMatching(network: Network): void {
  const { partner, senders, channels } = findLongestMatching(network)!;
  const sending = Array.from(partner.keys()).filter((t) => partner[t] !== t);
  expect(sending.length).toBe(senders);
  expect(new Set(sending.map((t) => partner[t])).size).toBe(senders);
  const passes = (n: number) => network.forwards || n >= network.terminals;
  expect(sending.reduce((sum, t) => sum + searchDistances(network, t, passes)[partner[t]], 0)).toBe(channels);
}
