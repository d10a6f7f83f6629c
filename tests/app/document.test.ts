/** Choosing another kind in a document: dependent parameters change so that the document stays valid. */
import { describe, expect, it, test } from "vitest";
import { withAnotherNetwork } from "../../src/app/document/edit-document.ts";
import {
  documentParamAt,
  reasonAgainstKind,
  withFittingRouting,
  documentValueAt,
  withKind,
  withDocumentValue,
} from "../../src/core/scenario/edits/edit-document-value.ts";
import { notesOn } from "../../src/app/workbench/sentence/choice-notes.ts";
import { optionsAt } from "../../src/app/workbench/sentence/options.ts";
import { pictogramOf } from "../../src/app/pictogram/pictograms.ts";
import { packetParams } from "../../src/core/flow-control/packet-params.ts";
import { allMappings } from "../../src/core/mappings/index.ts";
import { allTrafficPatterns } from "../../src/core/patterns/index.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { checkDocument, defaultDocument, type Document, variantsOf } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { topologyFacts, suitableRouting } from "../../src/core/scenario/scenario.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";

const ids = allTopologies.kinds.map(({ id }) => id);

describe("another topology", () => {
  test.each(ids)("can be chosen from a %s, whatever it is, and the routing fits", (from) => {
    const uniform = { kind: "open-loop", pattern: "uniform" };
    const scenario = parseDocument({ topology: from, workload: uniform });
    for (const to of ids) {
      const changed = withKind(scenario, ["topology"], to);
      expect(checkDocument(changed), `${from} → ${to}`).toEqual([]);
      expect(allRoutings.get(changed.routing.kind).reasonUnsupported(topologyFacts(changed.topology))).toBeNull();
      // A drawn link joins exactly two ends, so a bus cannot become a drawing.
      if (from === "shared-bus" && to === "drawn") expect(reasonAgainstKind(scenario, ["topology"], to)).toMatch(/^On a bus/);
      else expect(reasonAgainstKind(scenario, ["topology"], to)).toBeNull();
    }
  });

  test.each(ids)("%s keeps the pattern where it can and gives it up where it cannot", (to) => {
    const changed = withKind(defaultDocument(), ["topology"], to);
    expect(checkDocument(changed)).toEqual([]);
    const fits = allTrafficPatterns.get("perfect-shuffle").reasonUnsupported(topologyFacts(changed.topology).terminals) === null;
    expect((documentValueAt(changed, ["workload", "pattern"]) as { kind: string }).kind).toBe(fits ? "perfect-shuffle" : "uniform");
  });

  test("takes the routing it begins with when the present one does not fit", () => {
    const valiant = parseDocument({ topology: "dragonfly", routing: "valiant", workload: { kind: "open-loop", pattern: "uniform" } });
    expect(withKind(valiant, ["topology"], "thin-tree").routing).toEqual(suitableRouting(defaultDocument().topology));
  });

  test("brings what makes it what it is, and leaves the rest", () => {
    const ethernet = parseDocument({ technology: { kind: "gigabit-ethernet", rate: "12.5 MB/s" } });
    const chosen = (id: string) => documentValueAt(withKind(ethernet, ["technology"], id), ["technology"]);
    expect(chosen("infiniband")).toEqual({ kind: "infiniband", values: { rate: 2e9, overhead: 30, latency: 0 } });
    // Custom links start from the values of the previous technology.
    expect(chosen("own-links")).toEqual({ kind: "own-links", values: { rate: 12.5e6, overhead: 90, latency: 0 } });
  });

  test("has its own default where the sentence mentions none, and keeps what the sentence tells", () => {
    const torus = parseDocument({ topology: { kind: "torus", sizes: [4, 4] }, workload: { kind: "open-loop", pattern: "uniform" } });
    const hyperx = parseDocument({ topology: "hyperx" }).topology.values;
    // One terminal per switch is the silent default of a torus.
    expect(withKind(torus, ["topology"], "hyperx").topology.values).toEqual({ ...hyperx, sizes: [4, 4] });
    const crowded = withDocumentValue(torus, ["topology", "terminalsPerSwitch"], 2);
    expect(withKind(crowded, ["topology"], "hyperx").topology.values["terminalsPerSwitch"]).toBe(2);
  });

  test("does not take over a setting of the routing with which it can deadlock, over a network that cannot", () => {
    const routing = { kind: "dimension-order", channelClasses: "none", halfWay: "up" };
    const ring = parseDocument({ topology: { kind: "torus", sizes: [8] }, routing, workload: { kind: "open-loop", pattern: "uniform" } });
    const mesh = withKind(ring, ["topology"], "mesh");
    expect(mesh.routing).toEqual(ring.routing);
    expect(withKind(mesh, ["topology"], "torus").routing).toEqual(parseDocument({ topology: "torus" }).routing);
    // Another size or a failed link makes it no other network.
    expect(withDocumentValue(ring, ["topology", "sizes"], [4, 4]).routing).toEqual(ring.routing);
    expect(withKind(ring, ["topology"], "faulty").routing.values["channelClasses"] ?? "none").toBe("none");
  });

  test("with faults has the faults of the present network", () => {
    const torus = parseDocument({ topology: { kind: "torus", sizes: [5, 3] }, workload: { kind: "open-loop", pattern: "uniform" } });
    const faulty = withKind(torus, ["topology"], "faulty");
    expect(documentValueAt(faulty, ["topology", "of"])).toEqual(torus.topology);
  });
});

