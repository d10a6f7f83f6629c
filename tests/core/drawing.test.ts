/** Tests of drawings: their text form and their edits. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { compile } from "../../src/core/run/compile.ts";
import { checkNetwork } from "../../src/core/network/check.ts";
import { buildDrawing } from "../../src/core/network/drawing/build.ts";
import { activeComponentOf } from "../../src/core/network/drawing/active-component.ts";
import { drawingOf } from "../../src/core/network/drawing/drawing-of.ts";
import { type Drawing, emptyDrawing, nameOfSwitch, terminalEnd } from "../../src/core/network/drawing/drawing.ts";
import {
  withFullMesh,
  withLinksLike,
  linksBetween,
  withPlaces,
  withTerminalMoved,
  withName,
  terminalsOn,
  reasonTooLarge,
  withCopies,
  withLink,
  withLinks,
  withLinkCount,
  withoutLinks,
  withoutSwitches,
  withoutTerminals,
  withSwitch,
  withTerminalCount,
  withTerminals,
} from "../../src/core/network/drawing/edit.ts";
import { readDrawing, writeDrawing } from "../../src/core/network/drawing/texts.ts";
import { type Document, documentOf, writeDocument } from "../../src/core/scenario/document.ts";
import { isolatedScenarios } from "../../src/core/scenario/isolated-jobs.ts";
import { scenarioHash } from "../../src/core/scenario/canonical.ts";
import type { OpenLoop } from "../../src/core/traffic/open-loop.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { readScenario, suitableRouting, type Scenario } from "../../src/core/scenario/scenario.ts";
import { run } from "../../src/core/run/run.ts";
import { channelClocksOf } from "../../src/core/scenario/links.ts";
import { type LinkEnds, type LinkSpeed, linkSpeedOf, withLinkSpeeds } from "../../src/core/scenario/edits/link-speeds.ts";
import { delayOf, rateOf } from "../../src/core/plan/links.ts";
import { writeDocumentLink } from "../../src/links/index.ts";
import { build, smallTopology } from "../contracts/arbitrary.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { cases } from "../effort.ts";
import { expectWording } from "../wording/wording.ts";

/**
 * Any drawing of a few switches with terminals and parallel links. One switch is removed, so that switch numbers differ from positions in
 * the list.
 */
const anyDrawing = fc
  .record({
    size: fc.integer({ min: 3, max: 7 }),
    links: fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { minLength: 1, maxLength: 14 }),
    gone: fc.nat(6),
  })
  .map(({ size, links, gone: removed }) => {
    const linked = links.reduce((drawing, [a, b]) => withLink(drawing, a % size, b % size), drawnRing(size));
    return withoutSwitches(linked, new Set([removed % size]));
  });

/** A ring of `size` switches with one terminal each. */
function drawnRing(size: number): Drawing {
  let drawing = emptyDrawing;
  for (let s = 0; s < size; s++) drawing = withTerminals(withSwitch(drawing), s);
  for (let s = 0; s < size; s++) drawing = withLink(drawing, s, (s + 1) % size);
  return drawing;
}

const baseScenario = readScenario({
  workload: { kind: "open-loop", pattern: "uniform", load: 0.2 },
  run: { warmUp: 20, window: 100, drain: 200 },
});

function scenarioOf(drawing: Drawing): Scenario {
  const topology = { kind: "drawn", values: { ...writeDrawing(drawing) } };
  return { ...baseScenario, topology, routing: suitableRouting(topology) ?? baseScenario.routing };
}

