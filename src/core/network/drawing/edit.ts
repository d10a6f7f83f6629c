/**
 * Edits of a drawing. Each function returns a new drawing and leaves the old one unchanged. Switches and links are given by their index in
 * the list, terminals by their number.
 */
import { defined } from "../../base/defined.ts";
import { axesIn } from "../axes.ts";
import { buildDrawing } from "./build.ts";
import {
  type Drawing,
  type DrawnLink,
  type DrawnSwitch,
  type DrawnTerminal,
  type End,
  inOrder,
  isTerminal,
  linksByEnd,
  most,
  nameOfSwitch,
  type Place,
  terminalEnd,
  terminalOf,
} from "./drawing.ts";
import { cleanName } from "./look-text.ts";

/** The reason why a drawing exceeds a limit, as a sentence; null if it does not. */
export function tooLarge({ switches, terminals, links }: Drawing): string | null {
  for (const [what, list] of Object.entries({ switches, terminals, links }) as [keyof typeof most, readonly unknown[]][]) {
    if (list.length > most[what])
      return `A drawing has at most ${most[what].toLocaleString("en-US")} ${what}; this would make ${list.length.toLocaleString("en-US")}.`;
  }
  return null;
}

/** Adds a switch at the end of the list, with `terminals` terminals. */
export function withSwitch(drawing: Drawing, place?: Place, terminals = 0): Drawing {
  const own = { number: nextNumber(drawing), ...defined({ place }) };
  const s = drawing.switches.length;
  const next = { ...drawing, switches: [...drawing.switches, own] };
  return settled(
    terminals === 0
      ? next
      : hung(
          next,
          Array.from({ length: terminals }, () => s),
        ),
  );
}

const nextNumber = ({ switches }: Drawing) => (switches.at(-1)?.number ?? -1) + 1;

/**
 * Adds `count` links between two ends. Returns the same drawing if they cannot be linked: an end with itself, or two terminals that do not
 * forward packets.
 */
export function withLink(drawing: Drawing, a: End, b: End, count = 1): Drawing {
  if (a === b || (isTerminal(a) && isTerminal(b) && !drawing.forwards) || count < 1) return drawing;
  return settled(
    joined(
      drawing,
      Array.from({ length: count }, () => [a, b] as const),
    ),
  );
}

/** Adds a link from each source switch to switch `to`, except from `to` itself. */
export function withLinks(drawing: Drawing, sources: readonly number[], to: number): Drawing {
  const pairs = sources.filter((from) => from !== to).map((from) => [from, to] as const);
  return pairs.length === 0 ? drawing : settled(joined(drawing, pairs));
}

/** Adds links at the end of the list. Spare ports are used up first. */
function joined(drawing: Drawing, pairs: readonly (readonly [End, End])[]): Drawing {
  const links = pairs.map((ends): DrawnLink => {
    const [a, b] = inOrder(...ends);
    return { a, b };
  });
  const used = new Map<End, number>();
  for (const end of pairs.flat()) used.set(end, (used.get(end) ?? 0) + 1);
  const switches = drawing.switches.map((each, s) => {
    const { spare, ...rest } = each;
    const left = (spare ?? 0) - (used.get(s) ?? 0);
    return spare === undefined || left === spare ? each : left > 0 ? { ...rest, spare: left } : rest;
  });
  return { ...drawing, switches, links: [...drawing.links, ...links] };
}

/** Removes links. */
export function withoutLinks(drawing: Drawing, links: ReadonlySet<number>): Drawing {
  return settled({ ...drawing, links: drawing.links.filter((_, i) => !links.has(i)) });
}

/** Indices of the links between two ends. */
export function linksBetween({ links }: Drawing, a: End, b: End): readonly number[] {
  const [low, high] = inOrder(a, b);
  return links.flatMap((link, i) => (link.a === low && link.b === high ? [i] : []));
}

/** Sets the number of links between two ends. The last links are removed first. */
export function withMultiplicity(drawing: Drawing, a: End, b: End, count: number): Drawing {
  const own = linksBetween(drawing, a, b);
  return count >= own.length ? withLink(drawing, a, b, count - own.length) : withoutLinks(drawing, new Set(own.slice(count)));
}

