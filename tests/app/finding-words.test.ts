/**
 * The wording of findings over many kinds of documents: each finding is two complete sentences. `gallery.test.ts` covers the documents of
 * the gallery.
 */
import { expect, test } from "vitest";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { compile } from "../../src/core/run/compile.ts";
import { run } from "../../src/core/run/run.ts";
import { cellsOf } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { causeOf } from "../../src/findings/cause/cause.ts";
import { findingOfScenario } from "../../src/findings/scenario.ts";
import { unitsOfDocument } from "../../src/words/document-units.ts";
import { brokenRulesOf, expectSoundFindings } from "./sentences.ts";
import { expectWording } from "../wording/wording.ts";

const shortRun = { warmUp: 200, window: 800, drain: 400 };
const ring = { topology: { kind: "torus", sizes: [8] }, flowControl: { kind: "virtual-cut-through", queue: 1 } };
const deadlocking = {
  ...ring,
  routing: { kind: "dimension-order", channelClasses: "none" },
  workload: { kind: "open-loop", load: 1, pattern: "uniform" },
};
const tree = { kind: "thin-tree", k: 2, kUp: 1, n: 3 };
const butterfly = { kind: "butterfly-exchange", ranks: 8 };
const otherNetworks = [{ topology: "k-ary-n-tree" }, { topology: { kind: "torus", sizes: [8, 8] } }];
const loads = { path: "workload.load", values: [0.05, 0.2, 0.6] };
const disconnectedTopology = { kind: "faulty", links: 0, deadSwitches: [0, 1, 2, 3, 4, 5, 6, 7], of: { kind: "three-quads", m: 4 } };
/** A message list of `count` messages, one from each of the first terminals to terminal 9. */
const messageListOf = (count: number) => ({
  kind: "messages",
  list: Array.from({ length: count }, (_, i) => ({ source: i, destination: 9, bytes: "64 B" })),
});

/** A queue of 4 packets of 16 phits limits a channel to 64 phits per round trip of 16 + 1 + 2 · 100 cycles. */
const longLinks = {
  topology: "dragonfly",
  links: [{ class: "global", length: 100 }],
  workload: { kind: "open-loop", load: 0.5, pattern: "uniform" },
};

const documents: Readonly<Record<string, object>> = {
  "light traffic": { workload: { kind: "open-loop", load: 0.01 } },
  saturation: { topology: tree, workload: { kind: "open-loop", pattern: "complement", load: 0.8 } },
  "hardly a packet arrives": { run: { warmUp: 0, window: 100, drain: 0 }, workload: { kind: "open-loop", pattern: "complement", load: 1 } },
  "one message": { workload: messageListOf(1) },
  "two messages": { workload: messageListOf(2) },
  "three messages": { workload: messageListOf(3) },
  deadlock: deadlocking,
  "a network that has fallen apart": { topology: disconnectedTopology, workload: { kind: "open-loop", load: 0.3, pattern: "uniform" } },
  "one dead link": { topology: { kind: "faulty", links: 1, of: { kind: "torus", sizes: [4, 4] } } },
  "fluid flow": { flowControl: "fluid", workload: { kind: "open-loop", load: 0.3 } },
  circuits: { flowControl: "circuit", workload: { kind: "open-loop", load: 0.3 } },
  wormhole: { flowControl: "wormhole", workload: { kind: "open-loop", load: 0.6 } },
  "long links": longLinks,
  "switches of a pipeline": { topology: tree, switch: { pipeline: 3, speedup: 1 }, workload: { kind: "open-loop", load: 0.6 } },
  "limited ports": {
    topology: "three-quads",
    technology: "gigabit-ethernet",
    host: "limited-ports",
    workload: { kind: "matrix-transpose", rows: 64 },
  },
  "more terminals than ranks": { topology: tree, workload: { kind: "broadcast", ranks: 3 } },
  "two networks": { beside: otherNetworks.slice(0, 1) },
  "three networks": { beside: otherNetworks },
  "two networks and a program": { workload: butterfly, beside: otherNetworks.slice(0, 1) },
  "three networks and a program": { workload: butterfly, beside: otherNetworks },
  "two networks and a collective": { workload: { kind: "allreduce", ranks: 8 }, beside: otherNetworks.slice(0, 1) },
  "three networks and a collective on links with a rate": {
    technology: "own-links",
    flowControl: "fluid",
    workload: { kind: "allreduce", ranks: 8, message: "1 MB" },
    beside: otherNetworks,
  },
  "links of another rate": { technology: { kind: "own-links", rate: "125 MB/s" }, beside: [{ "technology.rate": "2 GB/s" }] },
  "one of two deadlocks": { ...deadlocking, beside: [{ "routing.channelClasses": "dateline" }] },
  "both deadlock": { ...deadlocking, beside: [{ "workload.load": 0.9 }] },
  "a sweep of loads": { sweep: [loads], beside: otherNetworks.slice(0, 1) },
  "a sweep of loads with seeds": {
    sweep: [
      { ...loads, values: [0.1, 0.5] },
      { path: "seed", values: [1, 2] },
    ],
  },
  "a sweep of queues": { sweep: [{ path: "flowControl.queue", values: [1, 4] }] },
  "a sweep of patterns and loads": { sweep: [loads, { path: "workload.pattern", values: ["uniform", "complement"] }] },
  "a sweep of ranks": { workload: butterfly, sweep: [{ path: "workload.ranks", values: [4, 8, 16] }], beside: otherNetworks },
  "a mix": { sweep: [{ path: "workload", values: [butterfly, { kind: "binary-tree", ranks: 8 }] }], beside: otherNetworks },
};

test("sentences that are none are found", () => {
  expect(brokenRulesOf("It delivers all.")).toEqual([]);
  for (const wrong of ["it delivers", "All. Of it.", "It takes the the load.", "It takes NaN.", "It is a error.", "A (torus , 2.", "All.."])
    expect(brokenRulesOf(wrong), wrong).not.toEqual([]);
});

test.each(Object.keys(documents))("%s", (name) => {
  expectSoundFindings(parseDocument({ version: 2, run: shortRun, ...documents[name] }));
});

const programs = allWorkloads.kinds.filter(({ isEndless }) => !isEndless);

/** Parameters that shorten workloads whose default parameters make long runs. */
const shortParams: Readonly<Record<string, object>> = {
  "block-cyclic-transpose": { rows: 64 },
  "matrix-multiplication": { rows: 64 },
  "matrix-transpose": { rows: 64 },
  "training-step": { layers: 4, hidden: 64, sequence: 32, batch: 4, vocabulary: 1024, tensor: 1, pipeline: 2 },
};

test.each(programs.map(({ id }) => id))("the program %s", (kind) => {
  expectSoundFindings(
    parseDocument({
      version: 2,
      topology: "three-quads",
      workload: kind === "messages" ? messageListOf(1) : { kind, ...shortParams[kind] },
    }),
  );
});

test("of links that are longer than their buffers, these are the cause", () => {
  const document = parseDocument({ ...longLinks, run: shortRun });
  const units = unitsOfDocument(document);
  const [{ scenario }] = cellsOf(document);
  const [results, analysis] = [run(scenario), analyzePlan(compile(scenario).plan)];
  const cause = causeOf(units, scenario, results, analysis, findingOfScenario(units, scenario, results, analysis));
  expectWording(cause.head, "global links");
  expectWording(cause.rest, "217 cycles … 29 %");
});
