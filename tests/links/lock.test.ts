/** Tests of `lock=`: paths by any of their names, everything, or everything except some paths. */
import { describe, expect, test } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { isPathLocked, fullLock, readLock, writeLock } from "../../src/links/lock.ts";
import { readPageLink } from "../../src/links/view-state.ts";

const document = parseDocument({ workload: { kind: "open-loop", load: 0.3 } });
const lockOf = (text: string) => readLock(text, document);

describe("places go by their names", () => {
  test.each([
    ["topology,traffic", "topology,workload.pattern"],
    ["load", "workload.load"],
    ["k'", "topology.kUp"],
    ["workload.load,seed", "workload.load,seed"],
    ["all-but,load,queue", "all-but,workload.load,flowControl.queue"],
    ["all", "all"],
    ["all-but", undefined],
    ["beside,sweep,seeds,title,baseline", "beside,sweep,seeds,title,baseline"],
  ])("%s", (text, written) => {
    if (written === undefined) expect(() => lockOf(text)).not.toThrow();
    else expect(writeLock(lockOf(text))).toBe(written);
  });
});

describe("a place is locked", () => {
  test("with all that is inside it, and with all that would take it along", () => {
    const topology = lockOf("topology.k,traffic");
    expect(isPathLocked(topology, ["topology", "k"])).toBe(true);
    expect(isPathLocked(topology, ["topology"])).toBe(true);
    expect(isPathLocked(topology, ["topology", "n"])).toBe(false);
    expect(isPathLocked(topology, ["workload", "pattern", "share"])).toBe(true);
    expect(isPathLocked(topology, ["workload", "load"])).toBe(false);
    expect(isPathLocked(topology, ["beside", "0", "topology", "k"])).toBe(true);
  });

  test("unless it is what stays open", () => {
    const load = lockOf("all-but,load");
    expect(isPathLocked(load, ["workload", "load"])).toBe(false);
    expect(isPathLocked(load, ["beside", "1", "workload", "load"])).toBe(false);
    for (const path of [["workload"], ["topology"], ["seed"], ["beside"], ["sweep"]]) expect(isPathLocked(load, path)).toBe(true);
    expect(isPathLocked(fullLock, ["workload", "load"])).toBe(true);
  });
});

test.each([
  ["", /"" is not known here/],
  ["everything", /"everything" is not known here; expected one of all, all-but, /],
  ["topolgy", /Did you mean "topology"\?/],
  ["all,load", /"all" is not known here/],
  ["load,", /"" is not known here/],
  ["kind", /may be topology\.kind|"kind" is not known here/],
  ["__proto__", /"__proto__" is not known here/],
  ["constructor,toString", /"constructor" is not known here/],
  ["topology.__proto__", /is not known here/],
  ["topology.k.0.0.0", /is not known here/],
  ["<script>", /is not known here/],
  ["a,".repeat(5000), /names more than 64 parameters/],
  ["x".repeat(60_000), /is not known here/],
])("a lock that cannot be understood is refused with a sentence (%#)", (text, why) => {
  const fault = (() => {
    try {
      return lockOf(text);
    } catch (error) {
      return error;
    }
  })();
  expect(fault).toBeInstanceOf(ScenarioError);
  expect((fault as ScenarioError).message).toMatch(why);
  expect((fault as ScenarioError).message.length).toBeLessThan(20_000);
});

test("a link's lock counts only where it is embedded, and is no part of the scenario", () => {
  expect(readPageLink("#v=1&load=.3&embed=1&lock=all-but%2Cload")).toMatchObject({
    scenario: "v=1&load=.3",
    isEmbedded: true,
    lock: "all-but,load",
  });
  expect(readPageLink("#v=1&lock=all")).toMatchObject({ scenario: "v=1", lock: null });
});
