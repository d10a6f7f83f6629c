/**
 * The selection rule `queue-credits`, the default of documents of version 1, makes many packets queue for the same output while other
 * outputs are free. The finding of such a run names this cause and offers a remedy.
 */
import { expect, test } from "vitest";
import {
  remedyPaths,
  selectionRemedyLabel,
  hasSeparateQueueSelection,
  suffersFromSelection,
  saySelectionCause,
} from "../../src/findings/selection-rule.ts";
import { withoutCrowding } from "../../src/app/workbench/finding/remedies-in-document.ts";
import { pageLock } from "../../src/app/document/lock.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import { propose } from "../../src/app/document/edits.ts";
import { undo } from "../../src/app/document/history.ts";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { compile } from "../../src/core/run/compile.ts";
import { run } from "../../src/core/run/run.ts";
import { variantsOf } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { expectWording } from "../wording/wording.ts";

const crowdingRule = { kind: "virtual-cut-through", selection: "queue-credits", ties: "first", virtualChannels: 2 };
const tree = { kind: "k-ary-n-tree", k: 4, n: 2 };

interface Changes {
  readonly topology?: object;
  readonly flowControl?: object;
  readonly workload?: object;
}

/** Whether a run suffers from the selection rule: a fat tree with two virtual channels at a load of 0.95, except for the given changes. */
function isRunCrowded({ topology = tree, flowControl = {}, workload = {} }: Changes = {}): boolean {
  const scenario = readScenario({
    version: 2,
    topology,
    flowControl: { ...crowdingRule, ...flowControl },
    workload: { kind: "open-loop", pattern: "uniform", load: 0.95, ...workload },
    run: { warmUp: 500, window: 1500, drain: 500 },
  });
  return suffersFromSelection(scenario, run(scenario), analyzePlan(compile(scenario).plan));
}

test("packets crowd with several virtual channels and ties to the first, and nowhere else", () => {
  expect(isRunCrowded()).toBe(true);
  expect(isRunCrowded({ flowControl: { virtualChannels: 1 } })).toBe(false);
  expect(isRunCrowded({ flowControl: { ties: "random" } })).toBe(false);
  expect(isRunCrowded({ flowControl: { selection: "most-credits" } })).toBe(false);
});

test("a network is not crowded if it delivers the whole load, or as much as its channels can carry", () => {
  expect(isRunCrowded({ workload: { load: 0.1 } })).toBe(false);
  // Half of the offered traffic cannot cross the bisection, whatever the allocator does.
  const crossing = { topology: { kind: "mesh", sizes: [4] }, workload: { pattern: "complement", load: 0.9 } };
  expect(isRunCrowded(crossing)).toBe(false);
});

test("a network is not crowded if its routing leaves no choice", () => {
  expect(isRunCrowded({ topology: { kind: "torus", sizes: [8] } })).toBe(false);
});

test("a document of version 1 has the rule without saying so", () => {
  const old = parseDocument({ version: 1, topology: tree, flowControl: { kind: "virtual-cut-through", virtualChannels: 2 } });
  expect(hasSeparateQueueSelection(old)).toBe(true);
  expect(
    hasSeparateQueueSelection(parseDocument({ version: 2, topology: tree, flowControl: { kind: "wormhole", virtualChannels: 2 } })),
  ).toBe(false);
});

test("the cure is one step, in one network", () => {
  const document = parseDocument({
    version: 2,
    topology: tree,
    flowControl: { ...crowdingRule, queue: 8 },
    beside: [{ "flowControl.virtualChannels": 4 }],
  });
  const store = createWorkbench(document);
  propose(store, withoutCrowding(document, 1));
  const [own, other] = variantsOf(store.getState().document.current);
  expect(own.flowControl).toEqual(document.flowControl);
  expect(other.flowControl.values).toMatchObject({ selection: "shared", ties: "random", virtualChannels: 4, queue: 8 });
  expect(hasSeparateQueueSelection(other)).toBe(false);
  undo(store);
  expect(store.getState().document.current).toEqual(document);
  // Several networks are remedied by applying the remedy to each of them.
  expect(variantsOf([0, 1].reduce(withoutCrowding, document)).map(hasSeparateQueueSelection)).toEqual([false, false]);
  // The second network shares the flow control of the first, so the remedy changes both.
  const both = variantsOf(withoutCrowding(document, 0));
  expect(both.map(({ flowControl }) => flowControl.values["selection"])).toEqual(["shared", "shared"]);
});

test("where the rule is locked it stays", () => {
  const document = parseDocument({ version: 2, topology: tree, flowControl: crowdingRule });
  const store = createWorkbench(document);
  store.setState({ view: { lock: pageLock("selection", document) } });
  expect(remedyPaths.some((place) => store.getState().view.lock?.isLocked(place))).toBe(true);
  propose(store, withoutCrowding(document, 0));
  expect(store.getState().document.current).toBe(document);
});

test("the words name the rule, the network where there are several, and what is chosen instead", () => {
  expectWording(saySelectionCause([]), "“most credits by queue”");
  expectWording(saySelectionCause(["B"]), "in B");
  expectWording(saySelectionCause(["A", "B", "D"]), "in A, B and D");
  expect(selectionRemedyLabel).toBe("Use shared, ties at random");
});
