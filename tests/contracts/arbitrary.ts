/**
 * Generators for fast-check: random parameter values from the parameter descriptions, and small networks with such values. The property
 * tests of all kinds use them.
 */
import * as fc from "fast-check";
import type { ValidationIssue } from "../../src/core/base/errors.ts";
import { type ChosenKind, type Param, type Params, readParams, type Values } from "../../src/core/base/params.ts";
import { maxMatrixTextLength, writeMatrix } from "../../src/core/traffic/traffic-matrix-text.ts";
import { emptyMatrix, maxMatrixTerminals, type TrafficMatrix, withCells } from "../../src/core/traffic/traffic-matrix.ts";
import type { Kind, Registry } from "../../src/core/base/kind-registry.ts";
import { kindsOf } from "../../src/core/kinds/all-kinds.ts";
import { drawingOf } from "../../src/core/network/drawing/drawing-of.ts";
import { writeDrawing } from "../../src/core/network/drawing/texts.ts";
import type { Network } from "../../src/core/network/network.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { normalizeLinkRules } from "../../src/core/scenario/links.ts";
import { isSuitableRouting, type Scenario, scenarioParams } from "../../src/core/scenario/scenario.ts";
import type { TopologyFacts } from "../../src/core/topologies/contract.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { baseTopologies } from "../../src/core/topologies/base-topologies.ts";
import { isThorough } from "../effort.ts";
import { independentChoice } from "./independent-choice.ts";

/** Bounds of random values. */
export interface Limits {
  /** Integers are at most this far above their minimum. */
  readonly span: number;
  /** Lists have at most this many entries, or their minimum number if that is larger. */
  readonly length: number;
}

/** The full range of every parameter. */
export const unlimited: Limits = { span: Infinity, length: 20 };

/** Random values of one parameter, in their internal form. */
export function arbitraryParam(param: Param, limits: Limits): fc.Arbitrary<unknown> {
  switch (param.type) {
    case "integer":
      return fc.integer({ min: param.min, max: Math.min(param.max, param.min + limits.span) });
    case "number":
      return fc.double({ min: param.min, max: param.max, noNaN: true });
    case "quantity":
      return fc
        .integer({
          min: Math.ceil(param.min / param.multipleOf),
          max: Math.floor(Math.min(param.max, param.min + limits.span) / param.multipleOf),
        })
        .map((times) => times * param.multipleOf);
    case "amount":
      return fc.oneof(
        fc
          .double({ min: param.min, max: Math.min(param.max, param.min + limits.span), noNaN: true })
          .map((value) => (param.multipleOf === undefined ? value : Math.round(value))),
        ...param.quantities.map(({ dimension, min, max, multipleOf }) =>
          fc
            .integer({ min: Math.ceil(min / multipleOf), max: Math.floor(Math.min(max, min + 1e6) / multipleOf) })
            .map((times) => ({ of: dimension, value: times * multipleOf })),
        ),
      );
    case "choice":
      return fc.constantFrom(...param.choices.map(({ id }) => id));
    case "flag":
      return fc.boolean();
    case "text":
      return param.maxLength === maxMatrixTextLength
        ? fc.oneof(fc.string({ maxLength: 12 }), arbitraryMatrixText(limits.span))
        : fc.string({ maxLength: Math.min(12, param.maxLength) });
    case "list":
      return fc.array(arbitraryParam(param.of, limits), {
        minLength: param.minLength,
        maxLength: Math.max(param.minLength, Math.min(param.maxLength, limits.length)),
      });
    case "record":
      return arbitraryParams(param.params, limits);
    case "kind":
      return arbitraryKind(param.registry, limits);
  }
}

/** Random traffic matrices for terminals up to `maxTerminal`, with values of every size, some of them equal. `arbitraryMatrixText` is their text. */
export function arbitraryMatrix(maxTerminal: number): fc.Arbitrary<TrafficMatrix> {
  const end = fc.integer({ min: 0, max: Math.min(maxTerminal, maxMatrixTerminals - 1) });
  const value = fc.oneof(fc.constantFrom(0.25, 1, 12.5), fc.double({ min: 0, max: 1.2, noNaN: true }));
  return fc.array(fc.tuple(end, end, value), { maxLength: 40 }).map((cells) =>
    withCells(emptyMatrix, {
      source: cells.map(([source]) => source),
      destination: cells.map(([, destination]) => destination),
      value: cells.map(([, , each]) => each),
    }),
  );
}
export const arbitraryMatrixText = (maxTerminal: number) => arbitraryMatrix(maxTerminal).map(writeMatrix);

