/**
 * DeepSeek-V3 (ISCA 2025), Section 2.3.2: the time of the token exchange between experts, by closed forms; and the exchange as an
 * all-to-all, simulated by fluid flow on networks with links of the same rate.
 */
import { defined } from "../../core/base/defined.ts";
import { exchangeSeconds } from "../../core/workloads/training/model.ts";
import type { ExhibitRun, Given, ScenarioDocument } from "../contract.ts";
import { exhibit, notesOf, retold, type RowSpec, series } from "../exhibit.ts";
import { printedAs } from "../numbers.ts";
import { isBelow } from "../predicates.ts";
import { exchange, says } from "./printed.ts";

/** Tokens per device, experts per token including the shared one, elements per token, and bytes per element on the way there and back. */
const tokens = { tokens: 32, experts: 9, hidden: 7000, there: 1, back: 2 } as const;
const layers = 61;
const [link, fast] = [50e9, 900e9] as const;

const micro = (seconds: number) => 1e6 * seconds;
const exchangeAt = (rate: number, hidden: number = tokens.hidden) => exchangeSeconds({ ...tokens, hidden }, rate);
/** Seconds of a step. Two micro-batches overlap, one computes while the other communicates, so a layer takes two exchanges. */
const stepAt = (rate: number, hidden?: number) => layers * 2 * exchangeAt(rate, hidden);

const formulas = {
  exchange: "(1 B + 2 B) · 32 tokens · 9 experts · 7,000 / rate",
  step: "61 layers · 2 exchanges",
  tokens: "1 / the time of a step",
} as const;

/**
 * One device for each expert that the tokens of a device go to, plus the device itself. Each device then sends one token to every other
 * one.
 */
const devices = tokens.tokens * tokens.experts + 1;

const networks = [
  {
    id: "switch",
    title: "One switch",
    detail: `for all ${devices} devices`,
    topology: { kind: "single-switch", terminals: devices },
    routing: undefined,
  },
  {
    id: "sprayed",
    title: "Two levels, sprayed",
    detail: "64-port switches, each packet over any spine",
    topology: { kind: "clos", ports: 64, levels: 2 },
    routing: { kind: "nearest-common-ancestor", up: "sprayed" },
  },
  {
    id: "hashed",
    title: "Two levels, hashed flows",
    detail: "the same, each flow over the spine that its hash says",
    topology: { kind: "clos", ports: 64, levels: 2 },
    routing: { kind: "nearest-common-ancestor", up: "by-flow" },
  },
] as const;
type NetworkId = (typeof networks)[number]["id"];

const ways = ["there", "back"] as const;
const runOf = (id: NetworkId, way: (typeof ways)[number]) => `${id} ${way}`;
const runsOf = (id: NetworkId) => ways.map((way) => runOf(id, way));

const documentOf = ({ title, topology, routing }: (typeof networks)[number], way: (typeof ways)[number]): ScenarioDocument => ({
  version: 2,
  title: `${title}: tokens ${way}`,
  topology,
  technology: { kind: "own-links", rate: "50 GB/s" },
  ...defined({ routing }),
  flowControl: "fluid",
  workload: {
    kind: "all-to-all",
    algorithm: "posted",
    ranks: devices,
    message: `${(tokens[way] * tokens.hidden) / 1000} kB`,
    mapping: "consecutive",
  },
});

const runs: readonly ExhibitRun[] = networks.flatMap((network) =>
  ways.map((way) => ({ id: runOf(network.id, way), document: documentOf(network, way) })),
);

/** The time of both exchanges, one after the other, in microseconds. */
function simulated({ results }: Pick<Given, "results">, id: NetworkId): number {
  return runsOf(id).reduce((sum, run) => {
    const { makespan, cycleSeconds } = results(run);
    return sum + micro((makespan ?? NaN) * (cycleSeconds ?? NaN));
  }, 0);
}

