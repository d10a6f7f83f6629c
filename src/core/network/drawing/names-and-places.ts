/** Texts with the names and places of a drawing. They do not change any run. */
import { type Drawing, type DrawnNode, maxCoordinate, maxNameLength, type DrawnPlace } from "./drawing.ts";
import { SymbolReader, SymbolWriter, UnreadableText } from "../../base/symbols.ts";

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
const maxSwitchNumber = 999_999;

/**
 * Adds the names of nodes and the numbers of switches to a drawing, from a text such as `s4:storage;t0:login;s4=9` (`s4=9`: the fifth
 * switch has the number 9, and the following switches count on).
 * @throws UnreadableText
 */
export function readNames(text: string, drawing: Drawing): Drawing {
  if (text === "") return drawing;
  const names = new Map<string, string>();
  const numbers = new Map<number, number>();
  for (const part of text.split(";")) {
    const [, kind, index, separator, value] = /^([st])(0|[1-9]\d{0,5})([:=])(.+)$/su.exec(part) ?? [];
    if (kind === undefined) throw new UnreadableText(`has "${part.slice(0, 30)}"; expected names as s0:storage or t3:login`);
    const count = kind === "s" ? drawing.switches.length : drawing.terminals.length;
    const noun = kind === "s" ? "switches" : "terminals";
    if (Number(index) >= count) throw new UnreadableText(`names ${kind}${index}; the ${count} ${noun} are counted from 0`);
    if (separator === ":") names.set(kind + index, value);
    else if (kind === "s" && /^\d{1,6}$/.test(value)) numbers.set(Number(index), Number(value));
    else throw new UnreadableText(`has "${part.slice(0, 30)}"; expected a number, as s4=9`);
    if (separator === ":" && cleanName(value) !== value)
      throw new UnreadableText(`has the name "${value.slice(0, 60)}"; expected ${nameRule}`);
  }
  const withName = <N extends DrawnNode>(node: N, key: string): N => (names.has(key) ? { ...node, name: names.get(key)! } : node);
  // Switch numbers ascend; a switch without a given number gets the number after the previous one.
  let nextNumber = 0;
  const switches = drawing.switches.map((each, s) => {
    const number = numbers.get(s) ?? nextNumber;
    if (number < nextNumber || number > maxSwitchNumber)
      throw new UnreadableText(`numbers a switch ${number}; expected ${nextNumber} to ${maxSwitchNumber}`);
    nextNumber = number + 1;
    return withName({ ...each, number }, `s${s}`);
  });
  return { ...drawing, switches, terminals: drawing.terminals.map((each, t) => withName(each, `t${t}`)) };
}

const nameRule = `1 to ${maxNameLength} visible characters, without semicolons`;

/** The nearest valid name; empty if no valid character remains. */
export function cleanName(text: string): string {
  const short = Array.from(removeInvisible(text)).slice(0, maxNameLength).join("");
  // The cut may have split a character sequence, so the result is cleaned again.
  return removeInvisible(short);
}

/** Removes invisible characters, except zero-width joiners within emoji, and collapses white space. */
function removeInvisible(text: string): string {
  const emojiJoiners = /(?<=\p{Extended_Pictographic}\uFE0F?\p{EMod}?)\u200D(?=\p{Extended_Pictographic})/gu;
  return text
    .split(emojiJoiners)
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
  const writer = new SymbolWriter();
  let [last, x, y] = [-1, 0, 0];
  [...switches, ...terminals].forEach(({ place }, n) => {
    if (place === undefined) return;
    writer
      .number(n - last - 1)
      .signed(place[0] - x)
      .signed(place[1] - y);
    [last, x, y] = [n, place[0], place[1]];
  });
  return writer.text;
}

/**
 * Adds positions on the drawing area to the nodes of a drawing. The text contains, for each node with a position, differences from the node
 * before: node number, x and y. Nodes are the switches and then the terminals.
 * @throws UnreadableText
 */
export function readPlaces(text: string, drawing: Drawing): Drawing {
  if (text === "") return drawing;
  const reader = new SymbolReader(text);
  const places = new Map<number, DrawnPlace>();
  const count = drawing.switches.length + drawing.terminals.length;
  let [n, x, y] = [-1, 0, 0];
  while (!reader.isAtEnd) {
    n += reader.number() + 1;
    x += reader.signed();
    y += reader.signed();
    if (n >= count) throw new UnreadableText(`has positions for more than the ${count} switches and terminals`);
    if (Math.max(Math.abs(x), Math.abs(y)) > maxCoordinate)
      throw new UnreadableText(`has the position ${x}, ${y}; expected −${maxCoordinate} to ${maxCoordinate}`);
    places.set(n, [x, y]);
  }
  const withPlace = <N extends DrawnNode>(node: N, i: number): N => {
    const place = places.get(i);
    return place === undefined ? node : { ...node, place };
  };
  return {
    ...drawing,
    switches: drawing.switches.map(withPlace),
    terminals: drawing.terminals.map((each, t) => withPlace(each, drawing.switches.length + t)),
  };
}
