/** Tests of the sections on links and switches: invalid entries, and the effect on channels and cost. */
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { ScenarioError, describeIssue } from "../../src/core/base/errors.ts";
import { nearestFraction } from "../../src/core/base/fraction.ts";
import { compile } from "../../src/core/run/compile.ts";
import { billOf } from "../../src/core/costs/bill.ts";
import { readParams } from "../../src/core/base/params.ts";
import { allCosts } from "../../src/core/costs/index.ts";
import { plainSwitch } from "../../src/core/plan/switches.ts";
import { materialsOfScenario, wholeParts } from "../../src/core/scenario/scenario-materials.ts";
import { type Document, documentHash, variantsOf, writeDocument } from "../../src/core/scenario/document.ts";
import { linkClocksOf } from "../../src/core/scenario/links.ts";
import { paramAtPath, valueAtPath, withValueAtPath } from "../../src/core/scenario/param-path.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { readReadable, writeReadable } from "../../src/links/readable.ts";
import { arbitraryLinks, smallTopology } from "../contracts/arbitrary.ts";
import { cases } from "../effort.ts";
import { expectWording } from "../wording/wording.ts";

const dragonfly = { topology: "dragonfly" };
const dragonflyWithRate = { ...dragonfly, technology: { kind: "own-links", rate: "1 GB/s" } };
const uniform = { workload: { kind: "open-loop", pattern: "uniform" } };
const graph = { topology: "graph", ...uniform };

/** The issues of a document, one per line. Empty if the document is valid. */
function refusalOf(document: object): string {
  try {
    parseDocument(document);
  } catch (fault) {
    return fault instanceof ScenarioError ? fault.issues.map(describeIssue).join("\n") : String(fault);
  }
  return "";
}

/** Phits per cycle (p/q) and delay of the channels of each link class of a compiled document. */
function clocksOf(document: object) {
  const { network, links } = compile(readScenario(document)).plan;
  const clocksByClass = new Map<string, Set<string>>();
  for (const [c, linkClassIndex] of network.linkClass.entries()) {
    const clock = links === undefined ? "1/1 0" : `${links.perCycle[c]}/${links.perPhit[c]} ${links.delay[c]}`;
    clocksByClass.set(
      network.linkClasses[linkClassIndex],
      (clocksByClass.get(network.linkClasses[linkClassIndex]) ?? new Set()).add(clock),
    );
  }
  return Object.fromEntries([...clocksByClass].map(([name, clock]) => [name, [...clock].sort()]));
}

