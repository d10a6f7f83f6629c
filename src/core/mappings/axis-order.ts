import { choice, list } from "../base/params.ts";
import type { Axis } from "../network/network.ts";
import { mapping } from "./contract.ts";
import { checkFirst, first } from "./first.ts";
import { sortedBy } from "./sorted.ts";

const names = ["X", "Y", "Z", "W", "V", "U"] as const;

export const axisOrder = mapping({
  id: "axis-order",
  title: "axis order",
  article: "",
  summary: "Ranks run along the axes in the order named: XYZ runs along Z first, then Y, then X.",
  source: "Chakaravarthy et al. (torus transpose), §5.2",
  params: {
    order: list(
      choice({
        title: "Axis",
        help: "Name of an axis of the network.",
        choices: names.map((name) => ({ id: name, title: name, help: `Axis ${name}.` })),
        default: "X",
      }),
      {
        title: "Order",
        help: "The axis named last varies fastest; axes that are not named vary slowest. Terminals of one switch stay together.",
        minLength: 1,
        maxLength: names.length,
        separator: "",
        default: ["X", "Y"],
      },
    ),
    first,
  },
  phrase: "mapping in {title} {order}",
  examples: [{}, { order: ["Z", "Y", "X"] }, { order: ["X"], first: 1 }],
  readsCoordinates: true,
  places: ({ first }, { terminals }) => terminals - first,
  check({ order, first }, { axes, terminals }) {
    const unknown = order.findIndex((name) => indexOf(axes, name) < 0);
    if (unknown >= 0) {
      const known = axes.map(nameOf).filter(isName);
      return [
        {
          path: `order.${unknown}`,
          message: `this network has no axis ${order[unknown]}; ${known.length === 0 ? "its terminals lie along no axes" : `it has ${known.join(", ")}`}.`,
          remedy: known.length === 0 ? "Choose another mapping." : "Name the axes there are.",
          ...(known.length === 0 ? {} : { nearest: known[known.length - 1] }),
        },
      ];
    }
    const again = order.findIndex((name, i) => order.indexOf(name) < i);
    if (again >= 0) return [{ path: `order.${again}`, message: `axis ${order[again]} is named twice.`, remedy: "Name each axis once." }];
    return checkFirst(first, terminals);
  },
  compile({ order, first }, ranks, { terminals, axes, coordinates }) {
    const named = order.map((name) => indexOf(axes, name));
    // From the slowest to the fastest axis. Among axes that are not named, X is the fastest, as in every grid.
    const slow = axes.map((_, d) => axes.length - 1 - d).filter((d) => !named.includes(d));
    const key = new Float64Array(terminals);
    for (const d of [...slow, ...named]) {
      for (let t = 0; t < terminals; t++) key[t] = key[t] * axes[d].size + coordinates[t * axes.length + d];
    }
    return sortedBy(key).slice(first, first + ranks);
  },
});

function isName(name: string): boolean {
  return (names as readonly string[]).includes(name);
}

/** Name of an axis. Axes of boards are named as in a grid. */
function nameOf({ name, kind }: Axis, d: number): string {
  return kind === "board" ? names[d] : name;
}

/** Index of the axis with a name, or −1; levels and groups have other names. */
function indexOf(axes: readonly Axis[], name: string): number {
  return axes.findIndex((axis, d) => nameOf(axis, d) === name);
}
