/** Facts of a selected element that is not a channel: a switch, a terminal, a flow or a message. */
import { terminalNames } from "../../views/readings/terminal-names.ts";
import { relayedPairBetween, relayedPairsAt, type RelayedPair } from "../../core/analysis/programs/relays.ts";
import { capitalizeUnlessNamed, nameOfNode, type Network } from "../../core/network/network.ts";
import { type Frame, scalar, statuses } from "../../core/simulation/frame.ts";
import type { NetworkSelection, ViewData } from "../../views/contract.ts";
import { countOf, formatCount, sayPercent } from "../../words/numbers.ts";
import { fullnessOf } from "../../views/readings/buffers.ts";
import { frameLoads, waitingAt } from "../../views/readings/loads.ts";
import type { CardMeasure } from "./channel-facts.ts";

/** The content of the card of a selected element. */
export interface SelectionFacts {
  readonly title: string;
  /** The main statement, shown in bold. */
  readonly claim: string;
  readonly name: string;
  readonly measures: readonly CardMeasure[];
}

/** Facts of the selection; null for a channel, for nothing, and before the first frame. */
export function selectionFactsOf(selected: NetworkSelection, data: ViewData): SelectionFacts | null {
  const { network, frame } = data;
  if (network === null || frame === null) return null;
  switch (selected.is) {
    case "switch":
      return switchFacts(network, frame, selected.node, data);
    case "terminal":
    case "stretch":
      return terminalFacts(network, frame, selected.terminal, data);
    case "flow":
      return withRelayedPair(flowFacts(network, frame, selected.source, selected.destination, data), selected, data);
    case "message":
      return withRelayedPair(messageFacts(network, selected.message, selected.source, selected.destination, data), selected, data);
    default:
      return null;
  }
}

/** Facts of a switch for its card: how much enters and leaves it, and how many packets wait in it. Null if the node is not a switch. */
function switchFacts(network: Network, frame: Frame, node: number, data: ViewData): SelectionFacts | null {
  if (node < network.terminals || node >= network.terminals + network.switches) return null;
  const loads = frameLoads(data);
  const outputs = outputChannelsOf(network, node);
  const inputs = outputs.map((c) => network.reverse[c]);
  const sum = (channels: readonly number[], valueOf: (c: number) => number) => channels.reduce((total, c) => total + valueOf(c), 0);
  const waitedCycles = waitingAt(node, network, loads);
  const queuedPackets = sum(inputs, (c) => frame.queued[c]);
  const bufferFullness = fullnessOf(data)?.([node]) ?? null;
  const sayClaim = () => {
    if (outputs.length === 0) return "This switch has failed; it forwards nothing.";
    const packetsText = countOf(queuedPackets, "packet", "packets");
    return bufferFullness === null
      ? `Its queues hold ${packetsText}.`
      : `Its buffers are ${sayPercent(bufferFullness)} full; they hold ${packetsText}.`;
  };
  const busiestOutput = outputs.reduce((a, b) => (loads.share(b) > loads.share(a) ? b : a), outputs[0]);
  return {
    title: "How many packets wait in this switch?",
    claim: sayClaim(),
    name: capitalizeUnlessNamed(network, node, nameOfNode(network, node)),
    measures:
      outputs.length === 0
        ? []
        : [
            {
              name: "Total input load",
              value: data.units.formatLoad(sum(inputs, loads.loadOf)),
              unit: "phits/cycle",
              formula: "sum of the loads of all channels that enter this switch",
            },
            {
              name: "Busiest output",
              value: busiestOutput === undefined ? "–" : data.units.formatLoad(loads.loadOf(busiestOutput)),
              unit: "phits/cycle",
              formula: "load of the output channel with the highest utilization",
            },
            {
              name: "Total wait so far",
              ...data.units.timeParts(Math.round(waitedCycles)),
              formula: "cycles that packets have waited in this switch for their next channel, summed over all packets",
            },
          ],
  };
}

