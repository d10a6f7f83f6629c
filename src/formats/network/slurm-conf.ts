/** Slurm's `topology.conf`: one line per switch with the switches or nodes below it, or lines for blocks or rings. */
import type { Format, Given, Reading } from "../contract.ts";
import { eachLine, firstLines } from "../lines.ts";
import { Telling } from "../told.ts";
import { idFault } from "./gathering.ts";
import { type Said, SlurmNetwork, slurmCannotSay, slurmSwitches } from "./slurm.ts";

export const slurmConf: Format = {
  id: "slurm-conf",
  title: "Slurm topology.conf",
  carries: "network",
  extension: "conf",
  source: "Slurm 26.11, topology.conf(5)",
  cannotSay: slurmCannotSay,
  recognise(head) {
    const lines = firstLines(head, 200, (line) => !/^\s*#/.test(line));
    const known = lines.filter((line) => /^\s*(?:SwitchName|BlockName|RingName|BlockSizes)\s*=/i.test(line.slice(0, 200))).length;
    return known === 0 ? 0 : known >= 0.5 * lines.length ? 0.97 : 0.7;
  },
  read,
  write({ network }) {
    return `${slurmSwitches(network!)
      .map(({ name, children, nodes }) =>
        [`SwitchName=${name}`, children === undefined ? "" : ` Switches=${children}`, nodes === undefined ? "" : ` Nodes=${nodes}`].join(
          "",
        ),
      )
      .join("\n")}\n`;
  },
};

/** Keys of topology.conf in lower case, and keys that `scontrol show topology` adds. */
const keys = new Set(["switchname", "switches", "nodes", "linkspeed", "blockname", "blocksizes", "ringname", "level", "blocksize"]);

function read(text: string, given: Given = {}): Reading {
  const tell = new Telling();
  const network = new SlurmNetwork(tell);
  /** Parts of a line that continues after a backslash, and its line number. */
  let parts: string[] = [];
  let begin = 0;
  const count = eachLine(
    text,
    (line, from, to) => {
      const end = commentAt(text, from, to);
      let last = end;
      while (last > from && /\s/.test(text[last - 1])) last--;
      const goesOn = end === to && last > from && text[last - 1] === "\\";
      if (parts.length === 0) begin = line;
      parts.push(text.slice(from, goesOn ? last - 1 : last));
      if (!goesOn) finishLine();
    },
    given.onPart,
  );
  if (parts.length > 0) finishLine();
  network.finish();
  return network.found.reading("slurm-conf", count, tell, "It names no switch. Give lines such as SwitchName=s0 Nodes=tux[0-3].");

  /** Reads a complete line of key–value pairs as a switch, block or ring. */
  function finishLine(): void {
    const whole = parts.length === 1 ? parts[0] : parts.join(" ");
    parts = [];
    if (whole.trim() === "") return;
    const said: Said = { line: begin, text: whole.slice(0, 1000) };
    const note = (why: string) => tell.note(said.line, said.text, why);
    const pairs = new Map<string, string>();
    for (let at = 0; ;) {
      while (at < whole.length && isBlank(whole[at])) at++;
      if (at === whole.length) break;
      const pair = pairAt(whole, at);
      if (typeof pair === "string") {
        note(pair);
        return;
      }
      const key = pair.key.toLowerCase();
      if (!keys.has(key)) note(`has "${pair.key.slice(0, 40)}", which is no key of topology.conf`);
      else if (pairs.has(key)) note(`says ${pair.key} twice`);
      else pairs.set(key, pair.value);
      at = pair.end;
    }
    const name = pairs.get("switchname") ?? pairs.get("blockname") ?? pairs.get("ringname");
    if (pairs.has("blocksizes")) {
      network.setBlockSizes(
        pairs
          .get("blocksizes")!
          .split(",", 32)
          .map(Number)
          .filter((size) => size > 0),
      );
    }
    if (name === undefined) {
      if (pairs.size > 0 && !pairs.has("blocksizes")) note("names no switch, block or ring");
      return;
    }
    const fault = name === "" ? "has an empty name" : idFault(name);
    if (fault !== null) note(fault);
    else if (pairs.has("switchname")) network.addSwitch(said, name, pairs.get("switches"), pairs.get("nodes"));
    else if (pairs.has("blockname")) network.addBlock(said, name, pairs.get("nodes"));
    else network.addRing(said, name, pairs.get("nodes"));
  }
}

const isBlank = (sign: string) => sign === " " || sign === "\t" || sign === "\u{a0}";

/** Offset where a comment starts, or where the line ends. */
function commentAt(text: string, from: number, to: number): number {
  for (let at = from; at < to; at++) if (text[at] === "#" && text[at - 1] !== "\\") return at;
  return to;
}

/** A key with its value and the offset after it, or the reason why there is none. */
function pairAt(text: string, from: number): { readonly key: string; readonly value: string; readonly end: number } | string {
  let at = from;
  while (at < text.length && !isBlank(text[at]) && text[at] !== "=") at++;
  const key = text.slice(from, at);
  while (at < text.length && isBlank(text[at])) at++;
  if (text[at] !== "=" || key === "") return `has "${text.slice(from, from + 40)}" where Key=Value is expected`;
  at++;
  while (at < text.length && isBlank(text[at])) at++;
  if (text[at] === '"') {
    const close = text.indexOf('"', at + 1);
    if (close < 0) return "opens a quotation that it does not close";
    return { key, value: text.slice(at + 1, close), end: close + 1 };
  }
  const begin = at;
  while (at < text.length && !isBlank(text[at])) at++;
  return { key, value: text.slice(begin, at), end: at };
}