describe("links", () => {
  it("are written in the order of the network, without what goes without saying", () => {
    const links = [{ class: "global", rate: 2, length: 0 }, { class: "terminal" }, { class: "local", length: 10, rate: 1 }];
    expect(writeDocument(parseDocument({ ...dragonfly, links }))["links"]).toEqual([
      { class: "local", length: 10 },
      { class: "global", rate: 2 },
    ]);
    expect(writeDocument(parseDocument({ ...dragonfly, links: [{ class: "local", length: "0 m" }] }))).not.toHaveProperty("links");
    expect(writeDocument(parseDocument({ links: [{ class: "level-1-to-2", rate: 2 }] }))["links"]).toEqual([
      { class: "level 1 to 2", rate: 2 },
    ]);
  });

  it("give the same network the same name, and another network another one", () => {
    const name = (links: unknown, more = dragonflyWithRate) => documentHash(parseDocument({ ...more, links }));
    const both = [
      { class: "local", rate: "400 Gb/s" },
      { class: "global", length: "20 m" },
    ];
    expect(name(both)).toBe(name(both.toReversed()));
    expect(name(both)).toBe(name([{ class: "local", rate: "50 GB/s" }, both[1]]));
    expect(name([])).toBe(documentHash(parseDocument(dragonflyWithRate)));
    expect(name(both)).not.toBe(name([both[0]]));
  });

  it("are refused at the word, with the classes that there are", () => {
    expectWording(
      refusalOf({ ...dragonfly, links: [{ class: "gobal" }] }),
      'links.0.class … "gobal" … dragonfly … terminal, local, global … Did you mean "global"',
    );
    expectWording(
      refusalOf({ ...dragonfly, links: [{ class: "global", rate: 2 }, { class: "local" }, { class: "global" }] }),
      'links.2.class … "global" … twice … Keep only one',
    );
    expectWording(
      refusalOf({ ...dragonfly, links: [{ class: "global", rate: 0 }] }),
      'links.0.rate … 0 cannot be used … 0.001 to 1000 … "400 MB/s" … Use 0.001',
    );
    expectWording(
      refusalOf({ ...dragonfly, links: [{ class: "global", length: "20 miles" }] }),
      'links.0.length … "20 miles" … 0 to 1000000 … "100 ns" … "20 m" … 0',
    );
    expect(refusalOf({ ...dragonfly, links: [{ class: "global", speed: 2 }] })).toMatch(/^links\.0\.speed: is not known here/);
    expectWording(refusalOf({ ...graph, links: [{ class: "0-2" }] }), 'links.0.class … "0-2" … terminal, link … 0-1 … Leave it out');
  });

  it("need a technology with a rate for what is absolute, and one that they can follow", () => {
    expect(refusalOf({ ...dragonfly, ...uniform, links: [{ class: "global", rate: "400 Gb/s", length: "20 m" }] })).toBe(
      [
        "links.global.rate: 50 GB/s needs a technology with a rate; this technology counts only cycles. Choose a technology such as Gigabit Ethernet, or write a multiple such as 2.",
        "links.global.length: 20 m needs a technology with a rate; this technology counts only cycles. Choose a technology such as Gigabit Ethernet, or write a number of cycles.",
      ].join("\n"),
    );
    expect(refusalOf({ ...dragonflyWithRate, ...uniform, links: [{ class: "global", rate: "2 TB/s" }] })).toMatch(
      /not a unit|cannot be used/,
    );
    expectWording(
      refusalOf({ ...dragonflyWithRate, ...uniform, links: [{ class: "global", rate: "2000 GB/s" }] }),
      "links.global.rate … 2000 GB/s … 1 MB/s … 1000 GB/s … Use 1000 GB/s … fluid flow",
    );
    expectWording(
      refusalOf({ ...dragonflyWithRate, ...uniform, links: [{ class: "global", length: "5 ms" }] }),
      "links.global.length … 5 ms … 1,250,000 cycles … 1,000,000 … Use a shorter link … fluid flow",
    );
    const inRealTime = { ...dragonflyWithRate, ...uniform, flowControl: { kind: "fluid" } };
    expect(linkClocksOf(readScenario({ ...inRealTime, links: [{ class: "global", length: "4 s" }] }))[2].delay).toBe(1e9);
    // At 1 TB/s, 1000 s are 250 million million cycles.
    const fast = { ...inRealTime, technology: { kind: "own-links", rate: "1000 GB/s" } };
    expectWording(
      refusalOf({ ...fast, links: [{ class: "global", length: "1000 s" }] }),
      "links.global.length … 1000 s … 250,000,000,000,000 cycles … 10,000,000,000,000 … Use a shorter link",
    );
    // Packets on such links take as long. Only with real time may a run last until they arrive.
    const long = { ...dragonflyWithRate, ...uniform, run: { window: 10_000_001 } };
    expectWording(refusalOf(long), "run.window … virtual cut-through … 10,000,000 … Use 10,000,000 … fluid flow");
    expect(refusalOf({ ...long, flowControl: { kind: "fluid" } })).toBe("");
    const [slow] = linkClocksOf(readScenario({ ...inRealTime, links: [{ class: "terminal", rate: "1 kB/s" }] }));
    expect([slow.perCycle, slow.perPhit]).toEqual([1, 1_000_000]);
  });

  it("stay as they were said when the technology changes", () => {
    const scenario = readScenario({ ...dragonflyWithRate, ...uniform, links: [{ class: "global", rate: "4 GB/s" }] });
    const slower = withValueAtPath(scenario, ["technology", "rate"], 5e8);
    expect(linkClocksOf(scenario).at(-1)).toMatchObject({ name: "global", perCycle: 4, perPhit: 1 });
    expect(linkClocksOf(slower).at(-1)).toMatchObject({ name: "global", perCycle: 8, perPhit: 1 });
  });

  it("are compiled to whole numbers, and left out where all are alike", () => {
    expect(compile(readScenario({ ...dragonfly, ...uniform })).plan).not.toHaveProperty("links");
    // 0.4 cycles are rounded to zero where time is in whole cycles.
    expect(compile(readScenario({ ...dragonfly, ...uniform, links: [{ class: "local", length: 0.4 }] })).plan).not.toHaveProperty("links");
    expect(
      clocksOf({
        ...dragonflyWithRate,
        ...uniform,
        links: [
          { class: "terminal", rate: 0.4 },
          { class: "local", rate: "10 Gb/s", length: "10 ns" },
          { class: "global", rate: 1 / 3, length: "20 m" },
        ],
      }),
      // A cycle is 4 ns: 10 ns are 2.5 cycles, 100 ns are 25 cycles.
    ).toEqual({ terminal: ["2/5 0"], local: ["5/4 3"], global: ["1/3 25"] });
  });

  it("keep their fractions where time is real", () => {
    const circuit = { flowControl: "circuit", links: [{ class: "local", length: "10 ns" }] };
    expect(clocksOf({ ...dragonflyWithRate, ...uniform, ...circuit })["local"]).toEqual(["1/1 2.5"]);
  });

  it("can be named one by one in a graph, before their class", () => {
    const links = [{ class: "link", rate: 2 }, { class: "5-0" }, { class: "t3-3", length: 4 }];
    expect(writeDocument(parseDocument({ ...graph, links }))["links"]).toEqual([
      { class: "link", rate: 2 },
      { class: "t3-3", length: 4 },
      { class: "0-5" },
    ]);
    expect(clocksOf({ ...graph, links })).toEqual({ terminal: ["1/1 0", "1/1 4"], link: ["1/1 0", "2/1 0"] });
    const { network, links: clocks } = compile(readScenario({ ...graph, links })).plan;
    const slow = [...network.head.keys()].filter((c) => network.linkClass[c] === 1 && clocks!.perCycle[c] === 1);
    expect(slow.map((c) => `${network.tail[c] - 10}-${network.head[c] - 10}`).sort()).toEqual(["0-5", "5-0"]);
  });

  it("hold for parallel links alike", () => {
    const pair = { kind: "graph", switches: 2, links: [{ a: 0, b: 1 }, { a: 1, b: 0 }] }; // prettier-ignore
    const scenario = readScenario({ topology: pair, ...uniform, links: [{ class: "1-0", rate: 3 }] });
    expect(linkClocksOf(scenario).at(-1)).toMatchObject({ name: "0-1", count: 2, perCycle: 3 });
    expect(clocksOf({ topology: pair, ...uniform, links: [{ class: "1-0", rate: 3 }] })["link"]).toEqual(["3/1 0"]);
  });

  it("are known before anything is built", () => {
    fc.assert(
      fc.property(
        smallTopology(40).chain((topology) => arbitraryLinks(topology).map((links) => ({ topology, links }))),
        ({ topology, links }) => {
          const scenario = {
            ...readScenario({}),
            topology,
            links: links.filter(({ rate, length }) => typeof rate === "number" && typeof length === "number"),
          };
          for (const { perCycle, perPhit, delay, count } of linkClocksOf(scenario)) {
            for (const each of [perCycle, perPhit]) expect(each >= 1 && each <= 10_000 && Number.isInteger(each)).toBe(true);
            expect(Number.isInteger(delay) && delay >= 0 && count > 0).toBe(true);
          }
        },
      ),
      { numRuns: cases(60) },
    );
  });
});