describe("edits", () => {
  it("draw a ring of six as anybody would", () => {
    const drawing = drawnRing(6);
    const network = buildDrawing(drawing);
    expect({ terminals: network.terminals, switches: network.switches, channels: network.head.length }).toEqual({
      terminals: 6,
      switches: 6,
      channels: 24,
    });
    expect(network.regular).toBe(true);
    // Port 0 leads to the terminal. The links follow in the order in which they were drawn.
    const ports = (s: number) => [...network.head.subarray(network.firstOut[6 + s], network.firstOut[7 + s])];
    expect(ports(0)).toEqual([0, 7, 11]);
    expect(ports(1)).toEqual([1, 6, 8]);
  });

  it("leave numbers of terminals and switches as they are while others come and go", () => {
    const without = withoutSwitches(drawnRing(6), new Set([2]));
    expect(without.switches.map(nameOfSwitch)).toEqual(["switch 0", "switch 1", "switch 3", "switch 4", "switch 5"]);
    expect(without.terminals).toHaveLength(6);
    expect(terminalsOn(without, 2)).toEqual([3]);
    expect(buildDrawing(without).present).toEqual(Int32Array.from([0, 1, 3, 4, 5]));
    // A new terminal gets the free number. Free numbers at the end of the list are dropped.
    expect(terminalsOn(withTerminals(without, 0), 0)).toEqual([0, 2]);
    expect(withoutTerminals(drawnRing(6), new Set([4, 5])).terminals).toHaveLength(4);
    expect(withSwitch(without).switches.at(-1)?.number).toBe(6);
  });

  it("let part of a drawing be unfinished: the part with most terminals runs", () => {
    const drawing = withTerminals(withSwitch(drawnRing(4)), 4);
    const { switches, count, isWhole } = activeComponentOf(drawing);
    expect([[...switches], count, isWhole]).toEqual([[1, 1, 1, 1, 0], 4, false]);
    const joined = withLink(drawing, 4, 0);
    expect(activeComponentOf(joined)).toMatchObject({ count: 5, isWhole: true });
    // No terminal sends to the one that cannot be reached: the others send the same packets as without it.
    const [beside, alone] = [run(scenarioOf(drawing)), run(scenarioOf(drawnRing(4)))];
    expect(beside.packets).toBeGreaterThan(0);
    expect([beside.packets, beside.offered, beside.lost]).toEqual([alone.packets, alone.offered, alone.lost]);
  });

  it("say what a drawing lacks to run", () => {
    const why = (drawing: Drawing) => {
      try {
        compile(scenarioOf(drawing));
        return "";
      } catch (fault) {
        return (fault as ScenarioError).issues[0].message;
      }
    };
    expectWording(why(emptyDrawing), "no terminal");
    expectWording(why(withSwitch(emptyDrawing)), "no terminal");
    expectWording(why(withTerminals(withSwitch(emptyDrawing), 0)), "no two terminals");
    expect(why(withTerminals(withSwitch(emptyDrawing), 0, 2))).toBe("");
  });

  it("join no end with itself, and no two terminals", () => {
    const drawing = drawnRing(3);
    expect(withLink(drawing, 1, 1)).toBe(drawing);
    expect(withLink(drawing, terminalEnd(0), terminalEnd(1))).toBe(drawing);
  });

  it("change how many links and terminals there are", () => {
    const thick = withLinkCount(drawnRing(4), 0, 1, 3);
    expect(linksBetween(thick, 1, 0)).toHaveLength(3);
    expect(linksBetween(withLinkCount(thick, 0, 1, 0), 0, 1)).toEqual([]);
    expect(terminalsOn(withTerminalCount(thick, 2, 4), 2)).toEqual([2, 4, 5, 6]);
    expect(terminalsOn(withTerminalCount(thick, 2, 0), 2)).toEqual([]);
    expect(terminalsOn(withTerminalMoved(thick, 3, 3, 0), 0)).toEqual([0, 3]);
  });

  it("copy switches with terminals and links, linked like the first or only among themselves", () => {
    const named = withName(withName(drawnRing(4), 0, "leaf 1"), 2, "core");
    const like = withCopies(named, [0], new Map(), true);
    expect(like.drawing.switches.map(nameOfSwitch)).toEqual(["leaf 1", "switch 1", "core", "switch 3", "leaf 2"]);
    expect([linksBetween(like.drawing, 4, 1), linksBetween(like.drawing, 4, 3)].map((each) => each.length)).toEqual([1, 1]);
    expect(terminalsOn(like.drawing, 4)).toEqual([4]);
    const lone = withCopies(named, [0, 1], new Map(), false);
    expect(linksBetween(lone.drawing, 4, 5)).toHaveLength(1);
    expect(linksBetween(lone.drawing, 5, 2)).toEqual([]);
    expect(withCopies(named, [2], new Map(), true).drawing.switches.at(-1)?.name).toBe("core 2");
  });

  it("link like a model: of each of its links to others what is missing, and no more", () => {
    const some = fc.tuple(anyDrawing, fc.uniqueArray(fc.nat(5), { minLength: 1 }));
    fc.assert(
      fc.property(some, ([drawing, picked]) => {
        const S = drawing.switches.length;
        const chosen = [...new Set(picked.map((s) => s % S))];
        const [model] = chosen;
        const next = withLinksLike(drawing, chosen, model);
        const count = (drawn: Drawing, a: number, b: number) => linksBetween(drawn, a, b).length;
        for (let a = 0; a < S; a++) {
          for (let b = a + 1; b < S; b++) {
            const wants = (s: number, other: number) =>
              s !== model && other !== model && chosen.includes(s) ? count(drawing, model, other) : 0;
            expect(count(next, a, b)).toBe(Math.max(count(drawing, a, b), wants(a, b), wants(b, a)));
          }
        }
        expect(withLinksLike(next, chosen, model)).toBe(next);
      }),
      { numRuns: cases(100) },
    );
  });

  it("link several switches with another one, each once, and none with itself", () => {
    const next = withLinks(drawnRing(5), [0, 1, 3], 3);
    expect([0, 1, 3].map((s) => linksBetween(next, s, 3).length)).toEqual([1, 1, 0]);
    const same = drawnRing(5);
    expect(withLinks(same, [2], 2)).toBe(same);
  });

  it("link each to each, and like another", () => {
    expect(withFullMesh(drawnRing(4), [0, 1, 2, 3]).links).toHaveLength(4 + 6);
    const star = withLink(withLink(drawnRing(4), 0, 2), 0, 2);
    const like = withLinksLike(withSwitch(star), [4], 0);
    expect([1, 2, 3].map((s) => linksBetween(like, 4, s).length)).toEqual([1, 2, 1]);
  });

  it("keep axes as long as links go along them", () => {
    const torus = drawingOf(
      build({
        kind: "torus",
        values: allTopologies.get("torus").params && readScenario({ topology: { kind: "torus", sizes: [4, 4] } }).topology.values,
      }),
    );
    const [first] = linksBetween(torus, 0, 1);
    const cut = withoutLinks(torus, new Set([first]));
    expect([cut.axes.length, cut.isPartial]).toEqual([2, true]);
    const mended = withLink(cut, 0, 1);
    expect([mended.axes.length, mended.isPartial]).toEqual([2, false]);
    expect(suitableRouting(scenarioOf(mended).topology)?.kind).toBe("dimension-order");
    const chord = withLink(torus, 0, 10);
    expect(chord.axes).toEqual([]);
    expect(suitableRouting(scenarioOf(chord).topology)?.kind).toBe("shortest-path");
    expect(withTerminals(torus, 5).axes).toHaveLength(2);
  });

  it("read back after all that was made otherwise is gone", () => {
    const mesh = drawingOf(build(readScenario({ topology: { kind: "mesh", sizes: [4, 4] } }).topology));
    let drawing = withoutSwitches(mesh, new Set(mesh.switches.keys()));
    drawing = withLink(withSwitch(withSwitch(drawing, [0, 0], 1), [9, 9], 1), 0, 1);
    expect(readDrawing(writeDrawing(drawing)).issues).toEqual([]);
    expect(writeDrawing(drawing).kept).toBe("");
  });

  it("know how large a drawing may be", () => {
    expect(reasonTooLarge(drawnRing(4))).toBeNull();
    expectWording(reasonTooLarge(withTerminals(drawnRing(3), 0, 16_382)), "16,384 terminals … 16,385");
  });
});

