/** The study page without its styles: its answer, the steps of its numbers, undo, its table, and the comparison it opens. */
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { hexHashOf } from "../../src/core/base/hash.ts";
import { answerStudy, sayKnownThroughput } from "../../src/app/pages/study/study-answer.ts";
import { studyFamiliesOf, studyPlotData } from "../../src/app/pages/study/plot-data.ts";
import { comparisonDocumentOf } from "../../src/app/pages/study/open-comparison.ts";
import { openStudyLink, studyFragment } from "../../src/app/pages/study/open-study.ts";
import { stepNeed } from "../../src/app/pages/study/need-steps.ts";
import {
  changeNeed,
  beginDrag,
  cancelDrag,
  createStudy,
  endDrag,
  setInvalidInput,
  maxSelected,
  selectAll,
  redoStudyStep,
  type StudyStore,
  toggleSelection,
  undoStudyStep,
} from "../../src/app/pages/study/study-store.ts";
import { undoLimits } from "../../src/app/state/undo-limits.ts";
import { filterRows, toMarkdown, studyTable } from "../../src/app/pages/study/study-table.ts";
import type { StudySession } from "../../src/app/pages/study/open-study.ts";
import { checkDocument, documentHash, variantsOf } from "../../src/core/scenario/document.ts";
import { horizontalAxes, defaultAxes, axisSelection } from "../../src/core/study/axes.ts";
import { candidatesOf } from "../../src/core/study/candidates.ts";
import { type StudyNeed, studyNeedParams, readStudyNeed } from "../../src/core/study/need.ts";
import type { Measurements } from "../../src/core/study/assessment.ts";
import { planStudy } from "../../src/core/study/study-plan.ts";
import { studyScenario } from "../../src/core/study/study-scenarios.ts";
import { studyTraffic } from "../../src/core/study/traffic.ts";
import { readDocumentLink, writeDocumentLink } from "../../src/links/index.ts";
import { readPageParts } from "../../src/links/page-parts.ts";
import { readStudy } from "../../src/links/study.ts";
import { csvText } from "../../src/views/export/export.ts";
import { cases } from "../effort.ts";

const needOf = (more: Record<string, unknown> = {}): StudyNeed => readStudyNeed({ terminals: 64, ports: 16, ...more }, []);

/**
 * The plan of a study in which every network carries the fraction `fractionOf(id)` of its bound. Networks for which `isSimulated` is true
 * are simulated.
 */
function planFor(need: StudyNeed, fractionOf: (id: string) => number = () => 1, isSimulated: (id: string) => boolean = () => false) {
  const candidates = candidatesOf(need);
  const measured = new Map<string, Measurements>(
    candidates
      .filter(({ id }) => isSimulated(id))
      .map(({ id, bounds }) => [id, { under: bounds.map((bound) => ({ throughput: bound * fractionOf(id), error: 0.01 })) }]),
  );
  return {
    plan: planStudy(candidates, measured, {
      budget: need.budget,
      requiredThroughput: need.carried,
      view: axisSelection(need, defaultAxes),
    }),
    measured,
  };
}

