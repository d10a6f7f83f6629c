import { capitalize, isolateDirection } from "../base/words.ts";

/**
 * A built network as flat arrays. T terminals (nodes 0 … T − 1) and S switches (nodes T … T + S − 1), N = T + S, are joined by C directed
 * channels; a link is a channel and its reverse. The network does not depend on the kind of its topology.
 */
export interface Network extends NetworkShape {
  readonly terminals: number;
  readonly switches: number;
  /** [N + 1] Channels leaving node n are firstOut[n] … firstOut[n + 1] − 1: port p of n *is* channel firstOut[n] + p. */
  readonly firstOut: Int32Array;
  /** [C] Source node of the channel. */
  readonly tail: Int32Array;
  /** [C] Destination node of the channel. */
  readonly head: Int32Array;
  /** [C] The opposite channel of the link; reverse[reverse[c]] = c. */
  readonly reverse: Int32Array;
  /** [C] Index into {@link linkClasses}. */
  readonly linkClass: Uint8Array;
  /** Names of link classes: `terminal`, `level 0 to 1`, `X`. */
  readonly linkClasses: readonly string[];
  /** [C] Group of channels that share a capacity, or −1. */
  readonly group: Int32Array;
  /** [G] Capacity of a group, in phits per cycle. */
  readonly groupCapacity: Float64Array;
  /** [S] Ports of each switch as bought, plugged or not. Costs are computed from them. */
  readonly physicalPorts: Int32Array;
  /** [S] Number of ports with a link when the network was built. Faults do not change it. */
  readonly pluggedPorts: Int32Array;
  /** [N × A] Coordinates of each node, −1 where an axis does not apply. */
  readonly coordinates: Int32Array;
  /** Names and places given by the user; absent if there are none. They do not change any run. */
  readonly look?: NodeAppearance;
}

/** Names and places of nodes, which only affect how the network is shown. */
export interface NodeAppearance {
  /** Names by node. Other nodes have a default name. */
  readonly names: ReadonlyMap<number, string>;
  /** Places by node, in steps of the drawing. A layout places the other nodes. */
  readonly places: ReadonlyMap<number, readonly [x: number, y: number]>;
}

/** Properties of a network that are known without its channels. Routings and drawings depend on them. */
export interface NetworkShape {
  /** Meaning of the coordinates, A axes. */
  readonly axes: readonly Axis[];
  /** False if links or switches that the axes promise are missing. */
  readonly regular: boolean;
  /** True if terminals forward packets of other terminals, as hosts with several ports do. */
  readonly forwards: boolean;
  /** True if every terminal receives everything that any terminal sends, as on a bus. */
  readonly isMedium?: true;
  /**
   * Participating terminals, in ascending order; all terminals if absent. In an unfinished drawing, some terminals are not connected yet.
   */
  readonly present?: Int32Array;
}

/**
 * One axis of a network's coordinates. Routings and drawings rely on its kind:
 * - `level`: 0 for the switches nearest to the terminals, increasing towards the top; links join adjacent levels
 * - `position`: position from left to right within a level
 * - `line`: links join neighbors; no link joins the last and the first
 * - `ring`: like a line, and a link joins the last and the first
 * - `full`: links join every two switches that differ only in this coordinate
 * - `group`: every two groups are joined by a link between any of their switches; the other axes are within a group
 * - `shared`: terminals with the same coordinate are linked to one switch. A switch has a coordinate on one axis and −1 on the others. The
 * ports of a terminal are in the order of the axes, the ports of a switch in the order of its terminals, whose first coordinate runs
 * fastest
 * - `part`: the part of the network that a switch belongs to, which drawings keep together; it promises no link
 * - `tier`: within a group, links join every two switches that differ in this coordinate and no two switches that agree. Terminals are
 * linked to the first of two tiers, links to other groups to the last
 * - `board`: a line of terminals on boards of `each` terminals, with links between neighbors on a board. The first and the last terminal of
 * every board are linked to the switch of the line, which has −1 here. For each axis, a terminal's ports lead to the previous and then to
 * the next node. A switch's ports are in the order of the boards, first terminal before last
 * - `host`: terminals of one host and the switch within it, which has −1 on all other axes; other switches have −1 here
 * - `rail`: index of a terminal in its host, and the rail or plane that a switch serves; −1 for switches that serve all rails
 */
export interface Axis {
  readonly name: string;
  readonly kind: "level" | "position" | "line" | "ring" | "full" | "group" | "shared" | "part" | "tier" | "board" | "host" | "rail";
  readonly size: number;
  /** Noun for the switches at each coordinate of the axis: `module`, `leaf`. If absent, they are called `switch 3 of level 1`. */
  readonly words?: readonly string[];
  /** Terminals per board, for a `board` axis. */
  readonly each?: number;
}

/** Whether all axes are dimensions of a torus or mesh. */
export const isGrid = (axes: readonly Pick<Axis, "kind">[]): boolean =>
  axes.length > 0 && axes.every(({ kind }) => kind === "ring" || kind === "line");

/** Whether the switches form the levels of a tree with the terminals below. False for rails, whose first axis is `host`. */
export const isTree = (axes: readonly Pick<Axis, "kind">[]): boolean => axes[0]?.kind === "level";

