/** One or two sentences about the engine that simulates a document's networks, and how it models packets. */
import { uncapital } from "../core/base/words.ts";
import { type Document, letterOf } from "../core/scenario/document.ts";
import { sayGrains, sayOverheads } from "../core/scenario/engine.ts";
import { paramAt, withValue } from "../core/scenario/place.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { staged } from "../core/scenario/staged.ts";

export function sayEngines(document: Document): string {
  const scenarios = staged(document);
  const said = sayOf(scenarios);
  // If engines are swept, the sentence about a single point does not hold for all points.
  const isSame = document.sweep.every(
    ({ path, values }) =>
      !["flowControl", "technology"].includes(path[0]) ||
      paramAt(scenarios[0], path) === undefined ||
      values.every((value) => sayOf(scenarios.map((each) => withValue(each, path, value))) === said),
  );
  return isSame ? said : `On the stage: ${uncapital(said)}`;
}

function sayOf(scenarios: readonly Scenario[]): string {
  const letters = scenarios.map((_, i) => letterOf(i));
  return sayGrains(scenarios, letters) + sayOverheads(scenarios, letters);
}
