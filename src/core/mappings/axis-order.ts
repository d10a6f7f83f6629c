import { choice, list } from "../base/params.ts";
import type { Axis } from "../network/network.ts";
import { defineMapping } from "./contract.ts";
import { checkFirstPosition, firstPositionParam } from "./first-position.ts";
import { terminalsSortedBy } from "./sorted.ts";

const axisNames = ["X", "Y", "Z", "W", "V", "U"] as const;

export const axisOrder = defineMapping({
  id: "axis-order",
  title: "axis order",
  article: "",
  summary: "Ranks are numbered along the axes in the given order: XYZ runs along Z first, then Y, then X.",
  source: "Chakaravarthy et al. (torus transpose), §5.2",
  params: {
    order: list(
      choice({
        title: "Axis",
        help: "Name of an axis of the network.",
        choices: axisNames.map((name) => ({ id: name, title: name, help: `Axis ${name}.` })),
        default: "X",
      }),
      {
        title: "Order",
        help: "The last axis in the list varies fastest; axes that are not listed vary slowest. Terminals of one switch stay together.",
        minLength: 1,
        maxLength: axisNames.length,
        separator: "",
        default: ["X", "Y"],
      },
    ),
    first: firstPositionParam,
  },
  phrase: "mapping in {title} {order}",
  examples: [{}, { order: ["Z", "Y", "X"] }, { order: ["X"], first: 1 }],
  readsCoordinates: true,
  places: ({ first }, { terminals }) => terminals - first,
  /**
   * Checks whether the network has all axes of the order in which ranks are placed, and whether each is named once. Paths of issues are
   * relative to the mapping.
   */
  check({ order, first }, { axes, terminals }) {
    const unknownIndex = order.findIndex((name) => indexOfAxis(axes, name) < 0);
    if (unknownIndex >= 0) {
      const availableNames = axes.map(nameOfAxis).filter(isName);
      return [
        {
          path: `order.${unknownIndex}`,
          message: `this network has no axis ${order[unknownIndex]}; ${availableNames.length === 0 ? "its terminals have no axes" : `it has ${availableNames.join(", ")}`}.`,
          remedy: availableNames.length === 0 ? "Choose another mapping." : "Use the axes of the network.",
          ...(availableNames.length === 0 ? {} : { nearest: availableNames[availableNames.length - 1] }),
        },
      ];
    }
    const duplicateIndex = order.findIndex((name, i) => order.indexOf(name) < i);
    if (duplicateIndex >= 0)
      return [
        { path: `order.${duplicateIndex}`, message: `axis ${order[duplicateIndex]} is named twice.`, remedy: "Name each axis once." },
      ];
    return checkFirstPosition(first, terminals);
  },
  compile({ order, first }, ranks, { terminals, axes, coordinates }) {
    const orderedAxes = order.map((name) => indexOfAxis(axes, name));
    // From the slowest to the fastest axis. Among axes that are not named, X is the fastest, as in every grid.
    const otherAxes = axes.map((_, d) => axes.length - 1 - d).filter((d) => !orderedAxes.includes(d));
    const key = new Float64Array(terminals);
    for (const d of [...otherAxes, ...orderedAxes]) {
      for (let t = 0; t < terminals; t++) key[t] = key[t] * axes[d].size + coordinates[t * axes.length + d];
    }
    return terminalsSortedBy(key).slice(first, first + ranks);
  },
});

function isName(name: string): boolean {
  return (axisNames as readonly string[]).includes(name);
}

/** Name of an axis. Axes of boards are named as in a grid. */
function nameOfAxis({ name, kind }: Axis, d: number): string {
  return kind === "board" ? axisNames[d] : name;
}

/** Index of the axis with a name; −1 if there is none. */
function indexOfAxis(axes: readonly Axis[], name: string): number {
  return axes.findIndex((axis, d) => nameOfAxis(axis, d) === name);
}