describe("the answer", () => {
  it("says by what it is known: a bound, or runs", () => {
    // For 64 terminals the cheapest network carries everything (eight rails of one switch each, whose hosts bring their own network), so
    // this test takes 256.
    const need = needOf({ terminals: 256 });
    const bounded = answerStudy(planFor(need).plan, need);
    expect(bounded.before).toMatch(/^\d+\snetworks fit, \d+ of them within the budget\. The cheapest network that may deliver $/);
    expect(bounded.after).toMatch(/^ under both is .*, at \$\S+ a terminal\.$/);
    expect(bounded.certainty).toMatch(/^It delivers at most \d\.\d\d, and is not simulated yet\./);
    expect(bounded.frontText).toMatch(/^\d+\snetworks are on the Pareto front so far; differences below 0\.02 are ignored\.$/);
    expect(bounded.remedy).toBe(null);
    const run = answerStudy(planFor(need, undefined, () => true).plan, need);
    expect(run.certainty).toMatch(/^It delivers 0\.\d\d ± 0\.01\./);
    expect(run.frontText).toMatch(/ on the Pareto front; /);
    expect(run.status?.candidate.id).toBe(bounded.status?.candidate.id);
    // No cheaper network carries the requested load.
    const { plan } = planFor(need);
    const { cost } = bounded.status!.candidate;
    expect(plan.statuses.filter(({ worstThroughput, candidate }) => worstThroughput >= need.carried && candidate.cost < cost)).toEqual([]);
  });

  it("names the traffic by its number, and what half of it costs", () => {
    const answerEnd = (under: readonly string[]) => answerStudy(planFor(needOf({ under })).plan, needOf({ under })).after;
    expect(answerEnd(["uniform"])).toMatch(/^ is /);
    expect(answerEnd(["uniform", "half-way"])).toMatch(/^ under both is /);
    expect(answerEnd(["uniform", "half-way", "permutation"])).toMatch(/^ under all three is /);
    expect(answerEnd(studyTraffic.map(({ id }) => id))).toMatch(/^ under all four is /);
    const most = needOf({ terminals: 256, carried: 1 });
    expect(answerStudy(planFor(most).plan, most).certainty).toMatch(
      / Half of the required throughput may cost as little as \$\S+ a terminal with [A-Z].*, which delivers at most 0\.\d\d\./,
    );
  });

  it("offers what the cheapest network costs where none costs so little", () => {
    const need = needOf({ budget: 1 });
    const { after, remedy } = answerStudy(planFor(need).plan, need);
    expect(after).toMatch(/networks fit, but none within the budget\. The cheapest is .*, at \$\S+ a terminal\.$/);
    const least = Math.min(...candidatesOf(need).map(({ perTerminal }) => perTerminal));
    expect(remedy!.change.budget).toBeGreaterThanOrEqual(least);
    expect(stepNeed("budget", studyNeedParams.budget, remedy!.change.budget!, -1)).toBeLessThan(least);
  });

  it("offers no amount that cannot be asked for", () => {
    const cost = { kind: "own-prices", switchBase: 1e6, port: 1e6, portSquared: 1e6 };
    const need = needOf({ budget: 1, cost });
    const { after, remedy } = answerStudy(planFor(need).plan, need);
    expect([after.includes("none within the budget"), remedy]).toEqual([true, null]);
  });

  it("offers the throughput that this money carries", () => {
    const need = needOf({ carried: 1 });
    const half = () => 0.5;
    const { before, after, remedy } = answerStudy(planFor(need, half, () => true).plan, need);
    expect(before).toMatch(/\. None of these networks delivers $/);
    expect(after).toMatch(/^ under both\. The highest throughput, 0\.50 ± 0\.01, is that of /);
    expect(remedy).toEqual({ label: "Require 0.50", change: { carried: 0.5 } });
    // The network carries less than the smallest load one can ask for. A larger budget is the only remedy left, and here it does not help.
    const none = answerStudy(
      planFor(
        need,
        () => 0.001,
        () => true,
      ).plan,
      need,
    );
    expect(none.remedy).toBe(null);
  });

  it("offers the fewest ports that make a network, which the largest switches always do", () => {
    const few = needOf({ terminals: 65_536, ports: 3 });
    const { before, after, remedy, status } = answerStudy(planFor(few).plan, few);
    expect([before, status]).toEqual(["", null]);
    expect(after).toMatch(/^No topology here connects 65\s536 terminals with switches of at most 3 ports\.$/);
    expect(candidatesOf({ ...few, ...remedy!.change }).length).toBeGreaterThan(0);
    const fewer = stepNeed("ports", studyNeedParams.ports, remedy!.change.ports!, -1);
    expect(candidatesOf({ ...few, ports: fewer })).toEqual([]);
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 65_536 }), (terminals) => {
        expect(candidatesOf(needOf({ terminals, ports: 512 })).length).toBeGreaterThan(0);
      }),
      { numRuns: cases(20) },
    );
  });

  it("law: every remedy makes the case better, and following them ends at an answer or at none that money and ports can buy", () => {
    const needs = fc
      .record({
        terminals: fc.oneof(fc.integer({ min: 2, max: 200 }), fc.constantFrom(2048, 30_011, 65_536)),
        ports: fc.oneof(fc.integer({ min: 3, max: 20 }), fc.integer({ min: 3, max: 512 })),
        budget: fc.integer({ min: 0, max: 24 }).map((i) => Number((10 ** (i / 4)).toPrecision(3))),
        under: fc.subarray(
          studyTraffic.map(({ id }) => id),
          { minLength: 1 },
        ),
        carried: fc.integer({ min: 1, max: 50 }).map((i) => Number((i * 0.02).toFixed(2))),
        cost: fc.constantFrom({ kind: "own-prices" }, { kind: "own-prices", port: 50_000 }, { kind: "per-port" }, { kind: "myrinet-2000" }),
      })
      .map((input) => readStudyNeed(input, []));
    const worst = fc.constantFrom(1, 0.6, 0.01);
    fc.assert(
      fc.property(needs, worst, fc.boolean(), (begin, least, isRun) => {
        /** A pseudo-random fraction that depends only on the network: it carries the same whatever load is requested. */
        const part = (id: string) => least + ((1 - least) * parseInt(hexHashOf(id).slice(0, 4), 16)) / 0xffff;
        let need = begin;
        let before = -1;
        for (;;) {
          const { plan } = planFor(need, part, () => isRun);
          const { status, remedy } = answerStudy(plan, need);
          const within = plan.statuses.filter(({ candidate }) => candidate.perTerminal <= need.budget);
          const rank = plan.statuses.length === 0 ? 0 : within.length === 0 ? 1 : status === null ? 2 : 3;
          expect(rank).toBeGreaterThan(before);
          if (remedy === null) {
            if (rank !== 3) expect([1, 2]).toContain(rank);
            const buyable = plan.statuses.filter(({ candidate }) => candidate.perTerminal <= studyNeedParams.budget.max);
            if (rank === 1) expect(buyable).toEqual([]);
            if (rank === 2) expect(buyable.filter(({ worstThroughput }) => worstThroughput >= need.carried)).toEqual([]);
            return;
          }
          expect(rank).not.toBe(3);
          before = rank;
          need = { ...need, ...remedy.change };
        }
      }),
      { numRuns: cases(40) },
    );
  });
});

