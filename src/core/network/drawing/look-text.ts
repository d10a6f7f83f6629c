/** Texts with the names and places of a drawing. They do not change any run. */
import { type Drawing, type DrawnNode, farthest, longestName, type Place } from "./drawing.ts";
import { SymbolReader, SymbolWriter, Unreadable } from "../../base/symbols.ts";

/** Writes names as `s4:storage;t0:login`; `s4=9` means that switches are numbered from 9 on, starting with the fifth. */
export function writeNames({ switches, terminals }: Pick<Drawing, "switches" | "terminals">): string {
  const parts: string[] = [];
  switches.forEach(({ number, name }, s) => {
    if (number !== (s > 0 ? switches[s - 1].number + 1 : 0)) parts.push(`s${s}=${number}`);
    if (name !== undefined) parts.push(`s${s}:${name}`);
  });
  terminals.forEach(({ name }, t) => name !== undefined && parts.push(`t${t}:${name}`));
  return parts.join(";");
}

/** Largest number of a switch. */
const largestNumber = 999_999;

/**
 * Adds names and numbers to a drawing.
 * @throws UnreadableText
 */
export function readNames(text: string, bare: Drawing): Drawing {
  if (text === "") return bare;
  const names = new Map<string, string>();
  const numbers = new Map<number, number>();
  for (const part of text.split(";")) {
    const [, kind, place, sign, said] = /^([st])(0|[1-9]\d{0,5})([:=])(.+)$/su.exec(part) ?? [];
    if (kind === undefined) throw new Unreadable(`has "${part.slice(0, 30)}"; expected names as s0:storage or t3:login`);
    const count = kind === "s" ? bare.switches.length : bare.terminals.length;
    const noun = kind === "s" ? "switches" : "terminals";
    if (Number(place) >= count) throw new Unreadable(`names ${kind}${place}; the ${count} ${noun} are counted from 0`);
    if (sign === ":") names.set(kind + place, said);
    else if (kind === "s" && /^\d{1,6}$/.test(said)) numbers.set(Number(place), Number(said));
    else throw new Unreadable(`has "${part.slice(0, 30)}"; expected a number, as s4=9`);
    if (sign === ":" && cleanName(said) !== said) throw new Unreadable(`has the name "${said.slice(0, 60)}"; expected ${nameRule}`);
  }
  const named = <N extends DrawnNode>(node: N, key: string): N => (names.has(key) ? { ...node, name: names.get(key)! } : node);
  let next = 0;
  const switches = bare.switches.map((each, s) => {
    const number = numbers.get(s) ?? next;
    if (number < next || number > largestNumber) throw new Unreadable(`numbers a switch ${number}; expected ${next} to ${largestNumber}`);
    next = number + 1;
    return named({ ...each, number }, `s${s}`);
  });
  return { ...bare, switches, terminals: bare.terminals.map((each, t) => named(each, `t${t}`)) };
}

const nameRule = `1 to ${longestName} characters that can be seen, without semicolons`;

/** The nearest valid name; empty if no valid character remains. */
export function cleanName(text: string): string {
  const short = Array.from(visible(text)).slice(0, longestName).join("");
  // The cut may have split a character sequence, so the result is cleaned again.
  return visible(short);
}

/** Removes invisible characters, except zero-width joiners within emoji, and collapses white space. */
function visible(text: string): string {
  const joins = /(?<=\p{Extended_Pictographic}\uFE0F?\p{EMod}?)\u200D(?=\p{Extended_Pictographic})/gu;
  return text
    .split(joins)
    .map((part) => part.replace(/[;\p{Cc}\p{Cf}\p{Cs}]/gu, " "))
    .join("\u200D")
    .replace(/\s+/gu, " ")
    .trim();
}

/**
 * Writes the places of nodes that the user has placed: switches, then terminals, each as differences from the previous entry's index, x and
 * y.
 */
export function writePlaces({ switches, terminals }: Pick<Drawing, "switches" | "terminals">): string {
  const write = new SymbolWriter();
  let [last, x, y] = [-1, 0, 0];
  [...switches, ...terminals].forEach(({ place }, n) => {
    if (place === undefined) return;
    write
      .number(n - last - 1)
      .signed(place[0] - x)
      .signed(place[1] - y);
    [last, x, y] = [n, place[0], place[1]];
  });
  return write.text;
}

/**
 * Adds places to a drawing.
 * @throws UnreadableText
 */
export function readPlaces(text: string, bare: Drawing): Drawing {
  if (text === "") return bare;
  const read = new SymbolReader(text);
  const places = new Map<number, Place>();
  const count = bare.switches.length + bare.terminals.length;
  let [n, x, y] = [-1, 0, 0];
  while (!read.isAtEnd) {
    n += read.number() + 1;
    x += read.signed();
    y += read.signed();
    if (n >= count) throw new Unreadable(`places more than the ${count} switches and terminals`);
    if (Math.max(Math.abs(x), Math.abs(y)) > farthest)
      throw new Unreadable(`puts something at ${x}, ${y}; expected −${farthest} to ${farthest}`);
    places.set(n, [x, y]);
  }
  const placed = <N extends DrawnNode>(node: N, i: number): N => {
    const place = places.get(i);
    return place === undefined ? node : { ...node, place };
  };
  return {
    ...bare,
    switches: bare.switches.map(placed),
    terminals: bare.terminals.map((each, t) => placed(each, bare.switches.length + t)),
  };
}
