/** Properties of every routing, on every network that it accepts. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dependencyGraph } from "../reference/dependency-graph.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import type { ChosenKind } from "../../src/core/base/params.ts";
import type { Network } from "../../src/core/network/network.ts";
import type { CompiledRouting } from "../../src/core/plan/routing.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import type { TopologyFacts } from "../../src/core/topologies/contract.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { cases, coveringPairs, isThorough } from "../effort.ts";
import { arbitraryParams, build, distancesFrom, examplesOf, factsOf, smallTopology, unlimited } from "./arbitrary.ts";

/** Maximum number of terminals of an example here: all pairs, in all states, of a larger one would take minutes. */
const maxTerminals = 40;
/** Routings with minimal paths only, on networks without faults. */
const minimalRoutings = ["nearest-common-ancestor", "dimension-order", "minimal-adaptive", "shortest-path"];
/** Maximum channels of a path: a multiple of the diameter, plus a constant. */
const pathBounds: Readonly<Record<string, readonly [number, number]>> = {
  "local-global-local": [1, 3],
  valiant: [2, 2],
  ugal: [2, 2],
  "progressive-adaptive": [2, 3],
};

describe.each(allRoutings.kinds.map((routing, r) => ({ id: routing.id, routing, r })))("$id", ({ routing, r }) => {
  const accepts = (topology: ChosenKind) => {
    const facts = factsOf(topology);
    return facts !== undefined && facts.terminals >= 2 && routing.reasonUnsupported(facts) === null;
  };
  const fitting = allTopologies.kinds.filter((kind) => examplesOf(kind).some(accepts));

  it("fits some topology, and says why it refuses others", () => {
    expect(fitting.length).toBeGreaterThan(0);
    for (const kind of allTopologies.kinds) {
      for (const example of examplesOf(kind)) {
        const facts = factsOf(example) as TopologyFacts;
        expect(routing.reasonUnsupported(facts) ?? "needs something").toMatch(/^(needs|cannot) /);
      }
    }
  });

  for (const kind of fitting) {
    const small = examplesOf(kind).filter((example) => accepts(example) && (factsOf(example)?.terminals ?? Infinity) <= maxTerminals);

    // By default a routing is tested on every second network of a kind, and the next routing on the others.
    const usual = small.length > 2 ? small.filter((_, i) => i % 2 === r % 2) : small;
    it.each(coveringPairs(isThorough ? small : usual, examplesOf(routing)).map(([topology, { values }]) => ({ topology, values })))(
      "leads everywhere on $topology.kind $topology.values with $values",
      ({ topology, values }) => expectLaws(topology, values),
    );

    it(`leads everywhere on random networks: ${kind.title}`, () => {
      const values = arbitraryParams(routing.params, unlimited);
      const property = fc.property(smallTopology(18, [kind]).filter(accepts), values, expectLaws);
      fc.assert(property, { numRuns: cases(6) });
    });
  }

  /** Compiles a routing on a topology, follows all its paths, and compares its statement on deadlock with the dependency graph. */
  function expectLaws(topology: ChosenKind, values: unknown): void {
    const network = build(topology);
    const facts = factsOf(topology) as TopologyFacts;
    const faults = (chosen: unknown) => routing.check?.(chosen as never, facts) ?? [];
    const issues = faults(values);
    const nearest = Object.fromEntries(issues.map((each) => [each.path, each.nearest]));
    expect(faults({ ...(values as object), ...nearest })).toEqual([]);
    if (issues.length > 0) return;
    const compiled = compileUnlessTooLong(network, values);
    if (compiled === undefined) return;
    const isMinimal = minimalRoutings.includes(routing.id) && (network.regular || routing.id === "shortest-path");
    const [times, more] = pathBounds[routing.id] ?? [1, network.switches];
    followAllPaths(network, compiled, isMinimal, times, more);
    if (compiled.undrawnRouting !== undefined) {
      followAllPaths(network, compiled.undrawnRouting, isMinimal, times, more);
      expectDrawn(network, compiled, compiled.undrawnRouting);
    }

    const graph = dependencyGraph(network, compiled);
    expect(graph).not.toBeNull();
    const reason = routing.reasonForDeadlock(values as never, facts);
    if (reason !== null) expect(reason).toMatch(/\.$/);
    if (reason?.includes(" may ")) {
      // A reason may be uncertain only if the routing cannot know: reasons are derived from the shape of the network, and table routings do
      // not use the shape.
      expect(routing.id === "shortest-path" || facts.axes.length === 0 || !facts.regular).toBe(true);
    } else {
      expect(graph?.isDeadlockFree, `${reason ?? "said to be free of deadlock"} ${graph?.cycleNames.join(", ")}`).toBe(reason === null);
    }
  }

  /** The compiled routing; undefined if it correctly rejects a network whose paths are too long for its classes. */
  function compileUnlessTooLong(network: Network, values: unknown): CompiledRouting | undefined {
    try {
      return routing.compile(values as never, network);
    } catch (error) {
      expect(error).toBeInstanceOf(ScenarioError);
      const [{ path, nearest }] = (error as ScenarioError).issues;
      if (path === "routing.down" || path === "routing.other") {
        // The routing state cannot hold the values for a network of this size, or no spine connects the rails. The suggested value must
        // compile.
        const fitting = { ...(values as object), [path.slice("routing.".length)]: nearest };
        expect(() => routing.compile(fitting, network)).not.toThrow();
        return undefined;
      }
      expect(path).toBe("routing");
      expect(routing.id).toBe("shortest-path");
      const farthest = Math.max(
        ...terminalsOf(network).flatMap((to) => [...distancesThroughForwarders(network, to)].filter((d) => d < Infinity)),
      );
      // Each channel of a path, except the two terminal channels, needs a class of its own.
      expect(farthest - 2).toBeGreaterThan(16);
      return undefined;
    }
  }
});