describe("steps", () => {
  const params = { terminals: studyNeedParams.terminals, ports: studyNeedParams.ports, budget: studyNeedParams.budget };
  it("go by sizes that are spoken of", () => {
    const from = (name: keyof typeof params, value: number, steps: number) => stepNeed(name, params[name], value, steps);
    expect([from("terminals", 1024, 1), from("terminals", 1024, -1), from("terminals", 1000, 1), from("terminals", 1000, -1)]).toEqual([
      1536, 768, 1024, 768,
    ]);
    expect([from("ports", 32, 1), from("ports", 33, 1), from("ports", 33, -1), from("ports", 33, 0)]).toEqual([36, 36, 32, 33]);
    expect([from("budget", 2000, 1), from("budget", 2000, -1), from("budget", 1e6, 3), from("budget", 1, -3)]).toEqual([
      2200, 1800, 1e6, 1,
    ]);
    expect(stepNeed("carried", studyNeedParams.carried, 0.5, 1)).toBeCloseTo(0.52, 9);
  });

  it("law: a step up is up, a step down is down, and one after the other comes back to the ladder's own", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(params) as (keyof typeof params)[])),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (name, at) => {
          const param = params[name];
          const value = Math.round(param.min * (param.max / param.min) ** at);
          const [up, down] = [stepNeed(name, param, value, 1), stepNeed(name, param, value, -1)];
          expect(up > value || up === param.max).toBe(true);
          expect(down < value || down === param.min).toBe(true);
          for (const each of [up, down]) expect(each >= param.min && each <= param.max).toBe(true);
          // A step up and then down does not end above the start.
          if (up < param.max) expect(stepNeed(name, param, up, -1)).toBeLessThanOrEqual(value);
          expect(stepNeed(name, param, value, 2)).toBe(stepNeed(name, param, up, 1));
        },
      ),
      { numRuns: cases(300) },
    );
  });
});