test("the nearest fraction is in lowest terms, and no other of that size is nearer", () => {
  const known: readonly (readonly [number, number, number])[] = [
    [1, 1, 1],
    [0.001, 1, 1000],
    [1000, 1000, 1],
    [2.5, 5, 2],
    [1 / 3, 1, 3],
    [Math.PI, 355, 113],
    [0.618_033_988_749_894_8, 4181, 6765],
  ];
  for (const [value, p, q] of known) expect(nearestFraction(value, 10_000)).toEqual([p, q]);
  fc.assert(
    fc.property(fc.double({ min: 0.02, max: 50, noNaN: true }), fc.integer({ min: 50, max: 120 }), (value, most) => {
      const [p, q] = nearestFraction(value, most);
      const miss = Math.abs(value - p / q);
      for (let b = 1; b <= most; b++)
        for (const a of [Math.floor(value * b), Math.ceil(value * b)])
          if (a >= 1 && a <= most) expect(Math.abs(value - a / b)).toBeGreaterThanOrEqual(miss - 1e-15);
      expect(p >= 1 && p <= most && q >= 1 && q <= most).toBe(true);
    }),
    { numRuns: cases(200) },
  );
});

describe("switches", () => {
  it("have defaults, and rounds of matching mean nothing without queues to match", () => {
    expect(compile(readScenario({ ...uniform })).plan).not.toHaveProperty("switches");
    expect(compile(readScenario({ ...uniform, switch: { iterations: 4 } })).plan).not.toHaveProperty("switches");
    expect(readScenario({ switch: {} }).switch).toEqual(plainSwitch);
  });

  it("are refused at the word where a flow control has plain ones only", () => {
    for (const [flowControl, title] of [
      ["circuit", "circuit switching"],
      ["fluid", "fluid flow"],
    ] as const)
      // prettier-ignore
      expect(refusalOf({ ...dragonflyWithRate, ...uniform, flowControl, switch: { queues: "virtual-output" } })).toMatch(
        new RegExp(`^switch\\.queues: "[a-z-]+" cannot be used: ${title} supports only plain switches\\. Leave it out`),
      );
    expectWording(refusalOf({ switch: { speedup: 17 } }), "switch.speedup … 17 cannot be used … 0 to 16 … Use 16");
    expect(refusalOf({ switch: { queues: "virtual" } })).toMatch(
      /^switch\.queues: "virtual" cannot be used: expected one of input, virtual-output, output/,
    );
  });
});