/** Random values of a set of parameters. */
export function arbitraryParams(params: Params, limits: Limits): fc.Arbitrary<Values> {
  return fc.record(Object.fromEntries(Object.entries(params).map(([name, param]) => [name, arbitraryParam(param, limits)])));
}

/** Any kind of a registry with random values. */
export function arbitraryKind(registry: Registry<Kind>, limits: Limits): fc.Arbitrary<ChosenKind> {
  return independentChoice(
    kindsOf(registry).map(({ id, params }) => [id, arbitraryParams(params, limits).map((values) => ({ kind: id, values }))]),
  );
}

/** A kind's examples, read as from a document. */
export function examplesOf({ id, params, examples }: Kind): readonly ChosenKind[] {
  return examples.map((example) => {
    const issues: ValidationIssue[] = [];
    const values = readParams(params, example, "", issues);
    if (issues.length > 0) throw new Error(`an example of ${id} cannot be read: ${JSON.stringify(issues)}`);
    return { kind: id, values };
  });
}

/** Terminals of networks whose tests take hardly any time. */
const fastTerminals = 300;
/** Terminals of the largest network that every `npm test` still builds. */
const maxBuiltTerminals = 2048;

/**
 * Examples of a kind of topology that are fast to test: those of up to 300 terminals, or the smallest one if all are larger. The largest
 * example of up to 2,048 terminals that any kind has is included, because its numbers have four digits. A thorough run uses all examples:
 * the few large ones take as long as all others together, and a kind builds them by the same rules.
 */
export function fastExamplesOf(kind: Kind): readonly ChosenKind[] {
  const terminals = (chosen: ChosenKind) => factsOf(chosen)?.terminals ?? 0;
  const examples = examplesOf(kind);
  if (isThorough) return examples;
  const allExamples = allTopologies.kinds.flatMap((each) => examplesOf(each));
  const largestCount = Math.max(...allExamples.map(terminals).filter((count) => count <= maxBuiltTerminals));
  const hasLargest = allExamples.find((each) => terminals(each) === largestCount)?.kind === kind.id;
  const limit = Math.max(fastTerminals, Math.min(...examples.map(terminals)));
  return examples.filter((each) => terminals(each) <= limit || (hasLargest && terminals(each) === largestCount));
}

/** The facts of a topology in closed form; undefined if its values contradict each other. */
export function factsOf({ kind, values }: ChosenKind): TopologyFacts | undefined {
  const topology = allTopologies.get(kind);
  return topology.check(values).length > 0 ? undefined : topology.expectedFacts(values);
}

export function build({ kind, values }: ChosenKind): Network {
  return allTopologies.get(kind).build(values);
}

/**
 * Random topologies of 2 to `terminals` terminals; all kinds with such a small example have the same probability. By default, only kinds
 * that some routing accepts.
 */
export function smallTopology(terminals: number, kinds: readonly Kind[] = routableKinds()): fc.Arbitrary<ChosenKind> {
  const isSmall = (chosen: ChosenKind) => {
    const facts = factsOf(chosen);
    return facts !== undefined && facts.terminals >= 2 && facts.terminals <= terminals && facts.switches <= 2 * terminals;
  };
  return independentChoice(
    kinds
      .filter((kind) => examplesOf(kind).some(isSmall))
      .map((kind) => [
        kind.id,
        arbitraryValues(kind, terminals)
          .map((values) => ({ kind: kind.id, values }))
          .filter(isSmall),
      ]),
  );
}

/** Topologies with an example that some routing accepts. */
function routableKinds(): readonly Kind[] {
  return allTopologies.kinds.filter((kind) =>
    examplesOf(kind).some((example) =>
      allRoutings.kinds.some(({ reasonUnsupported }) => reasonUnsupported(factsOf(example) as TopologyFacts) === null),
    ),
  );
}

/**
 * Random values of a topology of about `terminals` terminals. Independent random numbers seldom give a connected graph, or faults that
 * exist in the network, so these kinds have generators of their own.
 */
function arbitraryValues({ id, params }: Kind, terminals: number): fc.Arbitrary<Values> {
  if (id === "graph") return arbitraryGraph();
  if (id === "drawn")
    return smallTopology(
      terminals,
      baseTopologies.kinds.filter((kind) => kind.id !== id && kind.id !== "shared-bus"),
    ).map((topology) => drawingOfNetwork(build(topology)));
  if (id === "faulty") return smallTopology(terminals, baseTopologies.kinds).chain(arbitraryFaults);
  const values = arbitraryParams(params, { span: 5, length: 3 });
  return id === "modular-switch" ? values.map(withSmallCapacities) : values;
}

