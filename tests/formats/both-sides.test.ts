/** Tests of directed edges in all formats: opposite edges become one link where most pairs have both and their values agree. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { edgeList } from "../../src/formats/network/edge-list.ts";
import { dot } from "../../src/formats/network/dot.ts";
import { graphml } from "../../src/formats/network/graphml.ts";
import { nodeLink } from "../../src/formats/network/node-link.ts";
import { cases } from "../effort.ts";

/** A directed edge with its rate in Gb/s; 0 if it has none. */
type Edge = readonly [from: string, to: string, rate: number];

/** A list of edges, written and read in four formats. */
const readingsOf = (edges: readonly Edge[]) => ({
  graphml: graphml.read(
    `<graphml><key id="r" for="edge" attr.name="rate (Gb/s)"/><graph edgedefault="directed">${[
      ...new Set(edges.flatMap(([a, b]) => [a, b])),
    ]
      .map((id) => `<node id="${id}"/>`)
      .join("")}${edges
      .map(([a, b, rate]) => `<edge source="${a}" target="${b}">${rate === 0 ? "" : `<data key="r">${rate}</data>`}</edge>`)
      .join("")}</graph></graphml>`,
  ),
  dot: dot.read(`digraph {${edges.map(([a, b, rate]) => `${a} -> ${b}${rate === 0 ? "" : ` [rate="${rate} Gb/s"]`};`).join("\n")}}`),
  json: nodeLink.read(
    JSON.stringify({
      directed: true,
      multigraph: true,
      nodes: [...new Set(edges.flatMap(([a, b]) => [a, b]))].map((id) => ({ id })),
      links: edges.map(([source, target, rate]) => ({ source, target, ...(rate === 0 ? {} : { rate: `${rate} Gb/s` }) })),
    }),
  ),
  table: edgeList.read(`from,to,rate\n${edges.map(([a, b, rate]) => `${a},${b},${rate === 0 ? "" : `${rate} Gb/s`}`).join("\n")}\n`),
});

/** Links as `a-b rate`, sorted. */
const linkTextsOf = ({ network }: ReturnType<typeof graphml.read>) =>
  network!.links
    .map(
      ({ a, b, rate = 0 }) =>
        `${[a, b]
          .map((n) => network!.nodes[n].id)
          .toSorted()
          .join("-")} ${rate / 125e6}`,
    )
    .toSorted();

/** For each pair of nodes, the rates of its edges, whether it has edges in both directions, and whether their rates agree. */
const anyPairs = fc.uniqueArray(
  fc.tuple(fc.nat(7), fc.nat(7), fc.array(fc.constantFrom(10, 25, 100), { minLength: 1, maxLength: 3 }), fc.boolean(), fc.boolean()),
  { selector: ([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`, minLength: 1, maxLength: 14 },
);

test("each link once where at least half of the pairs have both sides; else each edge is a link; nothing unlike is lost", () => {
  fc.assert(
    fc.property(anyPairs, fc.array(fc.nat(), { minLength: 100, maxLength: 100 }), (all, keys) => {
      const own = all.filter(([a, b]) => a !== b);
      if (own.length === 0) return;
      const there = own.flatMap(([a, b, rates]): Edge[] => rates.map((rate) => [`x${a}`, `x${b}`, rate]));
      const opposite = own.filter(([, , , isTwo]) => isTwo);
      // The first edge back has another rate if the two directions of the pair do not agree.
      const back = opposite.flatMap(([a, b, rates, , isAlike]): Edge[] =>
        rates.map((rate, i) => [`x${b}`, `x${a}`, isAlike || i > 0 ? rate : 2.5]),
      );
      const edges = [...there, ...back]
        .map((edge, i) => [keys[i], edge] as const)
        .toSorted(([i], [j]) => i - j)
        .map(([, edge]) => edge);
      const isRule = 2 * opposite.length >= own.length;
      const unlike = opposite.filter(([, , , , isAlike]) => !isAlike).map(([a, b]): Edge => [`x${a}`, `x${b}`, 2.5]);
      const expected = (isRule ? [...there, ...unlike] : edges).map(([a, b, rate]) => `${[a, b].toSorted().join("-")} ${rate}`).toSorted();
      for (const [format, reading] of Object.entries(readingsOf(edges))) expect(linkTextsOf(reading), format).toEqual(expected);
    }),
    { numRuns: cases(100) },
  );
});

test("one edge of another rate that leads back is a link by itself, and that is said", () => {
  const ring: Edge[] = [0, 1, 2, 3, 4].map((n) => [`x${n}`, `x${(n + 1) % 5}`, 10]);
  for (const [format, reading] of Object.entries(readingsOf([...ring, ["x1", "x0", 2.5]]))) {
    expect(linkTextsOf(reading).length, format).toBe(6);
    expect(reading.guesses, format).toContain("Listed in both directions and read as two links each: 1 pair of nodes.");
  }
});

test("a side that says nothing is the other side of one that does", () => {
  const there: Edge[] = [0, 1, 2].map((n) => [`x${n}`, `x${n + 1}`, n === 1 ? 0 : 10]);
  const back: Edge[] = there.map(([a, b, rate]) => [b, a, rate === 0 ? 25 : 0]);
  for (const [format, reading] of Object.entries(readingsOf([...there, ...back])))
    expect(linkTextsOf(reading), format).toEqual(["x0-x1 10", "x1-x2 25", "x2-x3 10"]);
});