/** Facts of a terminal, counted from the start of the measurement window; null if there is no such terminal. */
function terminalFacts(network: Network, frame: Frame, terminal: number, { packetPhits, ...data }: ViewData): SelectionFacts | null {
  if (terminal < 0 || terminal >= network.terminals) return null;
  const cycles = frame.scalars[scalar.windowCycles];
  const load = data.offeredLoads?.[terminal] ?? data.load;
  const sayRate = (packets: number) => (cycles > 0 ? data.units.formatLoad((packets * packetPhits) / cycles) : "–");
  const sentPackets = frame.sent[terminal];
  const arrivedPackets = frame.arrivedFrom[terminal];
  // Created packets are not counted before the end of the run, so the nominal load is used.
  const offeredPackets = load === null ? null : load * (cycles / packetPhits);
  const sayClaim = () => {
    if (cycles === 0) return "The measurement has not started yet.";
    if (sentPackets === 0) return "None of its packets has entered the network so far.";
    // A terminal that was never blocked has sent all it had, even if that is less than the nominal load, by random variation.
    const sendsAll = offeredPackets === null || sentPackets >= 0.95 * offeredPackets || frame.blockedCycles[terminal] === 0;
    return sendsAll
      ? `It sends ${data.units.withUnit(sayRate(sentPackets), "phits/cycle")}.`
      : `Offered load about ${data.units.formatLoad(load ?? 0)}; injected ${sayRate(sentPackets)}.`;
  };
  const timeShare = (cyclesSpent: number) => (cycles > 0 ? sayPercent(cyclesSpent / cycles) : "–");
  return {
    title: "What does this terminal send?",
    claim: sayClaim(),
    name: `Terminal ${terminal}`,
    measures: [
      ...relayedPairMeasures(terminal, data),
      {
        name: "Receives",
        value: sayRate(frame.accepted[terminal]),
        unit: "phits/cycle",
        formula: "phits ejected to this terminal ÷ cycles",
      },
      {
        name: "Mean packet latency",
        ...(arrivedPackets === 0 ? { value: "–", unit: "" } : data.units.timeParts(frame.latencyFrom[terminal] / arrivedPackets)),
        formula: "mean time from creation to arrival of the packets of this terminal that have arrived",
      },
      {
        name: "Time sending",
        value: timeShare(frame.sendingCycles[terminal]),
        unit: "",
        formula: "cycles in which its injection channel transfers its phits ÷ cycles",
      },
      {
        name: "Time blocked",
        value: timeShare(frame.blockedCycles[terminal]),
        unit: "",
        formula: "cycles in which one of its packets waits at the source ÷ cycles",
      },
    ],
  };
}

/** Two terminals as a title: `login → terminal 5`, `Terminal 3 → terminal 5`. */
function endsTitle(network: Network, source: number, destination: number): string {
  const name = terminalNames(network);
  return capitalizeUnlessNamed(network, source, `${name(source)} → ${name(destination)}`);
}

/** Facts of a flow. Single flows are counted only in small networks. */
function flowFacts(network: Network, frame: Frame, source: number, destination: number, { packetPhits, units }: ViewData): SelectionFacts {
  const cycles = frame.scalars[scalar.windowCycles];
  const pairIndex = source * network.terminals + destination;
  const isCounted = frame.flowPackets.length > 0;
  const packets = isCounted ? frame.flowPackets[pairIndex] : 0;
  const sayClaim = () => {
    if (!isCounted) return "This network has too many terminals to count single flows.";
    if (packets > 0) {
      const acceptedLoad = cycles > 0 ? (packets * packetPhits) / cycles : 0;
      return `Accepted load ${units.sayLoad(acceptedLoad)}; ${countOf(packets, "packet", "packets")} arrived.`;
    }
    const isFinished = frame.scalars[scalar.status] === statuses.indexOf("finished");
    return isFinished ? "None of its packets arrived in the measurement window." : "None of its packets has arrived yet.";
  };
  return {
    title: "How much of this flow arrives?",
    claim: sayClaim(),
    name: endsTitle(network, source, destination),
    measures:
      packets === 0
        ? []
        : [
            {
              name: "Mean packet latency",
              ...units.timeParts(frame.flowLatency[pairIndex] / packets),
              formula: "mean time from creation to arrival of the packets that have arrived",
            },
          ],
  };
}