describe("the store", () => {
  const steps = (store: StudyStore) => store.temporal.getState().pastStates.length;
  const idsOf = (need: StudyNeed) => candidatesOf(need).map(({ id }) => id);

  it("takes steps back and forth, networks and picks alike", () => {
    const store = createStudy(needOf());
    const [a, b] = idsOf(needOf());
    toggleSelection(store, a);
    toggleSelection(store, b);
    changeNeed(store, { budget: 900 });
    toggleSelection(store, a);
    expect(store.getState()).toMatchObject({ selectedIds: [b], need: { budget: 900 } });
    for (let i = 0; i < 2; i++) undoStudyStep(store);
    expect(store.getState()).toMatchObject({ selectedIds: [a, b], need: { budget: 2000 } });
    for (let i = 0; i < 9; i++) undoStudyStep(store);
    expect(store.getState()).toMatchObject({ selectedIds: [] });
    expect(steps(store)).toBe(0);
    for (let i = 0; i < 9; i++) redoStudyStep(store);
    expect(store.getState()).toMatchObject({ selectedIds: [b], need: { budget: 900 } });
    expect(store.temporal.getState().futureStates).toEqual([]);
    undoStudyStep(store);
    changeNeed(store, { budget: 800 });
    expect(store.temporal.getState().futureStates).toEqual([]);
  });

  it("makes one step of a drag, and none of a drag that ends where it began", () => {
    const store = createStudy(needOf());
    beginDrag(store);
    for (const terminals of [96, 128, 192]) changeNeed(store, { terminals });
    endDrag(store);
    expect(store.getState()).toMatchObject({ need: { terminals: 192 }, isDragging: false });
    expect(steps(store)).toBe(1);
    undoStudyStep(store);
    expect(store.getState().need.terminals).toBe(64);
    beginDrag(store);
    changeNeed(store, { terminals: 96 });
    changeNeed(store, { terminals: 64 });
    endDrag(store);
    expect(steps(store)).toBe(0);
  });

  it("takes back what was dragged where a drag is given up", () => {
    const store = createStudy(needOf());
    beginDrag(store);
    cancelDrag(store);
    expect(store.getState().isDragging).toBe(false);
    beginDrag(store);
    for (const budget of [1500, 1200, 900]) changeNeed(store, { budget });
    cancelDrag(store);
    expect(store.getState()).toMatchObject({ need: needOf(), isDragging: false });
    expect(steps(store)).toBe(0);
    changeNeed(store, { budget: 900 });
    expect(steps(store)).toBe(1);
  });

  it("shows no network of another need while it steps, and goes back as far as the document does", () => {
    const store = createStudy(needOf());
    toggleSelection(store, idsOf(needOf())[0]);
    store.subscribe(({ need, candidates }) => expect(candidates.map(({ id }) => id)).toEqual(idsOf(need)));
    changeNeed(store, { terminals: 96 });
    undoStudyStep(store);
    redoStudyStep(store);
    expect(store.getState()).toMatchObject({ need: { terminals: 96 } });
    const many = createStudy(needOf());
    for (let i = 0; i < undoLimits.steps + 5; i++) changeNeed(many, { budget: 900 + i });
    expect(steps(many)).toBe(undoLimits.steps);
  });

  it("makes no step of what changes nothing", () => {
    const store = createStudy(needOf());
    changeNeed(store, { terminals: 64 });
    selectAll(store, []);
    expect(steps(store)).toBe(0);
    selectAll(store, idsOf(needOf()));
    selectAll(store, idsOf(needOf()));
    expect(store.getState().selectedIds).toHaveLength(maxSelected);
    expect(steps(store)).toBe(1);
  });

  it("keeps picks that the new need has, drops the others, and brings them back by undo", () => {
    const store = createStudy(needOf());
    const ids = idsOf(needOf());
    const other = new Set(idsOf(needOf({ terminals: 60 })));
    const picked = [ids.find((id) => other.has(id))!, ids.find((id) => !other.has(id))!];
    selectAll(store, picked);
    changeNeed(store, { budget: 50, carried: 0.2 });
    expect(store.getState().selectedIds).toEqual(picked);
    changeNeed(store, { terminals: 60 });
    expect(store.getState().selectedIds).toEqual([picked[0]]);
    undoStudyStep(store);
    expect(store.getState().selectedIds).toEqual(picked);
  });

  it("keeps picture and picks while a need has no network", () => {
    const store = createStudy(needOf());
    const [id] = idsOf(needOf());
    toggleSelection(store, id);
    changeNeed(store, { terminals: 65_536, ports: 3 });
    expect(store.getState().candidates).toEqual([]);
    expect(store.getState().shownCandidates.length).toBeGreaterThan(0);
    expect(store.getState().selectedIds).toEqual([id]);
  });

  it("leaves a family that has no network any more", () => {
    const store = createStudy(needOf());
    const { kind } = candidatesOf(needOf()).find(({ topology }) => topology.kind === "dragonfly")!.topology;
    store.setState({ family: kind });
    changeNeed(store, { budget: 900 });
    expect(store.getState().family).toBe(kind);
    const without = [3, 4, 5, 6, 8].find((ports) => {
      const all = candidatesOf(needOf({ ports, terminals: 2000 }));
      return all.length > 0 && !all.some(({ topology }) => topology.kind === kind);
    });
    changeNeed(store, { ports: without!, terminals: 2000 });
    expect(store.getState().family).toBe(null);
  });

  it("refuses a ninth pick, and says why", () => {
    const store = createStudy(needOf());
    const ids = idsOf(needOf());
    for (const id of ids.slice(0, 9)) toggleSelection(store, id);
    expect(store.getState().selectedIds).toEqual(ids.slice(0, 8));
    expect(store.getState().message).toMatch(/^Eight networks are selected/);
    toggleSelection(store, ids[0]);
    expect(store.getState()).toMatchObject({ selectedIds: ids.slice(1, 8), message: "" });
  });

  it("undo takes a word back that could not be read, and nothing else", () => {
    const store = createStudy(needOf());
    changeNeed(store, { terminals: 96 });
    setInvalidInput(store, "ports", "many", { path: "ports", message: "is no number." });
    undoStudyStep(store);
    expect(store.getState()).toMatchObject({ invalidInput: null, need: { terminals: 96 } });
    undoStudyStep(store);
    expect(store.getState().need.terminals).toBe(64);
  });

  it("begins with what a link asks for, which is nothing to undo; another link is", () => {
    const study = { store: createStudy(needOf()) } as unknown as StudySession;
    openStudyLink(study, "#study&terminals=128&ports=16");
    expect(study.store.getState()).toMatchObject({ need: { terminals: 128 } });
    expect(steps(study.store)).toBe(0);
    changeNeed(study.store, { budget: 900 });
    openStudyLink(study, "#study");
    expect(study.store.getState().need.budget).toBe(900);
    openStudyLink(study, "#study&terminals=32&ports=16");
    expect(steps(study.store)).toBe(2);
    openStudyLink(study, "#study&terminals=none");
    expect(study.store.getState().invalidInput!.issue.message).toMatch(/^the link cannot be read: terminals /);
    expect(study.store.getState().need.terminals).toBe(32);
  });

  it("keeps in its link what is in view; axes that are not there are the usual ones", () => {
    const study = { store: createStudy(needOf()) } as unknown as StudySession;
    expect(studyFragment(study.store.getState())).not.toContain("view");
    for (const view of ["cables,latency", "metres,throughput group-shift"]) {
      openStudyLink(study, `#study&terminals=64&view=${encodeURIComponent(view)}`);
      const { across, up } = axisSelection(needOf(), study.store.getState());
      expect(`${across.id},${up.id}`).toBe(view);
      const link = studyFragment(study.store.getState());
      expect(readPageParts(link).view).toBe(view);
      expect(readStudy(link)).toEqual(study.store.getState().need);
    }
    openStudyLink(study, "#study&terminals=64&view=constructor,%00");
    expect(axisSelection(needOf(), study.store.getState())).toMatchObject({ across: { id: "cost" }, up: { id: "throughput" } });
  });
});

