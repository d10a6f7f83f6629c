/** What hosts with an inside below trees share: their facts in closed form, and what speaks against their switches. */
import type { ValidationIssue } from "../../base/errors.ts";
import { railAxes, railCounts, type RailShape, stepsInside } from "../../network/rail-shapes.ts";
import type { Cut, Facts } from "../contract.ts";

/**
 * Counts and distances. Two hosts that meet first at level l are 2 (l + 1) channels apart on each tree. With a tree for each rail, who is
 * on another rail is as far as her host, and the step inside that host. With one tree, only within a unit does the step inside save any.
 */
export function railFacts(shape: RailShape): Facts {
  const { hosts, accelerators: A, inner, fabric, isJoined } = shape;
  const { terminals, switches, links, parts, inside } = railCounts(shape);
  const step = A > 1 ? stepsInside(inner) : 0;
  const levels = fabric.heights.slice(1);
  // Hosts that share a switch of each level: with one tree, each switch is above all rails of a host, or above parts of them.
  const spans = levels.map(({ below }, level) =>
    isJoined && level > 0 ? Math.max(levels[0].below, Math.floor(below / levels[0].below / A) * levels[0].below) : below,
  );
  spans[spans.length - 1] = Math.max(spans[spans.length - 1], hosts);
  // [levels] Pairs of different hosts that meet first at each level, both orders counted.
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
    // Rails that are joined meet at every level but the lowest.
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

/** Hosts that share switches of a level but the top; rails that are joined share no whole ones but the leaves. */
function unitCuts({ hosts, accelerators, fabric, isJoined }: RailShape): readonly Cut[] {
  const { heights, numbers } = fabric;
  const lower = heights.slice(1, isJoined ? 2 : -1);
  let above = accelerators;
  return lower.flatMap(({ up, below }, level) => {
    above *= numbers?.parents[level] ?? 1;
    return up > 0 && below < hosts ? [{ terminals: accelerators * below, channels: above * up, inOrder: true }] : [];
  });
}

/** Pairs of n things in groups of at most `size`, one after another, that are in the same group; each with itself, too. */
function together(n: number, size: number): number {
  return Math.floor(n / size) * size ** 2 + (n % size) ** 2;
}

/** What speaks against switches with an odd number of ports. @param nearest the even number to use; one fewer where absent */
export function oddPorts(ports: number, nearest = ports - 1): ValidationIssue {
  return {
    path: "ports",
    message: `${ports} ports have no halves, one for links down and one for links up.`,
    remedy: `Use ${ports - 1} or ${ports + 1}.`,
    nearest,
  };
}
