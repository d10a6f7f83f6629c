/** Converts any network into a drawing, for *make it mine*. */
import { coordinate, type Network } from "../network.ts";
import { buildDrawing } from "./build.ts";
import { activeComponentOf } from "./active-component.ts";
import { type Drawing, type DrawnLink, drawingLimits, terminalEnd } from "./drawing.ts";

/**
 * The reason why a network cannot be shown as a drawing, as a sentence; null if it can. Networks over the limits cannot, and neither can a
 * bus.
 */
export function reasonNotDrawable({
  terminals,
  switches,
  links,
  isMedium,
}: {
  readonly terminals: number;
  readonly switches: number;
  readonly links: number;
  readonly isMedium?: true;
}): string | null {
  if (isMedium === true) return "On a bus, all terminals receive what one terminal sends; a drawn link connects only two ends.";
  for (const [noun, count] of Object.entries({ switches, terminals, links }) as [keyof typeof drawingLimits, number][]) {
    if (count > drawingLimits[noun])
      return `This network has ${count.toLocaleString("en-US")} ${noun}; ${drawingLimits[noun].toLocaleString("en-US")} can be drawn.`;
  }
  return null;
}

/**
 * Converts a network into the drawing that builds the same network, including its axes, link classes, channel groups and port numbers.
 * {@link reasonNotDrawable} must return null for the network.
 */
export function drawingOf(network: Network): Drawing {
  const { terminals, switches, axes, linkClasses, groupCapacity, forwards, regular, physicalPorts, firstOut } = network;
  const coordinatesOf = (n: number) => (axes.length === 0 ? {} : { at: axes.map((_, axis) => coordinate(network, n, axis)) });
  const drawingOfAll: Drawing = {
    switches: Array.from({ length: switches }, (_, s) => {
      const spare = physicalPorts[s] - (firstOut[terminals + s + 1] - firstOut[terminals + s]);
      return { number: s, ...(spare > 0 ? { spare } : {}), ...coordinatesOf(terminals + s) };
    }),
    terminals: Array.from({ length: terminals }, (_, t) => coordinatesOf(t)),
    links: linksInPortOrder(network),
    axes,
    classes: linkClasses,
    capacities: Array.from(groupCapacity),
    forwards,
    isPartial: false,
  };
  // Terminals that faults have cut off are marked as lost: packets are still sent to them.
  const { terminals: isActive } = activeComponentOf(drawingOfAll);
  const withUnreachable = drawingOfAll.terminals.map((each, t) => (isActive[t] === 1 ? each : { ...each, isLost: true as const }));
  const drawing = { ...drawingOfAll, terminals: withUnreachable, classes: hasDefaultClasses(drawingOfAll) ? [] : linkClasses };
  // A network with axes is partial if it is not regular. Without axes, regular means only that the network is connected, so it is partial
  // only if the drawing would be built as regular.
  return { ...drawing, isPartial: !regular && (axes.length > 0 || buildDrawing(drawing).regular) };
}

/** Whether the link classes are the default classes of drawings, in their order. */
function hasDefaultClasses({ classes, links }: Drawing): boolean {
  const defaultNames = ["terminal", "link"].filter((name) =>
    links.some(({ a, b, class: linkClass }) => linkClass === undefined && (a < 0 || b < 0) === (name === "terminal")),
  );
  return links.every(({ class: linkClass }) => linkClass === undefined) && classes.join("\n") === defaultNames.join("\n");
}

/**
 * The links of a network in an order that reproduces the port numbers of all nodes when they are connected one by one. Such an order exists
 * because a builder has connected the links one by one, and faults keep the order. Of several links that may come next, the one at the
 * lowest node comes first.
 */
export function linksInPortOrder(network: Network): readonly DrawnLink[] {
  const { terminals, firstOut, head, tail, reverse, linkClass, linkClasses, group } = network;
  const nodes = firstOut.length - 1;
  /** [N] First channel of each node whose link is not in the result yet. */
  const nextChannel = firstOut.slice(0, nodes);
  const endOf = (n: number) => (n < terminals ? terminalEnd(n) : n - terminals);
  const links: DrawnLink[] = [];
  const isNext = (c: number) => nextChannel[tail[c]] === c && nextChannel[head[c]] === reverse[c];
  // A link may come next if it is the next link at both of its ends. A node is visited again after one of its links has been added.
  const stack: number[] = [];
  for (let firstNode = 0; firstNode < nodes; firstNode++) {
    stack.push(firstNode);
    while (stack.length > 0) {
      const n = stack[stack.length - 1];
      const c = nextChannel[n];
      if (c >= firstOut[n + 1] || !isNext(c)) {
        stack.pop();
        continue;
      }
      const otherNode = head[c];
      nextChannel[n]++;
      nextChannel[otherNode]++;
      // The end with the lower channel comes first: end a.
      const [lowerChannel, higherChannel] = [Math.min(c, reverse[c]), Math.max(c, reverse[c])];
      const [a, b] = [endOf(tail[lowerChannel]), endOf(tail[higherChannel])];
      const name = linkClasses[linkClass[lowerChannel]];
      links.push({
        a,
        b,
        ...(name === (a < 0 || b < 0 ? "terminal" : "link") ? {} : { class: name }),
        ...(group[lowerChannel] >= 0 ? { forth: group[lowerChannel] } : {}),
        ...(group[higherChannel] >= 0 ? { back: group[higherChannel] } : {}),
      });
      if (otherNode < firstNode) stack.push(otherNode);
    }
  }
  if (2 * links.length !== head.length) throw new Error("no order of links numbers the ports of this network");
  return links;
}
