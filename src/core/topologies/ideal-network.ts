import { amount } from "../base/amount.ts";
import { integer } from "../base/params.ts";
import { sayQuantity } from "../base/units.ts";
import { buildTree } from "../network/tree-shapes.ts";
import { topology } from "./contract.ts";
import { nearestCommonAncestorFacts } from "./tree-facts.ts";

export const idealNetwork = topology({
  id: "ideal-network",
  title: "ideal network",
  article: "an",
  summary:
    "Every message arrives after the same time, whatever its length and whatever else is sent: the L of LogP in the place of a network.",
  source: "Culler et al. (LogP, PPoPP 1993)",
  params: {
    terminals: integer({
      title: "Terminals",
      word: "# terminals",
      help: "Terminals that the network joins.",
      min: 2,
      max: 1024,
      default: 64,
    }),
    latency: amount({
      title: "Latency",
      help: "Cycles from one terminal to any other: L. Or a time, 2500 ns, or a length, 20 m, at 5 ns a metre.",
      unit: "cycles",
      min: 0,
      max: 1_000_000,
      step: 1,
      quantities: [
        { dimension: "time", min: 0, max: 1e15, multipleOf: 1 },
        { dimension: "length", min: 0, max: 1e12, multipleOf: 1 },
      ],
      say: (latency) => (typeof latency === "number" ? `${latency} cycles away` : `${sayQuantity(latency.value, latency.of)} away`),
      default: 100,
    }),
  },
  phrase: "{title} with {terminals}",
  examples: [{ terminals: 8 }, { terminals: 2, latency: 2.5 }, { terminals: 64, latency: 0 }],
  check: () => [],
  expect: ({ terminals }) => ({ ...nearestCommonAncestorFacts(terminals, 0, [1], () => terminals), isIdeal: true }),
  build: ({ terminals }) => ({ ...buildTree({ down: terminals, up: 0, switchesOfLevel: [1], above: () => 0 }), isIdeal: true }),
  latency: ({ latency }) => latency,
});
