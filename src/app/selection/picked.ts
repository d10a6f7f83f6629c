/** What is known of a thing that was picked and is no channel: a switch, a terminal, a flow, a message. */
import { terminalNames } from "../../views/readings/terminal-names.ts";
import { pairBetween, pairsAt, type RelayedPair } from "../../core/analysis/programs/relays.ts";
import { headed, nameOfNode, type Network } from "../../core/network/network.ts";
import { type Frame, scalar, statuses } from "../../core/simulation/frame.ts";
import type { Selected, ViewData } from "../../views/contract.ts";
import { countOf, formatCount, sayPercent } from "../../words/numbers.ts";
import { fullnessOf } from "../../views/readings/buffers.ts";
import { loadsOf, waitingAt } from "../../views/readings/loads.ts";
import type { Measure } from "./channel.ts";

/** What the card of the thing picked shows. */
export interface PickedFacts {
  readonly title: string;
  /** The answer, shown bold. */
  readonly claim: string;
  readonly name: string;
  readonly measures: readonly Measure[];
}

/** Facts of what was picked; null for a channel, for nothing, and where there is nothing to read yet. */
export function pickedFacts(selected: Selected, data: ViewData): PickedFacts | null {
  const { network, frame } = data;
  if (network === null || frame === null) return null;
  switch (selected.is) {
    case "switch":
      return switchFacts(network, frame, selected.node, data);
    case "terminal":
    case "stretch":
      return terminalFacts(network, frame, selected.terminal, data);
    case "flow":
      return byWay(flowFacts(network, frame, selected.source, selected.destination, data), selected, data);
    case "message":
      return byWay(messageFacts(network, selected.message, selected.source, selected.destination, data), selected, data);
    default:
      return null;
  }
}

function switchFacts(network: Network, frame: Frame, node: number, data: ViewData): PickedFacts | null {
  if (node < network.terminals || node >= network.terminals + network.switches) return null;
  const loads = loadsOf(data);
  const out = outOf(network, node);
  const into = out.map((c) => network.reverse[c]);
  const sum = (channels: readonly number[], of: (c: number) => number) => channels.reduce((total, c) => total + of(c), 0);
  const own = waitingAt(node, network, loads);
  const queued = sum(into, (c) => frame.queued[c]);
  const full = fullnessOf(data)?.([node]) ?? null;
  const claim =
    out.length === 0
      ? "It has failed: nothing goes through it."
      : full === null
        ? `${countOf(queued, "packet is", "packets are")} in its queues.`
        : `Its buffers are ${sayPercent(full)} full: ${countOf(queued, "packet", "packets")}.`;
  const busiest = out.reduce((a, b) => (loads.share(b) > loads.share(a) ? b : a), out[0]);
  return {
    title: "What waits in this switch?",
    claim,
    name: headed(network, node, nameOfNode(network, node)),
    measures:
      out.length === 0
        ? []
        : [
            {
              name: "Carries",
              value: data.units.formatLoad(sum(into, loads.of)),
              unit: "phits/cycle",
              formula: "load of all channels that lead to it, together",
            },
            {
              name: "Busiest output",
              value: busiest === undefined ? "–" : data.units.formatLoad(loads.of(busiest)),
              unit: "phits/cycle",
              formula: "the largest load of the channels that leave it",
            },
            {
              name: "Waited there so far",
              ...data.units.timeParts(Math.round(own)),
              formula: "cycles that packets have waited for their next channel, of all that have come by, together",
            },
          ],
  };
}

function terminalFacts(network: Network, frame: Frame, terminal: number, { packetPhits, ...data }: ViewData): PickedFacts | null {
  if (terminal < 0 || terminal >= network.terminals) return null;
  const cycles = frame.scalars[scalar.windowCycles];
  const load = data.offered?.[terminal] ?? data.load;
  const perCycle = (packets: number) => (cycles > 0 ? data.units.formatLoad((packets * packetPhits) / cycles) : "–");
  const sent = frame.sent[terminal];
  const arrived = frame.arrivedFrom[terminal];
  // What has been created but not looked at yet is not counted before the end of a run: the load asked for is.
  const offered = load === null ? null : load * (cycles / packetPhits);
  const claim =
    cycles === 0
      ? "Measuring has not begun yet."
      : sent === 0
        ? "None of its packets has entered the network so far."
        : // What was never kept waiting has had less to send, by chance.
          offered === null || sent >= 0.95 * offered || frame.blockedCycles[terminal] === 0
          ? `It sends ${data.units.withUnit(perCycle(sent), "phits/cycle")}.`
          : `It offers about ${data.units.formatLoad(load ?? 0)} and can send ${perCycle(sent)}.`;
  const part = (own: number) => (cycles > 0 ? sayPercent(own / cycles) : "–");
  return {
    title: "What does this terminal send?",
    claim,
    name: `Terminal ${terminal}`,
    measures: [
      ...pairMeasures(terminal, data),
      { name: "Receives", value: perCycle(frame.accepted[terminal]), unit: "phits/cycle", formula: "phits consumed here ÷ cycles" },
      {
        name: "Its packets take",
        ...(arrived === 0 ? { value: "–", unit: "" } : data.units.timeParts(frame.latencyFrom[terminal] / arrived)),
        formula: "mean latency since creation of its packets that have arrived",
      },
      {
        name: "Time sending",
        value: part(frame.sendingCycles[terminal]),
        unit: "",
        formula: "cycles in which its own channel carries its phits ÷ cycles",
      },
      {
        name: "Time blocked",
        value: part(frame.blockedCycles[terminal]),
        unit: "",
        formula: "cycles in which a packet of its waits at the source ÷ cycles",
      },
    ],
  };
}

