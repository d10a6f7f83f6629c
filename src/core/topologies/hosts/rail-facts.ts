/** Closed-form facts of trees above hosts with inner links, and an issue about their switches. */
import type { ValidationIssue } from "../../base/errors.ts";
import { railAxes, railCounts, type RailShape, stepsInside } from "../../network/rail-shapes.ts";
import type { Cut, Facts } from "../contract.ts";

/**
 * Counts and distances. Two hosts whose lowest common switch is at level l are 2 (l + 1) channels apart in each tree. With separate trees,
 * a terminal on another rail is as far as its host's terminal on the own rail, plus the step inside that host. With a shared tree, the step
 * inside the host makes a difference only within a unit.
 */
export function railFacts(shape: RailShape): Facts {
  const { hosts, accelerators: A, inner, fabric, isJoined } = shape;
  const { terminals, switches, links, parts, inside } = railCounts(shape);
  const step = A > 1 ? stepsInside(inner) : 0;
  const levels = fabric.heights.slice(1);
  // Hosts below the same switch of each level. In a shared tree, a switch is above all rails of some hosts, or above a part of the rails.
  const spans = levels.map(({ below }, level) =>
    isJoined && level > 0 ? Math.max(levels[0].below, Math.floor(below / levels[0].below / A) * levels[0].below) : below,
  );
  spans[spans.length - 1] = Math.max(spans[spans.length - 1], hosts);
  // [levels] Ordered pairs of different hosts whose lowest common switch is at each level.
  let nearer = hosts;
  const pairs = spans.map((span) => {
    const within = together(hosts, span);
    const more = within - nearer;
    nearer = within;
    return more;
  });
  let sum = A * (A - 1) * step * hosts;
  let diameter = hosts > 0 && A > 1 ? step : 0;
  pairs.forEach((count, level) => {
    if (count === 0) return;
    const far = 2 * (level + 1);
    // In a shared tree, rails meet at every level but the lowest.
    const other = isJoined && level > 0 ? far : far + step;
    sum += count * A * (far + (A - 1) * other);
    diameter = Math.max(diameter, A > 1 ? other : far);
  });
  return {
    terminals,
    switches,
    links,
    parts,
    diameter,
    meanDistance: terminals > 1 ? sum / (terminals * (terminals - 1)) : 0,
    cuts: unitCuts(shape),
    axes: railAxes(shape),
    regular: true,
    forwards: A > 1,
    ...(A > 1 ? { inside: { hosts, ...inside } } : {}),
  };
}

/**
 * Cuts around the hosts that share the switches of a level, except the top. In a shared tree, only the leaves are shared by whole hosts.
 */
function unitCuts({ hosts, accelerators, fabric, isJoined }: RailShape): readonly Cut[] {
  const { heights, numbers } = fabric;
  const lower = heights.slice(1, isJoined ? 2 : -1);
  let above = accelerators;
  return lower.flatMap(({ up, below }, level) => {
    above *= numbers?.parents[level] ?? 1;
    return up > 0 && below < hosts ? [{ terminals: accelerators * below, channels: above * up, inOrder: true }] : [];
  });
}

/** Ordered pairs of n objects, including equal ones, that are in the same group, for consecutive groups of at most `size`. */
function together(n: number, size: number): number {
  return Math.floor(n / size) * size ** 2 + (n % size) ** 2;
}

/** The issue for switches with an odd number of ports. @param nearest The even number to suggest; by default one less. */
export function oddPorts(ports: number, nearest = ports - 1): ValidationIssue {
  return {
    path: "ports",
    message: `${ports} ports have no halves, one for links down and one for links up.`,
    remedy: `Use ${ports - 1} or ${ports + 1}.`,
    nearest,
  };
}
