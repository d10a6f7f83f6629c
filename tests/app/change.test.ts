/** The sentence about what an edit changed in a document. */
import { expect, test } from "vitest";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { sayChange } from "../../src/words/change.ts";
import { expectWording } from "../wording/wording.ts";

const changeText = (before: object, after: object) => sayChange(readScenario(before), readScenario(after));
const tree = { kind: "thin-tree", k: 4, kUp: 4, n: 3 };

test.each([
  [{ topology: tree }, { topology: { ...tree, kUp: 2 } }, "You changed k′ from 4 to 2."],
  [
    { workload: { kind: "open-loop", load: 0.45 } },
    { workload: { kind: "open-loop", load: 0.6 } },
    "You changed offered load from 0.45 to 0.60.",
  ],
  [{ topology: tree }, { topology: { kind: "torus", sizes: [8, 8] } }, "You replaced the thin tree by the torus."],
  [{}, { workload: { kind: "open-loop", pattern: "uniform" } }, "You changed traffic pattern from perfect shuffle to uniform."],
  [
    { topology: tree },
    { topology: { kind: "faulty", links: 0, deadSwitches: [0], of: tree } },
    "The network is now the thin tree without 1\u00a0switch.",
  ],
  [{}, { seed: 7 }, "You changed the seed from 1 to 7."],
  [
    { flowControl: { kind: "virtual-cut-through", ties: "first" } },
    { flowControl: { kind: "virtual-cut-through", queue: 2, ties: "random" } },
    "You changed queue from 4 to 2 and ties from “to the first output” to “at random”.",
  ],
  [{}, { workload: { kind: "rates", cells: "A0MAAABABA" } }, "You painted the traffic."],
  [
    { workload: { kind: "rates", cells: "A0MAAABABA" } },
    { workload: { kind: "rates", cells: "DWPuB97BAAACBBBAAAAACAAAADA" } },
    "You painted 4 cells.",
  ],
  [
    { technology: "own-links", workload: { kind: "rates" } },
    { technology: "own-links", workload: { kind: "rates", unit: "Gbps" } },
    /^You changed unit/,
  ],
  [
    { flowControl: "fluid", host: { kind: "limited-ports" } },
    { flowControl: "fluid", host: { kind: "limited-ports", eager: "64 kB" } },
    "You changed no eager limit to an eager limit of 64 kB.",
  ],
  [{}, { workload: { kind: "jobs" } }, "You set up several jobs."],
  [{}, {}, ""],
])("a step from %o to %o", (before, after, sentence) => {
  if (sentence instanceof RegExp) expect(changeText(before, after)).toMatch(sentence);
  else expect(changeText(before, after)).toBe(sentence);
});

test("a network without a link is said to be routed otherwise where it is", () => {
  const torus = { kind: "torus", sizes: [4, 4] };
  const whole = { version: 2, topology: torus, workload: { kind: "open-loop", pattern: "uniform", load: 0.3 } };
  const faulty = { ...whole, topology: { kind: "faulty", of: torus, links: 0, deadLinks: [20] }, routing: "shortest-path" };
  expectWording(changeText(whole, faulty), "torus … shortest path … dimension order");
  expect(changeText({ ...whole, routing: "shortest-path" }, faulty)).not.toContain("routing");
});
