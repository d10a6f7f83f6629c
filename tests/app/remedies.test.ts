/** Remedies for a network that falls short of its load, and which of them the page offers. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bestRemedy, candidateChanges, virtualChannelsOf } from "../../src/app/workbench/cards/remedies.ts";
import { NetworkCache } from "../../src/app/document/network-cache.ts";
import { pageLock } from "../../src/app/document/lock.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { Results } from "../../src/core/measures/results.ts";
import { routings } from "../../src/core/routings/registry.ts";
import { run } from "../../src/core/run/run.ts";
import type { Document } from "../../src/core/scenario/document.ts";
import { paramAtPath, valueAtPath } from "../../src/core/scenario/param-path.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { topologyFacts, readScenario, writeScenario } from "../../src/core/scenario/scenario.ts";
import { changesOf } from "../../src/core/scenario/variants.ts";
import { sayDifferences } from "../../src/words/change.ts";
import { wordsOfValue } from "../../src/words/params.ts";

const shortRun = { warmUp: 500, window: 2000, drain: 500 };
const steps = (document: Document) => candidateChanges(createWorkbench(document), document);

/** All candidates with the same virtual channels. */
const noChannels = Array.from({ length: 100 }, () => 1);

test("a thin tree is offered the link up that is missing: of all steps that delivers most", () => {
  const thin = parseDocument({ version: 2, run: shortRun });
  const all = steps(thin);
  const results = all.map((each) => run(each));
  const best = bestRemedy(thin, run(thin), all, results, noChannels);
  expect(sayDifferences(thin, all[best], [1, 1])).toBe("With k′ = 3");
  expect(results[best].acceptedPerSender).toBe(Math.max(...results.map(({ acceptedPerSender }) => acceptedPerSender)));
});

test("a remedy names all that it changes: another routing also the virtual channels of its classes", async () => {
  const networks = new NetworkCache();
  const mesh = parseDocument({ version: 2, topology: { kind: "mesh", sizes: [8, 8] } });
  const sayStep = async (changed: Document) =>
    sayDifferences(mesh, changed, [await virtualChannelsOf(mesh, networks), await virtualChannelsOf(changed, networks)]);
  const remedyTo = (kind: string) => steps(mesh).find(({ routing }) => routing.kind === kind)!;
  // A class for each hop between switches: as many as the diameter of the mesh, 7 + 7.
  expect(await sayStep(remedyTo("shortest-path"))).toBe("With shortest path routing and 14\u00a0virtual channels per channel instead of 1");
  expect(await sayStep(steps(mesh).find(({ flowControl }) => flowControl.values["virtualChannels"] === 2)!)).toBe(
    "With 2 virtual channels",
  );
  // Every change of every remedy, compiled: the number that is said is that of the plan.
  for (const step of steps(mesh)) {
    expect(await virtualChannelsOf(step, networks)).toBe(compile(step).plan.routing.vcClasses);
    for (const { path } of changesOf(mesh, step))
      expect(await sayStep(step)).toContain(wordsOfValue(paramAtPath(step, path)!, valueAtPath(step, path)));
  }
});

test("a deadlock is offered only what cannot deadlock, whatever else delivers by chance", () => {
  const ring = parseDocument({
    version: 2,
    topology: { kind: "torus", sizes: [8, 8] },
    routing: { kind: "dimension-order", channelClasses: "none" },
    workload: { kind: "open-loop", pattern: "uniform", load: 0.6 },
  });
  const all = steps(ring);
  const now = run(ring);
  expect(now.deadlock).not.toBeNull();
  const results = all.map((each) => run(each));
  const mayDeadlock = ({ routing, topology }: Document) =>
    routings.get(routing.kind).reasonForDeadlock(routing.values, topologyFacts(topology)) !== null;
  expect(mayDeadlock(all[bestRemedy(ring, now, all, results, noChannels)])).toBe(false);
  const lucky = all.map((each, i) => (mayDeadlock(each) ? { ...results[i], deadlock: null, acceptedPerSender: 0.6 } : results[i]));
  expect(lucky.some((each, i) => each !== results[i])).toBe(true);
  expect(mayDeadlock(all[bestRemedy(ring, now, all, lucky, noChannels)])).toBe(false);
});

test("of those that deliver all the cheapest is offered, and none that brings less than a tenth more", () => {
  const thin = parseDocument({ version: 2, topology: { kind: "thin-tree", k: 4, kUp: 2, n: 3 } });
  const all = [3, 4, 1].map((kUp) => parseDocument({ version: 2, topology: { kind: "thin-tree", k: 4, kUp, n: 3 } }));
  const accepting = (acceptedPerSender: number) => ({ acceptedPerSender, offeredPerSender: 0.45, deadlock: null }) as unknown as Results;
  const best = (...accepted: readonly number[]) => bestRemedy(thin, accepting(0.26), all, accepted.map(accepting), noChannels);
  expect(best(0.44, 0.45, 0.1)).toBe(0);
  expect(best(0.4, 0.45, 0.1)).toBe(1);
  expect(best(0.28, 0.27, 0.1)).toBe(-1);
  expect(bestRemedy(thin, accepting(0.26), all, [null, null, null], noChannels)).toBe(-1);
});

test("of those that deliver about as much at the same price, the one with fewest virtual channels is offered", () => {
  const mesh = parseDocument({ version: 2 });
  const all = [14, 2, 4].map((virtualChannels) => ({ ...mesh, title: String(virtualChannels) }));
  const accepting = (acceptedPerSender: number) => ({ acceptedPerSender, offeredPerSender: 0.45, deadlock: null }) as unknown as Results;
  const best = (...accepted: readonly number[]) => bestRemedy(mesh, accepting(0.36), all, accepted.map(accepting), [14, 2, 4]);
  expect(best(0.426, 0.42, 0.425)).toBe(1);
  expect(best(0.426, 0.4, 0.425)).toBe(2);
  expect(best(0.426, 0.4, 0.4)).toBe(0);
});

test("what is locked is not offered", () => {
  const thin = parseDocument({ version: 2 });
  const store = createWorkbench(thin);
  store.setState({ view: { lock: pageLock("topology", thin) } });
  expect(candidateChanges(store, thin).length).toBeGreaterThan(0);
  expect(candidateChanges(store, thin).map(({ topology }) => topology)).toEqual(candidateChanges(store, thin).map(() => thin.topology));
});

const folder = "public/scenarios";
const files = readdirSync(folder).filter((name) => name.endsWith(".json") && name !== "index.json");

/** The error that compiling a document with a remedy throws; empty if it can be run. */
function reasonAgainst(remedy: Document): string {
  try {
    compile(readScenario(writeScenario(remedy)));
    return "";
  } catch (error) {
    return String(error);
  }
}

test.each(files)("every step from %s is one change away, can be run or says why not, and has as many terminals", (file) => {
  const document = { ...parseDocument(JSON.parse(readFileSync(`${folder}/${file}`, "utf8"))), beside: [], sweep: [] };
  for (const step of steps(document)) {
    const changes = changesOf(document, step);
    expect(new Set(changes.map(({ path }) => path[0])).size).toBe(1);
    expect(sayDifferences(document, step, [1, 1])).toMatch(/^With \S/);
    expect(topologyFacts(step.topology).terminals).toBe(topologyFacts(document.topology).terminals);
    // A remedy may turn out to be impossible only when the network is compiled. It then has no results and is not offered.
    expect(reasonAgainst(step)).toMatch(/^$|^ScenarioError: /);
  }
});
