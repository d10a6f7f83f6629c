/** The output of `ibnetdiscover` for an InfiniBand subnet: each switch and adapter with the cables in its ports. */
import type { Format, Given, Reading, Written } from "../contract.ts";
import { eachLine, firstLines } from "../lines.ts";
import { Telling } from "../told.ts";
import { infinibandRate } from "../units.ts";
import { deviceName } from "./device-name.ts";
import { type Gathered, Gathering, idFault, quoted } from "./gathering.ts";

/** Largest port number that is read. */
const mostPorts = 99_999;
/** Longest part of a line that is examined. */
const longestLine = 2000;

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
const besides = /^\s*(?:#|vendid|devid|sysimgguid|switchguid|caguid|hcaguid|rtguid|chassis|nodeguid)/i;
/** Messages that the program prints while it runs. */
const warning = /^\s*(?:ibwarn|ibpanic|ibdebug|ibnetdiscover:|src\/|\.\.\/|libibmad|libibumad|discover|warn)/i;
/** A reduction engine within a switch (SHARP) that appears as an adapter but is not a host. */
const aggregation = /aggregation node/i;

export const ibnetdiscover: Format = {
  id: "ibnetdiscover",
  title: "ibnetdiscover",
  carries: "network",
  extension: "ibnetdiscover",
  source: "rdma-core, infiniband-diags, ibnetdiscover(8)",
  cannotSay: [
    "Rates that are no width and speed of InfiniBand.",
    "How long links are, and of which kind beside their speed.",
    "Ports that are numbered from 0: they are written from 1.",
    "Where nodes stand.",
  ],
  recognise(head) {
    const lines = firstLines(head, 200).map((line) => line.slice(0, longestLine));
    if (lines.some((line) => nodeLine.test(line) && /"[SHR]-[0-9a-f]+"/i.test(line))) return 0.98;
    if (lines.some((line) => nodeLine.test(line)) && lines.some((line) => portLine.test(line))) return 0.9;
    if (lines.some((line) => reportLine.test(line))) return 0.9;
    return lines.some((line) => /^\s*(?:switchguid|caguid)\s*=/i.test(line)) ? 0.8 : 0;
  },
  read,
  write,
};

interface Plug {
  readonly link: Gathered;
  /** Whether the text lists the cable at end a and at end b. */
  byA: boolean;
  byB: boolean;
  readonly line: number;
  readonly text: string;
}

function read(text: string, given: Given = {}): Reading {
  const tell = new Telling();
  const found = new Gathering();
  const plugs: Plug[] = [];
  /** Cables by node and port. */
  const plugAt = new Map<number, Plug>();
  /** Nodes that have a section in the text. */
  const listed = new Set<number>();
  const leftOut = new Set<string>();
  let node = -1;
  let isLeftOut = false;
  let warnings = 0;
  const count = eachLine(
    text,
    (line, from, to) => {
      const said = text.slice(from, Math.min(to, from + longestLine));
      if (said.trim() === "" || besides.test(said)) return;
      const head = nodeLine.exec(said);
      const port = head === null ? portLine.exec(said) : null;
      if (head === null && port === null && warning.test(said)) {
        warnings++;
        return;
      }
      const report = head === null && port === null ? reportLine.exec(said) : null;
      const why =
        report !== null
          ? readReport(report, line, said)
          : head !== null
            ? readNode(head)
            : port !== null
              ? readPort(port, line, said)
              : /^\s*\[/.test(said)
                ? 'has no peer; expected one such as [1] "S-0002c9"[1]'
                : "is no line of ibnetdiscover";
      if (why !== null) tell.note(line, said, why);
    },
    given.onPart,
  );
  for (const plug of plugs) found.link(plug.link);
  tellOneSided();
  if (warnings > 0) tell.guess(`Lines that are warnings, and skipped: ${number(warnings)}.`);
  if (leftOut.size > 0) tell.guess(`Aggregation nodes (SHARP) within switches, which are no hosts and left out: ${number(leftOut.size)}.`);
  return found.reading(
    "ibnetdiscover",
    count,
    tell,
    'It lists no switch and no adapter. Give all that ibnetdiscover prints, from the first "Switch" or "Ca" on.',
  );

  /** Reads the heading of a switch or adapter. @returns why it cannot be read, or null */
  function readNode([, word, ports, id, rest]: RegExpExecArray): string | null {
    node = -1;
    const name = nameIn(rest);
    isLeftOut = aggregation.test(name);
    if (isLeftOut) {
      leftOut.add(id);
      return null;
    }
    const fault = id === "" ? "has no name" : idFault(id);
    if (fault !== null) return fault;
    node = found.node(id);
    const isAgain = listed.has(node);
    listed.add(node);
    found.describe(node, { isTerminal: /^h?ca$/i.test(word), ports: Number(ports), ...named(id, name) });
    return isAgain ? `lists ${quoted(id)} a second time` : null;
  }

  /** @returns why the line cannot be read, or null */
  function readPort([, own, id, far, rest]: RegExpExecArray, line: number, said: string): string | null {
    if (isLeftOut) {
      // The switch that contains the aggregation node exists even if no other line mentions it.
      if (/^S-/i.test(id) && idFault(id) === null) {
        const around = found.node(id);
        if (!listed.has(around)) found.describe(around, { isTerminal: false, ...named(id, nameIn(rest)) });
      }
      return null;
    }
    if (node < 0) return "stands before any switch or adapter";
    // Lines of adapters have their own lid first, then the name of the switch.
    const name = nameIn(rest);
    if (aggregation.test(name)) {
      leftOut.add(id);
      return null;
    }
    const fault = id === "" ? "names no peer" : idFault(id);
    if (fault !== null) return fault;
    const peer = found.node(id);
    if (peer === node) return `joins ${quoted(id)} with itself`;
    if (!listed.has(peer)) found.describe(peer, { isTerminal: /^H-/i.test(id), ...named(id, name) });
    return plug({ a: node, b: peer, aPort: Number(own), bPort: Number(far) }, kindIn(rest), line, said);
  }

  /** @returns why the line cannot be read, or null */
  function readReport(
    [, type, own, guid, width, speed, farType, far, farGuid, names]: RegExpExecArray,
    line: number,
    said: string,
  ): string | null {
    const cut = names.indexOf("' - '");
    const [name, farName] = farType === undefined || cut < 0 ? [names, ""] : [names.slice(0, cut), names.slice(cut + 5)];
    if (aggregation.test(name) || aggregation.test(farName)) {
      leftOut.add(aggregation.test(name) ? guid : farGuid);
      // The switch that contains the aggregation node exists even if no other line mentions it.
      if (!aggregation.test(name)) listed.add(reported(type, guid, name));
      else if (farType !== undefined && !aggregation.test(farName)) reported(farType, farGuid, farName);
      return null;
    }
    const place = reported(type, guid, name);
    listed.add(place);
    if (farType === undefined) return null;
    const peer = reported(farType, farGuid, farName);
    if (peer === place) return `joins ${quoted(name)} with itself`;
    return plug({ a: place, b: peer, aPort: Number(own), bPort: Number(far) }, `${width}x${speed}`, line, said);
  }

  /** Node of a port GUID: all ports of a switch share one GUID, each port of an adapter has a different one. */
  function reported(type: string, guid: string, name: string): number {
    const isTerminal = type.toUpperCase() === "CA";
    const id = `${isTerminal ? "H" : "S"}-${guid.toLowerCase().padStart(16, "0")}`;
    const place = found.node(id);
    if (!listed.has(place)) found.describe(place, { isTerminal, ...named(id, name) });
    return place;
  }

  /** Adds a cable between two ports, or confirms it if its other end listed it before. @returns why it is invalid, or null */
  function plug(
    link: Gathered & { readonly aPort: number; readonly bPort: number },
    kind: string | undefined,
    line: number,
    said: string,
  ): string | null {
    const { a, b, aPort, bPort } = link;
    const [mine, theirs] = [plugAt.get(at(a, aPort)), plugAt.get(at(b, bPort))];
    if (mine !== undefined && mine === theirs) {
      if (mine.link.a === a) mine.byA = true;
      else mine.byB = true;
      return otherKind(mine.link, kind);
    }
    if (mine !== undefined) return `plugs a second cable into port ${aPort} of ${quoted(found.idOf(a))}`;
    if (theirs !== undefined) return `plugs a second cable into port ${bPort} of ${quoted(found.idOf(b))}`;
    if (found.isFull(plugs.length)) {
      found.skip(1);
      return null;
    }
    setKind(link, kind);
    const made = { link, byA: true, byB: false, line, text: said };
    plugs.push(made);
    plugAt.set(at(a, aPort), made);
    plugAt.set(at(b, bPort), made);
    return null;
  }

  /** Reports cables that only one end lists, and nodes without a section. */
  function tellOneSided(): void {
    const unlisted = new Set<number>();
    for (const { link, byA, byB, line, text } of plugs) {
      if (byA && byB) continue;
      const silent = byA ? link.b : link.a;
      if (listed.has(silent))
        tell.note(line, text, `is told by one side only: ${quoted(found.idOf(silent))} does not tell of it; it is taken`);
      else unlisted.add(silent);
    }
    if (unlisted.size === 0) return;
    tell.guess(`Nodes that the text does not list, known by what is plugged into others: ${number(unlisted.size)}.`);
  }
}

const at = (node: number, port: number) => node * 100_000 + port;
const number = (value: number) => value.toLocaleString("en-US");
const named = (id: string, name: string) => (name === "" || name === id ? {} : { name: deviceName(name.slice(0, 256)) });

/** The quoted name after `#`. */
function nameIn(rest: string): string {
  const from = rest.indexOf('"', rest.indexOf("#"));
  const to = rest.lastIndexOf('"');
  return rest.includes("#") && from >= 0 && to > from ? rest.slice(from + 1, to).trim() : "";
}

/** Width and speed after the name, such as `4xNDR`. */
function kindIn(rest: string): string | undefined {
  const words = rest.slice(rest.lastIndexOf('"') + 1).split(/\s+/, 20);
  return words.find((word) => /^\d{1,2}x\S{1,12}$/i.test(word));
}

function setKind(link: Gathered, kind: string | undefined): void {
  if (kind === undefined) return;
  link.kind = kind;
  const rate = infinibandRate(kind);
  if (rate === undefined) delete link.rate;
  else link.rate = rate;
}

/** Compares the speed with that from the other end of the cable; if they differ, the lower one is used. */
function otherKind(link: Gathered, kind: string | undefined): string | null {
  if (kind === undefined || kind === link.kind) return null;
  const before = link.kind;
  const rate = infinibandRate(kind);
  if (before === undefined || (rate !== undefined && !(rate >= (link.rate ?? Number.POSITIVE_INFINITY)))) setKind(link, kind);
  return before === undefined ? null : `says ${kind}, and the other side ${before}: ${link.kind} is taken`;
}

/** Widths and speeds of ports that are written, one for each rate. */
const kinds = ["4xSDR", "4xDDR", "4xQDR", "4xFDR10", "4xFDR", "4xEDR", "4xHDR", "4xNDR", "4xXDR", "1xSDR", "1xFDR", "12xSDR", "12xDDR"];

/** Writes switches, then adapters. Nodes without valid GUIDs get generated ones; links without port numbers get the next free ports. */
function write({ network }: Written): string {
  const { nodes } = network!;
  // Port 0 of a switch is its management port, so numbering from 0 is shifted to start at 1.
  const shift = network!.links.some(({ aPort, bPort }) => aPort === 0 || bPort === 0) ? 1 : 0;
  const shifted = (port: number | undefined) => (port === undefined ? port : port + shift);
  const links = network!.links.map((link) => ({ ...link, aPort: shifted(link.aPort), bPort: shifted(link.bPort) }));
  const wanted = nodes.map(() => new Set<number>());
  for (const { a, b, aPort, bPort } of links) {
    if (aPort !== undefined) wanted[a].add(aPort);
    if (bPort !== undefined) wanted[b].add(bPort);
  }
  const taken = nodes.map(() => new Set<number>());
  const next = nodes.map(() => 1);
  const portOf = (n: number, port: number | undefined) => {
    let own = port ?? -1;
    // A port takes one cable.
    if (own < 0 || own > mostPorts || taken[n].has(own)) {
      while (wanted[n].has(next[n]) || taken[n].has(next[n])) next[n]++;
      own = next[n];
    }
    taken[n].add(own);
    return own;
  };
  const isKept = nodes.every(({ id, isTerminal }) => /^[HSR]-[0-9a-f]{1,16}$/.test(id) && id.startsWith("H") === isTerminal);
  const guids = nodes.map(({ id, isTerminal }, n) => (isKept ? id : `${isTerminal ? "H" : "S"}-${(n + 1).toString(16).padStart(16, "0")}`));
  const nameOf = (n: number) => (nodes[n].name ?? nodes[n].id).replaceAll(/[\r\n]+/g, " ");
  const plugged: [port: number, line: string][][] = nodes.map(() => []);
  for (const { a, b, aPort, bPort, kind, rate } of links) {
    const [own, far] = [portOf(a, aPort), portOf(b, bPort)];
    const speed = kind !== undefined && infinibandRate(kind) !== undefined ? kind : kinds.find((each) => infinibandRate(each) === rate);
    const line = (from: number, fromPort: number, to: number, toPort: number) =>
      plugged[from].push([
        fromPort,
        `[${fromPort}]\t"${guids[to]}"[${toPort}] \t\t# "${nameOf(to)}"${speed === undefined ? "" : ` ${speed}`}`,
      ]);
    line(a, own, b, far);
    line(b, far, a, own);
  }
  const order = [...nodes.keys()].toSorted((a, b) => Number(nodes[a].isTerminal) - Number(nodes[b].isTerminal) || a - b);
  const parts = order.map((n) => {
    const most = plugged[n].reduce((most, [port]) => Math.max(most, port), 0);
    const head = `${nodes[n].isTerminal ? "Ca" : "Switch"}\t${Math.max(nodes[n].ports ?? 0, most)} "${guids[n]}"\t\t# "${nameOf(n)}"`;
    return [head, ...plugged[n].toSorted(([a], [b]) => a - b).map(([, line]) => line)].join("\n");
  });
  return `${parts.join("\n\n")}\n`;
}