/** Coordinate of node `n` along axis `axis`. */
export function coordinate(network: Pick<Network, "axes" | "coordinates">, n: number, axis: number): number {
  return network.coordinates[n * network.axes.length + axis];
}

/** Number of directed channels. */
export function channelCount(network: Network): number {
  return network.head.length;
}

/** Counts that a user who draws sees: terminals with a link, and links between switches. */
export function countLinked({ head, tail, terminals, firstOut }: Network): { readonly terminals: number; readonly links: number } {
  let linkedTerminals = 0;
  for (let t = 0; t < terminals; t++) if (firstOut[t + 1] > firstOut[t]) linkedTerminals++;
  const links = head.reduce((sum, to, c) => (to >= terminals && tail[c] >= terminals ? sum + 1 : sum), 0) / 2;
  return { terminals: linkedTerminals, links };
}

/** Index of the first axis of a kind, or −1. */
export function axisOf(network: Pick<Network, "axes">, kind: Axis["kind"]): number {
  return network.axes.findIndex((axis) => axis.kind === kind);
}

/** The `shared` or `board` axis on which a switch has its coordinate; −1 if there is none. */
export function switchFamilyAxis(network: Pick<Network, "axes" | "coordinates">, n: number): number {
  return network.axes.findIndex(({ kind }, axis) => (kind === "shared" || kind === "board") && coordinate(network, n, axis) >= 0);
}

/** Kinds of axes whose coordinates name a container of switches: `of group 4`. */
const containerAxes: ReadonlySet<Axis["kind"]> = new Set(["level", "tier", "group", "part", "rail"]);

/**
 * Name of a node for people: the name that the user gave, or a name derived from its coordinates on the axes: `terminal 5`, `switch 3 of
 * level 1`, `switch 2 of group 4`, `leaf 1 of group 2`, `switch (2, 0)`, `module 3`. A switch with a coordinate on only one of several axes
 * is a `row switch 1`; a switch of a network without axes is `switch 7`. Some axes, such as group, name a container of the node; other
 * coordinates number it inside.
 */
export function nameOfNode(network: Pick<Network, "terminals" | "switches" | "axes" | "coordinates" | "look">, n: number): string {
  const { terminals, switches, axes, look } = network;
  const givenName = look?.names.get(n);
  if (givenName !== undefined) return isolateDirection(givenName);
  if (n < terminals) return `terminal ${n}`;
  const positions = axes.map((axis, i) => ({ ...axis, at: coordinate(network, n, i) })).filter(({ at }) => at >= 0);
  // The noun: the name of a level or tier, such as "leaf", or "switch". A name that begins with "the" needs nothing else.
  const levelOrTier = positions.find(({ kind }) => kind === "level" || kind === "tier");
  const noun = levelOrTier?.words?.[levelOrTier.at];
  if (noun?.startsWith("the ")) return noun;
  if (noun === undefined && switches === 1) return "the switch";
  const [{ name, kind, at } = { name: "", kind: "line", at: n - terminals }] = positions;
  if (positions.length === 0) return `switch ${at}`;
  if (positions.length === 1 && (axes.length > 1 || kind === "shared")) return `${name} switch ${at}`;
  // "noun number of container": containers from the last to the first, such as "switch 2 of group 4".
  const containers = positions.filter((place) => containerAxes.has(place.kind) && (place !== levelOrTier || noun === undefined));
  const innerCoordinates = positions.filter((place) => !containerAxes.has(place.kind)).map((place) => place.at);
  const isSingleNumber = innerCoordinates.length === 1 && (noun !== undefined || containers.length > 0);
  const containerName = ({ words, name, at }: (typeof containers)[number]) => words?.[at] ?? `${name} ${at}`;
  const containerText = containers.reduceRight((text, place) => `${text}${text === "" ? " of" : ","} ${containerName(place)}`, "");
  return `${noun ?? "switch"} ${isSingleNumber ? innerCoordinates[0] : `(${innerCoordinates.join(", ")})`}${containerText}`;
}

/** A text that starts with the name of a node and is used at the start of a line. It is capitalized, unless the user has given the name. */
export const capitalizeUnlessNamed = ({ look }: Network, n: number, text: string): string =>
  look?.names.has(n) === true ? text : capitalize(text);

/** Id of a node in files: `t5` for terminal 5, `s3` for switch 3. */
export const idOfNode = ({ terminals }: Network, n: number): string => (n < terminals ? `t${n}` : `s${n - terminals}`);

/** Name of a link from its two ends: `switch 3 of level 1 – switch 0 of level 2`. */
export function nameOfLink(network: Network, c: number): string {
  return nameOfEnds(network, [network.tail[c], network.head[c]]);
}

/** Names of two nodes as the ends of a link: `leaf 12 – spine 4`. */
export function nameOfEnds(network: Network, [from, to]: readonly [number, number]): string {
  return `${nameOfNode(network, from)} – ${nameOfNode(network, to)}`;
}

/** Name of a channel: `switch 3 of level 1 → switch 0 of level 2`. */
export function nameOfChannel(network: Network, c: number): string {
  return `${nameOfNode(network, network.tail[c])} → ${nameOfNode(network, network.head[c])}`;
}