describe("a kind inside a kind", () => {
  const change = (scenario: Document, path: readonly string[], id: string) => withKind(scenario, path, id);

  test("of a network with faults", () => {
    const scenario = parseDocument({ topology: "faulty", workload: { kind: "open-loop", pattern: "uniform" } });
    const changed = change(scenario, ["topology", "of"], "torus");
    expect(checkDocument(changed)).toEqual([]);
    expect(documentParamAt(changed, ["topology", "of", "sizes", "1"])?.type).toBe("integer");
    expect(documentValueAt(withDocumentValue(changed, ["topology", "of", "sizes", "1"], 3), ["topology", "of", "sizes"])).toEqual([8, 3]);
  });

  test("of a mixture, in a record in a list", () => {
    const scenario = parseDocument({ workload: { kind: "open-loop", pattern: "mixture" } });
    const place = ["workload", "pattern", "parts", "1", "pattern"];
    const changed = change(scenario, place, "hot-spot");
    expect(checkDocument(changed)).toEqual([]);
    expect(documentValueAt(withDocumentValue(changed, [...place, "share"], 0.25), [...place, "share"])).toBe(0.25);
    expect(documentValueAt(changed, ["workload", "pattern", "parts", "0", "pattern"])).toMatchObject({ kind: "uniform" });
  });

  test("of a job", () => {
    const scenario = parseDocument({ workload: "jobs" });
    const place = ["workload", "jobs", "0", "mapping"];
    expect(checkDocument(change(scenario, place, "random")).every(({ path }) => path.startsWith("workload.jobs"))).toBe(true);
    expect(
      documentValueAt(change(scenario, ["workload", "jobs", "0", "size"], "exponential"), ["workload", "jobs", "0", "size", "mean"]),
    ).toBeDefined();
  });
});

test.each(allTopologies.kinds.map((kind) => [kind.id, kind] as const))(
  "the picture of a %s has switches and links in its frame",
  (_, kind) => {
    const picture = pictogramOf(kind);
    const text = `${picture?.lines} ${picture?.marks.map(({ path }) => path).join(" ")}`;
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
    expect(picture?.lines).toMatch(/M/);
    const starts = [...text.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    expect(starts.filter(([x, y]) => x < 0 || y < 0 || x > 56 || y > 36)).toEqual([]);
  },
);

test.each(allWorkloads.kinds.filter(({ isEndless }) => isEndless).map((kind) => [kind.id, kind] as const))(
  "the picture of %s is of who sends to whom",
  (_, kind) => {
    const text =
      pictogramOf(kind)
        ?.marks.map(({ path }) => path)
        .join(" ") ?? "";
    expect(text).toMatch(/^M/);
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  },
);

test("each mapping has a picture, with all of it in its frame, and those by hosts differ", () => {
  const drawn = allMappings.kinds.map((kind) => {
    const picture = pictogramOf(kind);
    const text = `${picture?.lines} ${picture?.marks.map(({ path }) => path).join(" ")}`;
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
    const ends = [...text.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    expect(ends.length).toBeGreaterThan(16);
    expect(ends.filter(([x, y]) => x < 0 || y < 0 || x > 56 || y > 36)).toEqual([]);
    return text;
  });
  const pictogramOfMapping = (id: string) => drawn[allMappings.kinds.findIndex((kind) => kind.id === id)];
  expect(new Set(["by-host", "by-rail", "scattered", "random"].map(pictogramOfMapping)).size).toBe(4);
  expect(pictogramOfMapping("by-host")).toBe(pictogramOfMapping("consecutive"));
});

test("each selection has its own picture, completely inside its frame, and its exact conditions", () => {
  const { selection, ties } = packetParams;
  const notes = notesOn(selection);
  expect(Object.keys(notes?.notes ?? {})).toEqual(selection.choices.map(({ id }) => id));
  const drawn = Object.values(notes?.notes ?? {}).map(({ picture: { lines, marks, accents }, exactly }) => {
    expect(exactly).toMatch(/^[A-Z].*\.$/);
    const text = [lines, ...marks.map(({ path }) => path), ...Object.values(accents ?? {})].join(" ");
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
    const ends = [...text.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    expect(ends.filter(([x, y]) => x < 0 || y < 0 || x > 56 || y > 36)).toEqual([]);
    return text;
  });
  expect(new Set(drawn).size).toBe(selection.choices.length);
  expect(optionsAt(parseDocument({}), ["flowControl", "selection"], selection).every(({ picture }) => picture !== null)).toBe(true);
  expect(notesOn(ties)).toBeUndefined();
});

describe("links that unlike topologies have", () => {
  const dragonfly = parseDocument({
    topology: "dragonfly",
    workload: { kind: "open-loop", pattern: "uniform" },
    links: [
      { class: "terminal", length: 1 },
      { class: "global", rate: 2 },
    ],
  });

  it("keep what is said of them when another topology is chosen; the others go", () => {
    expect(withKind(dragonfly, ["topology"], "torus").links).toEqual([{ class: "terminal", rate: 1, length: 1 }]);
    expect(withKind(dragonfly, ["flowControl"], "wormhole").links).toEqual(dragonfly.links);
  });

  it("are set by class, and wait while a topology cannot be made out", () => {
    expect(withDocumentValue(dragonfly, ["links", "local", "length"], 10).links.map((rule) => rule.class)).toEqual([
      "terminal",
      "local",
      "global",
    ]);
    const strange = withFittingRouting(withDocumentValue(dragonfly, ["topology", "g"], 9000), ["topology", "g"]);
    expect(strange.links).toEqual(dragonfly.links);
    expect(withDocumentValue(strange, ["links", "global", "rate"], 3).links).toContainEqual({ class: "global", rate: 3, length: 0 });
  });

  it("can be different in a network beside", () => {
    const both = withDocumentValue(withAnotherNetwork(dragonfly), ["beside", "0", "links", "terminal", "length"], 5);
    expect(variantsOf(both)[1].links[0]).toEqual({ class: "terminal", rate: 1, length: 5 });
    expect(both.links).toEqual(dragonfly.links);
  });
});
