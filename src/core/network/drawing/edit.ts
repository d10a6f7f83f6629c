/**
 * Edits of a drawing. Each function returns a new drawing and leaves the old one unchanged. Switches and links are given by their index in
 * the list, terminals by their number.
 */
import { withoutUndefined } from "../../base/defined.ts";
import { checkAxes } from "../axes.ts";
import { buildDrawing } from "./build.ts";
import {
  type Drawing,
  type DrawnLink,
  type DrawnSwitch,
  type DrawnTerminal,
  type LinkEnd,
  orderedEnds,
  isTerminalEnd,
  linksByEnd,
  drawingLimits,
  nameOfSwitch,
  type DrawnPlace,
  terminalEnd,
  terminalOfEnd,
} from "./drawing.ts";
import { cleanName } from "./names-and-places.ts";

/** The reason why a drawing exceeds a limit, as a sentence; null if it does not. */
export function reasonTooLarge({ switches, terminals, links }: Drawing): string | null {
  for (const [noun, list] of Object.entries({ switches, terminals, links }) as [keyof typeof drawingLimits, readonly unknown[]][]) {
    if (list.length > drawingLimits[noun])
      return `A drawing has at most ${drawingLimits[noun].toLocaleString("en-US")} ${noun}; this would make ${list.length.toLocaleString("en-US")}.`;
  }
  return null;
}

/** Adds a switch at the end of the list, with `terminals` terminals. */
export function withSwitch(drawing: Drawing, place?: DrawnPlace, terminals = 0): Drawing {
  const added = { number: nextNumber(drawing), ...withoutUndefined({ place }) };
  const s = drawing.switches.length;
  const extended = { ...drawing, switches: [...drawing.switches, added] };
  return dropBrokenAxes(
    terminals === 0
      ? extended
      : addTerminals(
          extended,
          Array.from({ length: terminals }, () => s),
        ),
  );
}

const nextNumber = ({ switches }: Drawing) => (switches.at(-1)?.number ?? -1) + 1;

/**
 * Adds `count` links between two ends. Returns the same drawing if they cannot be linked: an end with itself, or two terminals that do not
 * forward packets.
 */
export function withLink(drawing: Drawing, a: LinkEnd, b: LinkEnd, count = 1): Drawing {
  if (a === b || (isTerminalEnd(a) && isTerminalEnd(b) && !drawing.forwards) || count < 1) return drawing;
  return dropBrokenAxes(
    addLinks(
      drawing,
      Array.from({ length: count }, () => [a, b] as const),
    ),
  );
}

/** Adds a link from each source switch to switch `to`, except from `to` itself. */
export function withLinks(drawing: Drawing, sources: readonly number[], to: number): Drawing {
  const pairs = sources.filter((from) => from !== to).map((from) => [from, to] as const);
  return pairs.length === 0 ? drawing : dropBrokenAxes(addLinks(drawing, pairs));
}

/** Adds links at the end of the list. Spare ports are used up first. */
function addLinks(drawing: Drawing, pairs: readonly (readonly [LinkEnd, LinkEnd])[]): Drawing {
  const links = pairs.map((ends): DrawnLink => {
    const [a, b] = orderedEnds(...ends);
    return { a, b };
  });
  const used = new Map<LinkEnd, number>();
  for (const end of pairs.flat()) used.set(end, (used.get(end) ?? 0) + 1);
  const switches = drawing.switches.map((each, s) => {
    const { spare, ...rest } = each;
    const sparePorts = (spare ?? 0) - (used.get(s) ?? 0);
    return spare === undefined || sparePorts === spare ? each : sparePorts > 0 ? { ...rest, spare: sparePorts } : rest;
  });
  return { ...drawing, switches, links: [...drawing.links, ...links] };
}

/** Removes links. */
export function withoutLinks(drawing: Drawing, links: ReadonlySet<number>): Drawing {
  return dropBrokenAxes({ ...drawing, links: drawing.links.filter((_, i) => !links.has(i)) });
}

/** Indices of the links between two ends. */
export function linksBetween({ links }: Drawing, a: LinkEnd, b: LinkEnd): readonly number[] {
  const [low, high] = orderedEnds(a, b);
  return links.flatMap((link, i) => (link.a === low && link.b === high ? [i] : []));
}

/** Sets the number of links between two ends. The last links are removed first. */
export function withLinkCount(drawing: Drawing, a: LinkEnd, b: LinkEnd, count: number): Drawing {
  const existing = linksBetween(drawing, a, b);
  return count >= existing.length
    ? withLink(drawing, a, b, count - existing.length)
    : withoutLinks(drawing, new Set(existing.slice(count)));
}

