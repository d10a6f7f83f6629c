import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ScenarioError, ValidationIssue } from "../../src/core/base/errors.ts";
import { cycleRatio } from "../../src/core/scenario/clock.ts";
import { canonicalText } from "../../src/core/scenario/canonical.ts";
import {
  cellsOf,
  defaultDocument,
  type Document,
  documentHash,
  runCount,
  variantsOf,
  writeDocument,
} from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { checkScenario, writeScenario } from "../../src/core/scenario/scenario.ts";
import { applyChanges, carryOverChanges, changesOf } from "../../src/core/scenario/variants.ts";
import { rangeValues, weightsOf, withValues, withWeights } from "../../src/core/scenario/sweep.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { readDocumentLink, writeDocumentLink } from "../../src/links/index.ts";
import { readReadable, writeReadable } from "../../src/links/readable.ts";
import { cases } from "../effort.ts";
import { arbitraryAlone, arbitraryScenario } from "../links/arbitrary-scenario.ts";

const textOf = (document: Document) => canonicalText(writeDocument(document));
const issuesOf = (input: unknown): readonly ValidationIssue[] => {
  try {
    parseDocument(input);
    return [];
  } catch (fault) {
    return (fault as ScenarioError).issues;
  }
};

/** Weights of three values, sometimes all 1, which means the same as no weights. */
const arbitraryWeights = fc.oneof(
  fc.constant([1, 1, 1]),
  fc.array(fc.oneof(fc.nat(9), fc.double({ min: 0, max: 10, noNaN: true })), { minLength: 3, maxLength: 3 }),
);

/** Any comparison of one to four networks, with a sweep over the load if all have one. */
const arbitraryDocument: fc.Arbitrary<Document> = fc
  .tuple(arbitraryAlone, fc.array(arbitraryScenario, { maxLength: 3 }), fc.integer({ min: 1, max: 4 }), fc.nat(3), arbitraryWeights)
  .map(([first, others, seeds, baseline, weights]) => ({
    ...first,
    // Either all compared networks have a cycle time in seconds or none has. Port limits are in bytes per second, which not every
    // technology can convert.
    beside: others
      .map((other) => ({
        ...other,
        technology: cycleRatio(other, first) === null ? first.technology : other.technology,
        host: { kind: "ideal", values: {} },
      }))
      .map((other) => ({ title: other.title, changes: changesOf(first, other) })),
    baseline: Math.min(baseline, others.length),
    seeds,
    sweep: [first, ...others].every(({ workload }) => workload.kind === "open-loop")
      ? [withWeights({ path: ["workload", "load"], values: [0.25, 0.5, 0.75] }, weights)]
      : [],
  }))
  // With another cycle time, rates and lengths in seconds may become invalid.
  .filter((document) => variantsOf(document).every((variant) => checkScenario(variant).length === 0));

describe("a comparison", () => {
  test("has in the second what sets it apart, and the rest from the first", () => {
    const document = parseDocument({
      workload: { kind: "open-loop", load: 0.3 },
      beside: [{ topology: { kind: "k-ary-n-tree", k: 4, n: 3 } }, { "topology.kUp": 4, "workload.load": 0.6, title: "twice" }],
    });
    const [a, b, c] = variantsOf(document);
    expect(b.topology).toMatchObject({ kind: "k-ary-n-tree", values: { k: 4, n: 3 } });
    expect(b.workload).toEqual(a.workload);
    expect([c.topology.values["kUp"], c.workload.values["load"], c.title]).toEqual([4, 0.6, "twice"]);
    expect(c.seed).toBe(a.seed);
  });

  test("gives the second a routing that fits where it names none", () => {
    const [, torus] = variantsOf(parseDocument({ beside: [{ topology: "torus" }] }));
    expect(torus.routing.kind).toBe("dimension-order");
  });

  test("is what its scenarios are: any of them set beside any other comes back the same", () => {
    fc.assert(
      fc.property(arbitraryScenario, arbitraryScenario, (first, other) => {
        const back = applyChanges(first, changesOf(first, other));
        expect(writeScenario({ ...back, seed: 0 })).toEqual(writeScenario({ ...other, title: "", seed: 0 }));
        expect(changesOf(first, first)).toEqual([]);
      }),
      { numRuns: cases(60) },
    );
  });

  test("keeps what sets the second apart when the first changes", () => {
    fc.assert(
      fc.property(arbitraryScenario, arbitraryScenario, arbitraryScenario, (first, other, next) => {
        const changes = changesOf(first, other);
        const changedBefore = applyChanges(first, changes);
        const now = applyChanges(next, carryOverChanges(changedBefore, next, changes));
        // A section that differed as a whole keeps its value in the second scenario.
        for (const { path } of changes) {
          const [section] = path as [keyof typeof now];
          if (path.length === 1 && section !== "routing") expect(now[section]).toEqual(changedBefore[section]);
        }
      }),
      { numRuns: cases(60) },
    );
  });
});