describe("the table", () => {
  const need = needOf();
  const { plan } = planFor(
    need,
    () => 0.7,
    (id) => id.startsWith("torus"),
  );
  const table = studyTable(plan, need, axisSelection(need, defaultAxes).up);
  const front = new Set(plan.front.map((i) => plan.statuses[i].candidate.id));
  const [, pick] = plan.statuses.map(({ candidate }) => candidate.id);
  const rowsMatching = (filter: string) => filterRows(table.rows, filter, { frontIds: front, selectedIds: [pick] });

  it("has a cell for every column, and empty ones for what was not simulated", () => {
    for (const { cells, status } of table.rows) {
      expect(cells).toHaveLength(table.columns.length);
      const at = table.columns.findIndex(({ title }) => title === "uniform");
      expect(cells[at]).toBe(status.isMeasured ? status.candidate.bounds[0] * 0.7 : "");
      const worst = table.columns.findIndex(({ title }) => title === "Worst");
      expect(cells[worst]).toBe(status.isMeasured ? status.worstThroughput : "");
    }
  });

  it("is filtered by words and limits, all of which hold", () => {
    expect(rowsMatching("")).toEqual(table.rows);
    expect(
      rowsMatching("front")
        .map(({ status }) => status.candidate.id)
        .sort(),
    ).toEqual([...front].sort());
    expect(rowsMatching("picked").map(({ status }) => status.candidate.id)).toEqual([pick]);
    const tori = rowsMatching("TORUS");
    expect(tori.length).toBeGreaterThan(0);
    expect(tori.every(({ status }) => status.candidate.topology.kind === "torus")).toBe(true);
    for (const cheap of ["≤600", "<=600", "<=$600", "<600"]) expect(rowsMatching(cheap)).toEqual(rowsMatching("≤600.0"));
    expect(rowsMatching("≤600").length).toBeGreaterThan(0);
    for (const { status } of rowsMatching("≤600")) expect(status.candidate.perTerminal).toBeLessThanOrEqual(600);
    for (const { status } of rowsMatching("≥0.5 torus")) expect(status.worstThroughput).toBeGreaterThanOrEqual(0.5);
    expect(rowsMatching("≥0,5")).toEqual(rowsMatching("≥0.5"));
    expect(rowsMatching("≥0,500")).toEqual(rowsMatching("≥0.5"));
    expect(rowsMatching("≤1,200").length).toBeGreaterThan(rowsMatching("≤600").length);
    expect(rowsMatching("≤1,200")).toEqual(rowsMatching("≤1200"));
    expect(rowsMatching("torus dragonfly")).toEqual([]);
  });

  it("is Markdown and CSV with full digits, whatever the cells say", () => {
    const odd = {
      columns: [
        { title: "A|B", unit: "" },
        { title: "c", unit: "US$" },
      ],
      rows: [
        ["x|y", 1 / 3],
        ['say "it", please', ""],
      ],
    };
    expect(toMarkdown(odd)).toBe(
      ["| A\\|B | c (US$) |", "| --- | ---: |", "| x\\|y | 0.3333333333333333 |", '| say "it", please |  |'].join("\n"),
    );
    expect(csvText(odd)).toMatch(/"say ""it"", please"/);
    const all = { columns: table.columns, rows: table.rows.map(({ cells }) => cells) };
    const lines = toMarkdown(all).split("\n");
    expect(lines).toHaveLength(table.rows.length + 2);
    expect(new Set(lines.map((line) => line.replaceAll("\\|", "").split("|").length)).size).toBe(1);
  });
});

