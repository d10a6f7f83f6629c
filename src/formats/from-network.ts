/** Converts a built network to the form that formats write. */
import { defined } from "../core/base/defined.ts";
import { phitBytes } from "../core/base/units.ts";
import type { Amount } from "../core/base/params.ts";
import { linksInOrder } from "../core/network/drawing/drawing-of.ts";
import { classOf, isTerminal, terminalOf } from "../core/network/drawing/drawing.ts";
import { idOfNode, nameOfNode, type Network } from "../core/network/network.ts";
import { channelRateOf } from "../core/scenario/clock.ts";
import { linkClocksOf, type Linked } from "../core/scenario/links.ts";
import type { ReadLink, ReadNetwork, ReadNode } from "./contract.ts";

/** What network formats cannot represent. */
export const neverSaid: readonly string[] = [
  "Axes and coordinates: what a network is, is recognised by its links when it is read.",
  "Capacities that links share, as in a bus or a switch of modules.",
  "Terminals that pass packets on, as hosts with several ports do.",
];

/**
 * A network to write: terminals t0, t1, …, then switches s0, s1, …, with their display names. The order of the links also numbers all
 * ports.
 * @param scenario the scenario that gives rates and lengths; without it, links have neither
 */
export function readNetworkOf(network: Network, scenario?: Linked): ReadNetwork {
  const { terminals, switches, physicalPorts, look } = network;
  const nodes = Array.from({ length: terminals + switches }, (_, n): ReadNode => {
    const isTerminal = n < terminals;
    const number = isTerminal ? n : n - terminals;
    const name = look?.names.get(n) ?? nameOfNode(network, n);
    const place = look?.places.get(n);
    return {
      id: idOfNode(network, n),
      ...(name === `${isTerminal ? "terminal" : "switch"} ${number}` ? {} : { name }),
      isTerminal,
      ...defined({ place }),
      ...(isTerminal ? {} : { ports: physicalPorts[number] }),
    };
  });
  const speedOf = scenario === undefined ? () => ({}) : speeds(scenario);
  const ports = new Int32Array(nodes.length);
  const links = linksInOrder(network).map((link): ReadLink => {
    const [a, b] = [link.a, link.b].map((end) => (isTerminal(end) ? terminalOf(end) : terminals + end));
    const own = defined({ kind: link.class });
    return { a, b, aPort: ports[a]++, bPort: ports[b]++, ...speedOf(a, b, classOf(link)), ...own };
  });
  return { nodes, links };
}

type Speed = Pick<ReadLink, "rate" | "relativeRate" | "length">;

/** Returns a function from the ends and the class of a link to its rate and length. */
function speeds(scenario: Linked): (a: number, b: number, ownClass: string) => Speed {
  const rate = channelRateOf(scenario);
  const said = new Map<string, Speed>();
  for (const { name, ends } of linkClocksOf(scenario)) {
    const rule = scenario.links.find((each) => each.class === name);
    said.set(ends === null ? name : ends.join("\n"), {
      ...rateIn(rule?.rate ?? 1, rate),
      ...(rule === undefined || rule.length === 0 ? {} : { length: lengthIn(rule.length, rate) }),
    });
  }
  const usual: Speed = rateIn(1, rate);
  return (a, b, ownClass) => said.get(`${Math.min(a, b)}\n${Math.max(a, b)}`) ?? said.get(ownClass) ?? usual;
}

/** Bytes per second, or a relative rate if the technology has no absolute one. */
function rateIn(rate: Amount, usual: number | null): Speed {
  if (typeof rate !== "number") return { rate: rate.value };
  if (usual !== null) return { rate: rate * usual };
  return rate === 1 ? {} : { relativeRate: rate };
}

function lengthIn(length: Amount, rate: number | null): NonNullable<ReadLink["length"]> {
  if (typeof length === "number") return rate === null ? { cycles: length } : { seconds: (length * phitBytes) / rate };
  return length.of === "length" ? { metres: length.value / 1e3 } : { seconds: length.value / 1e12 };
}