it("names and places change no run, and no name of one", () => {
  const drawing = drawnRing(5);
  const namedDrawing = withPlaces(withName(withName(drawing, 1, "Straße; 7"), terminalEnd(2), "login"), new Map([[3, [40, -8]]]));
  expect(writeDrawing(namedDrawing)).toEqual({ ...writeDrawing(drawing), names: "s1:Straße 7;t2:login", places: "DwCP" });
  expect(scenarioHash(scenarioOf(namedDrawing))).toBe(scenarioHash(scenarioOf(drawing)));
  expect(run(scenarioOf(namedDrawing))).toEqual(run(scenarioOf(drawing)));
});

it("a terminal with links to two switches passes nothing on", () => {
  // Two switches that are joined only by the terminal: no packet gets from one to the other.
  let drawing = withTerminals(withTerminals(withSwitch(withSwitch(emptyDrawing)), 0, 2), 1, 1);
  drawing = withLink(drawing, terminalEnd(1), 1);
  const { present } = buildDrawing(drawing);
  expect(present).toEqual(Int32Array.from([0, 1]));
  // With a link between the switches, every terminal is reachable over this link.
  const joined = scenarioOf(withLink(drawing, 0, 1));
  expect(compile(joined).plan.network.present).toBeUndefined();
  expect(run(joined).status).toBe("finished");
});