/** Adds terminals to a switch, with the lowest free numbers. */
export function withTerminals(drawing: Drawing, s: number, count = 1): Drawing {
  return dropBrokenAxes(
    addTerminals(
      drawing,
      Array.from({ length: count }, () => s),
    ),
  );
}

/** Adds one terminal to each of these switches. */
function addTerminals(drawing: Drawing, switchIndices: readonly number[]): Drawing {
  const isLinked = new Uint8Array(drawing.terminals.length);
  for (const { a, b } of drawing.links) for (const end of [a, b]) if (isTerminalEnd(end)) isLinked[terminalOfEnd(end)] = 1;
  const terminals = [...drawing.terminals];
  const pairs: (readonly [LinkEnd, LinkEnd])[] = [];
  let t = 0;
  for (const s of switchIndices) {
    while (t < terminals.length && (isLinked[t] === 1 || terminals[t].isLost === true)) t++;
    terminals[t] = terminalCoordinates({ ...drawing, terminals }, s, t);
    pairs.push([terminalEnd(t++), s]);
  }
  return addLinks({ ...drawing, terminals }, pairs);
}

/** Coordinates of a new terminal: those of its switch, or in a tree the next free position. */
function terminalCoordinates({ axes, switches, terminals }: Drawing, s: number, t: number): DrawnTerminal {
  if (axes.length === 0) return {};
  const position = axes.findIndex(({ kind }) => kind === "position");
  const { at } = switches[s];
  if (position < 0) return withoutUndefined({ at });
  const positions = terminals.map(({ at }) => at?.[position] ?? -1);
  return { at: axes.map((_, axis) => (axis === position ? (positions[t] ?? Math.max(-1, ...positions) + 1) : -1)) };
}

/** Terminals linked to a switch, in the order in which they were plugged in. */
export function terminalsOn(drawing: Drawing, s: number): readonly number[] {
  const terminals = drawing.links.flatMap(({ a, b }) => (b === s && isTerminalEnd(a) ? [terminalOfEnd(a)] : []));
  return [...new Set(terminals)];
}

/** Removes terminals. Their numbers become free. */
export function withoutTerminals(drawing: Drawing, removed: ReadonlySet<number>): Drawing {
  const links = drawing.links.filter(({ a, b }) => ![a, b].some((end) => isTerminalEnd(end) && removed.has(terminalOfEnd(end))));
  const terminals = drawing.terminals.map(({ at }, t) => (removed.has(t) ? withoutUndefined({ at }) : drawing.terminals[t]));
  return dropBrokenAxes(trimFreeTerminals({ ...drawing, links, terminals }));
}

/** Removes free numbers at the end of the list, unless the axes depend on them. */
function trimFreeTerminals(drawing: Drawing): Drawing {
  const isLinked = new Set(drawing.links.flatMap(({ a, b }) => [a, b]));
  let count = drawing.terminals.length;
  while (count > 0 && !isLinked.has(terminalEnd(count - 1)) && drawing.terminals[count - 1].isLost !== true) count--;
  const shorter = { ...drawing, terminals: drawing.terminals.slice(0, count) };
  return drawing.axes.length > 0 && checkAxes(buildDrawing(shorter)) === "broken" ? drawing : shorter;
}

/** Sets the number of terminals on a switch. The last terminals are removed first. */
export function withTerminalCount(drawing: Drawing, s: number, count: number): Drawing {
  const existing = terminalsOn(drawing, s);
  return count >= existing.length
    ? withTerminals(drawing, s, count - existing.length)
    : withoutTerminals(drawing, new Set(existing.slice(count)));
}

/** Moves a terminal, with all its links to switch `from`, to switch `to`. */
export function withTerminalMoved(drawing: Drawing, t: number, from: number, to: number): Drawing {
  const movedLinks = linksBetween(drawing, terminalEnd(t), from);
  const without = { ...drawing, links: drawing.links.filter((_, i) => !movedLinks.includes(i)) };
  const relinked = addLinks(
    without,
    movedLinks.map(() => [terminalEnd(t), to] as const),
  );
  const coordinates = terminalCoordinates(relinked, to, t);
  return dropBrokenAxes({ ...relinked, terminals: relinked.terminals.map((each, i) => (i === t ? { ...each, ...coordinates } : each)) });
}