describe("old documents", () => {
  it("keep their oldest version; what version 1 did not have is said in version 2", () => {
    expect(writeDocument(parseDocument({ version: 1 }))["version"]).toBe(1);
    expect(writeDocument(parseDocument({ version: 1, links: [], switch: {} }))["version"]).toBe(1);
    const documents = [
      { links: [{ class: "terminal", rate: 2 }] },
      { switch: { iterations: 2 } },
      { beside: [{ "links.terminal.rate": 2 }] },
      { sweep: [{ path: "links.terminal.length", values: [0, 1] }] },
      { sweep: [{ path: "switch.iterations", values: [1, 2] }] },
    ];
    for (const each of documents) expect(writeDocument(parseDocument({ version: 1, ...each }))["version"]).toBe(2);
  });
});

describe("places", () => {
  const document = parseDocument({ ...dragonfly, ...uniform, links: [{ class: "local", length: 10 }] });

  it("go by class, and by number; a class that is not listed has its place, too", () => {
    expect(valueAtPath(document, ["links", "local", "length"])).toBe(10);
    expect(valueAtPath(document, ["links", "0", "length"])).toBe(10);
    expect(valueAtPath(document, ["links", "global", "rate"])).toBe(1);
    const swept = parseDocument({ ...writeDocument(document), sweep: [{ path: "links.0.length", values: [1, 2] }] });
    expect(swept.sweep[0].path).toEqual(["links", "local", "length"]);
    expect(paramAtPath(document, ["links", "X", "rate"])).toBeUndefined();
    expect(withValueAtPath(document, ["links", "global", "rate"], 2).links).toEqual([
      document.links[0],
      { class: "global", rate: 2, length: 0 },
    ]);
    expect(withValueAtPath(document, ["links", "local", "length"], 0).links).toEqual([]);
  });

  it("can be swept, and be different in the networks that are compared", () => {
    const both = parseDocument({
      ...writeDocument(document),
      beside: [{ "links.global.rate": 4 }, { links: [] }, { topology: "mesh" }],
      sweep: [{ path: "links.terminal.length", from: 0, to: 20, step: 10 }],
    });
    expect(both.sweep[0]).toEqual({ path: ["links", "terminal", "length"], values: [0, 10, 20] });
    expect(variantsOf(both).map(({ links }) => links.map((rule) => rule.class))).toEqual([["local"], ["local", "global"], [], []]);
    const again = parseDocument(JSON.parse(JSON.stringify(writeDocument(both))));
    expect(again).toEqual(both);
  });
});

