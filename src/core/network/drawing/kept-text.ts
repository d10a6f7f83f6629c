/**
 * The text with the structural properties of a drawing that its list of links does not contain. Its parts are separated by semicolons:
 * `forwards`, `partial`, `axes=ring,X,8/ring,Y,8`, `at=` coordinates of terminals and switches axis by axis, `classes=` names of link
 * classes, `of=` class of each link, `capacities=4/2.5`, `forth=` and `back=` group of each channel + 1, `spare=` unplugged ports of each
 * switch, `lost=` terminals that receive packets although they are unreachable. Names of levels follow an axis:
 * `level,level,2,module,spine`. An axis of 4 boards of 2 terminals has size `4x2`.
 */
import type { Axis } from "../network.ts";
import { classOf, type Drawing, type DrawnLink } from "./drawing.ts";
import { defined } from "../../base/defined.ts";
import { SymbolReader, SymbolWriter, Unreadable } from "../../base/symbols.ts";

const axisKinds: readonly Axis["kind"][] = [
  "level",
  "position",
  "line",
  "ring",
  "full",
  "group",
  "shared",
  "part",
  "tier",
  "board",
  "host",
  "rail",
];
const mostAxes = 16;
const mostNames = 256;

/** Percent-encodes the separators in texts. */
const escaped = (text: string) => text.replace(/[%;/,=]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
const unescaped = (text: string) => text.replace(/%([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Writes the structural properties; empty if there are none. */
export function writeKept(drawing: Drawing): string {
  const { switches, terminals, links, axes, classes, capacities, forwards, isPartial } = drawing;
  const nodes = [...terminals, ...switches];
  const runs = (values: readonly number[]) => new SymbolWriter().runs(values).text;
  const parts: string[] = [];
  if (forwards) parts.push("forwards");
  if (isPartial) parts.push("partial");
  if (axes.length > 0) {
    const said = axes.map(({ kind, name, size, each, words = [] }) =>
      [kind, escaped(name), each === undefined ? size : `${size / each}x${each}`, ...words.map(escaped)].join(","),
    );
    parts.push(`axes=${said.join("/")}`, `at=${runs(axes.flatMap((_, axis) => nodes.map(({ at }) => at?.[axis] ?? -1)))}`);
  }
  const hasClasses = classes.length > 0 || links.some((each) => each.class !== undefined);
  const named = [...new Set([...classes, ...(hasClasses ? links.map(classOf) : [])])];
  if (named.length > 0) {
    parts.push(`classes=${named.map(escaped).join("/")}`);
    const place = new Map(named.map((name, i) => [name, i]));
    parts.push(`of=${runs(links.map((link) => place.get(classOf(link))!))}`);
  }
  if (capacities.length > 0) {
    parts.push(`capacities=${capacities.join("/")}`);
    for (const way of ["forth", "back"] as const) parts.push(`${way}=${runs(links.map((link) => (link[way] ?? -1) + 1))}`);
  }
  if (switches.some(({ spare = 0 }) => spare > 0)) parts.push(`spare=${runs(switches.map(({ spare = 0 }) => spare))}`);
  if (terminals.some(({ isLost }) => isLost)) parts.push(`lost=${runs(terminals.map(({ isLost }) => (isLost === true ? 1 : 0)))}`);
  return parts.join(";");
}

/**
 * Adds the properties written by {@link writeStructure} to a drawing.
 * @throws UnreadableText
 */
export function readKept(text: string, bare: Drawing): Drawing {
  const parts = new Map<string, string>();
  for (const part of text === "" ? [] : text.split(";")) {
    const mark = part.indexOf("=");
    const name = mark < 0 ? part : part.slice(0, mark);
    if (parts.has(name)) throw new Unreadable(`says "${name.slice(0, 20)}" twice`);
    parts.set(name, mark < 0 ? "" : part.slice(mark + 1));
  }
  const take = (name: string) => {
    const found = parts.get(name);
    parts.delete(name);
    return found;
  };
  const runs = (name: string, count: number, from: number, to: number): readonly number[] | null => {
    const found = take(name);
    if (found === undefined) return null;
    const read = new SymbolReader(found);
    const values = read.runs(count);
    read.end();
    const strange = values.find((value) => value < from || value > to);
    if (strange !== undefined) throw new Unreadable(`has ${strange} in its part "${name}"; expected ${from} to ${to}`);
    return values;
  };
  const forwards = take("forwards") !== undefined;
  const isPartial = take("partial") !== undefined;
  const axes = (take("axes")?.split("/") ?? []).map(readAxis);
  if (axes.length > mostAxes) throw new Unreadable(`has ${axes.length} axes; at most ${mostAxes} are read`);
  const { length: T } = bare.terminals;
  const { length: S } = bare.switches;
  const places = runs("at", axes.length * (T + S), -1, 65_535) ?? axes.flatMap(() => Array.from({ length: T + S }, () => -1));
  axes.forEach(({ size, name }, axis) => {
    const own = places.slice(axis * (T + S) + T, (axis + 1) * (T + S));
    const strange = own.find((value) => value >= size);
    if (strange !== undefined) throw new Unreadable(`puts a switch at ${strange} of axis ${name}, which has ${size} places`);
  });
  const at = (n: number) => (axes.length === 0 ? {} : { at: axes.map((_, axis) => places[axis * (T + S) + n]) });
  const classes =
    take("classes")
      ?.split("/", mostNames + 1)
      .map(unescaped) ?? [];
  if (classes.length > mostNames) throw new Unreadable(`has more than ${mostNames} classes of links`);
  const of = runs("of", bare.links.length, 0, classes.length - 1);
  const capacities = (take("capacities")?.split("/") ?? []).map(Number);
  if (!capacities.every((capacity) => capacity > 0 && capacity < Infinity))
    throw new Unreadable("has a capacity that is no number above 0");
  const [forth, back] = ["forth", "back"].map((way) => runs(way, bare.links.length, 0, capacities.length));
  const spare = runs("spare", S, 0, 65_536);
  const lost = runs("lost", T, 0, 1);
  const [strange] = parts.keys();
  if (strange !== undefined) throw new Unreadable(`has a part "${strange.slice(0, 20)}" that is not known`);
  return {
    switches: bare.switches.map((each, s) => ({ ...each, ...((spare?.[s] ?? 0) > 0 ? { spare: spare![s] } : {}), ...at(T + s) })),
    terminals: bare.terminals.map((each, t) => ({ ...each, ...(lost?.[t] === 1 ? { isLost: true as const } : {}), ...at(t) })),
    links: bare.links.map((link, i): DrawnLink => {
      const name = of === null ? undefined : classes[of[i]];
      return {
        ...link,
        ...(name === undefined || name === classOf(link) ? {} : { class: name }),
        ...((forth?.[i] ?? 0) > 0 ? { forth: forth![i] - 1 } : {}),
        ...((back?.[i] ?? 0) > 0 ? { back: back![i] - 1 } : {}),
      };
    }),
    axes,
    classes,
    capacities,
    forwards,
    isPartial,
  };
}

/** Parses one axis: kind, name, size and optional names of levels. */
function readAxis(text: string): Axis {
  const [kind, name = "", places = "", ...words] = text.split(",");
  const known = axisKinds.find((each) => each === kind);
  if (known === undefined) throw new Unreadable(`has an axis "${text.slice(0, 20)}"; expected ${axisKinds.join(", ")}`);
  const isBoard = known === "board";
  const [boards, each] = /^[1-9]\d{0,4}(x[1-9]\d{0,4})?$/.test(places) ? places.split("x").map(Number) : [0];
  const size = boards * (each ?? 1);
  if (!(size > 0 && size < 100_000) || isBoard !== (each !== undefined)) {
    throw new Unreadable(
      `has an axis of ${places.slice(0, 20)} places; expected ${isBoard ? "boards x places on each, as 4x2" : "1 to 99999"}`,
    );
  }
  if (words.length > mostNames) throw new Unreadable(`has more than ${mostNames} names of levels`);
  return {
    name: unescaped(name),
    kind: known,
    size,
    ...defined({ each }),
    ...(words.length > 0 ? { words: words.map(unescaped) } : {}),
  };
}
