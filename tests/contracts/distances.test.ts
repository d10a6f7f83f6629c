/**
 * Properties of distances and sizes over the networks of every topology: closed forms and simultaneous searches are compared with
 * individual breadth-first searches.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sizeOf } from "../../src/core/analysis/size.ts";
import { longestMatching } from "../../src/core/analysis/longest-matching.ts";
import type { ChosenKind } from "../../src/core/base/params.ts";
import { distancesOf, girthOf, standsOfSwitches, standsOfTerminals } from "../../src/core/network/distances.ts";
import { insideOf } from "../../src/core/network/inside.ts";
import { coordinate, type Network } from "../../src/core/network/network.ts";
import { topologies } from "../../src/core/topologies/index.ts";
import { cases } from "../effort.ts";
import { build, factsOf, handyExamplesOf, smallTopology } from "./arbitrary.ts";

/** Largest number of nodes of an example for which every node is searched individually. */
const mostNodes = 1000;

describe.each(topologies.kinds)("$id", (kind) => {
  it.each(handyExamplesOf(kind))("example $values", expectLaws);

  it("random parameters", () => {
    fc.assert(fc.property(smallTopology(60, [kind]), expectLaws), { numRuns: cases(15) });
  });
});

/** Expects sizes, distances, girth and matching of a network to agree with searches. */
function expectLaws(topology: ChosenKind): void {
  const network = build(topology);
  const facts = factsOf(topology)!;
  expect(insideOf(network) ?? undefined).toEqual(facts.inside);
  const found = sizeOf(network);
  expect(found.switches + (found.inside?.switches ?? 0)).toBe(network.switches);
  expect(found.links + (found.inside?.links ?? 0)).toBe(network.head.length / 2);
  if (found.ofTerminals.isSampled || found.ofSwitches?.isSampled === true) return;
  // The values known in closed form equal the values found by search.
  const known = sizeOf(network, facts);
  expect(known.ofTerminals.diameter).toBe(found.ofTerminals.diameter);
  expect(known.ofTerminals.mean ?? 0).toBeCloseTo(found.ofTerminals.mean ?? 0, 9);
  expect(known.ofSwitches?.diameter).toBe(found.ofSwitches?.diameter);
  expect(known.ofSwitches?.mean ?? 0).toBeCloseTo(found.ofSwitches?.mean ?? 0, 9);
  expect(known.girth).toBe(found.girth);
  // There is either a girth, or a reason why there is none.
  expect(found.girthReason === null).toBe(found.girth !== null);
  if (network.terminals + network.switches > mostNodes) return;
  expectDistances(network);
  if (found.girthReason !== "not searched to the end") expect(found.girth).toBe(plainGirth(network, forwarders(network)));
  expectMatching(network);
}

/** Channels from a node to all others; −1 if there is no path. Paths pass only through nodes for which `forwards` is true. */
function plainDistances({ head, firstOut }: Network, from: number, passes: (n: number) => boolean): readonly number[] {
  const distance = Array.from({ length: firstOut.length - 1 }, () => -1);
  distance[from] = 0;
  for (const queue = [from]; queue.length > 0;) {
    const n = queue.shift()!;
    if (n !== from && !passes(n)) continue;
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      if (distance[head[c]] >= 0) continue;
      distance[head[c]] = distance[n] + 1;
      queue.push(head[c]);
    }
  }
  return distance;
}

/** Ordered pairs of nodes by distance, and the number of pairs without a path. */
function plainPairs(network: Network, nodes: readonly number[], passes: (n: number) => boolean) {
  const pairs: number[] = [];
  let lost = 0;
  for (const from of nodes) {
    const distance = plainDistances(network, from, passes);
    for (const to of nodes) {
      if (to === from) continue;
      if (distance[to] < 0) lost++;
      else pairs[distance[to]] = (pairs[distance[to]] ?? 0) + 1;
    }
  }
  return { pairs: Array.from(pairs, (count) => count ?? 0), lost };
}

/** The switches that are not inside a host. */
function outer(network: Network): readonly number[] {
  const host = network.axes.findIndex(({ kind }) => kind === "host");
  const all = Array.from({ length: network.switches }, (_, s) => network.terminals + s);
  return host < 0 ? all : all.filter((n) => coordinate(network, n, host) < 0);
}

/** The nodes outside hosts that forward packets. */
function forwarders(network: Network): ReadonlySet<number> {
  const host = network.axes.findIndex(({ kind }) => kind === "host");
  const those = network.present ?? Array.from({ length: network.terminals }, (_, t) => t);
  const terminals = [...those].filter((t) => host < 0 || coordinate(network, t, host) < 0);
  return new Set([...outer(network), ...(network.forwards ? terminals : [])]);
}

/** Expects the numbers of pairs by distance, between terminals and between switches, and the girth to equal those of searches. */
function expectDistances(network: Network): void {
  const { terminals, forwards, present } = network;
  const those = present === undefined ? Array.from({ length: terminals }, (_, t) => t) : [...present];
  const ofTerminals = distancesOf(standsOfTerminals(network));
  expect({ pairs: [...ofTerminals.pairs], lost: ofTerminals.lost }).toEqual(plainPairs(network, those, (n) => forwards || n >= terminals));
  const switches = new Set(outer(network));
  const stands = standsOfSwitches(network);
  const ofSwitches = distancesOf(stands);
  expect({ pairs: [...ofSwitches.pairs], lost: ofSwitches.lost }).toEqual(plainPairs(network, [...switches], (n) => switches.has(n)));
  expect(girthOf(stands, network.reverse)).toBe(plainGirth(network, switches));
}

/** The length of the shortest cycle: for each link, the shortest path between its ends without that link. */
function plainGirth(network: Network, switches: ReadonlySet<number>): number | null {
  let girth = Infinity;
  const { head, tail, reverse } = network;
  for (let c = 0; c < head.length; c++) {
    if (reverse[c] < c || !switches.has(tail[c]) || !switches.has(head[c])) continue;
    const without = { ...network, head: head.map((n, other) => (other === c || other === reverse[c] ? tail[other] : n)) };
    const around = plainDistances(without, tail[c], (n) => switches.has(n))[head[c]];
    if (around > 0) girth = Math.min(girth, around + 1);
  }
  return girth === Infinity ? null : girth;
}

/** Expects the longest matching to be a matching, and to report the distances of its pairs. */
function expectMatching(network: Network): void {
  const { partner, senders, channels } = longestMatching(network)!;
  const sending = Array.from(partner.keys()).filter((t) => partner[t] !== t);
  expect(sending.length).toBe(senders);
  expect(new Set(sending.map((t) => partner[t])).size).toBe(senders);
  const passes = (n: number) => network.forwards || n >= network.terminals;
  expect(sending.reduce((sum, t) => sum + plainDistances(network, t, passes)[partner[t]], 0)).toBe(channels);
}
