/** Properties of every routing, on every network that it accepts. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dependencyGraph } from "../reference/dependency-graph.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import type { ChosenKind } from "../../src/core/base/params.ts";
import type { Network } from "../../src/core/network/network.ts";
import type { CompiledRouting } from "../../src/core/plan/routing.ts";
import { routings } from "../../src/core/routings/index.ts";
import type { Facts } from "../../src/core/topologies/contract.ts";
import { topologies } from "../../src/core/topologies/index.ts";
import { cases, covering, isThorough } from "../effort.ts";
import { arbitraryParams, build, distancesFrom, examplesOf, factsOf, smallTopology, unlimited } from "./arbitrary.ts";

/** Maximum number of terminals of an example here: all pairs, in all states, of a larger one would take minutes. */
const largest = 40;
/** Routings with minimal paths only, on networks without faults. */
const minimal = ["nearest-common-ancestor", "dimension-order", "minimal-adaptive", "shortest-path"];
/** Maximum channels of a path: a multiple of the diameter, plus a constant. */
const detours: Readonly<Record<string, readonly [number, number]>> = {
  "local-global-local": [1, 3],
  valiant: [2, 2],
  ugal: [2, 2],
  "progressive-adaptive": [2, 3],
};

describe.each(routings.kinds.map((routing, r) => ({ id: routing.id, routing, r })))("$id", ({ routing, r }) => {
  const accepts = (topology: ChosenKind) => {
    const facts = factsOf(topology);
    return facts !== undefined && facts.terminals >= 2 && routing.needs(facts) === null;
  };
  const fitting = topologies.kinds.filter((kind) => examplesOf(kind).some(accepts));

  it("fits some topology, and says why it refuses others", () => {
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

    // By default every second network of a kind: the next routing takes the others.
    const usual = small.length > 2 ? small.filter((_, i) => i % 2 === r % 2) : small;
    it.each(covering(isThorough ? small : usual, examplesOf(routing)).map(([topology, { values }]) => ({ topology, values })))(
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
    const facts = factsOf(topology) as Facts;
    const faults = (chosen: unknown) => routing.check?.(chosen as never, facts) ?? [];
    const issues = faults(values);
    const nearest = Object.fromEntries(issues.map((each) => [each.path, each.nearest]));
    expect(faults({ ...(values as object), ...nearest })).toEqual([]);
    if (issues.length > 0) return;
    const compiled = compileUnlessTooLong(network, values);
    if (compiled === undefined) return;
    const isMinimal = minimal.includes(routing.id) && (network.regular || routing.id === "shortest-path");
    const [times, more] = detours[routing.id] ?? [1, network.switches];
    walkAll(network, compiled, isMinimal, times, more);
    if (compiled.drawnFrom !== undefined) {
      walkAll(network, compiled.drawnFrom, isMinimal, times, more);
      expectDrawn(network, compiled, compiled.drawnFrom);
    }

    const graph = dependencyGraph(network, compiled);
    expect(graph).not.toBeNull();
    const reason = routing.canDeadlock(values as never, facts);
    if (reason !== null) expect(reason).toMatch(/\.$/);
    if (reason?.includes(" may ")) {
      // A reason may be uncertain only if the routing cannot know: reasons are derived from the shape of the network, and table routings do
      // not use the shape.
      expect(routing.id === "shortest-path" || facts.axes.length === 0 || !facts.regular).toBe(true);
    } else {
      expect(graph?.isFree, `${reason ?? "said to be free of deadlock"} ${graph?.circleNames.join(", ")}`).toBe(reason === null);
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
      const farthest = Math.max(...ends(network).flatMap((to) => [...passableFrom(network, to)].filter((d) => d < Infinity)));
      // All channels except those of the terminals need a class of their own.
      expect(farthest - 2).toBeGreaterThan(16);
      return undefined;
    }
  }
});

const ends = ({ terminals }: Network) => Array.from({ length: terminals }, (_, t) => t);

/** Distances from a terminal through nodes that forward packets. */
function passableFrom(network: Network, from: number): Float64Array {
  if (network.forwards) return distancesFrom(network, from);
  // Without forwarding, no terminal with a single neighbor is between others, so distances are the same.
  const neighbours = (t: number) => new Set(network.head.subarray(network.firstOut[t], network.firstOut[t + 1]));
  expect(ends(network).every((t) => neighbours(t).size <= 1)).toBe(true);
  return distancesFrom(network, from);
}

/**
 * Follows every path that a packet may take between any two terminals, in every state. Expects that candidates leave the node and are
 * distinct; that no path is infinite, or longer than `factor` the largest distance plus `allowance`; that minimal paths get closer with each
 * step; and that unreachable terminals are reported.
 */
function walkAll(network: Network, compiled: CompiledRouting, isMinimal: boolean, times: number, more: number): void {
  const { terminals, switches, tail, head, firstOut } = network;
  const { classes, maxCandidates, route, begin, next, adapt, reaches } = compiled;
  const out = new Int32Array(maxCandidates + 8);
  expect(classes).toBeGreaterThanOrEqual(1);
  for (const to of ends(network)) {
    const distance = passableFrom(network, to);
    const farthest = Math.max(
      ...ends(network)
        .filter((t) => distance[t] < Infinity)
        .map((t) => distance[t]),
    );
    const lengths = new Map<number, number>();
    for (const from of ends(network)) {
      if (from === to) continue;
      const isReached = reaches?.(from, to) ?? true;
      if (isReached && distance[from] === Infinity) throw new Error(`terminal ${from} is not joined with ${to}`);
      if (isMinimal && !isReached && distance[from] < Infinity) throw new Error(`a way from terminal ${from} to ${to} is not taken`);
      if (!isReached) continue;
      const count = compiled.draws ?? switches + 1;
      const draws = begin === undefined ? [0] : Array.from({ length: count }, (_, i) => (2 ** 32 / count) * (i + 0.5));
      for (const draw of draws) {
        const most = longest(from, begin === undefined ? 0 : begin(from, to, Math.floor(draw)), true);
        if (most > times * farthest + more) throw new Error(`${most} channels from terminal ${from} to ${to}, ${farthest} apart`);
      }
    }

    /** Channels of the longest path from a node, in a state, to the destination. */
    function longest(at: number, state: number, isStart: boolean): number {
      if (at === to) return 0;
      const key = (state * (terminals + switches) + at) * 2 + Number(isStart);
      const known = lengths.get(key);
      if (known !== undefined) {
        if (known < 0) throw new Error(`a way towards terminal ${to} comes back to node ${at}`);
        return known;
      }
      lengths.set(key, -1);
      const place = () => `at node ${at} in state ${state} towards terminal ${to}`;
      const count = route(at, to, state, out.fill(-1));
      const candidates = out.slice(0, count);
      if (count < 1 || count > maxCandidates) throw new Error(`${count} candidates ${place()}, ${maxCandidates} at most were announced`);
      if (new Set(candidates).size !== count) throw new Error(`a candidate comes twice ${place()}`);
      let most = 0;
      for (const id of candidates) {
        const channel = Math.floor(id / classes);
        if (tail[channel] !== at) throw new Error(`channel ${channel} does not leave ${place()}`);
        const then = head[channel];
        if (then < terminals && then !== to && !network.forwards) throw new Error(`channel ${channel} ends at a terminal ${place()}`);
        if (isMinimal && distance[then] !== distance[at] - 1) throw new Error(`channel ${channel} comes no closer ${place()}`);
        const after = next?.(at, to, state, id) ?? state;
        const isAsked = adapt !== undefined && then !== to && (isStart || (after & (compiled.undecided ?? 0)) !== 0);
        const decided = isAsked ? bothWays(then, after) : [after];
        for (const each of decided) most = Math.max(most, 1 + longest(then, each, false));
      }
      lengths.set(key, most);
      return most;
    }

    /** The decisions with all queues empty, with one queue full, and with one queue empty. */
    function bothWays(at: number, state: number): readonly number[] {
      const ways = [adapt?.(at, to, state, () => 0) ?? state];
      for (let full = firstOut[at]; full < firstOut[at + 1]; full++) {
        ways.push(
          adapt?.(at, to, state, (c) => (c === full ? 1000 : 0)) ?? state,
          adapt?.(at, to, state, (c) => (c === full ? 0 : 1000)) ?? state,
        );
      }
      return [...new Set(ways)];
    }
  }
}

/** Follows packets for several draws: at every hop, the drawn output must be one of the candidates of the other routing. */
function expectDrawn({ terminals, head }: Network, drawing: CompiledRouting, from: CompiledRouting): void {
  const [drawn, allowed] = [drawing, from].map(({ maxCandidates }) => new Int32Array(maxCandidates));
  for (let s = 0; s < terminals; s++) {
    for (let to = 0; to < terminals; to++) {
      if (s === to || drawing.reaches?.(s, to) === false) continue;
      for (let i = 0; i < 4; i++) {
        let state = drawing.begin?.(s, to, (0x9e3779b9 * (i + 1) + s) >>> 0) ?? 0;
        let stateThere = from.begin?.(s, to, 0) ?? 0;
        for (let at = s; at !== to;) {
          const count = drawing.route(at, to, state, drawn);
          const others = allowed.subarray(0, from.route(at, to, stateThere, allowed));
          for (const id of drawn.subarray(0, count)) if (!others.includes(id)) throw new Error(`${id} is not allowed at node ${at}`);
          state = drawing.next?.(at, to, state, drawn[0]) ?? state;
          stateThere = from.next?.(at, to, stateThere, drawn[0]) ?? stateThere;
          at = head[Math.floor(drawn[0] / drawing.classes)];
        }
      }
    }
  }
}