describe("in readable links", () => {
  const back = (link: string): Document => {
    const document = readReadable(link);
    expect(readReadable(writeReadable(document)!)).toEqual(document);
    return document;
  };

  it("are spelled without escapes, and read back", () => {
    const link = "v=2&topology=dragonfly&technology=own-links&traffic=uniform&links=local~length100ns;global~rate50GB/s~length20m";
    expect(writeReadable(back(link))).toBe(link);
    expect(documentHash(back(link.replace("50GB/s", "400Gb/s")))).toBe(documentHash(back(link)));
    expect(writeReadable(back("v=2&links=level-0-to-1~rate2"))).toBe("v=2&links=level-0-to-1~rate2");
    expect(writeReadable(back("v=2&switch=iterations3"))).toBe("v=2&switch=iterations3");
    expect(writeReadable(back("v=2&iterations=3"))).toBe("v=2&switch=iterations3");
  });

  it("can be swept by class, and be different beside", () => {
    const swept = back("v=2&topology=dragonfly&traffic=uniform&sweep=links.global.length:0..20..10");
    expect(swept.sweep[0].values).toEqual([0, 10, 20]);
    const beside = back("v=2&topology=dragonfly&traffic=uniform&links=global~rate2&b.links=&c.links=global~rate3&d.topology=mesh");
    expect(variantsOf(beside).map(({ links }) => links.map(({ rate }) => rate))).toEqual([[2], [], [3], []]);
  });
});

describe("bills", () => {
  const own = (values: object) => ({ kind: "own-prices", values: readParams(allCosts.get("own-prices").params, values, "", []) });

  it("take lengths in metres where they are said, and rates where a price list says so", () => {
    const scenario = readScenario({ ...dragonflyWithRate, ...uniform, links: [{ class: "global", rate: 4, length: "20 m" }] });
    const line = (values: object) => billOf(own(values), wholeParts(scenario)).lines.at(-2);
    expect(line({})).toEqual({
      what: "links, global, four times as fast and 20 m long",
      of: "links",
      count: 36,
      each: 70 + 1.4 * 20,
      total: 36 * 98,
    });
    expect(line({ byRate: 1 })).toMatchObject({ each: 4 * 98 });
    expect(line({ byRate: 0.5 })).toMatchObject({ each: 2.5 * 98 });
  });

  it("take single links from their class, also of the part in use", () => {
    const job = { workload: { kind: "open-loop", pattern: "uniform", ranks: 4 } };
    const scenario = readScenario({ topology: "graph", ...job, links: [{ class: "0-1", rate: 2 }] });
    const { whole, used } = materialsOfScenario(scenario);
    for (const parts of [whole, used]) expect(parts.links.slice(1).map(({ name, count }) => [name, count])).toEqual([["link", 14], ["switch 0 – switch 1", 1]]); // prettier-ignore
    expect(used.terminals).toBe(4);
  });

  it("stay as they were where nothing is said", () => {
    const scenario = readScenario(uniform);
    expect(billOf(own({ byRate: 1 }), wholeParts(scenario))).toEqual(billOf(own({}), wholeParts(scenario)));
  });
});
