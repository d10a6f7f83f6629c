/** Converts a built network to the form that formats write. */
import { withoutUndefined } from "../core/base/defined.ts";
import { phitBytes } from "../core/base/units.ts";
import type { Amount } from "../core/base/params.ts";
import { linksInPortOrder } from "../core/network/drawing/drawing-of.ts";
import { linkClassOf, isTerminalEnd, terminalOfEnd } from "../core/network/drawing/drawing.ts";
import { idOfNode, nameOfNode, type Network } from "../core/network/network.ts";
import { channelRateOf } from "../core/scenario/clock.ts";
import { linkClocksOf, type LinkSections } from "../core/scenario/links.ts";
import type { ReadLink, ReadNetwork, ReadNode } from "./contract.ts";

/** What network formats cannot represent. */
export const networkLimitations: readonly string[] = [
  "Axes and coordinates: the topology is recognised by its links when the file is read.",
  "Capacities shared by several links, as in a bus or a modular switch.",
  "Terminals that forward packets, as hosts with several ports do.",
];

/**
 * Converts a network to the form in which file formats write it: terminals t0, t1, …, then switches s0, s1, …, with their display names,
 * positions and ports. The order of the links also numbers the ports of each node.
 * @param scenario the scenario that gives rates and lengths; without it, links have neither
 */
export function readNetworkOf(network: Network, scenario?: LinkSections): ReadNetwork {
  const { terminals, switches, physicalPorts, look } = network;
  const nodes = Array.from({ length: terminals + switches }, (_, n): ReadNode => {
    const isTerminal = n < terminals;
    const number = isTerminal ? n : n - terminals;
    const name = look?.names.get(n) ?? nameOfNode(network, n);
    const position = look?.places.get(n);
    return {
      id: idOfNode(network, n),
      ...(name === `${isTerminal ? "terminal" : "switch"} ${number}` ? {} : { name }),
      isTerminal,
      ...withoutUndefined({ place: position }),
      ...(isTerminal ? {} : { ports: physicalPorts[number] }),
    };
  });
  const linkSpeedOf = scenario === undefined ? () => ({}) : linkSpeeds(scenario);
  const nextPort = new Int32Array(nodes.length);
  const links = linksInPortOrder(network).map((link): ReadLink => {
    const [a, b] = [link.a, link.b].map((end) => (isTerminalEnd(end) ? terminalOfEnd(end) : terminals + end));
    const kindEntry = withoutUndefined({ kind: link.class });
    return { a, b, aPort: nextPort[a]++, bPort: nextPort[b]++, ...linkSpeedOf(a, b, linkClassOf(link)), ...kindEntry };
  });
  return { nodes, links };
}

type Speed = Pick<ReadLink, "rate" | "relativeRate" | "length">;

/** Returns a function from the ends and the class of a link to its rate and length. */
function linkSpeeds(scenario: LinkSections): (a: number, b: number, ownClass: string) => Speed {
  const rate = channelRateOf(scenario);
  const speedOfClass = new Map<string, Speed>();
  for (const { name, ends } of linkClocksOf(scenario)) {
    const rule = scenario.links.find((candidate) => candidate.class === name);
    speedOfClass.set(ends === null ? name : ends.join("\n"), {
      ...exportedRate(rule?.rate ?? 1, rate),
      ...(rule === undefined || rule.length === 0 ? {} : { length: exportedLength(rule.length, rate) }),
    });
  }
  const defaultSpeed: Speed = exportedRate(1, rate);
  return (a, b, ownClass) => speedOfClass.get(`${Math.min(a, b)}\n${Math.max(a, b)}`) ?? speedOfClass.get(ownClass) ?? defaultSpeed;
}

/** Bytes per second, or a relative rate if the technology has no absolute one. */
function exportedRate(rate: Amount, usualRate: number | null): Speed {
  if (typeof rate !== "number") return { rate: rate.value };
  if (usualRate !== null) return { rate: rate * usualRate };
  return rate === 1 ? {} : { relativeRate: rate };
}

function exportedLength(length: Amount, rate: number | null): NonNullable<ReadLink["length"]> {
  if (typeof length === "number") return rate === null ? { cycles: length } : { seconds: (length * phitBytes) / rate };
  return length.of === "length" ? { metres: length.value / 1e3 } : { seconds: length.value / 1e12 };
}