const terminalsOf = ({ terminals }: Network) => Array.from({ length: terminals }, (_, t) => t);

/** Distances from a terminal through nodes that forward packets. */
function distancesThroughForwarders(network: Network, from: number): Float64Array {
  if (network.forwards) return distancesFrom(network, from);
  // Without forwarding, no terminal with a single neighbor is between others, so distances are the same.
  const neighbours = (t: number) => new Set(network.head.subarray(network.firstOut[t], network.firstOut[t + 1]));
  expect(terminalsOf(network).every((t) => neighbours(t).size <= 1)).toBe(true);
  return distancesFrom(network, from);
}

/**
 * Follows every path that a packet may take between any two terminals, in every state. Expects that candidates leave the node and are
 * distinct; that no path is infinite, or longer than `factor` the largest distance plus `allowance`; that minimal paths get closer with each
 * step; and that unreachable terminals are reported.
 */
function followAllPaths(network: Network, compiled: CompiledRouting, isMinimal: boolean, factor: number, allowance: number): void {
  const { terminals, switches, tail, head, firstOut } = network;
  const { vcClasses, maxCandidates, route, initialState, nextState, injectionDecision, canReach } = compiled;
  const routeBuffer = new Int32Array(maxCandidates + 8);
  expect(vcClasses).toBeGreaterThanOrEqual(1);
  for (const to of terminalsOf(network)) {
    const distance = distancesThroughForwarders(network, to);
    const farthest = Math.max(
      ...terminalsOf(network)
        .filter((t) => distance[t] < Infinity)
        .map((t) => distance[t]),
    );
    const lengths = new Map<number, number>();
    for (const from of terminalsOf(network)) {
      if (from === to) continue;
      const isReached = canReach?.(from, to) ?? true;
      if (isReached && distance[from] === Infinity) throw new Error(`terminal ${from} is not joined with ${to}`);
      if (isMinimal && !isReached && distance[from] < Infinity) throw new Error(`a way from terminal ${from} to ${to} is not taken`);
      if (!isReached) continue;
      const count = compiled.equalDraws ?? switches + 1;
      const draws = initialState === undefined ? [0] : Array.from({ length: count }, (_, i) => (2 ** 32 / count) * (i + 0.5));
      for (const draw of draws) {
        const most = longestPathFrom(from, initialState === undefined ? 0 : initialState(from, to, Math.floor(draw)), true);
        if (most > factor * farthest + allowance) throw new Error(`${most} channels from terminal ${from} to ${to}, ${farthest} apart`);
      }
    }

    /** Channels of the longest path from a node, in a state, to the destination. */
    function longestPathFrom(at: number, state: number, isStart: boolean): number {
      if (at === to) return 0;
      const key = (state * (terminals + switches) + at) * 2 + Number(isStart);
      const knownLength = lengths.get(key);
      if (knownLength !== undefined) {
        if (knownLength < 0) throw new Error(`a way towards terminal ${to} comes back to node ${at}`);
        return knownLength;
      }
      lengths.set(key, -1);
      const place = () => `at node ${at} in state ${state} towards terminal ${to}`;
      const count = route(at, to, state, routeBuffer.fill(-1));
      const candidates = routeBuffer.slice(0, count);
      if (count < 1 || count > maxCandidates) throw new Error(`${count} candidates ${place()}, ${maxCandidates} at most were announced`);
      if (new Set(candidates).size !== count) throw new Error(`a candidate comes twice ${place()}`);
      let most = 0;
      for (const id of candidates) {
        const channel = Math.floor(id / vcClasses);
        if (tail[channel] !== at) throw new Error(`channel ${channel} does not leave ${place()}`);
        const nextNode = head[channel];
        if (nextNode < terminals && nextNode !== to && !network.forwards)
          throw new Error(`channel ${channel} ends at a terminal ${place()}`);
        if (isMinimal && distance[nextNode] !== distance[at] - 1) throw new Error(`channel ${channel} comes no closer ${place()}`);
        const after = nextState?.(at, to, state, id) ?? state;
        const isDeciding = injectionDecision !== undefined && nextNode !== to && (isStart || (after & (compiled.undecidedMask ?? 0)) !== 0);
        const decided = isDeciding ? decisionsAt(nextNode, after) : [after];
        for (const each of decided) most = Math.max(most, 1 + longestPathFrom(nextNode, each, false));
      }
      lengths.set(key, most);
      return most;
    }

    /** The decisions with all queues empty, with one queue full, and with one queue empty. */
    function decisionsAt(at: number, state: number): readonly number[] {
      const ways = [injectionDecision?.(at, to, state, () => 0) ?? state];
      for (let full = firstOut[at]; full < firstOut[at + 1]; full++) {
        ways.push(
          injectionDecision?.(at, to, state, (c) => (c === full ? 1000 : 0)) ?? state,
          injectionDecision?.(at, to, state, (c) => (c === full ? 0 : 1000)) ?? state,
        );
      }
      return [...new Set(ways)];
    }
  }
}

