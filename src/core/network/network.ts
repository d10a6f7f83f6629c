import { capital, isolated } from "../base/words.ts";

/**
 * A built network, flat. T terminals (nodes 0 … T − 1) and S switches (nodes T … T + S − 1), N = T + S, joined by C
 * directed channels; a link is a channel and its reverse. Nothing in here knows of which kind the topology was.
 */
export interface Network extends Shape {
  readonly terminals: number;
  readonly switches: number;
  /** [N + 1] Channels leaving node n are firstOut[n] … firstOut[n + 1] − 1: port p of n *is* channel firstOut[n] + p. */
  readonly firstOut: Int32Array;
  /** [C] Node the channel leaves. */
  readonly tail: Int32Array;
  /** [C] Node the channel enters. */
  readonly head: Int32Array;
  /** [C] The other direction of the link; reverse[reverse[c]] = c. */
  readonly reverse: Int32Array;
  /** [C] Index into {@link linkClasses}. */
  readonly linkClass: Uint8Array;
  /** What links are called: `terminal`, `level 0 to 1`, `X`. */
  readonly linkClasses: readonly string[];
  /** [C] Group of channels that share a capacity, or −1. */
  readonly group: Int32Array;
  /** [G] Capacity of a group, phits per cycle. */
  readonly groupCapacity: Float64Array;
  /** [S] Ports bought with each switch, plugged or not; what costs are counted from. */
  readonly physicalPorts: Int32Array;
  /** [S] Of these, how many a link was plugged into when the network was built; a fault unplugs none. */
  readonly pluggedPorts: Int32Array;
  /** [N × A] Coordinates of each node, −1 where an axis does not apply. */
  readonly coordinates: Int32Array;
  /** What people call its nodes, and where they put them; absent where nobody did. It changes no run. */
  readonly look?: Look;
}

export interface Look {
  /** Names by node; nodes without one are named by what they are. */
  readonly names: ReadonlyMap<number, string>;
  /** Places by node, in steps of a drawing; the others stand where a layout puts them. */
  readonly places: ReadonlyMap<number, readonly [x: number, y: number]>;
}

/** What can be said of a network's form without looking at its channels; what routings and drawings ask for. */
export interface Shape {
  /** What the coordinates mean, A axes. */
  readonly axes: readonly Axis[];
  /** False when links or switches are missing that the axes promise. */
  readonly regular: boolean;
  /** True when terminals pass packets on to others, as hosts with several ports do. */
  readonly forwards: boolean;
  /** True where all terminals hear what any of them sends; not when absent. */
  readonly isMedium?: true;
  /** Terminals that take part, in ascending order, where some stand beside the network as in one that is half drawn; all when absent. */
  readonly present?: Int32Array;
}

/**
 * One axis of a network's coordinates, as a neutral fact that routings and drawings may rely on:
 * - `level`: 0 for the switches nearest the terminals, higher towards the top; links join neighbouring levels
 * - `position`: place from left to right within a level
 * - `line`: links join neighbours, no link from the last to the first
 * - `ring`: as a line, and a link joins the last and the first
 * - `full`: links join any two switches that differ in this coordinate only
 * - `group`: links join any two groups, somewhere; the other axes lie within a group
 * - `shared`: terminals that agree in this coordinate hang on one switch; a switch has one coordinate, −1 in the others. A
 *   terminal's ports are in the order of the axes, a switch's in that of its terminals, whose first coordinate runs fastest
 * - `part`: which of several parts a switch is in, and drawings keep together; it promises no link
 * - `tier`: within a group, links join any two switches that differ in this coordinate, and no two that agree; terminals hang on the
 *   first of two tiers, links to other groups on the last
 * - `board`: terminals of a line in boards of `each`, neighbours of a board joined; the first and last of every board of a line hang on
 *   the switch of that line, which has −1 here. A terminal's ports lead, axis by axis, to what comes before it and after it; a switch's are
 *   in the order of the boards, the first of each before the last
 * - `host`: terminals of one host, and the switch within it, which has −1 along all other axes; the other switches have −1 here
 * - `rail`: place of a terminal in its host, and the rail or plane that a switch serves; −1 for switches of all rails
 */
export interface Axis {
  readonly name: string;
  readonly kind: "level" | "position" | "line" | "ring" | "full" | "group" | "shared" | "part" | "tier" | "board" | "host" | "rail";
  readonly size: number;
  /** What a switch is called that stands at each place of the axis, `module`, `leaf`; `switch 3 of level 1` where absent. */
  readonly words?: readonly string[];
  /** Terminals of a board, along a `board` axis. */
  readonly each?: number;
}

/** Whether all axes are dimensions of a torus or mesh. */
export const isGrid = (axes: readonly Pick<Axis, "kind">[]): boolean =>
  axes.length > 0 && axes.every(({ kind }) => kind === "ring" || kind === "line");

