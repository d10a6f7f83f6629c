/** Every network can be converted to a drawing, and the network of the drawing is identical. */
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { type ChosenKind, defaultsOf } from "../../src/core/base/params.ts";
import { digestOf } from "../../src/core/measures/digest.ts";
import { drawingOf, reasonNotDrawable } from "../../src/core/network/drawing/drawing-of.ts";
import { readDrawing, writeDrawing } from "../../src/core/network/drawing/texts.ts";
import type { Network } from "../../src/core/network/network.ts";
import { run } from "../../src/core/run/run.ts";
import { readScenario, suitableRouting, type Scenario } from "../../src/core/scenario/scenario.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { cases } from "../effort.ts";
import { build, drawingOfNetwork, fastExamplesOf, factsOf, arbitraryRouting, smallTopology } from "./arbitrary.ts";

const drawable = allTopologies.kinds.filter(({ id }) => id !== "shared-bus" && id !== "drawn");

/** Everything that affects a run. A fault does not unplug ports, and a drawing has no faults, so the number of plugged ports may differ. */
const withoutPluggedPorts = (network: Network) => ({ ...network, pluggedPorts: null });

const uniform = readScenario({
  workload: { kind: "open-loop", pattern: "uniform", load: 0.4 },
  run: { warmUp: 50, window: 200, drain: 300 },
});

/** The digest of a run's results, or the message of the error that prevents the run. */
function outcomeOf(scenario: Scenario): string {
  try {
    return digestOf([run(scenario)]);
  } catch (fault) {
    if (fault instanceof ScenarioError) return fault.message;
    throw fault;
  }
}

/** Expects that the drawing of a network can be read again and gives the same network. */
function expectSame(topology: ChosenKind): void {
  const facts = factsOf(topology)!;
  if (reasonNotDrawable(facts) !== null) return;
  const network = build(topology);
  const texts = writeDrawing(drawingOf(network));
  const { drawing, issues } = readDrawing(texts);
  expect(issues).toEqual([]);
  expect(writeDrawing(drawing)).toEqual(texts);
  const [found, expected] = [withoutPluggedPorts(build({ kind: "drawn", values: { ...texts } })), withoutPluggedPorts(network)];
  // Vitest compares long typed arrays slowly; it is called only to print the difference.
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}

describe.each(drawable)("$id as a drawing", (kind) => {
  it.each(fastExamplesOf(kind))("example $values", expectSame);

  it("random parameters", () => {
    fc.assert(fc.property(smallTopology(200, [kind]), expectSame), { numRuns: cases(25) });
  });

  it("has the same fingerprint, by any routing", () => {
    const small = smallTopology(24, [kind]).filter((topology) => suitableRouting(topology) !== undefined);
    const any = small.chain((topology) => fc.tuple(fc.constant(topology), arbitraryRouting(topology)));
    fc.assert(
      fc.property(any, ([topology, routing]) => {
        const own = { ...uniform, topology, routing };
        const drawn = { ...own, topology: { kind: "drawn", values: drawingOfNetwork(build(topology)) } };
        expect(outcomeOf(drawn)).toEqual(outcomeOf(own));
      }),
      { numRuns: cases(8) },
    );
  });
});

it("refuses a bus, and what is too large", () => {
  const bus = factsOf({ kind: "shared-bus", values: defaultsOf(allTopologies.get("shared-bus").params) })!;
  expect(reasonNotDrawable(bus)).toMatch(/bus/);
  expect(reasonNotDrawable({ terminals: 16_385, switches: 1, links: 16_385 })).toBe(
    "This network has 16,385 terminals; 16,384 can be drawn.",
  );
  expect(reasonNotDrawable({ terminals: 16_384, switches: 4096, links: 65_536 })).toBeNull();
});