/** Follows packets for several draws: at every hop, the drawn output must be one of the candidates of the other routing. */
function expectDrawn({ terminals, head }: Network, drawnRouting: CompiledRouting, baseRouting: CompiledRouting): void {
  const [drawn, allowed] = [drawnRouting, baseRouting].map(({ maxCandidates }) => new Int32Array(maxCandidates));
  for (let s = 0; s < terminals; s++) {
    for (let to = 0; to < terminals; to++) {
      if (s === to || drawnRouting.canReach?.(s, to) === false) continue;
      for (let i = 0; i < 4; i++) {
        let state = drawnRouting.initialState?.(s, to, (0x9e3779b9 * (i + 1) + s) >>> 0) ?? 0;
        let baseState = baseRouting.initialState?.(s, to, 0) ?? 0;
        for (let at = s; at !== to;) {
          const count = drawnRouting.route(at, to, state, drawn);
          const others = allowed.subarray(0, baseRouting.route(at, to, baseState, allowed));
          for (const id of drawn.subarray(0, count)) if (!others.includes(id)) throw new Error(`${id} is not allowed at node ${at}`);
          state = drawnRouting.nextState?.(at, to, state, drawn[0]) ?? state;
          baseState = baseRouting.nextState?.(at, to, baseState, drawn[0]) ?? baseState;
          at = head[Math.floor(drawn[0] / drawnRouting.vcClasses)];
        }
      }
    }
  }
}