/** Adds terminals to a switch, with the lowest free numbers. */
export function withTerminals(drawing: Drawing, s: number, count = 1): Drawing {
  return settled(
    hung(
      drawing,
      Array.from({ length: count }, () => s),
    ),
  );
}

/** Adds one terminal to each of these switches. */
function hung(drawing: Drawing, homes: readonly number[]): Drawing {
  const isLinked = new Uint8Array(drawing.terminals.length);
  for (const { a, b } of drawing.links) for (const end of [a, b]) if (isTerminal(end)) isLinked[terminalOf(end)] = 1;
  const terminals = [...drawing.terminals];
  const pairs: (readonly [End, End])[] = [];
  let t = 0;
  for (const s of homes) {
    while (t < terminals.length && (isLinked[t] === 1 || terminals[t].isLost === true)) t++;
    terminals[t] = coordinatesOn({ ...drawing, terminals }, s, t);
    pairs.push([terminalEnd(t++), s]);
  }
  return joined({ ...drawing, terminals }, pairs);
}

/** Coordinates of a new terminal: those of its switch, or in a tree the next free position. */
function coordinatesOn({ axes, switches, terminals }: Drawing, s: number, t: number): DrawnTerminal {
  if (axes.length === 0) return {};
  const position = axes.findIndex(({ kind }) => kind === "position");
  const { at } = switches[s];
  if (position < 0) return defined({ at });
  const places = terminals.map(({ at }) => at?.[position] ?? -1);
  return { at: axes.map((_, axis) => (axis === position ? (places[t] ?? Math.max(-1, ...places) + 1) : -1)) };
}

/** Terminals linked to a switch, in the order in which they were plugged in. */
export function terminalsOn(drawing: Drawing, s: number): readonly number[] {
  const own = drawing.links.flatMap(({ a, b }) => (b === s && isTerminal(a) ? [terminalOf(a)] : []));
  return [...new Set(own)];
}

/** Removes terminals. Their numbers become free. */
export function withoutTerminals(drawing: Drawing, gone: ReadonlySet<number>): Drawing {
  const links = drawing.links.filter(({ a, b }) => ![a, b].some((end) => isTerminal(end) && gone.has(terminalOf(end))));
  const terminals = drawing.terminals.map(({ at }, t) => (gone.has(t) ? defined({ at }) : drawing.terminals[t]));
  return settled(trimmed({ ...drawing, links, terminals }));
}

/** Removes free numbers at the end of the list, unless the axes depend on them. */
function trimmed(drawing: Drawing): Drawing {
  const isLinked = new Set(drawing.links.flatMap(({ a, b }) => [a, b]));
  let count = drawing.terminals.length;
  while (count > 0 && !isLinked.has(terminalEnd(count - 1)) && drawing.terminals[count - 1].isLost !== true) count--;
  const shorter = { ...drawing, terminals: drawing.terminals.slice(0, count) };
  return drawing.axes.length > 0 && axesIn(buildDrawing(shorter)) === "broken" ? drawing : shorter;
}

/** Sets the number of terminals on a switch. The last terminals are removed first. */
export function withTerminalCount(drawing: Drawing, s: number, count: number): Drawing {
  const own = terminalsOn(drawing, s);
  return count >= own.length ? withTerminals(drawing, s, count - own.length) : withoutTerminals(drawing, new Set(own.slice(count)));
}

/** Moves a terminal, with all its links to switch `from`, to switch `to`. */
export function rehung(drawing: Drawing, t: number, from: number, to: number): Drawing {
  const own = linksBetween(drawing, terminalEnd(t), from);
  const without = { ...drawing, links: drawing.links.filter((_, i) => !own.includes(i)) };
  const next = joined(
    without,
    own.map(() => [terminalEnd(t), to] as const),
  );
  const at = coordinatesOn(next, to, t);
  return settled({ ...next, terminals: next.terminals.map((each, i) => (i === t ? { ...each, ...at } : each)) });
}

