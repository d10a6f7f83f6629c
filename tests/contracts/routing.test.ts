/** Laws over every routing, on every network whose axes it accepts. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChosenKind } from "../../src/core/base/params.ts";
import type { Network } from "../../src/core/network/network.ts";
import type { CompiledRouting } from "../../src/core/plan/routing.ts";
import { routings } from "../../src/core/routings/index.ts";
import type { Facts } from "../../src/core/topologies/contract.ts";
import { topologies } from "../../src/core/topologies/index.ts";
import { arbitraryParams, build, distancesFrom, examplesOf, factsOf, seed, smallTopology, unlimited } from "./arbitrary.ts";

/** Examples beyond this many terminals are left to the laws of networks: all pairs would take minutes. */
const largest = 100;

describe.each(routings.kinds)("$id", { timeout: 20_000 }, (routing) => {
  const accepts = (topology: ChosenKind) => {
    const facts = factsOf(topology);
    return facts !== undefined && facts.terminals >= 2 && routing.needs(facts) === null;
  };
  const fitting = topologies.kinds.filter((kind) => examplesOf(kind).some(accepts));

  it("fits some topology and refuses others with a reason", () => {
    expect(fitting.length).toBeGreaterThan(0);
    for (const kind of topologies.kinds) {
      for (const example of examplesOf(kind)) {
        const facts = factsOf(example) as Facts;
        expect(routing.needs(facts) ?? "needs something").toMatch(/^(needs|cannot) /);
      }
    }
  });

  for (const kind of fitting) {
    const small = examplesOf(kind).filter((example) => accepts(example) && (factsOf(example)?.terminals ?? Infinity) <= largest);

    it.each(small.flatMap((topology) => examplesOf(routing).map(({ values }) => ({ topology, values }))))(
      "leads everywhere on $topology.kind $topology.values with $values",
      ({ topology, values }) => expectLaws(topology, values),
    );

    it(`leads everywhere on random networks: ${kind.title}`, () => {
      const values = arbitraryParams(routing.params, unlimited);
      const property = fc.property(smallTopology(40, [kind]).filter(accepts), values, expectLaws);
      fc.assert(property, { seed, numRuns: 60 });
    });
  }

  function expectLaws(topology: ChosenKind, values: unknown): void {
    const network = build(topology);
    const compiled = routing.compile(values as never, network);
    const dependencies = walkAll(network, compiled);
    const reason = routing.canDeadlock(values as never, factsOf(topology) as Facts);
    if (reason !== null) expect(reason).toMatch(/\.$/);
    expect(hasCircle(dependencies), reason ?? "said to be free of deadlock").toBe(reason !== null);
  }
});

/**
 * Follows every way a packet may take from every terminal to every other. Each candidate leaves the node and comes one
 * channel closer, so every way ends at the destination.
 * @returns which virtual channels a packet that holds one may ask for next: [C × classes] of sets
 */
function walkAll(network: Network, { classes, maxCandidates, route }: CompiledRouting): readonly Set<number>[] {
  const { terminals, tail, head } = network;
  const dependencies = Array.from({ length: head.length * classes }, () => new Set<number>());
  const out = new Int32Array(maxCandidates + 8);
  expect(classes).toBeGreaterThanOrEqual(1);
  for (let to = 0; to < terminals; to++) {
    const distance = distancesFrom(network, to);
    const candidatesAt = new Map<number, readonly number[]>();
    const open = Array.from({ length: terminals }, (_, from) => from).filter((from) => from !== to);
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (candidatesAt.has(at)) continue;
      const count = route(at, to, 0, out.fill(-1));
      const candidates = [...out.subarray(0, count)];
      candidatesAt.set(at, candidates);
      const place = `at node ${at} towards terminal ${to}`;
      if (count < 1 || count > maxCandidates) throw new Error(`${count} candidates ${place}, ${maxCandidates} at most were announced`);
      if (new Set(candidates).size !== count) throw new Error(`a candidate comes twice ${place}`);
      for (const id of candidates) {
        const channel = Math.floor(id / classes);
        if (tail[channel] !== at) throw new Error(`channel ${channel} does not leave ${place}`);
        if (distance[head[channel]] !== distance[at] - 1) throw new Error(`channel ${channel} comes no closer ${place}`);
        if (head[channel] !== to) open.push(head[channel]);
      }
    }
    for (const [, candidates] of candidatesAt) {
      for (const id of candidates) {
        for (const next of candidatesAt.get(head[Math.floor(id / classes)]) ?? []) dependencies[id].add(next);
      }
    }
  }
  return dependencies;
}

/** Whether a directed graph has a circle: what remains when everything without successors is taken away, again and again. */
function hasCircle(successors: readonly Set<number>[]): boolean {
  const predecessors = successors.map((): number[] => []);
  successors.forEach((set, from) => set.forEach((to) => predecessors[to].push(from)));
  const left = successors.map((set) => set.size);
  const done = left.flatMap((count, node) => (count === 0 ? [node] : []));
  for (let i = 0; i < done.length; i++) {
    for (const before of predecessors[done[i]]) if (--left[before] === 0) done.push(before);
  }
  return done.length < successors.length;
}
