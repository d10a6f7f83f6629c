/** The output of `ibnetdiscover` for an InfiniBand subnet: each switch and adapter with the cables in its ports. */
import type { Format, ReaderOptions, ReadResult, WritableContent } from "../contract.ts";
import { forEachLine, firstLines } from "../lines.ts";
import { DiagnosticsCollector } from "../diagnostics.ts";
import { infinibandRate } from "../units.ts";
import { deviceName } from "./device-name.ts";
import { type MutableLink, ReadNetworkBuilder, idFault, quoteId } from "./network-builder.ts";

/** Largest port number that is read. */
const maxPortNumber = 99_999;
/** Longest part of a line that is examined. */
const maxLineLength = 2000;

/** `Switch 36 "S-0002c9020040" # "leaf 1" enhanced port 0 lid 2 lmc 0`. A name may contain quotes: it ends at the last quote. */
const nodeLine = /^\s*(Switch|Ca|Hca|Rt)\s+(\d{1,5})\s+"([^"]*)"(.*)$/i;
/** `[1][ext 7](guid) "H-0002c9"[1](guid) # "host" lid 4 4xNDR`; ibdiagnet adds any number of labels in brackets after a port. */
const portLine = /^\s*\[(\d{1,5})\](?:\s*(?:\[[^\]]*\]|\([^)]*\)))*\s*"([^"]*)"\s*\[(\d{1,5})\](.*)$/i;
/**
 * Output of option `-p`, one port per line: `SW 1 13 0x0002c9 4x QDR - CA 12 1 0x0002c8 ( 'leaf 1' - 'host' )`, or without a peer: `SW 1 14
 * 0x0002c9 4x SDR 'leaf 1'`.
 */
const reportLine =
  /^\s*(CA|SW|RT)\s+\d{1,6}\s+(\d{1,5})\s+0x([0-9a-f]{1,16})\s+(\d{1,2})x\s+(\S{1,12})\s+(?:-\s+(CA|SW|RT)\s+\d{1,6}\s+(\d{1,5})\s+0x([0-9a-f]{1,16})\s+\(\s*)?'(.*)'\s*\)?\s*$/i;
