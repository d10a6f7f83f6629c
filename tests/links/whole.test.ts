/** Tests of documents written in full: their meaning does not depend on the program that reads them. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { ChosenKind, Param, Params, Values } from "../../src/core/base/params.ts";
import { canonicalText } from "../../src/core/scenario/canonical.ts";
import { allParams, type Document, documentHash, writeDocument, writeFullDocument } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readDocumentLink, writeFullLink } from "../../src/links/index.ts";
import { cases } from "../effort.ts";
import { arbitraryAlone } from "./arbitrary-scenario.ts";

const runs = { numRuns: cases(100) };
const canonical = (document: Document) => canonicalText(writeDocument(document));

/** Paths of parameters that a written document omits, except for names and positions without a value. */
function omittedPaths(params: Params, values: Values, written: Values, path = ""): readonly string[] {
  return Object.entries<Param>(params).flatMap(([name, param]) => {
    if (param.cosmetic !== undefined) return [];
    const place = path === "" ? name : `${path}.${name}`;
    if (!(name in written)) return [place];
    const writtenValue = written[name] as Values;
    if (param.type === "record") return omittedPaths(param.params, values[name] as Values, writtenValue, place);
    if (param.type !== "kind") return [];
    const { kind, values: innerValues } = values[name] as ChosenKind;
    return writtenValue["kind"] === kind
      ? omittedPaths(param.registry.get(kind).params, innerValues, writtenValue, place)
      : [`${place}.kind`];
  });
}

test("every parameter of every scenario is said, and read back as the same scenario", () => {
  fc.assert(
    fc.property(arbitraryAlone, (scenario) => {
      const whole = writeFullDocument(scenario);
      expect(omittedPaths(allParams, scenario as unknown as Values, whole)).toEqual([]);
      expect(canonical(parseDocument(JSON.parse(JSON.stringify(whole))))).toBe(canonical(scenario));
    }),
    runs,
  );
});

test("a link in full gives back the same scenario, with its claim", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryAlone, async (scenario) => {
      const document = { ...scenario, claim: { engine: "1", digest: "abcdefghij" } };
      expect(canonical(await readDocumentLink(await writeFullLink(document)))).toBe(canonical(document));
    }),
    runs,
  );
});

test("it reads like a data sheet: each part with its kind and all that belongs to it", async () => {
  expect(await writeFullLink(await readDocumentLink("v=2&load=.3&engine=1&digest=abcdefghij"))).toBe(
    [
      "v=2",
      "topology=thin-tree:k4,kUp2,n3",
      "technology=cycles",
      "switch=pipeline0,creditDelay0,speedup0,outputBuffer0,queues~input,iterations1",
      "routing=nearest-common-ancestor:up~adaptive,down~adaptive",
      "flowControl=virtual-cut-through:queue4,virtualChannels1,injectionSlots1,packet64B,selection~shared,ties~random,arbitration~random,priority~equal",
      "host=ideal",
      "workload=open-loop:load.3,loadOf~cycle,process~bernoulli,ranks0",
      "traffic=perfect-shuffle",
      "size=single",
      "mapping=consecutive:first0",
      "run=warmUp2000,window10000,drain4000,precision0",
      "cost=myrinet-2000:linkPrice150,switchPrice5625,pricedPorts~all,rackTerminals0,rackSwitches16",
      "links=",
      "seed=1",
      "seeds=1",
      "engine=1",
      "digest=abcdefghij",
    ].join("&"),
  );
});

test("comparisons and sweeps say every network and every value", async () => {
  const document = await readDocumentLink("v=2&b.topology=k-ary-n-tree&b.title=Whole&sweep=load:.1..0.5..0.1&seeds=2&baseline=1");
  const whole = await writeFullLink(document);
  expect(whole).toContain("sweep=load:.1;.2;.3;.4;.5");
  expect(whole).toContain("b.topology=k-ary-n-tree:k4,n3");
  expect(documentHash(await readDocumentLink(whole))).toBe(documentHash(document));
  const file = writeFullDocument(document) as { sweep: { values: number[] }[]; beside: Values[] };
  expect(file.sweep[0].values).toEqual([0.1, 0.2, 0.3, 0.4, 0.5]);
  expect(file.beside[0]["topology"]).toEqual({ kind: "k-ary-n-tree", k: 4, n: 3 });
});