/** Removes switches, their links, and the terminals that had no other switch. */
export function withoutSwitches(drawing: Drawing, gone: ReadonlySet<number>): Drawing {
  const place = new Int32Array(drawing.switches.length);
  let next = 0;
  for (let s = 0; s < place.length; s++) place[s] = gone.has(s) ? -1 : next++;
  const isLeft = (end: End) => isTerminal(end) || place[end] >= 0;
  const moved = (end: End) => (isTerminal(end) ? end : place[end]);
  const links = drawing.links.flatMap((link) =>
    isLeft(link.a) && isLeft(link.b) ? [{ ...link, a: moved(link.a), b: moved(link.b) }] : [],
  );
  const before = linksByEnd(drawing).terminals;
  const linked = new Set(links.flatMap(({ a, b }) => [a, b]));
  const lone = drawing.terminals.flatMap((_, t) => (before[t].length > 0 && !linked.has(terminalEnd(t)) ? [t] : []));
  return withoutTerminals({ ...drawing, links, switches: drawing.switches.filter((_, s) => !gone.has(s)) }, new Set(lone));
}

/** Renames a switch or terminal. An empty or default name restores the number as its name. */
export function renamed(drawing: Drawing, end: End, text: string): Drawing {
  const name = cleanName(text);
  const put = <N extends { readonly name?: string }>(node: N, usual: string): N => {
    const { name: _, ...rest } = node;
    return (name === "" || name === usual ? rest : { ...rest, name }) as N;
  };
  if (isTerminal(end))
    return { ...drawing, terminals: drawing.terminals.map((each, t) => (t === terminalOf(end) ? put(each, `terminal ${t}`) : each)) };
  return { ...drawing, switches: drawing.switches.map((each, s) => (s === end ? put(each, `switch ${each.number}`) : each)) };
}

/** Renames switches to a word with consecutive numbers from 1, in the given order. Names that other switches have are skipped. */
export function renamedAll(drawing: Drawing, list: readonly number[], word: string): Drawing {
  const stem = cleanName(word).replace(/\s*\d*$/u, "");
  if (stem === "") return drawing;
  const own = new Set(list);
  const taken = new Set(drawing.switches.flatMap((each, s) => (own.has(s) ? [] : [nameOfSwitch(each)])));
  const names = new Map<number, string>();
  let next = 1;
  for (const s of list) {
    while (taken.has(`${stem} ${next}`)) next++;
    names.set(s, cleanName(`${stem} ${next++}`));
  }
  return { ...drawing, switches: drawing.switches.map((each, s) => (names.has(s) ? { ...each, name: names.get(s)! } : each)) };
}

/** Sets the places of switches. A null place returns the switch to the automatic layout. */
export function placed(drawing: Drawing, places: ReadonlyMap<number, Place | null>): Drawing {
  if (places.size === 0) return drawing;
  return {
    ...drawing,
    switches: drawing.switches.map((each, s) => {
      const place = places.get(s);
      if (place === undefined) return each;
      const { place: _, ...rest } = each;
      return place === null ? rest : { ...rest, place };
    }),
  };
}

/** Names for copies of switches: the original name with the next free number. */
export function namesOfCopies({ switches }: Drawing, chosen: readonly number[]): readonly string[] {
  const taken = new Set(switches.map(nameOfSwitch));
  return chosen.map((s) => {
    const name = nameOfSwitch(switches[s]);
    const [, stem, number] = /^(.*?)(\d{1,6})$/su.exec(name) ?? [undefined, `${name} `, "1"];
    let next = Number(number) + 1;
    while (taken.has(`${stem}${next}`)) next++;
    const free = cleanName(`${stem}${next}`);
    taken.add(free);
    return free;
  });
}

/**
 * Copies switches, with their terminals and the links among them.
 * @param places Places of the copies. Copies without one are placed by the layout.
 * @param isLikeFirst Whether the copies also get the links of the originals to other switches.
 */
