/** Topology files of ns-3 as ASTRA-sim, SimAI and HPCC use them: counts, the numbers of the switches, then one link per line. */
import { cellsOf, isComment } from "../cells.ts";
import type { Format, Given, Reading } from "../contract.ts";
import { eachLine, firstLines } from "../lines.ts";
import { refusedAs, Telling } from "../told.ts";
import { inUnit, lengthIn, quantityIn } from "../units.ts";
import { type Gathered, Gathering, quoted } from "./gathering.ts";

/** Maximum number of nodes in the first line. */
const mostNodes = 262_144;
/**
 * `160 8 16 16 288 A100`, or `320 64 768`: the numbers of nodes, of switches among them, and of links. SimAI adds numbers on hosts and the
 * type of GPU.
 */
const headLine = /^\s*\d{1,9}(?:\s+\d{1,9}){2,6}(?:\s+[A-Za-z]\w{0,15}(?:\s+\d{1,9})?)?\s*$/;
/** `0 128 2880Gbps 0.000025ms 0`. */
const linkLine = /^\s*\d{1,9}\s+\d{1,9}\s+[\d.]{1,20}\s?[kMGT]?bps\s+[\d.e+-]{1,20}\s?[munp]?s(?:\s+[\d.e+-]{1,20})?\s*$/i;
/** Longest line that is split: the numbers of 10⁵ switches. */
const longestLine = 1_000_000;

export const ns3: Format = {
  id: "astra-topology",
  title: "ns-3 topology (ASTRA-sim, SimAI)",
  carries: "network",
  extension: "txt",
  source: "astra-network-ns3, simulation/mix; SimAI, astra-sim-alibabacloud/inputs/topo",
  cannotSay: ["What nodes are called.", "Ports.", "Where nodes stand."],
  recognise(head) {
    const [first, ...rest] = firstLines(head, 200, (line) => !isComment(line));
    if (first === undefined || !headLine.test(first)) return 0;
    const from = rest.findIndex((line) => linkLine.test(line));
    if (from < 0 || rest.slice(0, from).some((line) => !/^[\s\d]*$/.test(line))) return 0;
    const links = rest.slice(from);
    return links.filter((line) => linkLine.test(line)).length >= 0.8 * links.length ? 0.96 : 0.5;
  },
  read,
};

function read(text: string, given: Given = {}): Reading {
  const tell = new Telling();
  const found = new Gathering();
  const switches = new Set<number>();
  let nodes = -1;
  let hasLinks = false;
  let said: number | undefined;
  let links = 0;
  let tooMany = 0;
  const count = eachLine(
    text,
    (line, from, to) => {
      const shown = text.slice(from, Math.min(to, from + longestLine));
      if (shown.trim() === "" || isComment(shown)) return;
      const words = cellsOf(shown, " ");
      if (nodes < 0) {
        if (!headLine.test(shown.slice(0, 200)))
          return tell.note(line, shown, "is no head; expected how many nodes, switches and links there are");
        nodes = Number(words[0]);
        const numbers = words.filter((word) => /^\d+$/.test(word)).map(Number);
        // In SimAI, the type of GPU follows the number of links.
        const kind = words.findIndex((word) => !/^\d+$/.test(word));
        said = kind < 0 ? numbers[numbers.length - 1] : numbers[kind - 1];
        if (nodes > mostNodes) tooMany = nodes;
        else for (let n = 0; n < nodes; n++) found.node(String(n));
        return undefined;
      }
      if (tooMany > 0) return undefined;
      const why = hasLinks || (words.length >= 3 && linkLine.test(shown.slice(0, 300))) ? readLink(words) : readSwitches(words);
      return why === null ? undefined : tell.note(line, shown.slice(0, 1000), why);
    },
    given.onPart,
  );
  if (tooMany > 0) {
    const told = `${tooMany.toLocaleString("en-US")} nodes; at most ${mostNodes.toLocaleString("en-US")} are read. Keep a part of the network.`;
    return refusedAs(ns3.id, count, `It says that it has ${told}`);
  }
  for (let n = 0; n < found.nodes; n++) found.describe(n, { isTerminal: !switches.has(n) });
  if (nodes > 0 && said !== undefined && said !== links)
    tell.guess(`Links that the first line tells: ${number(said)}. There are ${number(links)}.`);
  return found.reading(ns3.id, count, tell, "It has no node. Give a first line with how many nodes, switches and links there are.");

  /** @returns why the words are not numbers of switches, or null */
  function readSwitches(words: readonly string[]): string | null {
    for (const word of words) {
      const n = placeOf(word);
      if (n === null) return `has ${quoted(word)} as a switch; expected a number from 0 to ${nodes - 1}`;
      switches.add(n);
    }
    return null;
  }

  /** Reads a link with its rate and delay. @returns why it cannot be read, or null */
  function readLink([from, to, rate, delay]: readonly string[]): string | null {
    hasLinks = true;
    const [a, b] = [placeOf(from), placeOf(to ?? "")];
    const wrong = a === null ? from : b === null ? (to ?? "") : null;
    if (wrong !== null || a === null || b === null) return `has ${quoted(wrong ?? "")} as an end; expected a number from 0 to ${nodes - 1}`;
    if (a === b) return `joins ${quoted(from)} with itself`;
    const link: Gathered = { a, b };
    links++;
    found.link(link);
    const speed = quantityIn(rate ?? "");
    if (speed?.unit?.of === "rate" && speed.value > 0) link.rate = inUnit(speed.value, speed.unit);
    const time = quantityIn(delay ?? "");
    const length = time?.unit?.of === "seconds" && time.value >= 0 ? lengthIn(time.value, time.unit) : undefined;
    if (length !== undefined) link.length = length;
    if (link.rate === undefined) return `has ${quoted(rate ?? "")} as its rate; expected one such as 100Gbps`;
    return length === undefined ? `has ${quoted(delay ?? "")} as its delay; expected one such as 0.001ms` : null;
  }

  function placeOf(word: string): number | null {
    const n = /^\d{1,9}$/.test(word) ? Number(word) : -1;
    return n >= 0 && n < nodes ? n : null;
  }
}

const number = (value: number) => value.toLocaleString("en-US");