const rows: readonly RowSpec[] = [
  ...(
    [
      ["50 GB/s", link],
      ["900 GB/s", fast],
    ] as const
  ).flatMap(([label, rate]): readonly RowSpec[] => {
    const of = exchange[label];
    const row = (series: keyof typeof formulas, decimals: number, value: () => number): RowSpec => ({
      label,
      series,
      published: printedAs(of[series], Number(of[series]), decimals),
      formula: formulas[series],
      value,
    });
    return [
      row("exchange", 2, () => micro(exchangeAt(rate))),
      row("step", 2, () => 1e3 * stepAt(rate)),
      row("tokens", 0, () => 1 / stepAt(rate)),
    ];
  }),
  ...networks.map(({ id, title, detail }): RowSpec => ({
    label: title,
    detail,
    series: "simulated",
    formula: `the last arrival of an all-to-all of ${devices} ranks, 7 kB for each pair, and of one of 14 kB`,
    decimals: 2,
    runs: runsOf(id),
    value: (given) => simulated(given, id),
  })),
  ...(
    [
      ["an exchange", "µs", 2, () => micro(exchangeAt(link, 7168))],
      ["a step", "ms", 2, () => 1e3 * stepAt(link, 7168)],
      ["tokens", "a second", 1, () => 1 / stepAt(link, 7168)],
    ] as const
  ).map(([label, detail, decimals, value]): RowSpec => ({
    label,
    detail,
    series: "unsaid",
    formula: "the same with 7,168",
    decimals,
    value,
  })),
];

const statements = retold(says.Experts, [], {
  bandwidth: {
    readAs:
      "with links eighteen times as fast the closed form is eighteen times as short, and on one switch nothing but the links holds the exchange up",
    runs: runsOf("switch"),
    check(given) {
      const found = simulated(given, "switch");
      const ratio = exchangeAt(link) / exchangeAt(fast);
      const held = found / micro(exchangeAt(link));
      return {
        holds: Math.abs(ratio - fast / link) < 1e-9 && held < 1.02,
        because: `The closed form is ${ratio.toFixed(0)} times as short; the simulated exchange takes ${held.toFixed(3)} times the closed form.`,
      };
    },
  },
  reached: {
    readAs: "within 2 % on two levels of switches, however packets choose a spine",
    runs: networks.flatMap(({ id }) => runsOf(id)),
    check(given) {
      const [sprayed, hashed] = (["sprayed", "hashed"] as const).map((id) => simulated(given, id) / micro(exchangeAt(link)));
      const sentence = `Sprayed packets take ${sprayed.toFixed(3)} times as long, hashed flows {1} times.`;
      return isBelow([sprayed, hashed], 1.02, sentence);
    },
  },
});

export const deepseekExperts = exhibit("deepseek", "Section 2.3.2", "Section 2.3.2", {
  title: "What experts exchange bounds how fast a model answers, if no two flows meet",
  lede: ({ judged, off, shown }) =>
    `${judged.length - off.length} of ${judged.length} numbers come out by formula to the last digit, the others were cut off. Simulated, the exchange of 120.96 µs takes ${shown("simulated Two levels, sprayed", 1)} µs where packets are sprayed over the spines of a fat tree, and ${shown("simulated Two levels, hashed flows", 1)} µs where each flow keeps to one.`,
  series: [
    series("exchange", "There and back", "both all-to-alls of a layer", "µs"),
    series("step", "All layers", "a token for each sequence", "ms"),
    series("tokens", "Tokens", "of each sequence", "tokens/s"),
    series("simulated", "Simulated", "both all-to-alls, by fluid flow, links of 50 GB/s", "µs"),
    { ...series("unsaid", "With 7,168 elements", "what a token of the model has"), isMixed: true },
  ],
  rows,
  runs,
  statements,
  tolerance: { relative: 0.02, why: "Tokens a second are printed as 67 and about 1,200: 67.8 and 1,220, with digits cut off." },
  notes: notesOf({
    "still open: Of what we could not read":
      "The numbers and their formulas are the section’s. Its sentences we did not have at hand, so the two that are checked are in words of ours.",
    "still open: Seven thousand":
      "The section counts 7K elements in a token, and reckons with 7,000. The model has 7,168: with these an exchange takes 123.86 µs and all layers 15.11 ms, which is 66.2 tokens a second.",
    "our model: The exchange": `A token goes to eight experts and a shared one, each on a device of its own. Here 32 tokens go to 288 devices, one to each: an all-to-all of ${devices} ranks, with 7 kB there and 14 kB back for each pair. In a model some experts are wanted more than others; then the busiest device ends last.`,
    "our model: Packets":
      "A message travels as whole packets of 64 B: 7,000 B fill 110 of them and 14,000 B fill 219. Both together are 0.3 % more than the formula has.",
    "our model: Two levels":
      "The fat tree of two levels of 64-port switches has as many links up as down, so no cut of it holds the exchange up. Flows that share a spine while another one idles do.",
  }),
  documents: networks.map((network) => ({ title: `${network.title}: tokens there`, document: documentOf(network, "there") })),
});