describe("terminals that are gone", () => {
  /** A ring of six without its switch 0, which leaves terminals 1 to 5. */
  const left = withoutSwitches(drawnRing(6), new Set([0]));
  const withWork = (workload: object): Scenario =>
    readScenario({
      topology: { kind: "drawn", ...writeDrawing(left) },
      routing: "shortest-path",
      workload,
      run: { warmUp: 20, window: 400, drain: 200 },
    });
  const shares = (scenario: Scenario) => (compile(scenario).plan.demand as OpenLoop).share;

  it("leave a hot spot where it was; one that is gone is refused, with the nearest that is there", () => {
    const at = (terminal: number) => ({ kind: "open-loop", pattern: { kind: "hot-spot", share: 1, terminal }, load: 0.2 });
    expect([1, 2, 3].map((source) => shares(withWork(at(4)))(source, 4))).toEqual([1, 1, 1]);
    expect(() => withWork(at(0))).toThrowError(/terminal 0 is not connected.*Use terminal 1\./);
    const mixed = (terminal: number) => ({
      kind: "open-loop",
      pattern: { kind: "mixture", parts: [{ weight: 1, pattern: { kind: "hot-spot", share: 1, terminal } }] },
    });
    expect(shares(withWork(mixed(5)))(1, 5)).toBe(1);
    expect(() => withWork(mixed(0))).toThrowError(/parts\.0\.pattern\.terminal.*terminal 0 is not connected/);
  });

  it("are passed over in the list of a job, whose other ranks keep their numbers", () => {
    const job = (terminals: readonly number[], pattern: object = { kind: "uniform" }) => ({
      ranks: 0,
      mapping: { kind: "list", terminals },
      pattern,
      load: 0.2,
    });
    // Rank 1 of the list is terminal 2, with or without terminal 0.
    const hot = withWork({ kind: "jobs", jobs: [job([0, 2, 3, 4], { kind: "hot-spot", share: 1, terminal: 1 })] });
    expect([3, 4].map((source) => shares(hot)(source, 2))).toEqual([1, 1]);
    const matrix = withWork({
      kind: "jobs",
      jobs: [job([0, 2, 3], { kind: "matrix", entries: [{ source: 1, destination: 2, weight: 1 }] })],
    });
    expect(shares(matrix)(2, 3)).toBe(1);

    // Only one terminal of a job of two is left. It sends nothing, and the others behave as if it did not exist.
    const two = withWork({ kind: "jobs", jobs: [job([0, 1]), job([2, 3, 4, 5])] });
    const { jobs, sending } = run(two);
    expect(jobs?.map((each) => [each?.terminals, each?.loads === null])).toEqual([
      [1, true],
      [4, false],
    ]);
    expect(sending).toBe(4);
    expect(isolatedScenarios(two).map((each) => each === null)).toEqual([true, false]);
    expect(run(isolatedScenarios(two)[1]!).jobs).toEqual([jobs![1]]);

    // At least one terminal must send.
    expect(() => withWork({ kind: "jobs", jobs: [job([0, 1]), job([2])] })).toThrowError(
      /workload\.jobs\.0\.pattern.*needs at least two terminals/,
    );
  });
});

it("64 switches and 192 links take less than 600 characters of a link", async () => {
  let drawing = drawnRing(64);
  let state = 7;
  const next = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 8;
  while (drawing.links.length < 64 + 192) {
    const [a, b] = [next() % 64, next() % 64];
    drawing = withLink(drawing, a, b);
  }
  expect((await writeDocumentLink(documentOf(scenarioOf(drawing)))).length).toBeLessThan(600);
});

