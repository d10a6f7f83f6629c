/** Switch groups: switches of a large network that share one box until the group is expanded, or until there is room for each switch. */
import { coordinate, type Network } from "../../core/network/network.ts";
import { countOf } from "../../words/numbers.ts";
import type { Viewport } from "./viewport.ts";

/** Networks with more switches than this are drawn in groups. */
export const maxSeparateSwitches = 1024;
/** A group is expanded automatically where each of its switches is this wide, pixels. */
const minExpandedWidth = 14;

export interface SwitchGroup {
  /** Name, unique within the network: `64 switches of level 2`, `8 switches with Z 3`. */
  readonly name: string;
  /** Its switch nodes. */
  readonly switches: readonly number[];
}

/** The switch groups of a network. */
export interface SwitchGroups {
  readonly list: readonly SwitchGroup[];
  /** [S] Index of the group that a switch belongs to. */
  readonly groupOf: Int32Array;
}

/**
 * Groups switches with equal keys, in the order of their first switches.
 * @param nameOf Name of a group, from its first switch and the number of its switches.
 */
export function switchGroupsBy(
  { terminals, switches }: Network,
  keyOf: (node: number) => number,
  nameOf: (first: number, count: number) => string,
): SwitchGroups {
  const members = new Map<number, number[]>();
  for (let node = terminals; node < terminals + switches; node++) {
    const key = keyOf(node);
    const groupMembers = members.get(key);
    if (groupMembers === undefined) members.set(key, [node]);
    else groupMembers.push(node);
  }
  const groupOf = new Int32Array(switches);
  const list = [...members.values()].map((groupSwitches, index) => {
    for (const node of groupSwitches) groupOf[node - terminals] = index;
    return { name: nameOf(groupSwitches[0], groupSwitches.length), switches: groupSwitches };
  });
  return { list, groupOf };
}

/** Groups switches that have equal coordinates along some axes. */
export function switchGroupsAlong(network: Network, groupAxes: readonly number[]): SwitchGroups {
  const { axes } = network;
  return switchGroupsBy(
    network,
    (node) => groupAxes.reduce((key, axis) => key * (axes[axis].size + 1) + coordinate(network, node, axis), 0),
    (first, count) =>
      `${countOf(count, "switch", "switches")} with ${groupAxes.map((axis) => `${axes[axis].name} ${coordinate(network, first, axis)}`).join(", ")}`,
  );
}

/** A number of switches of one level: `64 switches of level 2`, or `64 cores` where the level has a name. */
export function countOnLevel({ axes }: Network, level: number, count: number): string {
  const levelName = axes.find(({ kind }) => kind === "level")?.words?.[level]?.replace(/^the /, "");
  return levelName === undefined
    ? `${countOf(count, "switch", "switches")} of level ${level}`
    : countOf(count, levelName, pluralOf(levelName));
}

/** The plural of a name of a level: `cores`, `leaves`. */
export const pluralOf = (word: string): string => `${word.replace(/f$/, "ve")}s`;

/**
 * Whether a group is drawn switch by switch: as the reader decided, otherwise where each switch has enough room.
 * @param switchWidth Width of a switch, pixels.
 */
export function isExpanded({ name, switches }: SwitchGroup, switchWidth: number, { expanded }: Viewport): boolean {
  return switches.length === 1 || (expanded.get(name) ?? switchWidth >= minExpandedWidth);
}