describe("a sweep", () => {
  test("runs every value of every place in every network with every seed", () => {
    const document = parseDocument({
      beside: [{ topology: "k-ary-n-tree" }],
      sweep: [
        { path: "workload.load", from: 0.1, to: 0.5, step: 0.1 },
        { path: "flowControl.queue", values: [1, 4] },
      ],
      seeds: 3,
      seed: 7,
    });
    expect(runCount(document)).toBe(2 * 5 * 2 * 3);
    const cells = cellsOf(document);
    expect(cells.length).toBe(60);
    expect(new Set(cells.map(({ scenario }) => JSON.stringify(writeScenario(scenario)))).size).toBe(60);
    // The first seed of every point comes before any second seed.
    expect(cells.slice(0, 20).every(({ scenario }) => scenario.seed === 7)).toBe(true);
    expect(cells[23].scenario.seed).toBe(8);
    expect(cells[9]).toMatchObject({ variant: 0, at: [4, 1] });
    expect(cells[9].scenario.workload.values["load"]).toBe(0.5);
  });

  test("has steps free of rounding", () => {
    expect(rangeValues(0.05, 1, 0.05)).toEqual(Array.from({ length: 20 }, (_, i) => Number(((i + 1) * 0.05).toFixed(2))));
    expect(rangeValues(1, 8, 3)).toEqual([1, 4, 7]);
  });

  test("may weigh its values, which changes no run and no name", () => {
    const axis = { path: "topology.kUp", values: [1, 2, 4] };
    const weighed = parseDocument({ sweep: [{ ...axis, weights: [0, 1, 2.5] }] });
    const plain = parseDocument({ sweep: [axis] });
    expect(weightsOf(weighed.sweep[0])).toEqual([0, 1, 2.5]);
    expect(weightsOf(plain.sweep[0])).toEqual([1, 1, 1]);
    expect(documentHash(weighed)).toBe(documentHash(plain));
    expect(cellsOf(weighed)).toEqual(cellsOf(plain));
    expect(writeDocument(weighed)).toMatchObject({ sweep: [{ ...axis, weights: [0, 1, 2.5] }] });
    expect(textOf(parseDocument({ sweep: [{ ...axis, weights: [1, 1, 1] }] }))).toBe(textOf(plain));
    expect(withValues(weighed.sweep[0], [4, 3, 1])).toMatchObject({ values: [4, 3, 1], weights: [2.5, 1, 0] });
    // A value that occurs twice counts once, with its first weight.
    expect(weightsOf(parseDocument({ sweep: [{ ...axis, values: [1, 1, 2], weights: [3, 4, 5] }] }).sweep[0])).toEqual([3, 5]);
  });

  test("may take kinds and lists as values", () => {
    const document = parseDocument({
      topology: "torus",
      sweep: [
        {
          path: "topology.sizes",
          values: [
            [4, 4],
            [8, 8],
          ],
        },
        { path: "workload.pattern", values: ["uniform", "complement"] },
      ],
    });
    expect(cellsOf(document)).toHaveLength(4);
    expect(cellsOf(document).map(({ scenario }) => checkScenario(scenario))).toEqual([[], [], [], []]);
  });
});