/** A drawing after one random edit. The four random numbers select the kind of edit and its arguments. */
function withRandomEdit(drawing: Drawing, [editNumber, a, b, c]: readonly [number, number, number, number]): Drawing {
  const switchCount = drawing.switches.length;
  if (switchCount === 0 || switchCount > 30)
    return switchCount === 0
      ? withSwitch(drawing, [a % 200, b % 200])
      : withoutSwitches(drawing, new Set([a % switchCount, b % switchCount]));
  const [first, second] = [a % switchCount, b % switchCount];
  const edits: readonly (() => Drawing)[] = [
    () => withSwitch(drawing, [a % 500, b % 500]),
    () => withSwitch(drawing),
    () => withLink(drawing, first, second, 1 + (c % 2)),
    () => withLink(drawing, first, second),
    () => (drawing.terminals.length === 0 ? drawing : withLink(drawing, terminalEnd(c % drawing.terminals.length), first)),
    () => withTerminals(drawing, first, 1 + (c % 3)),
    () => withTerminalCount(drawing, first, c % 4),
    () => withLinkCount(drawing, first, second, first === second ? 0 : c % 4),
    () => withoutLinks(drawing, new Set([a, b].map((i) => i % Math.max(1, drawing.links.length)))),
    () => withoutSwitches(drawing, new Set([first])),
    () => withoutTerminals(drawing, new Set(terminalsOn(drawing, first).slice(0, 1))),
    () => {
      const [t] = terminalsOn(drawing, first);
      return t === undefined || first === second ? drawing : withTerminalMoved(drawing, t, first, second);
    },
    () => withName(drawing, first, ["", "leaf 1", "a;b", "名前", `switch ${c}`][c % 5]),
    () => withPlaces(drawing, new Map([[first, c % 5 === 0 ? null : [(a % 4000) - 2000, (b % 4000) - 2000]]])),
    () => withCopies(drawing, [...new Set([first, second])], new Map([[first, [1, 2]]]), c % 2 === 0).drawing,
    () => withLinksLike(drawing, [first, second], c % switchCount),
    () => (switchCount > 8 ? drawing : withFullMesh(drawing, [...new Set([first, second, c % switchCount])])),
  ];
  return edits[editNumber % edits.length]();
}

const arbitraryEdit = fc.tuple(fc.nat(1000), fc.nat(5000), fc.nat(5000), fc.nat(5000));

describe("laws of edits", () => {
  const kinds = allTopologies.kinds.filter(({ id }) => id !== "shared-bus" && id !== "drawn");
  const begun = fc.oneof(
    fc.constant(emptyDrawing),
    smallTopology(16, kinds).map((topology) => drawingOf(build(topology))),
  );

  it("every edit leads to a drawing that reads back equal and builds", () => {
    fc.assert(
      fc.property(begun, fc.array(arbitraryEdit, { maxLength: 40 }), (first, edits) => {
        let drawing = first;
        for (const edit of edits) {
          const before = JSON.stringify(drawing);
          const next = withRandomEdit(drawing, edit);
          expect(JSON.stringify(drawing), "an edit leaves what it began with").toBe(before);
          drawing = next;
          const texts = writeDrawing(drawing);
          const { drawing: back, issues } = readDrawing(texts);
          expect(issues).toEqual([]);
          expect(writeDrawing(back)).toEqual(texts);
          const network = buildDrawing(back);
          checkNetwork(network);
          expect(network).toEqual(buildDrawing(drawing));
        }
      }),
      { numRuns: cases(60) },
    );
  });

  it("every draft is a document that reads back equal, and compiles or says why", () => {
    fc.assert(
      fc.property(begun, fc.array(arbitraryEdit, { maxLength: 12 }), (first, edits) => {
        const scenario = scenarioOf(edits.reduce(withRandomEdit, first));
        const document = writeDocument(documentOf(scenario));
        expect(writeDocument(parseDocument(JSON.parse(JSON.stringify(document))))).toEqual(document);
        try {
          compile(scenario);
        } catch (fault) {
          if (!(fault instanceof ScenarioError)) throw fault;
          expect(fault.issues[0].remedy ?? "").not.toBe("");
        }
      }),
      { numRuns: cases(60) },
    );
  });
});

describe("texts", () => {
  it.each([
    ["plan", "", "ends within a number, after 0 letters"],
    ["plan", "GM", "ends"],
    ["plan", "BA*", 'has "*" as letter 3'],
    ["plan", "BAAA", "joins switch 1 with its link 0; there are 1"],
    ["plan", "gg_________", "too large a number"],
    ["plan", "gggggE", "switches; at most 4096 can be drawn"],
    ["kept", "axes=ring,X,4", "do not follow the axes"],
    ["kept", "forwards;forwards", 'says "forwards" twice'],
    ["kept", "speed=3", 'has a part "speed" that is not known'],
    ["names", "s9:far", "names s9; the 6 switches are counted from 0"],
    ["names", "hello", 'has "hello"; expected names as s0:storage'],
    ["names", "s1=0", "numbers a switch 0; expected 1"],
    ["places", "A", "ends within a number"],
    ["places", "zzzzBAA", "positions for more than"],
  ])("refuse %s %s", (path, text, message) => {
    const values = {
      ...readScenario({ topology: "drawn", workload: { kind: "open-loop", pattern: "uniform" } }).topology.values,
      [path]: text,
    };
    const issues = allTopologies.get("drawn").check(values);
    if (path === "plan" && text === "GM") return expect(issues).toEqual([]);
    expect(issues[0]?.path).toBe(path);
    expect(issues[0]?.message).toContain(message);
  });

  it("drawn at random are read, or refused with their place", () => {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_;=,/:%. axeslevelringforth";
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...letters), { maxLength: 200 }),
        fc.constantFrom("plan", "kept", "names", "places"),
        (text, path) => {
          const { issues } = readDrawing({ plan: "GMRCJCJCJCABIAECIBEDICEEID", kept: "", names: "", places: "", [path]: text.join("") });
          for (const issue of issues) expect(issue.path).toBe(path);
        },
      ),
      { numRuns: cases(300) },
    );
  });
});

