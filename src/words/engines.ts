/** Which engine makes the numbers of a document's networks, and what it makes of their packets, in a sentence or two. */
import { uncapital } from "../core/base/words.ts";
import { type Document, letterOf } from "../core/scenario/document.ts";
import { sayGrains, sayOverheads } from "../core/scenario/engine.ts";
import { paramAt, withValue } from "../core/scenario/place.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { staged } from "../core/scenario/staged.ts";

export function sayEngines(document: Document): string {
  const scenarios = staged(document);
  const said = sayOf(scenarios);
  // Where engines are swept, those of a single point are no word on all of them.
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