describe("what cannot be used is refused with its place", () => {
  test.each([
    [{ beside: "x" }, "beside", /is not a list/],
    [{ beside: [3] }, "beside.0", /is not an object/],
    [{ beside: Array.from({ length: 8 }, () => ({})) }, "beside", /has 8 entries; expected a list of at most 7/],
    [{ beside: [{ nothing: 1 }] }, "beside.0.nothing", /not a parameter that can differ/],
    [{ beside: [{ seed: 3 }] }, "beside.0.seed", /not a parameter that can differ/],
    [{ beside: [{ "topology.k": 400 }] }, "beside.0.topology.k", /expected a whole number from 2/],
    [{ beside: [{ topology: { kind: "k-ary-n-tree", k: 32, n: 8 } }] }, "beside.0.topology", /terminals; at most/],
    [{ baseline: 2 }, "baseline", /there is no network 2/],
    [
      { beside: [{ technology: "gigabit-ethernet" }] },
      "beside.0.technology",
      /network B has times in seconds, network A in cycles, and these times cannot be compared/,
    ],
    [
      { technology: "qsnet", beside: [{}, { technology: "cycles" }] },
      "beside.1.technology",
      /network C has times in cycles, network A in seconds/,
    ],
    [
      { technology: "own-links", sweep: [{ path: "technology", values: ["own-links", "cycles"] }] },
      "sweep.0",
      /technology = .*cycles.*: this value has times in cycles, all else in seconds/,
    ],
    [{ sweep: [{ path: "topology.q", values: [1] }] }, "sweep.0.path", /not a parameter/],
    [{ sweep: [{ path: "topology.k", values: [] }] }, "sweep.0.values", /there are 0 values/],
    [{ sweep: [{ path: "workload.load", from: 1, to: 0 }] }, "sweep.0", /is not a range/],
    [{ sweep: [{ path: "topology.k", values: [4, 64] }] }, "sweep.0.values.1", /expected a whole number/],
    [
      { sweep: [{ path: "topology.k", values: [2, 4], weights: [1] }] },
      "sweep.0.weights",
      /there are 1 weights; expected one for each of the 2/,
    ],
    [{ sweep: [{ path: "topology.k", values: [2, 4], weights: "no" }] }, "sweep.0.weights", /"no" is not a list/],
    [
      { sweep: [{ path: "topology.k", values: [2, 4], weights: [1, -1] }] },
      "sweep.0.weights.1",
      /-1 is not a weight; expected a number from 0/,
    ],
    [
      { sweep: [{ path: "workload.load", from: 0.1, to: 0.5, by: 0.1 }] },
      "sweep.0.by",
      /is not known here; expected one of path, values, from, to, step, weights\./,
    ],
    [{ topology: { kind: "thin-tree", k: 16 }, sweep: [{ path: "topology.n", values: [2, 8] }] }, "sweep.0", /topology.n = 8: this/],
    [{ beside: [{ topology: "torus" }], sweep: [{ path: "topology.k", values: [2, 4] }] }, "sweep.0", /network B has no topology.k/],
    [
      {
        sweep: [
          { path: "workload.load", values: [0.1] },
          { path: "workload.load", values: [0.2] },
        ],
      },
      "sweep.1",
      /swept twice/,
    ],
    [
      {
        seeds: 32,
        sweep: [
          { path: "workload.load", from: 0.01, to: 1, step: 0.01 },
          { path: "topology.k", values: [2, 4] },
        ],
      },
      "sweep",
      /6400 runs/,
    ],
    [{ digest: "a b" }, "digest", /not a digest/],
  ])("%j", (input, path, message) => {
    const [fault] = issuesOf(input);
    expect(fault?.path).toBe(path);
    expect(fault?.message).toMatch(message);
  });

  test("values count where a range is given beside them, as they always have", () => {
    const entry = { path: "workload.load", values: [0.1, 0.5], step: 0.1 };
    expect(parseDocument({ sweep: [entry] }).sweep[0].values).toEqual([0.1, 0.5]);
  });

  test("a misspelt word of a sweep is reported with the nearest name, and so is each of several", () => {
    const axis = { path: "topology.k", from: 2, to: 8, stp: 2, wieghts: [1, 2, 3, 4] };
    expect(issuesOf({ sweep: [axis] }).map(({ path, remedy }) => [path, remedy])).toEqual([
      ["sweep.0.stp", 'Did you mean "step"?'],
      ["sweep.0.wieghts", 'Did you mean "weights"?'],
    ]);
  });
});

