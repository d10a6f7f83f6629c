/** Laws of findings and the screen: what decides a result is named on it, and words agree with the numbers printed beside them. */
import { expect, test } from "vitest";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { allTopologies } from "../../src/core/kinds/all-kinds.ts";
import type { Results } from "../../src/core/measures/results.ts";
import { compile } from "../../src/core/run/compile.ts";
import { run } from "../../src/core/run/run.ts";
import { isWithin, paramAtPath, type Path } from "../../src/core/scenario/param-path.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import { fullUtilization } from "../../src/findings/cause/bottleneck.ts";
import { type CauseKind, causeOf } from "../../src/findings/cause/cause.ts";
import { decidingSegments, decidingSettings } from "../../src/findings/cause/deciding-settings.ts";
import { deliveryOf } from "../../src/findings/delivery.ts";
import { findingOfScenario } from "../../src/findings/scenario.ts";
import { type Segment, segmentsAsText, sentenceOf } from "../../src/words/sentence.ts";
import { unitsOf, unitsOfResults } from "../../src/words/units.ts";
import { firstFew } from "../effort.ts";

const shortRun = { warmUp: 200, window: 800, drain: 400 };
const uniform = (load: number) => ({ kind: "open-loop", pattern: "uniform", load });
const ring = { kind: "torus", sizes: [8] };

/** A document for each kind of cause. */
const causes: Readonly<Record<CauseKind, object>> = {
  deadlock: {
    topology: ring,
    routing: { kind: "dimension-order", channelClasses: "none" },
    flowControl: { kind: "virtual-cut-through", queue: 1 },
    workload: uniform(1),
  },
  finite: { topology: { kind: "mesh", sizes: [4, 4] }, workload: { kind: "all-to-all", ranks: 8, message: "1 KiB" } },
  unconnected: {
    topology: { kind: "faulty", links: 0, deadSwitches: [0, 1, 2, 3, 4, 5, 6, 7], of: { kind: "three-quads", m: 4 } },
    workload: uniform(0.3),
  },
  ideal: { flowControl: "ideal-network", workload: uniform(0.3) },
  delivered: { topology: { kind: "torus", sizes: [4, 4] }, workload: uniform(0.2), run: { warmUp: 500, window: 4000 } },
  unsteady: { topology: "clos", workload: uniform(0.6), run: { warmUp: 500, window: 2000, drain: 500 } },
  part: { topology: { kind: "modular-switch", intake: 2, ingress: 2 }, workload: uniform(0.9) },
  buffers: { topology: "dragonfly", links: [{ class: "global", length: 100 }], workload: uniform(0.5) },
  blocking: { topology: { kind: "torus", sizes: [8, 8] }, workload: uniform(0.6), run: { warmUp: 500, window: 2000, drain: 500 } },
  channel: { topology: { kind: "mesh", sizes: [8, 8] }, workload: { kind: "open-loop", pattern: "complement", load: 0.6 } },
};

/** Documents of further kinds: every topology below and above saturation, and routings, flow controls and patterns that decide results. */
const documents: readonly object[] = [
  ...Object.values(causes),
  ...firstFew(
    16,
    allTopologies.kinds
      .filter(({ id }) => !["drawn", "graph", "faulty"].includes(id))
      .flatMap(({ id }) => [0.3, 0.9].map((load) => ({ topology: id, workload: uniform(load) }))),
  ),
  {
    topology: ring,
    routing: { kind: "shortest-path", classes: "none" },
    flowControl: { kind: "virtual-cut-through", queue: 1 },
    workload: uniform(1),
  },
  {
    topology: { kind: "mesh", sizes: [4, 4] },
    routing: { kind: "minimal-adaptive", escape: "none" },
    flowControl: { kind: "virtual-cut-through", queue: 1 },
    workload: uniform(1),
  },
  { flowControl: "wormhole", workload: uniform(0.6) },
  { flowControl: "circuit", workload: uniform(0.6) },
  { flowControl: "store-and-forward", workload: uniform(0.6) },
  { topology: { kind: "torus", sizes: [4, 4] }, workload: { kind: "open-loop", pattern: "hot-spot", load: 0.5 } },
  { topology: "three-quads", workload: { kind: "matrix-transpose", rows: 64 } },
  { topology: "hyperx", workload: { kind: "open-loop", pattern: "complement", load: 0.25 } },
];

/** A run of the first scenario of a document, with its cause and the words on the screen. */
function explain(raw: object, units = unitsOfResults) {
  const scenario: Scenario = parseDocument({ version: 2, run: shortRun, ...raw });
  const { plan } = compile(scenario);
  const [results, analysis] = [run(scenario), analyzePlan(plan)];
  const finding = findingOfScenario(units, scenario, results, analysis);
  const cause = causeOf(units, scenario, results, analysis, finding);
  const explained = { scenario, results, analysis, network: plan.network };
  const shown = sentenceOf(scenario);
  return { ...explained, explained, finding, cause, shown, decided: decidingSegments(cause, explained, shown) };
}

/** Whether the value at a path is among words on the screen: itself, or in a form that a word opens. */
const isOnScreen = (path: Path, words: readonly Segment[]) =>
  words.some((each) => "path" in each && isWithin(path, each.path) && (each.type === "form" || each.path.length === path.length));

test.each(Object.keys(causes) as CauseKind[])("there is a run whose cause is “%s”", (kind) => {
  expect(explain(causes[kind]).cause.is).toBe(kind);
});

