/** The channels of a network as rows: the table of all views of a network. */
import { idOfNode, nameOfChannel, nameOfNode, type Network } from "../../core/network/network.ts";
import type { TableData, ViewData } from "../contract.ts";
import { frameLoads } from "./loads.ts";

/** Columns of both ends of a channel, by id and name. Ids are unique and the same as in files. */
export const endColumns = ["From", "From, name", "To", "To, name"].map((title) => ({ title, unit: "" }));

export function endCells(network: Network, c: number): readonly string[] {
  return [network.tail[c], network.head[c]].flatMap((n) => [idOfNode(network, n), nameOfNode(network, n)]);
}

/**
 * Table with a row for each channel, in the order of the network: its load, the total waiting time of packets behind it, its queue at the
 * current cycle, and both ends. Used by all views whose drawing shows channels.
 */
export function tableOfChannels(data: ViewData): TableData {
  const { network, frame } = data;
  const loads = frameLoads(data);
  const columns = [
    { title: "Channel", unit: "" },
    { title: "Class", unit: "" },
    { title: "Load", unit: "phits/cycle" },
    { title: "Waiting, all packets", unit: "cycles" },
    { title: "Queued now", unit: "packets" },
    ...endColumns,
  ];
  if (network === null) return { columns, rows: [] };
  const rows = Array.from({ length: network.head.length }, (_, channel) => [
    nameOfChannel(network, channel),
    network.linkClasses[network.linkClass[channel]],
    loads.loadOf(channel),
    loads.waiting(channel),
    frame?.queued[channel] ?? 0,
    ...endCells(network, channel),
  ]);
  return { columns, rows };
}