/**
 * Adds to the facts of a flow or message the pair of ranks whose data it carries. In some programs for permutations, a third rank relays the
 * data of a pair, so the source or destination of a message may be this relay. Otherwise the facts do not change.
 */
function withRelayedPair(
  facts: SelectionFacts,
  { source, destination }: Extract<NetworkSelection, { source: number }>,
  { analysis }: ViewData,
): SelectionFacts {
  const pair = analysis?.program === undefined ? null : relayedPairBetween(analysis.program, source, destination);
  if (pair === null) return facts;
  return {
    ...facts,
    measures: [
      {
        name: "Belongs to",
        value: relayedPairText(pair),
        unit: "",
        formula: "the pair of the permutation, and the rank that relays its data",
      },
      ...facts.measures,
    ],
  };
}

const rankPairText = ({ from, to }: RelayedPair) => `rank ${from} → rank ${to}`;

/** A pair in words: `rank 3 → rank 9, via rank 17`. */
function relayedPairText(pair: RelayedPair): string {
  return `${rankPairText(pair)}, ${pair.via < 0 ? "directly" : `via rank ${pair.via}`}`;
}

/** The pairs that a rank sends and relays in a permutation; empty if the program has several permutations, or none. */
function relayedPairMeasures(terminal: number, { analysis }: Pick<ViewData, "analysis">): readonly CardMeasure[] {
  if (analysis?.program === undefined) return [];
  const { own, passedOn } = relayedPairsAt(analysis.program, terminal);
  const formula = "the pair of the permutation, and the rank that relays its data";
  return [
    ...(own.length === 1 ? [{ name: "Sends", value: relayedPairText(own[0]), unit: "", formula }] : []),
    ...(passedOn.length === 1 ? [{ name: "Relays", value: rankPairText(passedOn[0]), unit: "", formula }] : []),
    ...(passedOn.length > 1 ? [{ name: "Relays", value: String(passedOn.length), unit: "pairs", formula }] : []),
  ];
}

/** Facts of a message for its card. `record` has the cycles of its events; a negative cycle means that the event has not happened. */
function messageFacts(
  network: Network,
  message: number,
  source: number,
  destination: number,
  { results, units }: ViewData,
): SelectionFacts {
  const record = results?.messages[message];
  const timeText = (cycle: number) => {
    if (cycle < 0) return "not yet";
    return units.timeUnit(record!.delivered).name === "cycles" ? formatCount(cycle) : units.sayTime(cycle);
  };
  const sayClaim = () => {
    if (results === null) return "The run has not finished yet.";
    if (record === undefined) return "The run has too many messages to record each one.";
    if (record.delivered < 0) return "This message has not arrived.";
    const waitText = units.sayTimeAfter(record.injected - record.created, record.latency);
    return `It takes ${units.sayTime(record.latency)}, of which it waits ${waitText} at its source.`;
  };
  return {
    title: "What happened to this message?",
    claim: sayClaim(),
    name: endsTitle(network, source, destination),
    measures:
      record === undefined
        ? []
        : [
            { name: "Packets", value: formatCount(record.packets), unit: "", formula: "bytes of the message ÷ bytes of a packet" },
            { name: "Created", value: timeText(record.created), unit: "", formula: "cycle in which the message was created" },
            {
              name: "Injected",
              value: timeText(record.injected),
              unit: "",
              formula: "cycle in which its first phit entered its first channel",
            },
            { name: "Delivered", value: timeText(record.delivered), unit: "", formula: "cycle in which its last phit was ejected" },
          ],
  };
}

function outputChannelsOf({ firstOut }: Network, node: number): readonly number[] {
  return Array.from({ length: firstOut[node + 1] - firstOut[node] }, (_, port) => firstOut[node] + port);
}
