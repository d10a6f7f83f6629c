/** Grids, drawings and conclusions of the torus transpose exhibits. */
import { describe, expect, test } from "vitest";
import { layoutBars } from "../../../src/app/pages/papers/figures/bar-chart.ts";
import { layoutGrowth } from "../../../src/app/pages/papers/figures/line-chart.ts";
import { hoverTargetsOf } from "../../../src/views/plot/targets.ts";
import { layoutPhase } from "../../../src/app/pages/papers/figures/exchange-phase.ts";
import { exchangePhasesOn } from "../../../src/reproductions/torus/figure-2.ts";
import type { Results } from "../../../src/core/measures/results.ts";
import { readScenario } from "../../../src/core/scenario/scenario.ts";
import type { ExhibitFigure, Outcome } from "../../../src/reproductions/contract.ts";
import { exhibitCsv } from "../../../src/reproductions/report.ts";
import { verdictOfRow } from "../../../src/reproductions/verdict.ts";
import { torusFigure3, torusFigure4 } from "../../../src/reproductions/torus/figures-3-4.ts";
import { torusSection53 } from "../../../src/reproductions/torus/engines.ts";
import { torusMachineOf, torusMachines, permutationRate, transposeRate } from "../../../src/reproductions/torus/machine.ts";
import type { Theme } from "../../../src/views/contract.ts";

const theme: Theme = {
  dark: false,
  ground: "#f4f4f0",
  surface: "#ffffff",
  ink: "#161821",
  ink2: "#5c6068",
  line: "#dcdcd6",
  edge: "#8a8d94",
  wire: "#a8aab0",
  accent: "#b5124b",
};

describe("the phases of Figure 2", () => {
  test("who receives is who is sent to", () => {
    for (const { destinations, sources } of exchangePhasesOn({ P: 4, Q: 6 }))
      destinations.forEach((target, rank) => expect(sources[target]).toBe(rank));
  });

  test("a processor that waits for the wrong one as printed has that one marked, others have not", () => {
    const grid = { P: 4, Q: 6 };
    const [phase] = exchangePhasesOn(grid);
    const keysOf = (rank: number) => layoutPhase(grid, phase, rank, { width: 500, theme }).marks.map(({ key }) => key);
    expect(phase.printedSources[1]).not.toBe(phase.sources[1]);
    expect(keysOf(1)).toContain("printed");
    expect(phase.printedSources[0]).toBe(phase.sources[0]);
    expect(keysOf(0)).not.toContain("printed");
  });

  test("every send is drawn once, and who keeps its data has a ring", () => {
    const grid = { P: 3, Q: 4 };
    for (const phase of exchangePhasesOn(grid)) {
      const { marks } = layoutPhase(grid, phase, 5, { width: 300, theme });
      const keys = marks.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.filter((key) => key.startsWith("processor "))).toHaveLength(12);
      const fixedRanks = [...phase.destinations.keys()].filter((rank) => phase.destinations[rank] === rank);
      expect(keys.filter((key) => key.startsWith("keeps "))).toEqual(fixedRanks.map((rank) => `keeps ${rank}`));
      const drawn = keys.filter((key) => key.startsWith("send ") || key === "sent" || key === "received");
      expect(drawn).toHaveLength(12 - fixedRanks.length);
    }
  });
});

describe("the machine", () => {
  test("its sizes are d × d × 2d or d × 2d × 2d, and its grids of processors square or twice as wide as high", () => {
    for (const { nodes, sizes, columns } of torusMachines) {
      expect(sizes.reduce((product, size) => product * size, 1)).toBe(nodes);
      const [least, , most] = sizes.toSorted((a, b) => a - b);
      expect(most).toBe(2 * least);
      expect([1, 2]).toContain(columns ** 2 / nodes);
    }
  });

  test("rates are what all nodes send over the time, and none where nothing ended", () => {
    const ran = (makespan: number | null) => ({ makespan, cycleSeconds: 1e-8 }) as Results;
    // 1024 × 32 KiB in one millisecond. A whole transpose has 16 KiB per node, and twice as much with two phases.
    expect(permutationRate(torusMachineOf(1024), ran(1e5))).toBeCloseTo(33.554432, 9);
    expect(transposeRate(torusMachineOf(1024), ran(1e5))).toBeCloseTo(16.777216, 9);
    expect(transposeRate(torusMachineOf(2048), ran(1e5))).toBeCloseTo(67.108864, 9);
    expect(permutationRate(torusMachineOf(1024), ran(null))).toBeNaN();
  });
});