/** Lines without information on links. */
const ignoredLine = /^\s*(?:#|vendid|devid|sysimgguid|switchguid|caguid|hcaguid|rtguid|chassis|nodeguid)/i;
/** Messages that the program prints while it runs. */
const warning = /^\s*(?:ibwarn|ibpanic|ibdebug|ibnetdiscover:|src\/|\.\.\/|libibmad|libibumad|discover|warn)/i;
/** A reduction engine within a switch (SHARP) that appears as an adapter but is not a host. */
const aggregationNode = /aggregation node/i;

export const ibnetdiscover: Format = {
  id: "ibnetdiscover",
  title: "ibnetdiscover",
  contentKind: "network",
  extension: "ibnetdiscover",
  source: "rdma-core, infiniband-diags, ibnetdiscover(8)",
  limitations: [
    "Rates that are not a width and speed of InfiniBand.",
    "Lengths of links, and their kinds apart from the speed.",
    "Port numbers from 0: ports are written with numbers from 1.",
    "Positions of nodes.",
  ],
  confidenceOf(excerpt) {
    const lines = firstLines(excerpt, 200).map((line) => line.slice(0, maxLineLength));
    if (lines.some((line) => nodeLine.test(line) && /"[SHR]-[0-9a-f]+"/i.test(line))) return 0.98;
    if (lines.some((line) => nodeLine.test(line)) && lines.some((line) => portLine.test(line))) return 0.9;
    if (lines.some((line) => reportLine.test(line))) return 0.9;
    return lines.some((line) => /^\s*(?:switchguid|caguid)\s*=/i.test(line)) ? 0.8 : 0;
  },
  read,
  write,
};

interface Cable {
  readonly link: MutableLink;
  /** Whether the text lists the cable at end a and at end b. */
  isListedByA: boolean;
  isListedByB: boolean;
  readonly line: number;
  readonly text: string;
}

function read(text: string, options: ReaderOptions = {}): ReadResult {
  const diagnostics = new DiagnosticsCollector();
  const builder = new ReadNetworkBuilder();
  const cables: Cable[] = [];
  /** Cables by node and port. */
  const cableAtPort = new Map<number, Cable>();
  /** Nodes that have a section in the text. */
  const listedNodes = new Set<number>();
  const skippedAggregationNodes = new Set<string>();
  let currentNode = -1;
  let isSkippedSection = false;
  let warnings = 0;
  const count = forEachLine(
    text,
    /**
     * Reads one line: the heading of a switch or adapter, a port with its peer, or a line of the port report, whose format is different.
     * Notes why a line cannot be read.
     */
    (line, start, end) => {
      const lineText = text.slice(start, Math.min(end, start + maxLineLength));
      if (lineText.trim() === "" || ignoredLine.test(lineText)) return;
      const nodeMatch = nodeLine.exec(lineText);
      const portMatch = nodeMatch === null ? portLine.exec(lineText) : null;
      if (nodeMatch === null && portMatch === null && warning.test(lineText)) {
        warnings++;
        return;
      }
      const readLine = () => {
        if (nodeMatch !== null) return readNode(nodeMatch);
        if (portMatch !== null) return readPort(portMatch, line, lineText);
        const reportMatch = reportLine.exec(lineText);
        if (reportMatch !== null) return readReport(reportMatch, line, lineText);
        return /^\s*\[/.test(lineText) ? 'has no peer; expected a peer such as [1] "S-0002c9"[1]' : "is not a line of ibnetdiscover";
      };
      const reason = readLine();
      if (reason !== null) diagnostics.note(line, lineText, reason);
    },
    options.onProgress,
  );
  for (const plug of cables) builder.addLink(plug.link);
  reportOneSidedCables();
  if (warnings > 0) diagnostics.guess(`Lines with warnings, which are skipped: ${formatCount(warnings)}.`);
  if (skippedAggregationNodes.size > 0)
    diagnostics.guess(
      `Aggregation nodes (SHARP) within switches, which are not hosts and are left out: ${formatCount(skippedAggregationNodes.size)}.`,
    );
  return builder.result(
    "ibnetdiscover",
    count,
    diagnostics,
    'The text lists no switch and no adapter. Give the whole output of ibnetdiscover, from the first "Switch" or "Ca" on.',
  );

  /** Reads the heading of a switch or adapter; returns why it cannot be read, or null. */
  function readNode([, word, ports, id, rest]: RegExpExecArray): string | null {
    currentNode = -1;
    const name = parseName(rest);
    isSkippedSection = aggregationNode.test(name);
    if (isSkippedSection) {
      skippedAggregationNodes.add(id);
      return null;
    }
    const fault = id === "" ? "has no name" : idFault(id);
    if (fault !== null) return fault;
    currentNode = builder.addNode(id);
    const isRepeated = listedNodes.has(currentNode);
    listedNodes.add(currentNode);
    builder.describe(currentNode, { isTerminal: /^h?ca$/i.test(word), ports: Number(ports), ...displayName(id, name) });
    return isRepeated ? `lists ${quoteId(id)} a second time` : null;
  }

  /**
   * Reads the line of a port of the current switch or adapter. Aggregation nodes, which reduce data inside a switch, are skipped.
   * @returns why the line cannot be read, or null
   */
  function readPort([, ownPort, id, peerPort, afterPeer]: RegExpExecArray, line: number, lineText: string): string | null {
    if (isSkippedSection) {
      // The switch that contains the aggregation node exists even if no other line mentions it.
      if (/^S-/i.test(id) && idFault(id) === null) {
        const enclosingSwitch = builder.addNode(id);
        if (!listedNodes.has(enclosingSwitch))
          builder.describe(enclosingSwitch, { isTerminal: false, ...displayName(id, parseName(afterPeer)) });
      }
      return null;
    }
    if (currentNode < 0) return "precedes the first switch or adapter";
    // Lines of adapters have their own lid first, then the name of the switch.
    const name = parseName(afterPeer);
    if (aggregationNode.test(name)) {
      skippedAggregationNodes.add(id);
      return null;
    }
    const fault = id === "" ? "names no peer" : idFault(id);
    if (fault !== null) return fault;
    const peer = builder.addNode(id);
    if (peer === currentNode) return `connects ${quoteId(id)} to itself`;
    if (!listedNodes.has(peer)) builder.describe(peer, { isTerminal: /^H-/i.test(id), ...displayName(id, name) });
    return plug({ a: currentNode, b: peer, aPort: Number(ownPort), bPort: Number(peerPort) }, parseLinkSpeed(afterPeer), line, lineText);
  }

  /**
   * Reads a line of the report that lists each link with both ends. Aggregation nodes, which reduce data inside a switch, are skipped.
   * @returns why the line cannot be read, or null
   */
  function readReport(
    [, type, ownPort, guid, width, speed, peerType, peerPort, peerGuid, names]: RegExpExecArray,
    line: number,
    lineText: string,
  ): string | null {
    const separatorStart = names.indexOf("' - '");
    const [name, peerName] =
      peerType === undefined || separatorStart < 0 ? [names, ""] : [names.slice(0, separatorStart), names.slice(separatorStart + 5)];
    if (aggregationNode.test(name) || aggregationNode.test(peerName)) {
      skippedAggregationNodes.add(aggregationNode.test(name) ? guid : peerGuid);
      // The switch that contains the aggregation node exists even if no other line mentions it.
      if (!aggregationNode.test(name)) listedNodes.add(nodeOfGuid(type, guid, name));
      else if (peerType !== undefined && !aggregationNode.test(peerName)) nodeOfGuid(peerType, peerGuid, peerName);
      return null;
    }
    const nodeIndex = nodeOfGuid(type, guid, name);
    listedNodes.add(nodeIndex);
    if (peerType === undefined) return null;
    const peer = nodeOfGuid(peerType, peerGuid, peerName);
    if (peer === nodeIndex) return `connects ${quoteId(name)} to itself`;
    return plug({ a: nodeIndex, b: peer, aPort: Number(ownPort), bPort: Number(peerPort) }, `${width}x${speed}`, line, lineText);
  }

  /** Node of a port GUID: all ports of a switch share one GUID, each port of an adapter has a different one. */
  function nodeOfGuid(type: string, guid: string, name: string): number {
    const isTerminal = type.toUpperCase() === "CA";
    const id = `${isTerminal ? "H" : "S"}-${guid.toLowerCase().padStart(16, "0")}`;
    const nodeIndex = builder.addNode(id);
    if (!listedNodes.has(nodeIndex)) builder.describe(nodeIndex, { isTerminal, ...displayName(id, name) });
    return nodeIndex;
  }

  /**
   * Adds a cable between two ports, or confirms it if its other end listed it before. `isListedByA` and `isListedByB` say which ends have
   * listed it.
   * @returns why it is invalid, or null
   * @param kind width and speed of the link, such as `4xHDR`
   */
  function plug(
    link: MutableLink & { readonly aPort: number; readonly bPort: number },
    kind: string | undefined,
    line: number,
    lineText: string,
  ): string | null {
    const { a, b, aPort, bPort } = link;
    const [ownCable, peerCable] = [cableAtPort.get(portKey(a, aPort)), cableAtPort.get(portKey(b, bPort))];
    if (ownCable !== undefined && ownCable === peerCable) {
      if (ownCable.link.a === a) ownCable.isListedByA = true;
      else ownCable.isListedByB = true;
      return mergeLinkSpeed(ownCable.link, kind);
    }
    if (ownCable !== undefined) return `plugs a second cable into port ${aPort} of ${quoteId(builder.idOf(a))}`;
    if (peerCable !== undefined) return `plugs a second cable into port ${bPort} of ${quoteId(builder.idOf(b))}`;
    if (builder.isFull(cables.length)) {
      builder.countSkippedLinks(1);
      return null;
    }
    setLinkSpeed(link, kind);
    const cable = { link, isListedByA: true, isListedByB: false, line, text: lineText };
    cables.push(cable);
    cableAtPort.set(portKey(a, aPort), cable);
    cableAtPort.set(portKey(b, bPort), cable);
    return null;
  }

  /** Reports cables that only one end lists, and nodes without a section. */
  function reportOneSidedCables(): void {
    const unlistedNodes = new Set<number>();
    for (const { link, isListedByA, isListedByB, line, text } of cables) {
      if (isListedByA && isListedByB) continue;
      const otherNode = isListedByA ? link.b : link.a;
      if (listedNodes.has(otherNode))
        diagnostics.note(line, text, `is listed from one end only: ${quoteId(builder.idOf(otherNode))} does not list it; the link is kept`);
      else unlistedNodes.add(otherNode);
    }
    if (unlistedNodes.size === 0) return;
    diagnostics.guess(`Nodes that are not listed, but are the other end of a cable: ${formatCount(unlistedNodes.size)}.`);
  }
}

const portKey = (node: number, port: number) => node * 100_000 + port;
const formatCount = (value: number) => value.toLocaleString("en-US");
const displayName = (id: string, name: string) => (name === "" || name === id ? {} : { name: deviceName(name.slice(0, 256)) });

/** The quoted name after `#`. */
function parseName(rest: string): string {
  const start = rest.indexOf('"', rest.indexOf("#"));
  const end = rest.lastIndexOf('"');
  return rest.includes("#") && start >= 0 && end > start ? rest.slice(start + 1, end).trim() : "";
}

/** Width and speed after the name, such as `4xNDR`. */
function parseLinkSpeed(rest: string): string | undefined {
  const words = rest.slice(rest.lastIndexOf('"') + 1).split(/\s+/, 20);
  return words.find((word) => /^\d{1,2}x\S{1,12}$/i.test(word));
}

function setLinkSpeed(link: MutableLink, kind: string | undefined): void {
  if (kind === undefined) return;
  link.kind = kind;
  const rate = infinibandRate(kind);
  if (rate === undefined) delete link.rate;
  else link.rate = rate;
}

/** Compares the speed with the speed listed at the other end of the cable; if they differ, the lower speed is used. */
function mergeLinkSpeed(link: MutableLink, kind: string | undefined): string | null {
  if (kind === undefined || kind === link.kind) return null;
  const firstSpeed = link.kind;
  const rate = infinibandRate(kind);
  if (firstSpeed === undefined || (rate !== undefined && !(rate >= (link.rate ?? Number.POSITIVE_INFINITY)))) setLinkSpeed(link, kind);
  return firstSpeed === undefined ? null : `gives ${kind}, and the other end ${firstSpeed}: ${link.kind} is used`;
}

/** Widths and speeds of ports that are written, one for each rate. */
const writtenLinkSpeeds = [
  "4xSDR",
  "4xDDR",
  "4xQDR",
  "4xFDR10",
  "4xFDR",
  "4xEDR",
  "4xHDR",
  "4xNDR",
  "4xXDR",
  "1xSDR",
  "1xFDR",
  "12xSDR",
  "12xDDR",
];

/**
 * The text of a network in the format of ibnetdiscover: a section per switch, then per adapter, with a line for each of its ports. Nodes
 * without valid GUIDs get generated ones; links without port numbers get the next free ports.
 */
function write({ network }: WritableContent): string {
  const { nodes } = network!;
  // Port 0 of a switch is its management port, so numbering from 0 is shifted to start at 1.
  const portOffset = network!.links.some(({ aPort, bPort }) => aPort === 0 || bPort === 0) ? 1 : 0;
  const shiftedPort = (port: number | undefined) => (port === undefined ? port : port + portOffset);
  const links = network!.links.map((link) => ({ ...link, aPort: shiftedPort(link.aPort), bPort: shiftedPort(link.bPort) }));
  const reservedPorts = nodes.map(() => new Set<number>());
  for (const { a, b, aPort, bPort } of links) {
    if (aPort !== undefined) reservedPorts[a].add(aPort);
    if (bPort !== undefined) reservedPorts[b].add(bPort);
  }
  // Assign ports: the port of the link if it is free, else the next port that no link names.
  const usedPorts = nodes.map(() => new Set<number>());
  const nextPort = nodes.map(() => 1);
  const portOf = (n: number, port: number | undefined) => {
    let ownPort = port ?? -1;
    // A port takes one cable.
    if (ownPort < 0 || ownPort > maxPortNumber || usedPorts[n].has(ownPort)) {
      while (reservedPorts[n].has(nextPort[n]) || usedPorts[n].has(nextPort[n])) nextPort[n]++;
      ownPort = nextPort[n];
    }
    usedPorts[n].add(ownPort);
    return ownPort;
  };
  const hasValidGuids = nodes.every(({ id, isTerminal }) => /^[HSR]-[0-9a-f]{1,16}$/.test(id) && id.startsWith("H") === isTerminal);
  const guids = nodes.map(({ id, isTerminal }, n) =>
    hasValidGuids ? id : `${isTerminal ? "H" : "S"}-${(n + 1).toString(16).padStart(16, "0")}`,
  );
  const nameOf = (n: number) => (nodes[n].name ?? nodes[n].id).replaceAll(/[\r\n]+/g, " ");
  // Write a line for each end of each link, then sort the lines of each node by port.
  const portLines: [port: number, line: string][][] = nodes.map(() => []);
  for (const { a, b, aPort, bPort, kind, rate } of links) {
    const [ownPort, peerPort] = [portOf(a, aPort), portOf(b, bPort)];
    const speed =
      kind !== undefined && infinibandRate(kind) !== undefined
        ? kind
        : writtenLinkSpeeds.find((speedName) => infinibandRate(speedName) === rate);
    const addPortLine = (ownNode: number, fromPort: number, peerNode: number, toPort: number) =>
      portLines[ownNode].push([
        fromPort,
        `[${fromPort}]\t"${guids[peerNode]}"[${toPort}] \t\t# "${nameOf(peerNode)}"${speed === undefined ? "" : ` ${speed}`}`,
      ]);
    addPortLine(a, ownPort, b, peerPort);
    addPortLine(b, peerPort, a, ownPort);
  }
  const order = [...nodes.keys()].toSorted((a, b) => Number(nodes[a].isTerminal) - Number(nodes[b].isTerminal) || a - b);
  const sections = order.map((n) => {
    const maxPort = portLines[n].reduce((maxPort, [port]) => Math.max(maxPort, port), 0);
    const heading = `${nodes[n].isTerminal ? "Ca" : "Switch"}\t${Math.max(nodes[n].ports ?? 0, maxPort)} "${guids[n]}"\t\t# "${nameOf(n)}"`;
    return [heading, ...portLines[n].toSorted(([a], [b]) => a - b).map(([, line]) => line)].join("\n");
  });
  return `${sections.join("\n\n")}\n`;
}