/** Whether switches stand in the levels of a tree, and terminals below them; where rails have trees of their own, hosts come first. */
export const isTree = (axes: readonly Pick<Axis, "kind">[]): boolean => axes[0]?.kind === "level";

/** Coordinate of node `n` along axis `axis`. */
export function coordinate(network: Pick<Network, "axes" | "coordinates">, n: number, axis: number): number {
  return network.coordinates[n * network.axes.length + axis];
}

/** Number of directed channels. */
export function channelCount(network: Network): number {
  return network.head.length;
}

/** What somebody who draws counts: terminals that hang on something, and links between switches. */
export function drawnIn({ head, tail, terminals, firstOut }: Network): { readonly terminals: number; readonly links: number } {
  let hanging = 0;
  for (let t = 0; t < terminals; t++) if (firstOut[t + 1] > firstOut[t]) hanging++;
  const links = head.reduce((sum, to, c) => (to >= terminals && tail[c] >= terminals ? sum + 1 : sum), 0) / 2;
  return { terminals: hanging, links };
}

/** The index of the first axis of a kind, or −1. */
export function axisOf(network: Pick<Network, "axes">, kind: Axis["kind"]): number {
  return network.axes.findIndex((axis) => axis.kind === kind);
}

/** The axis whose family of switches a switch is of, where terminals share such or hang on lines of boards; −1 where there are none. */
export function familyOf(network: Pick<Network, "axes" | "coordinates">, n: number): number {
  return network.axes.findIndex(({ kind }, axis) => (kind === "shared" || kind === "board") && coordinate(network, n, axis) >= 0);
}

/** Kinds of axes whose places are a whole with switches in it: `of group 4`. */
const wholes: ReadonlySet<Axis["kind"]> = new Set(["level", "tier", "group", "part", "rail"]);

/**
 * A node in words, by the axes along which it stands: `terminal 5`, `switch 3 of level 1`, `switch 2 of group 4`, `leaf 1 of group 2`,
 * `switch (2, 0)`, `module 3`; `row switch 1` where it stands along one of several; by its number, `switch 7`, where there are none.
 */
export function nameOfNode(network: Pick<Network, "terminals" | "switches" | "axes" | "coordinates" | "look">, n: number): string {
  const { terminals, switches, axes, look } = network;
  const own = look?.names.get(n);
  if (own !== undefined) return isolated(own);
  if (n < terminals) return `terminal ${n}`;
  const places = axes.map((axis, i) => ({ ...axis, at: coordinate(network, n, i) })).filter(({ at }) => at >= 0);
  const storey = places.find(({ kind }) => kind === "level" || kind === "tier");
  const word = storey?.words?.[storey.at];
  if (word?.startsWith("the ")) return word;
  if (word === undefined && switches === 1) return "the switch";
  const [{ name, kind, at } = { name: "", kind: "line", at: n - terminals }] = places;
  if (places.length === 0) return `switch ${at}`;
  if (places.length === 1 && (axes.length > 1 || kind === "shared")) return `${name} switch ${at}`;
  const around = places.filter((place) => wholes.has(place.kind) && (place !== storey || word === undefined));
  const within = places.filter((place) => !wholes.has(place.kind)).map((place) => place.at);
  const isPlain = within.length === 1 && (word !== undefined || around.length > 0);
  const whole = ({ words, name, at }: (typeof around)[number]) => words?.[at] ?? `${name} ${at}`;
  const of = around.reduceRight((text, place) => `${text}${text === "" ? " of" : ","} ${whole(place)}`, "");
  return `${word ?? "switch"} ${isPlain ? within[0] : `(${within.join(", ")})`}${of}`;
}

/** A text at the head of a line that begins with the name of a node: with a capital, but for a name that somebody gave. */
export const headed = ({ look }: Network, n: number, text: string): string => (look?.names.has(n) === true ? text : capital(text));

/** What a file calls a node: `t5` for terminal 5, `s3` for switch 3. */
export const idOfNode = ({ terminals }: Network, n: number): string => (n < terminals ? `t${n}` : `s${n - terminals}`);

/** A link in words, by its two ends: `switch 3 of level 1 – switch 0 of level 2`. */
export function nameOfLink(network: Network, c: number): string {
  return nameOfEnds(network, [network.tail[c], network.head[c]]);
}

/** Two nodes in words, as the ends of a link: `leaf 12 – spine 4`. */
export function nameOfEnds(network: Network, [from, to]: readonly [number, number]): string {
  return `${nameOfNode(network, from)} – ${nameOfNode(network, to)}`;
}

/** A channel in words: `switch 3 of level 1 → switch 0 of level 2`. */
export function nameOfChannel(network: Network, c: number): string {
  return `${nameOfNode(network, network.tail[c])} → ${nameOfNode(network, network.head[c])}`;
}
