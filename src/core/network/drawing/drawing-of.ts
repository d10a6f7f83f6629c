/** Converts any network into a drawing, for *make it mine*. */
import { coordinate, type Network } from "../network.ts";
import { buildDrawing } from "./build.ts";
import { connectedIn } from "./connected.ts";
import { type Drawing, type DrawnLink, most, terminalEnd } from "./drawing.ts";

/** The reason why a network cannot be drawn, as a sentence; null if it can. */
export function whyNotDrawn({
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
  if (isMedium === true) return "On a bus all terminals hear what one of them sends; links that are drawn join two ends.";
  for (const [what, count] of Object.entries({ switches, terminals, links }) as [keyof typeof most, number][]) {
    if (count > most[what])
      return `This network has ${count.toLocaleString("en-US")} ${what}; ${most[what].toLocaleString("en-US")} can be drawn.`;
  }
  return null;
}

/**
 * The drawing that builds the same network, including its axes, link classes, groups and ports. {@link reasonNotDrawable} must return null
 * for the network.
 */
export function drawingOf(network: Network): Drawing {
  const { terminals, switches, axes, linkClasses, groupCapacity, forwards, regular, physicalPorts, firstOut } = network;
  const at = (n: number) => (axes.length === 0 ? {} : { at: axes.map((_, axis) => coordinate(network, n, axis)) });
  const whole: Drawing = {
    switches: Array.from({ length: switches }, (_, s) => {
      const spare = physicalPorts[s] - (firstOut[terminals + s + 1] - firstOut[terminals + s]);
      return { number: s, ...(spare > 0 ? { spare } : {}), ...at(terminals + s) };
    }),
    terminals: Array.from({ length: terminals }, (_, t) => at(t)),
    links: linksInOrder(network),
    axes,
    classes: linkClasses,
    capacities: Array.from(groupCapacity),
    forwards,
    isPartial: false,
  };
  // Terminals that faults have cut off still receive packets.
  const { terminals: runs } = connectedIn(whole);
  const cut = whole.terminals.map((each, t) => (runs[t] === 1 ? each : { ...each, isLost: true as const }));
  const drawing = { ...whole, terminals: cut, classes: usualClasses(whole) ? [] : linkClasses };
  // Without axes, a regular network promises only that it is connected.
  return { ...drawing, isPartial: !regular && (axes.length > 0 || buildDrawing(drawing).regular) };
}

/** Whether the link classes are the default classes of drawings, in their order. */
function usualClasses({ classes, links }: Drawing): boolean {
  const usual = ["terminal", "link"].filter((name) =>
    links.some(({ a, b, class: own }) => own === undefined && (a < 0 || b < 0) === (name === "terminal")),
  );
  return links.every(({ class: own }) => own === undefined) && classes.join("\n") === usual.join("\n");
}

/**
 * The links in an order that reproduces the port numbers of all nodes. Such an order exists because a builder has connected the links one
 * by one, and faults keep the order. Of several links that may come next, the one at the lowest node comes first.
 */
export function linksInOrder(network: Network): readonly DrawnLink[] {
  const { terminals, firstOut, head, tail, reverse, linkClass, linkClasses, group } = network;
  const nodes = firstOut.length - 1;
  const next = firstOut.slice(0, nodes);
  const end = (n: number) => (n < terminals ? terminalEnd(n) : n - terminals);
  const links: DrawnLink[] = [];
  const isNext = (c: number) => next[tail[c]] === c && next[head[c]] === reverse[c];
  // A link may come next if it is the next link at both of its ends. A node is visited again after one of its links has been added.
  const waiting: number[] = [];
  for (let first = 0; first < nodes; first++) {
    waiting.push(first);
    while (waiting.length > 0) {
      const n = waiting[waiting.length - 1];
      const c = next[n];
      if (c >= firstOut[n + 1] || !isNext(c)) {
        waiting.pop();
        continue;
      }
      const other = head[c];
      next[n]++;
      next[other]++;
      const [forth, back] = [Math.min(c, reverse[c]), Math.max(c, reverse[c])];
      const [a, b] = [end(tail[forth]), end(tail[back])];
      const name = linkClasses[linkClass[forth]];
      links.push({
        a,
        b,
        ...(name === (a < 0 || b < 0 ? "terminal" : "link") ? {} : { class: name }),
        ...(group[forth] >= 0 ? { forth: group[forth] } : {}),
        ...(group[back] >= 0 ? { back: group[back] } : {}),
      });
      if (other < first) waiting.push(other);
    }
  }
  if (2 * links.length !== head.length) throw new Error("no order of links numbers the ports of this network");
  return links;
}