/** Removes switches, their links, and the terminals that had no other switch. */
export function withoutSwitches(drawing: Drawing, removed: ReadonlySet<number>): Drawing {
  const newIndex = new Int32Array(drawing.switches.length);
  let next = 0;
  for (let s = 0; s < newIndex.length; s++) newIndex[s] = removed.has(s) ? -1 : next++;
  const isKept = (end: LinkEnd) => isTerminalEnd(end) || newIndex[end] >= 0;
  const renumbered = (end: LinkEnd) => (isTerminalEnd(end) ? end : newIndex[end]);
  const links = drawing.links.flatMap((link) =>
    isKept(link.a) && isKept(link.b) ? [{ ...link, a: renumbered(link.a), b: renumbered(link.b) }] : [],
  );
  const linksBefore = linksByEnd(drawing).terminals;
  const linked = new Set(links.flatMap(({ a, b }) => [a, b]));
  const orphans = drawing.terminals.flatMap((_, t) => (linksBefore[t].length > 0 && !linked.has(terminalEnd(t)) ? [t] : []));
  return withoutTerminals({ ...drawing, links, switches: drawing.switches.filter((_, s) => !removed.has(s)) }, new Set(orphans));
}

/** Renames a switch or terminal. An empty or default name restores the number as its name. */
export function withName(drawing: Drawing, end: LinkEnd, text: string): Drawing {
  const name = cleanName(text);
  const withNewName = <N extends { readonly name?: string }>(node: N, defaultName: string): N => {
    const { name: _, ...rest } = node;
    return (name === "" || name === defaultName ? rest : { ...rest, name }) as N;
  };
  if (isTerminalEnd(end))
    return {
      ...drawing,
      terminals: drawing.terminals.map((each, t) => (t === terminalOfEnd(end) ? withNewName(each, `terminal ${t}`) : each)),
    };
  return { ...drawing, switches: drawing.switches.map((each, s) => (s === end ? withNewName(each, `switch ${each.number}`) : each)) };
}

/** Renames switches to a word with consecutive numbers from 1, in the given order. Names that other switches have are skipped. */
export function withNumberedNames(drawing: Drawing, switchIndices: readonly number[], word: string): Drawing {
  const stem = cleanName(word).replace(/\s*\d*$/u, "");
  if (stem === "") return drawing;
  const renamedSwitches = new Set(switchIndices);
  const taken = new Set(drawing.switches.flatMap((each, s) => (renamedSwitches.has(s) ? [] : [nameOfSwitch(each)])));
  const names = new Map<number, string>();
  let next = 1;
  for (const s of switchIndices) {
    while (taken.has(`${stem} ${next}`)) next++;
    names.set(s, cleanName(`${stem} ${next++}`));
  }
  return { ...drawing, switches: drawing.switches.map((each, s) => (names.has(s) ? { ...each, name: names.get(s)! } : each)) };
}

/** Sets the places of switches. A null place returns the switch to the automatic layout. */
export function withPlaces(drawing: Drawing, places: ReadonlyMap<number, DrawnPlace | null>): Drawing {
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
    const freeName = cleanName(`${stem}${next}`);
    taken.add(freeName);
    return freeName;
  });
}

/**
 * Copies switches of a drawing, with their terminals and the links among them. Returns the new drawing and the numbers of the copies.
 * @param chosen Numbers of the switches to copy.
 * @param places Positions of the copies, by the number of the original. Copies without a position are placed by the layout.
 * @param copiesOutsideLinks Whether the copies also get the links of the originals to other switches.
 */
