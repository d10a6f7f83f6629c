/**
 * The text with the structural properties of a drawing that its list of links does not contain. Its parts are separated by semicolons:
 * `forwards`, `partial`, `axes=ring,X,8/ring,Y,8`, `at=` coordinates of terminals and switches axis by axis, `classes=` names of link
 * classes, `of=` class of each link, `capacities=4/2.5`, `forth=` and `back=` group of each channel + 1, `spare=` unplugged ports of each
 * switch, `lost=` terminals that receive packets although they are unreachable. Names of levels follow an axis:
 * `level,level,2,module,spine`. An axis of 4 boards of 2 terminals has size `4x2`.
 */
import type { Axis } from "../network.ts";
import { linkClassOf, type Drawing, type DrawnLink } from "./drawing.ts";
import { withoutUndefined } from "../../base/defined.ts";
import { SymbolReader, SymbolWriter, UnreadableText } from "../../base/symbols.ts";

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
const maxAxes = 16;
const maxNames = 256;

/** Percent-encodes the separators in texts. */
const escapeSeparators = (text: string) => text.replace(/[%;/,=]/g, (separator) => `%${separator.charCodeAt(0).toString(16)}`);
const unescapeSeparators = (text: string) =>
  text.replace(/%([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/**
 * Writes the properties of a drawing that its list of links does not contain, such as axes, coordinates, link classes, channel groups and
 * spare ports, as parts separated by semicolons; empty if there are none.
 */
export function writeStructure(drawing: Drawing): string {
  const { switches, terminals, links, axes, classes, capacities, forwards, isPartial } = drawing;
  const nodes = [...terminals, ...switches];
  /** Numbers, run-length encoded. */
  const runsText = (values: readonly number[]) => new SymbolWriter().runs(values).text;
  const parts: string[] = [];
  if (forwards) parts.push("forwards");
  if (isPartial) parts.push("partial");
  if (axes.length > 0) {
    const axisTexts = axes.map(({ kind, name, size, each, words = [] }) =>
      [kind, escapeSeparators(name), each === undefined ? size : `${size / each}x${each}`, ...words.map(escapeSeparators)].join(","),
    );
    parts.push(`axes=${axisTexts.join("/")}`, `at=${runsText(axes.flatMap((_, axis) => nodes.map(({ at }) => at?.[axis] ?? -1)))}`);
  }
  const hasClasses = classes.length > 0 || links.some((each) => each.class !== undefined);
  const classNames = [...new Set([...classes, ...(hasClasses ? links.map(linkClassOf) : [])])];
  if (classNames.length > 0) {
    parts.push(`classes=${classNames.map(escapeSeparators).join("/")}`);
    const indexOfClass = new Map(classNames.map((name, i) => [name, i]));
    parts.push(`of=${runsText(links.map((link) => indexOfClass.get(linkClassOf(link))!))}`);
  }
  // The group of each link in both directions, counted from 1; 0 for none.
  if (capacities.length > 0) {
    parts.push(`capacities=${capacities.join("/")}`);
    for (const direction of ["forth", "back"] as const)
      parts.push(`${direction}=${runsText(links.map((link) => (link[direction] ?? -1) + 1))}`);
  }
  if (switches.some(({ spare = 0 }) => spare > 0)) parts.push(`spare=${runsText(switches.map(({ spare = 0 }) => spare))}`);
  if (terminals.some(({ isLost }) => isLost)) parts.push(`lost=${runsText(terminals.map(({ isLost }) => (isLost === true ? 1 : 0)))}`);
  return parts.join(";");
}

/**
 * Adds the properties written by {@link writeStructure} to a drawing.
 * @throws UnreadableText
 */
export function readStructure(text: string, drawing: Drawing): Drawing {
  const parts = new Map<string, string>();
  for (const part of text === "" ? [] : text.split(";")) {
    const equalsSign = part.indexOf("=");
    const name = equalsSign < 0 ? part : part.slice(0, equalsSign);
    if (parts.has(name)) throw new UnreadableText(`says "${name.slice(0, 20)}" twice`);
    parts.set(name, equalsSign < 0 ? "" : part.slice(equalsSign + 1));
  }
  const takePart = (name: string) => {
    const content = parts.get(name);
    parts.delete(name);
    return content;
  };
  const takeRuns = (name: string, count: number, from: number, to: number): readonly number[] | null => {
    const content = takePart(name);
    if (content === undefined) return null;
    const reader = new SymbolReader(content);
    const values = reader.runs(count);
    reader.end();
    const invalid = values.find((value) => value < from || value > to);
    if (invalid !== undefined) throw new UnreadableText(`has ${invalid} in its part "${name}"; expected ${from} to ${to}`);
    return values;
  };
  const forwards = takePart("forwards") !== undefined;
  const isPartial = takePart("partial") !== undefined;
  const axes = (takePart("axes")?.split("/") ?? []).map(readAxis);
  if (axes.length > maxAxes) throw new UnreadableText(`has ${axes.length} axes; at most ${maxAxes} are read`);
  const { length: terminalCount } = drawing.terminals;
  const { length: switchCount } = drawing.switches;
  const coordinates =
    takeRuns("at", axes.length * (terminalCount + switchCount), -1, 65_535) ??
    axes.flatMap(() => Array.from({ length: terminalCount + switchCount }, () => -1));
  axes.forEach(({ size, name }, axis) => {
    const switchCoordinates = coordinates.slice(
      axis * (terminalCount + switchCount) + terminalCount,
      (axis + 1) * (terminalCount + switchCount),
    );
    const invalid = switchCoordinates.find((value) => value >= size);
    if (invalid !== undefined) throw new UnreadableText(`has a switch at ${invalid} of axis ${name}, which has ${size} places`);
  });
  const coordinatesOf = (n: number) =>
    axes.length === 0 ? {} : { at: axes.map((_, axis) => coordinates[axis * (terminalCount + switchCount) + n]) };
  const classes =
    takePart("classes")
      ?.split("/", maxNames + 1)
      .map(unescapeSeparators) ?? [];
  if (classes.length > maxNames) throw new UnreadableText(`has more than ${maxNames} classes of links`);
  const classIndices = takeRuns("of", drawing.links.length, 0, classes.length - 1);
  const capacities = (takePart("capacities")?.split("/") ?? []).map(Number);
  if (!capacities.every((capacity) => capacity > 0 && capacity < Infinity))
    throw new UnreadableText("has a capacity that is not a number above 0");
  const [forth, back] = ["forth", "back"].map((direction) => takeRuns(direction, drawing.links.length, 0, capacities.length));
  const spare = takeRuns("spare", switchCount, 0, 65_536);
  const lostFlags = takeRuns("lost", terminalCount, 0, 1);
  const [invalid] = parts.keys();
  if (invalid !== undefined) throw new UnreadableText(`has a part "${invalid.slice(0, 20)}" that is not known`);
  return {
    switches: drawing.switches.map((each, s) => ({
      ...each,
      ...((spare?.[s] ?? 0) > 0 ? { spare: spare![s] } : {}),
      ...coordinatesOf(terminalCount + s),
    })),
    terminals: drawing.terminals.map((each, t) => ({
      ...each,
      ...(lostFlags?.[t] === 1 ? { isLost: true as const } : {}),
      ...coordinatesOf(t),
    })),
    links: drawing.links.map((link, i): DrawnLink => {
      const name = classIndices === null ? undefined : classes[classIndices[i]];
      return {
        ...link,
        ...(name === undefined || name === linkClassOf(link) ? {} : { class: name }),
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

/**
 * Parses one axis of a network: kind, name, number of positions and optional names of levels, separated by commas. An axis of boards has
 * the size `4x2`: 4 boards with 2 positions each.
 */
function readAxis(text: string): Axis {
  const [kind, name = "", sizeText = "", ...words] = text.split(",");
  const axisKind = axisKinds.find((each) => each === kind);
  if (axisKind === undefined) throw new UnreadableText(`has an axis "${text.slice(0, 20)}"; expected ${axisKinds.join(", ")}`);
  const isBoard = axisKind === "board";
  const [boards, each] = /^[1-9]\d{0,4}(x[1-9]\d{0,4})?$/.test(sizeText) ? sizeText.split("x").map(Number) : [0];
  const size = boards * (each ?? 1);
  if (!(size > 0 && size < 100_000) || isBoard !== (each !== undefined)) {
    throw new UnreadableText(
      `has an axis of ${sizeText.slice(0, 20)} places; expected ${isBoard ? "boards x places on each, as 4x2" : "1 to 99999"}`,
    );
  }
  if (words.length > maxNames) throw new UnreadableText(`has more than ${maxNames} names of levels`);
  return {
    name: unescapeSeparators(name),
    kind: axisKind,
    size,
    ...withoutUndefined({ each }),
    ...(words.length > 0 ? { words: words.map(unescapeSeparators) } : {}),
  };
}
