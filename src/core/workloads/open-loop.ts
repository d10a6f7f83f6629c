import { kindOf, number } from "../base/params.ts";
import { patterns } from "../patterns/index.ts";
import { workload } from "./contract.ts";

export const openLoop = workload({
  id: "open-loop",
  title: "traffic",
  article: "",
  summary: "Every terminal creates packets at random times and at a fixed mean rate, whatever happens to them.",
  source: "Dally, Towles (2004), §23.1",
  params: {
    pattern: kindOf(patterns, { title: "Traffic pattern", help: "Who sends to whom.", default: "perfect-shuffle" }),
    load: number({
      title: "Offered load",
      word: "load #",
      help: "Phits each sending terminal creates per cycle; 1 is all its channel can carry. In each cycle a packet is created with probability load / packet length.",
      min: 0.01,
      max: 1,
      step: 0.01,
      unit: "phits/cycle",
      default: 0.45,
    }),
  },
  phrase: "{pattern} {title} at {load}",
  examples: [
    { pattern: { kind: "uniform" }, load: 0.2 },
    { pattern: { kind: "uniform" }, load: 1 },
  ],
  endless: true,
  check({ pattern: { kind, values } }, terminals) {
    const chosen = patterns.get(kind);
    const missing = chosen.needs(terminals);
    if (missing !== null) {
      return [
        { path: "pattern", message: `${chosen.title} ${missing}.`, remedy: "Choose another pattern, or other sizes.", nearest: "uniform" },
      ];
    }
    return chosen.check(values as never, terminals).map((complaint) => ({ ...complaint, path: `pattern.${complaint.path}` }));
  },
  compile({ pattern: { kind, values }, load }, { network }) {
    const chosen = patterns.get(kind);
    const destination = chosen.compile(values, network.terminals);
    return {
      form: "open-loop",
      load,
      destination,
      sending: Uint8Array.from({ length: network.terminals }, (_, source) => (destination(source, 0) === source ? 0 : 1)),
      share: chosen.share(values, network.terminals),
      permutation: chosen.permutation,
    };
  },
});
