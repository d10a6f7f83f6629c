/** Converts a document to the content that formats write: its first network and its traffic. */
import { compile, fetchCompiler } from "../core/run/compile.ts";
import { refuse } from "../core/base/errors.ts";
import { mostCells } from "../core/traffic/traffic-matrix.ts";
import { sayQuantity } from "../core/base/units.ts";
import { ideal } from "../core/hosts/ideal.ts";
import { hosts, technologies } from "../core/kinds/all-kinds.ts";
import { nameOfNode, type Network } from "../core/network/network.ts";
import { graphOf } from "../core/programs/graph-param.ts";
import type { OpenLoop } from "../core/traffic/open-loop.ts";
import { channelRateOf, cycleSecondsOf } from "../core/scenario/clock.ts";
import type { Document } from "../core/scenario/document.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { switchRulesOf } from "../core/scenario/switch.ts";
import type { messages } from "../core/workloads/messages.ts";
import { trace } from "../core/workloads/trace/trace.ts";
import type { Carried, ReadTraffic, Written } from "./contract.ts";
import { readNetworkOf } from "./from-network.ts";
import { graphOfProgram, leftOutOf } from "./document/from-program.ts";

/** Content to write, with sentences about what it lacks of the document. */
export interface FromDocument extends Written {
  readonly said: readonly string[];
}

/**
 * The network, traffic or program of a document, for a format to write.
 * @throws ScenarioError if the document cannot run or has no such content
 */
export async function writtenOf(document: Document, carries: Carried): Promise<FromDocument> {
  await fetchCompiler(document);
  const { network, demand } = compile(document).plan;
  if (carries === "network") return { network: readNetworkOf(network, document), said: leftOutOfNetwork(document, network) };
  if (carries === "program") {
    const { kind, values } = document.workload;
    if (kind === trace.id) return { program: graphOf(values["program"] as string), said: [] };
    const cycle = cycleSecondsOf(document);
    if (demand.form === "program" && demand.trees !== undefined)
      refuse("workload", "GOAL has no switches that reduce or replicate.", "Choose an algorithm of messages between ranks.");
    if (demand.form === "program") return { program: graphOfProgram(demand, cycle), said: leftOutOf(demand, cycle) };
    refuse("workload", "its terminals follow no program.", "Write its traffic as a matrix or a list of messages.");
  }
  if (demand.form === "program") refuse("workload", "what a program sends depends on what arrives.", "Write it as GOAL.");
  const names = Array.from({ length: network.terminals }, (_, t) => nameOfTerminal(network, t));
  return { traffic: demand.form === "messages" ? listOf(document, names) : ratesOf(demand, names, channelRateOf(document)), said: [] };
}

/** Settings of switches, hosts and packets that no network file can hold, as sentences. */
function leftOutOfNetwork(document: Document, network: Network): readonly string[] {
  const { groupCapacity, forwards, terminals, head, tail } = network;
  const overhead = technologies.get(document.technology.kind).overhead(document.technology.values);
  const joinsTerminals = head.some((to, c) => to < terminals && tail[c] < terminals);
  const shared = groupCapacity.length;
  return [
    ...(switchRulesOf(document) === undefined ? [] : ["Left out: what switches are like, the section “switch” of the document."]),
    ...(document.host.kind === ideal.id ? [] : [`Left out: how fast hosts are (${hosts.get(document.host.kind).title}).`]),
    ...(overhead === 0 ? [] : [`Left out: the overhead of each packet, ${sayQuantity(overhead, "bytes")}.`]),
    ...(shared === 0
      ? []
      : [`Left out: ${shared.toLocaleString("en-US")} ${shared === 1 ? "capacity" : "capacities"} that channels share.`]),
    ...(forwards && !joinsTerminals ? ["Left out: that terminals pass packets on."] : []),
  ];
}

/** Name that a user gave the terminal, or its number. */
function nameOfTerminal(network: Network, t: number): string {
  return network.look?.names.get(t) ?? (nameOfNode(network, t) === `terminal ${t}` ? String(t) : nameOfNode(network, t));
}

function listOf({ workload }: Scenario, names: readonly string[]): ReadTraffic {
  const { list } = workload.values as { readonly list: (typeof messages.params.list)["default"] };
  return { is: "messages", names, timeIn: "cycles", list };
}

/** Maximum number of pairs that are examined: all pairs of 4,096 terminals. */
const mostPairs = 2 ** 24;

/** Significant digits of a rate: destinations are drawn from 32 bits, and painted traffic keeps four digits. */
const digits = 7;

/** Mean rate from each source to each destination. */
function ratesOf(
  { sending, loadOf, share, permutation, destination }: OpenLoop,
  names: readonly string[],
  rate: number | null,
): ReadTraffic {
  const cells: (readonly [number, number, number])[] = [];
  const put = (source: number, to: number, part: number) => {
    if (part <= 0 || source === to) return;
    cells.push([source, to, Number((part * loadOf[source] * (rate ?? 1)).toPrecision(digits))]);
    if (cells.length > mostCells) tooMany();
  };
  const tooMany = (): never =>
    refuse("workload", `a matrix of ${names.length.toLocaleString("en-US")} terminals is too large to write.`, "Choose a smaller network.");
  if (!permutation && names.length ** 2 > mostPairs) tooMany();
  for (let source = 0; source < names.length; source++) {
    if (sending[source] !== 1) continue;
    if (permutation) put(source, destination(source, 0), 1);
    else for (let to = 0; to < names.length; to++) put(source, to, share(source, to));
  }
  return { is: "rates", names, cells, unit: rate === null ? "phits/cycle" : "bytes/s" };
}