/** Settings that words of a finding refer to, so that their values must be on the screen. */
const namedSettings: readonly (readonly [RegExp, readonly string[]])[] = [
  [/head-of-line|blocked ones/i, ["routing", "flowControl.virtualChannels", "flowControl.queue", "flowControl.buffer"]],
  [/buffers? (are|is) too|full buffer/i, ["flowControl.virtualChannels", "flowControl.queue", "flowControl.buffer"]],
  [/virtual channel/i, ["flowControl.virtualChannels"]],
  [/measure longer/i, ["run.window", "run.warmUp"]],
  [/deadlock/i, ["routing"]],
  [/without a dateline/i, ["routing.channelClasses"]],
  [/without an escape/i, ["routing.escape"]],
  [/one virtual-channel class/i, ["routing.classes"]],
  [/serial injection/i, ["flowControl.injectionSlots"]],
  [/channel contention/i, ["routing"]],
];

test("a finding names no setting that is not on the screen, and the screen shows all that decides it", () => {
  const seen = new Set<RegExp>();
  for (const raw of documents) {
    const { scenario, explained, finding, cause, shown, decided } = explain(raw);
    const screen = [...shown, ...decided];
    for (const path of decidingSettings(cause, explained)) expect(isOnScreen(path, screen), path.join(".")).toBe(true);
    const text = [finding.answer, ...finding.evidence, cause.head, cause.rest].join(" ");
    for (const [words, settings] of namedSettings) {
      if (!words.test(text)) continue;
      seen.add(words);
      for (const setting of settings) {
        const path = setting.split(".");
        const isSwitched = setting !== "routing" || explained.network.switches > 1;
        if (isSwitched && paramAtPath(scenario, path) !== undefined)
          expect(isOnScreen(path, screen), `${setting} in: ${text} | ${segmentsAsText(screen)}`).toBe(true);
      }
    }
    // What the sentence shows is not repeated, and the words are a sentence.
    for (const each of decided) if ("path" in each) expect(isOnScreen(each.path, shown)).toBe(false);
    expect(segmentsAsText(decided)).toMatch(/^$|^Decided by [^.]+\.$/);
  }
  // Every word of the list has occurred, or it would check nothing.
  expect(namedSettings.filter(([words]) => !seen.has(words)).map(([words]) => words.source)).toEqual([]);
});

test("a routing is not named where no packet can choose a path: at a terminal's channel, and in a single switch", () => {
  const hot = explain({ topology: { kind: "torus", sizes: [4, 4] }, workload: { kind: "open-loop", pattern: "hot-spot", load: 0.5 } });
  expect(hot.cause.is).toBe("channel");
  expect(segmentsAsText(hot.decided)).toBe("");
  const single = explain({ topology: { kind: "single-switch", terminals: 16 }, workload: uniform(0.9) });
  expect(segmentsAsText(single.decided)).not.toContain("routing");
});

test("“all” is said only where the delivered load is printed like the offered load, in every unit", () => {
  const shareUnits = unitsOf({ is: "share" });
  for (const units of [unitsOfResults, shareUnits])
    for (const raw of documents) {
      const { scenario, results, finding, cause, analysis } = explain(raw, units);
      const { figure } = finding;
      if (figure?.loads === undefined || results.deadlock !== null || (results.lost ?? 0) > 0) continue;
      const { delivered, offered } = figure.loads;
      const saysAll = / delivers all( of it)?\.$/.test(finding.answer);
      expect(saysAll, finding.answer).toBe(units.formatLoad(delivered) === units.formatLoad(offered));
      if (cause.head.startsWith("All traffic")) expect(saysAll, `${finding.answer} ${cause.head}`).toBe(true);
      expect(deliveryOf(units, scenario, results, analysis).extent === "all").toBe(saysAll);
    }
});

test("close to all: a full channel is the cause, and without one nearly all is delivered", () => {
  const { scenario, results } = explain(causes.delivered);
  const causeAt = (accepted: number, created: number, worst: number) => {
    const changed: Results = {
      ...results,
      acceptedPerSender: accepted,
      offeredPerSender: created,
      load: { ...results.load, worst },
    };
    const finding = findingOfScenario(unitsOfResults, scenario, changed, null);
    return { finding, cause: causeOf(unitsOfResults, scenario, changed, null, finding) };
  };
  // Offered 0.20: 0.194 is within the tolerance of saturation, but reads as 0.19.
  const full = causeAt(0.1945, 0.2, 1);
  expect([full.finding.figure?.value, full.cause.is]).toEqual(["0.19", "channel"]);
  const near = causeAt(0.1945, 0.2, fullUtilization / 2);
  expect([near.finding.figure?.value, near.cause.is]).toEqual(["0.19", "delivered"]);
  expect(near.cause.head).toMatch(/^Nearly all traffic/);
  // By chance, only 0.194 was created, and all of it was delivered.
  const chance = causeAt(0.1945, 0.1945, fullUtilization / 2);
  expect(`${chance.finding.figure?.value} ${chance.finding.figure?.words}`).toMatch(/^0\.19 of 0\.19 /);
  expect(chance.cause.head).toMatch(/^All traffic/);
  expect(chance.finding.evidence.join(" ")).toMatch(/the offered load was 0\.19 in the measurement window instead of 0\.20\./);
});