/** Shared capacities that matter: small integers, in phits per cycle. */
function withSmallCapacities(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "number" ? Math.floor(value) % 8 : value]),
  );
}

/** A connected graph of up to eight switches: a random tree and up to four additional links, some of them parallel. */
function arbitraryGraph(): fc.Arbitrary<Values> {
  return fc.integer({ min: 1, max: 8 }).chain((switches) => {
    const anySwitchIndex = fc.integer({ min: 0, max: switches - 1 });
    const tree = fc.tuple(...Array.from({ length: switches - 1 }, (_, i) => fc.integer({ min: 0, max: i }).map((b) => ({ a: i + 1, b }))));
    const others = fc.array(
      fc.record({ a: anySwitchIndex, b: anySwitchIndex }).filter(({ a, b }) => a !== b),
      { maxLength: switches > 1 ? 4 : 0 },
    );
    return fc.record({
      switches: fc.constant(switches),
      links: fc.tuple(tree, others).map(([some, more]) => [...some, ...more]),
      terminalsPerSwitch: fc.integer({ min: 1, max: 3 }),
      terminals: fc.oneof(fc.constant([]), fc.array(anySwitchIndex, { minLength: 2, maxLength: 12 })),
    });
  });
}

/** The drawing of a network. */
export function drawingOfNetwork(network: Network): Values {
  return { ...writeDrawing(drawingOf(network)) };
}

/** A few random faults of a network. */
function arbitraryFaults(whole: ChosenKind): fc.Arbitrary<Values> {
  const { links, terminals, switches, forwards } = factsOf(whole) as TopologyFacts;
  return fc.record({
    of: fc.constant(whole),
    links: fc.integer({ min: 0, max: Math.min(4, forwards ? links : links - terminals) }),
    switches: fc.integer({ min: 0, max: Math.min(2, switches) }),
    deadLinks: fc.array(fc.integer({ min: 0, max: 2 * links - 1 }), { maxLength: 2 }),
    deadSwitches: fc.array(fc.integer({ min: 0, max: switches - 1 }), { maxLength: 1 }),
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  });
}

/** Random link properties for the classes of a topology; in most cases none. */
export function arbitraryLinks(topology: ChosenKind): fc.Arbitrary<Scenario["links"]> {
  const rule = arbitraryParams(scenarioParams.links.of.params, unlimited) as unknown as fc.Arbitrary<Scenario["links"][number]>;
  const classes = fc.subarray((factsOf(topology) as TopologyFacts).parts.links.map(({ name }) => name));
  const rules = classes.chain((names) => fc.tuple(...names.map((name) => rule.map((each) => ({ ...each, class: name })))));
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    rules.map((each) => normalizeLinkRules(each, topology)),
  );
}

/** Random switch properties; plain in half of the cases. */
export const anySwitch = fc.oneof(
  fc.constant(scenarioParams.switch.default),
  arbitraryParam(scenarioParams.switch, unlimited) as fc.Arbitrary<Scenario["switch"]>,
);

/** Random routings that accept a topology. */
export function arbitraryRouting(topology: ChosenKind): fc.Arbitrary<ChosenKind> {
  const facts = factsOf(topology) as TopologyFacts;
  const kinds = allRoutings.kinds.filter((routing) => routing.reasonUnsupported(facts) === null);
  return arbitraryKind({ ...allRoutings, kinds } as unknown as Registry<Kind>, unlimited).filter((routing) =>
    isSuitableRouting(routing, topology),
  );
}

/**
 * Channels on a shortest path from node `from` to every node, by breadth-first search; Infinity if there is none. Links are bidirectional,
 * so these are also the distances *to* the node.
 */
export function distancesFrom({ firstOut, head }: Network, from: number): Float64Array {
  const nodes = firstOut.length - 1;
  const distance = new Float64Array(nodes).fill(Infinity);
  const queue = new Int32Array(nodes);
  distance[from] = 0;
  queue[0] = from;
  for (let i = 0, reached = 1; i < reached; i++) {
    const node = queue[i];
    for (let channel = firstOut[node]; channel < firstOut[node + 1]; channel++) {
      if (distance[head[channel]] < Infinity) continue;
      distance[head[channel]] = distance[node] + 1;
      queue[reached++] = head[channel];
    }
  }
  return distance;
}
