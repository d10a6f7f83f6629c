import { amount } from "../base/amount.ts";
import type { Amount } from "../base/params.ts";
import { phitBytes, quantityForPeople } from "../base/units.ts";
import { defineHost } from "./contract.ts";
import { eagerLimit, eagerLimitOf, eagerWording, describeEagerLimit } from "./eager-limit.ts";

const describeCycles = (cycles: number) =>
  cycles === 1 ? "1 cycle" : `${cycles.toLocaleString("en-US", { maximumFractionDigits: 12 }).replaceAll(",", "\u202f")} cycles`;

/** Parameter for a number of cycles or a time. @param defaultValue in cycles */
const timeParam = (title: string, word: string, help: string, defaultValue: number) =>
  amount({
    title,
    word,
    help,
    unit: "cycles",
    min: 0,
    max: 1e9,
    step: 1,
    quantities: [{ dimension: "time", min: 0, max: 1e15, multipleOf: 1 }],
    say: (value: Amount) => (typeof value === "number" ? describeCycles(value) : quantityForPeople(value.value, value.of)),
    default: defaultValue,
  });

const amountInBytes = (value: Amount) => (typeof value === "number" ? value : value.value);

export const loggops = defineHost({
  id: "loggops",
  title: "LogGOPS hosts",
  article: "",
  summary: "Processors and adapters need time for each message and for each byte.",
  source: "Culler et al. (LogP, 1993); Alexandrov et al. (LogGP, 1995); Hoefler, Schneider, Lumsdaine (LogGOPSim, HPDC 2010)",
  params: {
    L: timeParam(
      "Latency L",
      "latency L of #",
      "Latency from one host to another, in cycles or as a time. Used only with an ideal network; otherwise the simulated network determines the latency.",
      0,
    ),
    o: timeParam(
      "Overhead o",
      "overhead o of #",
      "Time that a rank is busy for each message that it sends or receives, in cycles or as a time.",
      0,
    ),
    g: timeParam("Gap g", "gap g of #", "Minimum time between the beginnings of two messages of a terminal, in cycles or as a time.", 0),
    G: timeParam(
      "Gap per byte G",
      "gap G of # per byte",
      "Time that an adapter needs for each byte, in cycles or as a time. With a simulated network, it limits the rate of the port.",
      0,
    ),
    O: timeParam(
      "Overhead per byte O",
      "overhead O of # per byte",
      "Time that a rank is busy for each byte except the first, in cycles or as a time.",
      0,
    ),
    S: amount({
      title: "Eager limit S",
      word: "#",
      most: eagerWording.most,
      help: "Longest message that is sent eagerly, in bytes; for a longer one, the sender first waits until the receive is posted: rendezvous. In fluid flow, this exchange uses no bandwidth, a simplification of this simulator. 0: rendezvous for all messages. 1 TB: for none.",
      unit: "bytes",
      min: eagerLimit.min,
      max: eagerLimit.max,
      multipleOf: 1,
      step: 1,
      quantities: [{ dimension: "bytes", min: eagerLimit.min, max: eagerLimit.max, multipleOf: 1 }],
      say: (value: Amount) => describeEagerLimit(amountInBytes(value)),
      default: eagerLimit.default,
    }),
  },
  phrase: "{title}",
  examples: [{}, { o: 300, g: 200, G: 1.5, O: 0.1, S: "64 B" }, { o: 3, S: "0 B" }],
  ports: () => null,
  startUp: () => 0,
  overhead: () => 0,
  eagerLimitBytes: ({ S }) => eagerLimitOf(amountInBytes(S)),
  model({ L, o, g, G, O }, rate) {
    // Multiplies before dividing, so that whole cycles stay exact. Events at the same instant are ordered by age, so rounding would matter.
    const inCycles = (each: Amount) => (typeof each === "number" ? each : (each.value * rate!) / (phitBytes * 1e12));
    return { L: inCycles(L), o: inCycles(o), g: inCycles(g), G: inCycles(G), O: inCycles(O) };
  },
  /**
   * The reason why hosts with LogGOPS parameters (latency L, overhead o per message and O per byte, gap g per message and G per byte)
   * cannot be used with an engine, with a remedy; null if they can. They need whole messages, a rate if times are given in seconds, and no
   * separate latency L if a network is simulated.
   */
  incompatibility({ L, o, g, G, O }, { engine, flowControl, hasRate }) {
    if (engine.granularity === "packets")
      return {
        path: "host",
        message: `LogGOPS hosts handle whole messages, but ${flowControl} sends packets.`,
        remedy: "Choose fluid flow or an ideal network, or other hosts.",
        nearest: "ideal",
      };
    const [name] = Object.entries({ L, o, g, G, O }).find(([, amount]) => typeof amount !== "number") ?? [];
    if (name !== undefined && !hasRate)
      return {
        path: `host.${name}`,
        message: "a time needs a technology with a rate; this technology counts only cycles.",
        remedy: "Choose a technology such as Gigabit Ethernet, or write a number of cycles.",
      };
    if (!engine.hasContention || L === 0 || (typeof L !== "number" && L.value === 0)) return null;
    const message = "the latency L is used only with an ideal network; here the simulated network determines the latency.";
    return { path: "host.L", message, remedy: "Use 0, or an ideal network as the flow control.", nearest: 0 };
  },
});