describe("rates and lengths of links", () => {
  const speed = fc.record({
    rate: fc.constantFrom(0.5, 1, 2, 8),
    length: fc.constantFrom(0, 1, 30),
  });
  const change = fc.oneof(fc.record({ rate: fc.constantFrom(0.25, 1, 4) }), fc.record({ length: fc.constantFrom(0, 7) }));
  /** Rates and delays with which the channels between two nodes run. */
  const running = (scenario: Scenario, drawing: Drawing, [a, b]: LinkEnds) => {
    const network = buildDrawing(drawing);
    const clocks = channelClocksOf(scenario, network);
    const node = (end: number) => (end < 0 ? -1 - end : network.terminals + end);
    const channels = [...network.head.keys()].filter(
      (c) => (network.tail[c] === node(a) && network.head[c] === node(b)) || (network.tail[c] === node(b) && network.head[c] === node(a)),
    );
    return [...new Set(channels.map((c) => `${rateOf(clocks, c)} ${delayOf(clocks, c)}`))];
  };

  it("are those of what was chosen, and of nothing else, in the order in which they were set", () => {
    const steps = fc.array(fc.tuple(fc.array(fc.nat(40), { minLength: 1, maxLength: 30 }), change), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(anyDrawing, fc.option(speed), steps, (drawing, ofClass, all) => {
        let document: Document = { ...documentOf(scenarioOf(drawing)), links: ofClass === null ? [] : [{ class: "link", ...ofClass }] };
        const ends = [...new Map(drawing.links.map(({ a, b }) => [`${a} ${b}`, [a, b] as const])).values()];
        const wanted = ends.map(([a]) => ({ rate: 1, length: 0, ...(a >= 0 ? ofClass : null) }));
        for (const [picked, next] of all) {
          const places = picked.map((each) => each % ends.length);
          document = withLinkSpeeds(
            document,
            0,
            drawing,
            places.map((i) => ends[i]),
            next,
          );
          for (const i of new Set(places)) Object.assign(wanted[i], next);
        }
        const read = parseDocument(writeDocument(document));
        expect(read.links).toEqual(document.links);
        ends.forEach((each, i) => {
          expect(running(document, drawing, each)).toEqual([`${wanted[i].rate} ${wanted[i].length}`]);
          expect(linkSpeedOf(document.links, drawing, each)).toEqual(wanted[i]);
        });
      }),
      { numRuns: cases(60) },
    );
  });

  it("are said of a class where all of several of it are chosen, and of single links else", () => {
    const drawing = drawnRing(4);
    const set = (links: readonly LinkEnds[], next: Partial<LinkSpeed>, from = documentOf(scenarioOf(drawing))) =>
      withLinkSpeeds(from, 0, drawing, links, next);
    const all = drawing.links.filter(({ a }) => a >= 0).map(({ a, b }) => [a, b] as const);
    expect(set(all, { rate: 2 }).links).toEqual([{ class: "link", rate: 2, length: 0 }]);
    const one = set([[0, 1]], { length: 5 });
    expect(one.links).toEqual([{ class: "0-1", rate: 1, length: 5 }]);
    expect(set(all, { rate: 2 }, one).links).toEqual([
      { class: "link", rate: 2, length: 0 },
      { class: "0-1", rate: 2, length: 5 },
    ]);
    expect(set([[terminalEnd(2), 2]], { rate: 0.5 }).links).toEqual([{ class: "t2-2", rate: 0.5, length: 0 }]);
    // A value that is set back to its default is no longer listed.
    expect(set(all, { length: 0 }, set([[0, 1]], { length: 0 }, one)).links).toEqual([]);
  });
});
