/** The finding before the reader's last change, shown beside the new one until the next change. */
import { uncapitalize } from "../../../core/base/words.ts";
import { letterOf } from "../../../core/scenario/document.ts";
import type { Scenario } from "../../../core/scenario/scenario.ts";
import { workloads } from "../../../core/workloads/registry.ts";
import { findingOfScenario } from "../../../findings/scenario.ts";
import type { KeyFigure } from "../../../findings/key-figure.ts";
import { sayChange } from "../../../words/change.ts";
import { namedVariants } from "../../../words/variants.ts";
import type { Page } from "../../create-page.ts";

export interface PreviousFinding {
  /** The change as a sentence. */
  readonly changeText: string;
  /** The main number before the change; null if that run is not cached, or there was no single number. */
  readonly figure: KeyFigure | null;
}

/**
 * What the document was before its last change: the change in words, and the main number (figure) of the previous result if it can be
 * compared with the new one. Null before the first change, for sweeps, and if the change does not affect a run.
 */
export function previousFinding({ store, units, resultCache }: Page): PreviousFinding | null {
  const { current: document, previous: previousState } = store.getState().document;
  // The previous state may belong to another draft, which was open before.
  if (
    previousState === null ||
    previousState.of !== store.getState().document.draft ||
    document.sweep.length + previousState.scenario.sweep.length > 0
  )
    return null;
  const [currentScenarios, previousScenarios] = [document, previousState.scenario].map((each) => namedVariants(each).scenarios);
  const changeText = sayChanges(previousScenarios, currentScenarios);
  if (changeText === "") return null;
  // Numbers with other units cannot be compared.
  const [currentKind, previousKind] = [currentScenarios[0], previousScenarios[0]].map(({ workload: { kind } }) => workloads.get(kind));
  const isComparable =
    currentKind.isEndless === previousKind.isEndless &&
    (currentKind.totalDemand === undefined) === (previousKind.totalDemand === undefined);
  const cachedResults =
    currentScenarios.length + previousScenarios.length > 2 || !isComparable ? null : resultCache.peek(previousScenarios[0]);
  return {
    changeText,
    figure: cachedResults === null ? null : (findingOfScenario(units(), previousScenarios[0], cachedResults, null).figure ?? null),
  };
}

/** The change as a sentence: a network was added or removed, or all networks or only one were changed; empty for any other change. */
function sayChanges(previous: readonly Scenario[], current: readonly Scenario[]): string {
  if (current.length > previous.length) return `You added network ${letterOf(current.length - 1)}.`;
  if (current.length < previous.length) return "You removed a network.";
  const steps = current.map((each, i) => sayChange(previous[i], each));
  const changed = steps.flatMap((changeText, i) => (changeText === "" ? [] : [{ said: changeText, letter: letterOf(i) }]));
  if (changed.length === 0) return "";
  if (new Set(changed.map(({ said: changeText }) => changeText)).size === 1 && changed.length === steps.length) return changed[0].said;
  return changed.length === 1 ? `In ${changed[0].letter}, ${uncapitalize(changed[0].said)}` : "";
}
