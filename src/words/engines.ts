/** One or two sentences about the engine that simulates a document's networks, and how it models packets. */
import { uncapitalize } from "../core/base/words.ts";
import { type Document, letterOf } from "../core/scenario/document.ts";
import { describeGranularity, describeOverheads } from "../core/scenario/engine.ts";
import { paramAtPath, withValueAtPath } from "../core/scenario/param-path.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { displayedScenarios } from "../core/scenario/displayed-point.ts";

export function sayEngines(document: Document): string {
  const scenarios = displayedScenarios(document);
  const sentence = sayEnginesOf(scenarios);
  // If engines are swept, the sentence about a single point does not hold for all points.
  const isSame = document.sweep.every(
    ({ path, values }) =>
      !["flowControl", "technology"].includes(path[0]) ||
      paramAtPath(scenarios[0], path) === undefined ||
      values.every((value) => sayEnginesOf(scenarios.map((each) => withValueAtPath(each, path, value))) === sentence),
  );
  return isSame ? sentence : `On the stage: ${uncapitalize(sentence)}`;
}

function sayEnginesOf(scenarios: readonly Scenario[]): string {
  const letters = scenarios.map((_, i) => letterOf(i));
  return describeGranularity(scenarios, letters) + describeOverheads(scenarios, letters);
}