describe("the picture's data", () => {
  it("has every network that has a number on the axis, and marks what is picked, beyond and aside", () => {
    const need = needOf({ budget: 600 });
    const store = createStudy(need);
    const ids = candidatesOf(need).map(({ id }) => id);
    selectAll(store, [ids[3], ids[1]]);
    store.setState({ family: "torus" });
    const { plan } = planFor(need);
    for (const { id: across, of } of horizontalAxes(need)) {
      store.setState({ horizontalAxisId: across });
      const data = studyPlotData(store.getState(), plan, answerStudy(plan, need));
      expect(data.points).toHaveLength(plan.statuses.filter((each) => of(each) !== null).length);
      expect([data.budget, data.requirement]).toEqual([across === "cost" ? 600 : null, 0.5]);
      for (const point of data.points) {
        const { candidate } = plan.statuses.find((each) => each.candidate.id === point.id)!;
        expect(point.isOverBudget).toBe(candidate.perTerminal > 600);
        expect(point.isDimmed).toBe(candidate.topology.kind !== "torus");
        expect(point.letter).toBe(point.id === ids[3] ? "A" : point.id === ids[1] ? "B" : "");
      }
      const byId = new Map(data.points.map((point) => [point.id, point]));
      const along = data.paretoFront.map((id) => byId.get(id)!);
      expect(along.every(({ isOverBudget, isDimmed }) => !isOverBudget && !isDimmed)).toBe(true);
      expect(along).toEqual(along.toSorted((a, b) => a.x - b.x));
      expect(along).toEqual(along.toSorted((a, b) => a.y - b.y));
    }
    const families = studyFamiliesOf(candidatesOf(need));
    expect(families.reduce((sum, { count }) => sum + count, 0)).toBe(ids.length);
  });
});