export function withCopies(
  drawing: Drawing,
  chosen: readonly number[],
  places: ReadonlyMap<number, Place>,
  isLikeFirst: boolean,
): { readonly drawing: Drawing; readonly copies: readonly number[] } {
  const copyOf = new Map(chosen.map((s, i) => [s, drawing.switches.length + i]));
  const names = namesOfCopies(drawing, chosen);
  let number = nextNumber(drawing);
  const switches = chosen.map((s, i): DrawnSwitch => {
    const place = places.get(s);
    const own = { number: number++, ...defined({ place }) };
    return names[i] === nameOfSwitch(own) ? own : { ...own, name: names[i] };
  });
  const pairs = drawing.links.flatMap(({ a, b }): readonly (readonly [End, End])[] => {
    if (isTerminal(a)) return [];
    const [p, q] = [copyOf.get(a), copyOf.get(b)];
    if (p === undefined && q === undefined) return [];
    if (p === undefined || q === undefined) return isLikeFirst ? [[p ?? a, q ?? b]] : [];
    return [[p, q]];
  });
  // Each terminal link of an original gives its copy one new terminal, even if several originals share the terminal.
  const homes = chosen.flatMap((s) => {
    const own = drawing.links.filter(({ a, b }) => b === s && isTerminal(a));
    return own.map(() => copyOf.get(s)!);
  });
  const linked = joined(hung({ ...drawing, switches: [...drawing.switches, ...switches] }, homes), pairs);
  const spareOf = new Map(chosen.map((s) => [copyOf.get(s)!, drawing.switches[s].spare]));
  const whole = linked.switches.map((each, s) => (spareOf.get(s) === undefined ? each : { ...each, spare: spareOf.get(s)! }));
  return { drawing: settled({ ...linked, switches: whole }), copies: [...copyOf.values()] };
}

/** Links every two of the chosen switches that are not linked yet. */
export function linkedEachToEach(drawing: Drawing, chosen: readonly number[]): Drawing {
  return linkedWhereNone(
    drawing,
    chosen.flatMap((a, i) => chosen.slice(i + 1).map((b) => [a, b] as const)),
  );
}

/** The neighbors of a switch, each with the number of links to it. */
export function switchesAround({ links }: Drawing, s: number): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const { a, b } of links) {
    if (isTerminal(a) || (a !== s && b !== s)) continue;
    const other = a === s ? b : a;
    found.set(other, (found.get(other) ?? 0) + 1);
  }
  return found;
}

/** Gives switches the same neighbors as a model switch, by adding the links that they lack. */
export function linkedLike(drawing: Drawing, chosen: readonly number[], model: number): Drawing {
  const around = switchesAround(drawing, model);
  /** Required links by pair of ends: one link between two of the chosen switches serves both. */
  const wanted = new Map<string, readonly [low: number, high: number, count: number]>();
  for (const s of chosen) {
    for (const [other, count] of s === model ? [] : around) {
      if (other === s) continue;
      const [low, high] = inOrder(s, other);
      wanted.set(`${low} ${high}`, [low, high, Math.max(count, wanted.get(`${low} ${high}`)?.[2] ?? 0)]);
    }
  }
  const pairs = [...wanted.values()].flatMap(([low, high, count]) => {
    const missing = Math.max(0, count - linksBetween(drawing, low, high).length);
    return Array.from({ length: missing }, () => [low, high] as const);
  });
  return pairs.length === 0 ? drawing : settled(joined(drawing, pairs));
}

function linkedWhereNone(drawing: Drawing, pairs: readonly (readonly [End, End])[]): Drawing {
  const S = drawing.switches.length;
  const known = new Set(drawing.links.map(({ a, b }) => a * S + b));
  const missing = pairs.filter(([a, b]) => !known.has(Math.min(a, b) * S + Math.max(a, b)));
  return missing.length === 0 ? drawing : settled(joined(drawing, missing));
}

/** Removes the axes and coordinates from a drawing whose links contradict them, and updates whether promised links are missing. */
function settled(drawing: Drawing): Drawing {
  if (drawing.axes.length === 0) return drawing.isPartial ? { ...drawing, isPartial: false } : drawing;
  const found = axesIn(buildDrawing(drawing));
  if (found !== "broken") return { ...drawing, isPartial: found === "partial" };
  const bare = <N extends { readonly at?: readonly number[] }>(node: N): N => {
    const { at: _, ...rest } = node;
    return rest as N;
  };
  const classes = drawing.links.some((each) => each.class !== undefined) ? drawing.classes : [];
  return { ...drawing, switches: drawing.switches.map(bare), terminals: drawing.terminals.map(bare), axes: [], classes, isPartial: false };
}
