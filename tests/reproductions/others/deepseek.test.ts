/** Counts of the DeepSeek table of networks, checked with closed forms. */
import { expect, test } from "vitest";
import { topologies } from "../../../src/core/topologies/registry.ts";
import { computeOutcome } from "../../../src/reproductions/outcome.ts";
import { deepseekTable3 } from "../../../src/reproductions/others/deepseek.ts";
import { printedDeepseekTable3 } from "../../../src/reproductions/others/printed.ts";
import { verdictOfRow } from "../../../src/reproductions/verdict.ts";

const outcome = await computeOutcome(deepseekTable3, { run: () => Promise.reject(new Error("nothing to run")) });
const valueOf = (id: string) => outcome.values.get(id)?.value;

test("all 15 counts of the table are reproduced, each by closed forms", () => {
  const judged = deepseekTable3.rows.filter(({ published }) => published !== null);
  expect(judged).toHaveLength(15);
  for (const row of judged) expect(verdictOfRow(deepseekTable3, row, outcome)?.id, row.id).toBe("exact");
  for (const [name, counts] of Object.entries(printedDeepseekTable3))
    for (const [id, text] of Object.entries(counts))
      expect(valueOf(`${id} ${name}`), `${id} ${name}`).toBe(Number(text.replaceAll(",", "")));
});

test("no Slim Fly has q = 28: the nearest has q = 27, and q = 29 needs a port more than there are", () => {
  const slimFly = topologies.get("slim-fly");
  expect(slimFly.check({ q: 28, p: 21 })).toMatchObject([{ path: "q", nearest: 27 }]);
  const [switches, endpoints] = ["switches", "endpoints"].map((each) => valueOf(`unsaid SF: ${each} with q = 27`));
  expect([switches, endpoints, valueOf("unsaid SF: ports with q = 29")]).toEqual([1458, 30_618, 65]);
  expect(slimFly.expectedFacts({ q: 29, p: 22 }).parts.switches).toMatchObject([{ ports: 65 }]);
});

test("the dragonfly's links are those of all global ports: 511 pairs of groups have two, as built on smaller ones", () => {
  const [between, pairs] = [valueOf("unsaid DF: links between groups") ?? NaN, valueOf("unsaid DF: pairs of groups") ?? NaN];
  expect([between, pairs, between - pairs]).toEqual([130_816, 130_305, 511]);
  expect(511 * (496 + 256)).toBe(384_272);
  // Two groups fewer than possible, as in the paper: each group is linked twice with two others.
  const [p, a, h] = [1, 4, 2];
  const g = a * h - 1;
  const { linkClasses, linkClass, head, firstOut, terminals } = topologies.get("dragonfly").build({ p, a, h, g });
  const global = linkClasses.indexOf("global");
  const groupOf = (node: number) => Math.floor((node - terminals) / a);
  const twice = Array.from({ length: g }, (_, i) => {
    const to: number[] = [];
    for (let node = terminals + i * a; node < terminals + (i + 1) * a; node++)
      for (let c = firstOut[node]; c < firstOut[node + 1]; c++) if (linkClass[c] === global) to.push(groupOf(head[c]));
    expect(to).toHaveLength(a * h);
    return to.length - new Set(to).size;
  });
  expect(twice).toEqual(Array(g).fill(2));
});