describe("beside each other", () => {
  it.each([
    needOf(),
    needOf({ terminals: 100, ports: 12, under: ["half-way"] }),
    needOf({ terminals: 1000, ports: 36, under: ["permutation"] }),
  ])("every network that can be run is a valid document that its link brings back: %#", async (need) => {
    const { plan } = planFor(need);
    for (let i = 0; i < plan.statuses.length; i += maxSelected) {
      const those = plan.statuses.slice(i, i + maxSelected);
      const document = comparisonDocumentOf(need, those)!;
      const runnable = those.filter(({ candidate }) => typeof studyScenario(candidate, need.under[0]) !== "string");
      expect(checkDocument(document)).toEqual([]);
      expect(variantsOf(document).map(({ topology }) => topology)).toEqual(runnable.map(({ candidate }) => candidate.topology));
      expect(document.cost).toEqual(need.cost);
      expect(documentHash(await readDocumentLink(await writeDocumentLink(document)))).toBe(documentHash(document));
    }
  });

  test("none of them is no document", () => {
    expect(comparisonDocumentOf(needOf(), [])).toBe(null);
    const [firstStatus] = planFor(needOf()).plan.statuses;
    expect(comparisonDocumentOf({ ...needOf(), under: ["none"] as unknown as StudyNeed["under"] }, [firstStatus])).toBe(null);
    expect(sayKnownThroughput(firstStatus)).toMatch(/^at most \d\.\d\d$/);
  });
});
