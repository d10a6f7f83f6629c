/** The channels of a network as rows: the table twin of every drawing of the network. */
import { nameOfChannel } from "../../core/network/network.ts";
import type { Table, ViewData } from "../contract.ts";
import { loadsOf } from "./loads.ts";

/** One row per channel, in the order of the network. */
export function channelTable(data: ViewData): Table {
  const { network, frame } = data;
  const loads = loadsOf(data);
  const columns = [
    { title: "Channel", unit: "" },
    { title: "Class", unit: "" },
    { title: "Load", unit: "phits/cycle" },
    { title: "Waiting, all packets", unit: "cycles" },
    { title: "Queued now", unit: "packets" },
  ];
  if (network === null) return { columns, rows: [] };
  const rows = Array.from({ length: network.head.length }, (_, c) => [
    nameOfChannel(network, c),
    network.linkClasses[network.linkClass[c]],
    loads.of(c),
    loads.waiting(c),
    frame?.queued[c] ?? 0,
  ]);
  return { columns, rows };
}
