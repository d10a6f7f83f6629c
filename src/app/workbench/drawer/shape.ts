/** The shape of a network as text, from its axes. */
import type { Axis, NetworkShape } from "../../../core/network/network.ts";
import { joinWithAnd } from "../../../core/base/words.ts";
import { countOf, formatCount } from "../../../words/numbers.ts";

/**
 * The shape of a network in words: `3 levels, up to 16 side by side`, `X a ring of 8, Y a ring of 8`, `9 groups of 4 switches` or `a
 * graph`, followed by `with gaps` if the network is incomplete.
 */
export function sayShape({ axes, regular }: Pick<NetworkShape, "axes" | "regular">): string {
  const axesText = axes.length === 0 ? "a graph" : sayAxes(axes);
  return regular ? axesText : `${axesText}, with gaps`;
}

/**
 * Describes the shape of a network in a few words, such as `9 groups of 4 × 8 switches`, by the kinds of its axes (an axis is a direction
 * in which switches are numbered): groups first, then boards, then the parts of a nested network, otherwise each axis in turn.
 */
function sayAxes(axes: readonly Axis[]): string {
  const group = axes.find(({ kind }) => kind === "group");
  if (group !== undefined) {
    const others = axes.filter(({ kind }) => kind !== "group" && kind !== "tier").map(({ size }) => formatCount(size));
    const sizes = others.join(" × ");
    const tiers = axes.find(({ kind }) => kind === "tier")?.words?.map((word) => `${sizes} ${word}`);
    return `${countOf(group.size, "group", "groups")} of ${tiers === undefined ? sizes : `${joinWithAnd(tiers)} switches`}`;
  }
  if (axes.every(({ kind }) => kind === "board")) {
    const sayProduct = (sizes: (axis: Axis) => number) => axes.toReversed().map(sizes).map(formatCount).join(" × ");
    return `${sayProduct(({ size, each = size }) => size / each)} boards of ${sayProduct(({ each = 1 }) => each)}`;
  }
  const parts = axes.filter(({ kind }) => kind === "part");
  if (parts.length > 0) return sayParts(parts, axes);
  const [firstAxis] = axes;
  const areEqual = axes.every(({ kind, size }) => kind === firstAxis.kind && size === firstAxis.size);
  // Many equal axes are summarized: eight lines of two would be unreadable.
  return areEqual && axes.length > 3 ? `${axes.length} dimensions, each ${sayKind(firstAxis)}` : axes.map(sayAxis).join(", ");
}

/** The parts of a nested network in words: their number and size, as in `10 groups of 5`, or their names, as in `layers W, V₁ and V₂`. */
function sayParts(parts: readonly Axis[], axes: readonly Axis[]): string {
  const last = parts[parts.length - 1];
  if (last.words !== undefined) return `${last.name}s ${joinWithAnd(last.words)}`;
  const count = parts.reduce((product, { size }) => product * size, 1);
  return `${countOf(count, last.name, `${last.name}s`)} of ${formatCount(axes[axes.length - 1].size)}`;
}

function sayAxis(axis: Axis): string {
  const { name, kind, size } = axis;
  if (kind === "level") return countOf(size, "level", "levels");
  if (kind === "host" || kind === "rail") return countOf(size, name, `${name}s`);
  if (kind === "position") return `up to ${formatCount(size)} side by side`;
  return `${name} ${sayKind(axis)}`;
}

function sayKind({ kind, size, each }: Axis): string {
  if (kind === "full") return `all-to-all of ${formatCount(size)}`;
  if (kind === "shared") return countOf(size, "plane with a switch", "planes with a switch each");
  if (kind === "board") return `a line of ${formatCount(size)} in boards of ${formatCount(each ?? size)}`;
  return `a ${kind} of ${formatCount(size)}`;
}