describe("the controls of Section 5.3", () => {
  const { constants = [], runs, recordings = [] } = torusSection53;
  const [packets, flow] = ["base 1", "fluid base"].map((id) => [...runs, ...recordings].find((each) => each.id === id)!.document);

  test.each(constants)(
    "$title: moved, it makes another scenario of packets, and leaves fluid flow and itself alone",
    ({ putValue, defaultValue, min, max }) => {
      expect(putValue?.(packets, defaultValue)).toEqual(packets);
      for (const to of [min, max].filter((end) => end !== defaultValue)) {
        expect(readScenario(putValue?.(packets, to))).not.toEqual(readScenario(packets));
        expect(putValue?.(flow, to)).toEqual(flow);
      }
    },
  );
});

describe("the drawings of Figures 3 and 4", () => {
  /** A made-up outcome in which the rows have different values on both sides of 0. */
  const outcomeOf = ({ rows }: typeof torusFigure3): Outcome => ({
    values: new Map(rows.map(({ id }, i) => [id, { value: (i % 7) * 5 - 10, spread: { error: 1 + (i % 3), draws: 8 } }])),
    checked: new Map(),
    isComplete: true,
  });
  const growths = [torusFigure3, torusFigure4].flatMap((exhibit) =>
    (exhibit.figures ?? []).flatMap((figure) => (figure.is === "growth" ? [{ exhibit, figure, name: figure.title }] : [])),
  );

  test.each(growths)("$name: every value, its error and what is published lie on the scale, and every value has a tick", (each) => {
    const props = { figure: each.figure, exhibit: each.exhibit, outcome: outcomeOf(each.exhibit) };
    const { marks } = layoutGrowth(props, { width: 560, theme });
    const those = (prefix: string) => marks.filter(({ key }) => key.startsWith(prefix));
    const ticks = marks.filter(({ key }) => /^tick [-\d]/.test(key)).map(({ text, attributes: { y } }) => ({ text, at: Number(y) - 4 }));
    const errors = those("bars ").flatMap(({ attributes: { d } }) =>
      [...String(d).matchAll(/M[\d.-]+ ([\d.-]+)/g)].map(([, y]) => Number(y)),
    );
    const rings = those("published ").filter(({ tag }) => tag === "circle");
    const ends = [...hoverTargetsOf(marks).map(({ y }) => y), ...errors];
    expect(ends.length).toBeGreaterThan(0);
    for (const y of [...ends, ...rings.map(({ attributes }) => Number(attributes["cy"]))]) {
      expect(y).toBeLessThanOrEqual(Math.max(...ticks.map(({ at }) => at)) + 0.1);
      expect(y).toBeGreaterThanOrEqual(Math.min(...ticks.map(({ at }) => at)) - 0.1);
    }
    expect(ticks.map(({ text }) => text)).toContain("0");
    expect(those("tick x").map(({ text }) => text)).toEqual(each.figure.columns.map(({ text }) => text));
    expect(rings).toHaveLength(each.figure.published?.length ?? 0);
  });

  test.each([340, 790])("bars and their numbers keep within a width of %i px, on their side of 0", (width) => {
    const figure = torusFigure4.figures?.find(({ is }) => is === "bars") as Extract<ExhibitFigure, { is: "bars" }>;
    const { marks } = layoutBars({ figure, exhibit: torusFigure4, outcome: outcomeOf(torusFigure4) }, { width, theme });
    const attributesOf = (key: string) => marks.find((mark) => mark.key === key)!.attributes;
    const zero = Number(/^M([\d.]+)/.exec(String(attributesOf("grid x0")["d"]))?.[1]);
    for (const id of figure.rows) {
      const { x, y, width: length } = attributesOf(`bar ${id}`);
      const ends = [...String(attributesOf(`error ${id}`)["d"]).matchAll(/M([\d.-]+)/g)].map(([, end]) => Number(end));
      expect(attributesOf(`value ${id}`)["text-anchor"] === "start" ? Number(x) : Number(x) + Number(length)).toBeCloseTo(zero, 0);
      expect(Math.min(Number(x), ...ends)).toBeGreaterThanOrEqual(0);
      expect(Math.max(Number(x) + Number(length), ...ends)).toBeLessThanOrEqual(width);
      expect(Number(attributesOf(`name ${id}`)["y"])).toBeLessThanOrEqual(Number(y) + 14);
    }
  });

  test("published gains stand beside ours, in the table as text, and are not judged", () => {
    const outcome = outcomeOf(torusFigure3);
    const quoted = torusFigure3.rows.filter((row) => row.quoted !== undefined);
    expect(quoted.filter(({ series }) => series === "gain").map(({ label, quoted: text }) => [label, text])).toEqual([
      ["32 nodes", "12"],
      ["2048 nodes", "35"],
    ]);
    for (const row of quoted) expect(verdictOfRow(torusFigure3, row, outcome)).toBeNull();
    expect(exhibitCsv(torusFigure3, outcome)).toContain('2048 nodes,"Gain, single random permutations",35,');
  });
});