export function withCopies(
  drawing: Drawing,
  chosen: readonly number[],
  places: ReadonlyMap<number, DrawnPlace>,
  copiesOutsideLinks: boolean,
): { readonly drawing: Drawing; readonly copies: readonly number[] } {
  const copyOf = new Map(chosen.map((s, i) => [s, drawing.switches.length + i]));
  const names = namesOfCopies(drawing, chosen);
  let number = nextNumber(drawing);
  const switches = chosen.map((s, i): DrawnSwitch => {
    const place = places.get(s);
    const copy = { number: number++, ...withoutUndefined({ place }) };
    return names[i] === nameOfSwitch(copy) ? copy : { ...copy, name: names[i] };
  });
  // Links between copies, and links from copies to switches that are not copied.
  const pairs = drawing.links.flatMap(({ a, b }): readonly (readonly [LinkEnd, LinkEnd])[] => {
    if (isTerminalEnd(a)) return [];
    const [copyOfA, copyOfB] = [copyOf.get(a), copyOf.get(b)];
    if (copyOfA === undefined && copyOfB === undefined) return [];
    if (copyOfA === undefined || copyOfB === undefined) return copiesOutsideLinks ? [[copyOfA ?? a, copyOfB ?? b]] : [];
    return [[copyOfA, copyOfB]];
  });
  // Each terminal link of an original gives its copy one new terminal, even if several originals share the terminal.
  const copiesWithTerminals = chosen.flatMap((s) => {
    const terminalLinks = drawing.links.filter(({ a, b }) => b === s && isTerminalEnd(a));
    return terminalLinks.map(() => copyOf.get(s)!);
  });
  const linked = addLinks(addTerminals({ ...drawing, switches: [...drawing.switches, ...switches] }, copiesWithTerminals), pairs);
  // Copies have the spare ports of their originals.
  const spareOf = new Map(chosen.map((s) => [copyOf.get(s)!, drawing.switches[s].spare]));
  const withSpares = linked.switches.map((each, s) => (spareOf.get(s) === undefined ? each : { ...each, spare: spareOf.get(s)! }));
  return { drawing: dropBrokenAxes({ ...linked, switches: withSpares }), copies: [...copyOf.values()] };
}

/** Links every two of the chosen switches that are not linked yet. */
export function withFullMesh(drawing: Drawing, chosen: readonly number[]): Drawing {
  return addMissingLinks(
    drawing,
    chosen.flatMap((a, i) => chosen.slice(i + 1).map((b) => [a, b] as const)),
  );
}

/** The neighbors of a switch, each with the number of links to it. */
export function neighborSwitches({ links }: Drawing, s: number): ReadonlyMap<number, number> {
  const linkCounts = new Map<number, number>();
  for (const { a, b } of links) {
    if (isTerminalEnd(a) || (a !== s && b !== s)) continue;
    const other = a === s ? b : a;
    linkCounts.set(other, (linkCounts.get(other) ?? 0) + 1);
  }
  return linkCounts;
}

/** Gives switches the same neighbors as a model switch, by adding the links that they lack. */
export function withLinksLike(drawing: Drawing, chosen: readonly number[], model: number): Drawing {
  const modelNeighbors = neighborSwitches(drawing, model);
  /** Required links by pair of ends: one link between two of the chosen switches serves both. */
  const required = new Map<string, readonly [low: number, high: number, count: number]>();
  for (const s of chosen) {
    for (const [other, count] of s === model ? [] : modelNeighbors) {
      if (other === s) continue;
      const [low, high] = orderedEnds(s, other);
      required.set(`${low} ${high}`, [low, high, Math.max(count, required.get(`${low} ${high}`)?.[2] ?? 0)]);
    }
  }
  const pairs = [...required.values()].flatMap(([low, high, count]) => {
    const missing = Math.max(0, count - linksBetween(drawing, low, high).length);
    return Array.from({ length: missing }, () => [low, high] as const);
  });
  return pairs.length === 0 ? drawing : dropBrokenAxes(addLinks(drawing, pairs));
}

function addMissingLinks(drawing: Drawing, pairs: readonly (readonly [LinkEnd, LinkEnd])[]): Drawing {
  const switchCount = drawing.switches.length;
  const linkedPairs = new Set(drawing.links.map(({ a, b }) => a * switchCount + b));
  const missing = pairs.filter(([a, b]) => !linkedPairs.has(Math.min(a, b) * switchCount + Math.max(a, b)));
  return missing.length === 0 ? drawing : dropBrokenAxes(addLinks(drawing, missing));
}

/**
 * Removes the axes and coordinates from a drawing whose links contradict them. If links and axes agree, `isPartial` is set to whether links
 * that the axes promise are missing.
 */
function dropBrokenAxes(drawing: Drawing): Drawing {
  if (drawing.axes.length === 0) return drawing.isPartial ? { ...drawing, isPartial: false } : drawing;
  const check = checkAxes(buildDrawing(drawing));
  if (check !== "broken") return { ...drawing, isPartial: check === "partial" };
  const withoutCoordinates = <N extends { readonly at?: readonly number[] }>(node: N): N => {
    const { at: _, ...rest } = node;
    return rest as N;
  };
  const classes = drawing.links.some((each) => each.class !== undefined) ? drawing.classes : [];
  return {
    ...drawing,
    switches: drawing.switches.map(withoutCoordinates),
    terminals: drawing.terminals.map(withoutCoordinates),
    axes: [],
    classes,
    isPartial: false,
  };
}