/** Two terminals at the head of a line: `login → terminal 5`, `Terminal 3 → terminal 5`. */
function sayEndsOf(network: Network, source: number, destination: number): string {
  const name = terminalNames(network);
  return headed(network, source, `${name(source)} → ${name(destination)}`);
}

function flowFacts(network: Network, frame: Frame, source: number, destination: number, { packetPhits, units }: ViewData): PickedFacts {
  const cycles = frame.scalars[scalar.windowCycles];
  const pair = source * network.terminals + destination;
  const isCounted = frame.flowPackets.length > 0;
  const packets = isCounted ? frame.flowPackets[pair] : 0;
  const claim = !isCounted
    ? "With so many terminals, single flows are not counted."
    : packets === 0
      ? frame.scalars[scalar.status] === statuses.indexOf("finished")
        ? "None of its packets arrived in what was measured."
        : "None of its packets has arrived yet."
      : `It gets ${units.sayLoad(cycles > 0 ? (packets * packetPhits) / cycles : 0)}: ${countOf(packets, "packet", "packets")} arrived.`;
  return {
    title: "What does this flow get?",
    claim,
    name: sayEndsOf(network, source, destination),
    measures:
      packets === 0
        ? []
        : [
            {
              name: "Its packets take",
              ...units.timeParts(frame.flowLatency[pair] / packets),
              formula: "mean latency since creation of those that have arrived",
            },
          ],
  };
}

/** Facts of what goes from one terminal to another, with the pair that it belongs to where a third rank passes data on. */
function byWay(facts: PickedFacts, { source, destination }: Extract<Selected, { source: number }>, { analysis }: ViewData): PickedFacts {
  const pair = analysis?.program === undefined ? null : pairBetween(analysis.program, source, destination);
  if (pair === null) return facts;
  return {
    ...facts,
    measures: [
      { name: "Belongs to", value: sayPair(pair), unit: "", formula: "who sends to whom in the permutation, and who passes it on" },
      ...facts.measures,
    ],
  };
}

const sayEnds = ({ from, to }: RelayedPair) => `rank ${from} → rank ${to}`;

/** A pair in words: `rank 3 → rank 9, by way of rank 17`. */
function sayPair(pair: RelayedPair): string {
  return `${sayEnds(pair)}, ${pair.via < 0 ? "directly" : `by way of rank ${pair.via}`}`;
}

/** What a rank sends and passes on in a permutation; nothing where it goes through several, or none. */
function pairMeasures(terminal: number, { analysis }: Pick<ViewData, "analysis">): readonly Measure[] {
  if (analysis?.program === undefined) return [];
  const { own, passedOn } = pairsAt(analysis.program, terminal);
  const formula = "who sends to whom in the permutation, and who passes it on";
  return [
    ...(own.length === 1 ? [{ name: "Sends", value: sayPair(own[0]), unit: "", formula }] : []),
    ...(passedOn.length === 1 ? [{ name: "Passes on", value: sayEnds(passedOn[0]), unit: "", formula }] : []),
    ...(passedOn.length > 1 ? [{ name: "Passes on", value: String(passedOn.length), unit: "pairs", formula }] : []),
  ];
}

function messageFacts(network: Network, message: number, source: number, destination: number, { results, units }: ViewData): PickedFacts {
  const own = results?.messages[message];
  const at = (cycle: number) =>
    cycle < 0 ? "not yet" : units.timeUnit(own!.delivered).name === "cycles" ? formatCount(cycle) : units.sayTime(cycle);
  return {
    title: "What became of this message?",
    claim:
      own === undefined
        ? results === null
          ? "Its run has not finished yet."
          : "There are too many messages to record each."
        : own.delivered < 0
          ? "It has not arrived."
          : `It takes ${units.sayTime(own.latency)}, ${units.sayTimeAfter(own.injected - own.created, own.latency)} of that at its source.`,
    name: sayEndsOf(network, source, destination),
    measures:
      own === undefined
        ? []
        : [
            { name: "Packets", value: formatCount(own.packets), unit: "", formula: "its bytes ÷ those of a packet" },
            { name: "Created", value: at(own.created), unit: "", formula: "cycle in which it was created" },
            { name: "Injected", value: at(own.injected), unit: "", formula: "cycle in which its first phit entered its first channel" },
            { name: "Delivered", value: at(own.delivered), unit: "", formula: "cycle in which it was consumed whole" },
          ],
  };
}

function outOf({ firstOut }: Network, node: number): readonly number[] {
  return Array.from({ length: firstOut[node + 1] - firstOut[node] }, (_, port) => firstOut[node] + port);
}
