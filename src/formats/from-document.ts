/** Converts a document to the content that formats write: its first network and its traffic. */
import { compile, fetchCompiler } from "../core/run/compile.ts";
import { refuse } from "../core/base/errors.ts";
import { maxMatrixCells } from "../core/traffic/traffic-matrix.ts";
import { quantityForPeople } from "../core/base/units.ts";
import { ideal } from "../core/hosts/ideal.ts";
import { allHosts, allTechnologies } from "../core/kinds/all-kinds.ts";
import { nameOfNode, type Network } from "../core/network/network.ts";
import { graphOfText } from "../core/programs/graph-param.ts";
import type { OpenLoop } from "../core/traffic/open-loop.ts";
import { channelRateOf, cycleSecondsOf } from "../core/scenario/clock.ts";
import type { Document } from "../core/scenario/document.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { switchRulesOf } from "../core/scenario/switch.ts";
import type { messageList } from "../core/workloads/messages.ts";
import { traceWorkload } from "../core/workloads/trace/trace.ts";
import type { ContentKind, ReadTraffic, WritableContent } from "./contract.ts";
import { readNetworkOf } from "./from-network.ts";
import { graphOfProgram, lossesOfGraph } from "./document/from-program.ts";

/** Content to write, with sentences about what the content lacks of the document. */
export interface DocumentContent extends WritableContent {
  readonly losses: readonly string[];
}

/**
 * The content of a document, in the form in which a file format writes it.
 * @throws ScenarioError if the document cannot run or has no such content
 */
export async function contentOfDocument(document: Document, kindOfContent: ContentKind): Promise<DocumentContent> {
  await fetchCompiler(document);
  const { network, demand } = compile(document).plan;
  if (kindOfContent === "network") return { network: readNetworkOf(network, document), losses: lossesOfNetworkFile(document, network) };
  if (kindOfContent === "program") {
    const { kind, values } = document.workload;
    if (kind === traceWorkload.id) return { program: graphOfText(values["program"] as string), losses: [] };
    const cycle = cycleSecondsOf(document);
    if (demand.form === "program" && demand.trees !== undefined)
      refuse(
        "workload",
        "GOAL cannot express switches that reduce or replicate messages.",
        "Choose an algorithm of messages between ranks.",
      );
    if (demand.form === "program") return { program: graphOfProgram(demand, cycle), losses: lossesOfGraph(demand, cycle) };
    refuse("workload", "its terminals do not run a program.", "Write its traffic as a matrix or a list of messages.");
  }
  if (demand.form === "program")
    refuse("workload", "a program sends messages in response to others, which a matrix or list cannot express.", "Write it as GOAL.");
  const names = Array.from({ length: network.terminals }, (_, t) => exportNameOf(network, t));
  return {
    traffic: demand.form === "messages" ? listedMessages(document, names) : meanRates(demand, names, channelRateOf(document)),
    losses: [],
  };
}

/** Settings of switches, hosts and packets that no network file can hold, as sentences. */
function lossesOfNetworkFile(document: Document, network: Network): readonly string[] {
  const { groupCapacity, forwards, terminals, head, tail } = network;
  const overhead = allTechnologies.get(document.technology.kind).overhead(document.technology.values);
  const joinsTerminals = head.some((headNode, c) => headNode < terminals && tail[c] < terminals);
  const sharedCapacities = groupCapacity.length;
  return [
    ...(switchRulesOf(document) === undefined ? [] : ["Left out: properties of switches, the section “switch” of the document."]),
    ...(document.host.kind === ideal.id ? [] : [`Left out: parameters of hosts (${allHosts.get(document.host.kind).title}).`]),
    ...(overhead === 0 ? [] : [`Left out: the overhead of each packet, ${quantityForPeople(overhead, "bytes")}.`]),
    ...(sharedCapacities === 0
      ? []
      : [
          `Left out: ${sharedCapacities.toLocaleString("en-US")} ${sharedCapacities === 1 ? "capacity" : "capacities"} that channels share.`,
        ]),
    ...(forwards && !joinsTerminals ? ["Left out: the forwarding of packets by terminals."] : []),
  ];
}

/** Name that a user gave the terminal, or its number. */
function exportNameOf(network: Network, t: number): string {
  return network.look?.names.get(t) ?? (nameOfNode(network, t) === `terminal ${t}` ? String(t) : nameOfNode(network, t));
}

function listedMessages({ workload }: Scenario, names: readonly string[]): ReadTraffic {
  const { list } = workload.values as { readonly list: (typeof messageList.params.list)["default"] };
  return { is: "messages", names, timeIn: "cycles", list };
}

/** Maximum number of pairs that are examined: all pairs of 4,096 terminals. */
const maxPairs = 2 ** 24;

/** Significant digits of a rate: destinations are drawn from 32 bits, and painted traffic keeps four digits. */
const significantDigits = 7;

/**
 * Traffic matrix of an open-loop workload, without zeros.
 * @param names display name of each terminal
 * @param rate rate of a channel in bytes per second; null if no technology is chosen, so that rates are in phits per cycle
 */
function meanRates(
  { isSending, loadOf, share, isPermutation, destination }: OpenLoop,
  names: readonly string[],
  rate: number | null,
): ReadTraffic {
  const cells: (readonly [number, number, number])[] = [];
  const addRate = (source: number, target: number, fraction: number) => {
    if (fraction <= 0 || source === target) return;
    cells.push([source, target, Number((fraction * loadOf[source] * (rate ?? 1)).toPrecision(significantDigits))]);
    if (cells.length > maxMatrixCells) tooMany();
  };
  const tooMany = (): never =>
    refuse("workload", `a matrix of ${names.length.toLocaleString("en-US")} terminals is too large to write.`, "Choose a smaller network.");
  if (!isPermutation && names.length ** 2 > maxPairs) tooMany();
  for (let source = 0; source < names.length; source++) {
    if (isSending[source] !== 1) continue;
    if (isPermutation) addRate(source, destination(source, 0), 1);
    else for (let target = 0; target < names.length; target++) addRate(source, target, share(source, target));
  }
  return { is: "rates", names, cells, unit: rate === null ? "phits/cycle" : "bytes/s" };
}