describe("a document's link", () => {
  test("gives back any comparison and sweep", async () => {
    let readable = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryDocument, async (document) => {
        fc.pre(runCount(document) <= 5000);
        const link = writeReadable(document);
        if (link !== null) {
          readable++;
          expect(textOf(readReadable(link))).toBe(textOf(document));
        }
        expect(textOf(await readDocumentLink(await writeDocumentLink(document)))).toBe(textOf(document));
      }),
      { numRuns: cases(50) },
    );
    expect(readable).toBeGreaterThan(cases(6));
  });

  test("reads well", async () => {
    const document = parseDocument({
      workload: { kind: "open-loop", load: 0.3 },
      beside: [{ topology: { kind: "k-ary-n-tree", k: 8, n: 2 } }, { "topology.kUp": 3, "workload.load": 0.45 }],
      sweep: [{ path: "workload.load", from: 0.05, to: 1, step: 0.05 }],
      seeds: 5,
    });
    const link = "v=1&load=.3&b.topology=k-ary-n-tree:k8,n2&c.topology=thin-tree:kUp3&c.load=&sweep=load:.05..1..0.05&seeds=5";
    expect(await writeDocumentLink(document)).toBe(link);
    expect(textOf(await readDocumentLink(`#${link}`))).toBe(textOf(document));
  });

  test("may be written by hand", async () => {
    const swept = textOf(parseDocument({ sweep: [{ path: "topology.kUp", values: [1, 2, 4] }], beside: [{ "workload.load": 0.9 }] }));
    for (const link of ["#v=1&sweep=k':1;2;4&b.load=.9", "#sweep=topology.kUp:1;2;4&b.load=0.90", "#b.load=.9&sweep=kUp:1;2;4"])
      expect(textOf(await readDocumentLink(link)), link).toBe(swept);
    const weighed = textOf(parseDocument({ sweep: [{ path: "topology.kUp", values: [1, 2, 4], weights: [0, 1, 0.5] }] }));
    for (const link of ["#sweep=kUp:1;2;4*0;1;.5", "#kUp=1;2;4*0;1;0.50"]) expect(textOf(await readDocumentLink(link)), link).toBe(weighed);
    const curve = textOf(parseDocument({ sweep: [{ path: "workload.load", from: 0.05, to: 1, step: 0.05 }] }));
    for (const range of [".05..1..05", "0.05..1..0.05", ".05..1...05"])
      expect(textOf(await readDocumentLink(`#sweep=load:${range}`)), range).toBe(curve);
  });

  test("carries a claim and drops the view", async () => {
    const link = "#v=1&load=.3&view=matrix,curve&engine=1&digest=abc123";
    const document = await readDocumentLink(link);
    expect(document.claim).toEqual({ engine: "1", digest: "abc123" });
    expect(await writeDocumentLink(document)).toBe("v=1&load=.3&engine=1&digest=abc123");
  });
});

test("the default traffic is replaced by traffic that the network can have, if it was not chosen", async () => {
  const dragonfly = await readDocumentLink("#v=1&topology=dragonfly");
  expect(dragonfly.workload.values["pattern"]).toMatchObject({ kind: "uniform" });
  expect(textOf(await readDocumentLink(await writeDocumentLink(dragonfly)))).toBe(textOf(dragonfly));
  await expect(readDocumentLink("#v=1&topology=dragonfly&traffic=perfect-shuffle")).rejects.toThrow(/perfect shuffle|power of two/i);
  for (const { id } of allTopologies.kinds) expect((await readDocumentLink(`#topology=${id}`)).topology.kind).toBe(id);
});

test("titles and claims do not change a document's name; everything else does", () => {
  const plain = defaultDocument();
  expect(documentHash({ ...plain, title: "x", claim: { engine: "1", digest: "abc" } })).toBe(documentHash(plain));
  expect(documentHash({ ...plain, seeds: 2 })).not.toBe(documentHash(plain));
});

describe("prices", () => {
  const priced = parseDocument({ version: 2, cost: { kind: "own-prices", lengths: [1, 30], adapter: 250 } });

  test("are the document's own, and change no run and no name of runs", () => {
    expect(writeDocument(priced)).toEqual({
      ...writeDocument(defaultDocument()),
      cost: { kind: "own-prices", lengths: [1, 30], adapter: 250 },
    });
    expect(documentHash(priced)).toBe(documentHash(defaultDocument()));
    expect(cellsOf(priced)).toEqual(cellsOf(defaultDocument()));
    expect(textOf(parseDocument({ version: 2, cost: "myrinet-2000" }))).toBe(textOf(defaultDocument()));
  });

  test("are in the link, once for all networks", async () => {
    const both = { ...priced, beside: parseDocument({ beside: [{ topology: "k-ary-n-tree" }] }).beside };
    const link = await writeDocumentLink(both);
    expect(link).toContain("cost=own-prices:lengths1x30,adapter250");
    expect(textOf(await readDocumentLink(link))).toBe(textOf(both));
    expect(() => readReadable("v=1&b.topology=torus&b.cost=per-port")).toThrow("is the same for all networks");
  });

  test("that are none are refused with the place", () => {
    expect(issuesOf({ cost: { kind: "own-prices", port: -1 } })).toMatchObject([{ path: "cost.port" }]);
    expect(issuesOf({ cost: "gold" })).toMatchObject([{ path: "cost.kind" }]);
  });
});
