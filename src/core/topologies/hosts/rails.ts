import type { ValidationIssue } from "../../base/errors.ts";
import { choice, integer } from "../../base/params.ts";
import {
  type HostInterconnect,
  buildRails,
  hostsPerUnit,
  sharedFabric,
  leavesPerPod,
  railFabric,
  type RailShape,
} from "../../network/rail-shapes.ts";
import { defineTopology } from "../contract.ts";
import { terminalLinksParam } from "../grids/grid-facts.ts";
import { oddPortsIssue, railFacts } from "./rail-facts.ts";

interface Values {
  readonly hosts: number;
  readonly accelerators: number;
  readonly inner: HostInterconnect;
  readonly wiring: "optimised" | "only";
  readonly ports: number;
  readonly terminalLinks: number;
}

/** The shape; null if three levels are not enough. */
function shapeOf({ hosts, accelerators, inner, wiring, ports, terminalLinks }: Values): RailShape | null {
  // A single rail has no other rails to share a tree with.
  const isSharedTree = wiring === "optimised" && accelerators > 1;
  const fabric = isSharedTree ? sharedFabric(hosts, accelerators, ports, terminalLinks) : railFabric(hosts, ports, terminalLinks);
  return fabric === null ? null : { hosts, accelerators, inner, fabric, isSharedTree };
}

export const rails = defineTopology({
  id: "rails",
  title: "GPU rails",
  article: "",
  group: "Hosts that forward",
  summary:
    "Hosts whose accelerators are connected inside, for example by NVLink; accelerator i of every host is attached to rail i. Rails are connected by spines, or only inside hosts.",
  source: "rail-only: Wang, Ghobadi, Shakeri, Zhang, Hasani (arXiv 2307.12169); rail-optimised: NVIDIA DGX SuperPOD reference architecture",
  params: {
    hosts: integer({
      title: "Hosts",
      word: "# hosts|# host",
      help: "Hosts, each with its accelerators.",
      min: 1,
      max: 65_536,
      default: 32,
    }),
    accelerators: integer({
      title: "Accelerators",
      word: "# accelerators|# accelerator",
      help: "Accelerators of a host, each on its own rail.",
      min: 1,
      max: 256,
      default: 8,
    }),
    inner: choice({
      title: "Inside a host",
      word: "# in each host",
      help: "What connects the accelerators inside a host. Its links have the class inner.",
      default: "switch",
      choices: [
        { id: "switch", title: "a switch", help: "One switch in each host, as NVSwitch." },
        { id: "mesh", title: "a full mesh", help: "A link between every two accelerators, without a switch." },
      ],
    }),
    wiring: choice({
      title: "Wiring",
      // The natural name `kind` is already used for the id of the topology.
      symbol: "kind",
      word: "#",
      help: "Whether spine switches connect the rails.",
      default: "optimised",
      choices: [
        { id: "optimised", title: "rail-optimised", help: "The leaves of all rails are connected to common spines." },
        { id: "only", title: "rail-only", help: "No link leads from rail to rail: packets change rails inside a host." },
      ],
    }),
    ports: integer({
      title: "Ports",
      symbol: "k",
      word: "#-port switches",
      help: "Ports of a switch outside the hosts; even.",
      min: 2,
      max: 1024,
      default: 64,
    }),
    terminalLinks: terminalLinksParam,
  },
  phrase: "{title}, {wiring}, for {hosts} with {accelerators} and {ports}",
  examples: [
    { hosts: 4, accelerators: 2, ports: 4 },
    { hosts: 4, accelerators: 2, wiring: "only", ports: 4 },
    { hosts: 3, accelerators: 4, inner: "mesh", ports: 4 },
    { hosts: 5, accelerators: 3, inner: "mesh", wiring: "only", ports: 4 },
    { hosts: 11, accelerators: 3, ports: 6 },
    { hosts: 17, accelerators: 2, wiring: "only", ports: 6 },
    { hosts: 5, accelerators: 2, ports: 8, terminalLinks: 2 },
    { hosts: 7, accelerators: 2, wiring: "only", ports: 8, terminalLinks: 3 },
    { hosts: 5, accelerators: 1, ports: 8, terminalLinks: 2 },
    { hosts: 2, accelerators: 6, ports: 4 },
    { hosts: 9, accelerators: 1, ports: 4 },
    { hosts: 1, accelerators: 72, wiring: "only" },
    {},
    { wiring: "only" },
    { hosts: 128, accelerators: 8, ports: 64 },
    { hosts: 18, accelerators: 72, ports: 64 },
    { hosts: 2048, accelerators: 8, wiring: "only" },
  ],
  /**
   * Checks whether the switches have enough ports for the hosts and their rails (the trees that join the r-th accelerators of all hosts).
   * Each issue suggests the nearest value that fits.
   */
  check(values) {
    const { hosts, accelerators, ports, terminalLinks } = values;
    if (ports % 2 !== 0) {
      const [fewerPorts, morePorts] = [ports - 1, ports + 1];
      const fits = (ports: number) => shapeOf({ ...values, ports }) !== null;
      return [oddPortsIssue(ports, !fits(fewerPorts) && fits(morePorts) ? morePorts : fewerPorts)];
    }
    if (hostsPerUnit(ports, terminalLinks) === 0) {
      const message = `half of ${ports} ports are not enough for a terminal with ${terminalLinks} links.`;
      return [{ path: "terminalLinks", message, remedy: `Use ${ports / 2}, or switches with more ports.`, nearest: ports / 2 }];
    }
    // If the trees do not fit, fewer hosts or separate trees may.
    if (shapeOf(values) !== null) return [];
    const switches = `three levels of ${ports}-port switches`;
    const issues: ValidationIssue[] = [];
    let max = maxHosts(values);
    const areRailsTooMany = max === 0;
    if (areRailsTooMany) {
      issues.push({
        path: "wiring",
        message: `${switches} cannot connect ${accelerators} rails.`,
        remedy: "Use only rails, each with its own switches.",
        nearest: "only",
      });
      max = maxHosts({ ...values, wiring: "only" });
    }
    if (hosts > max) {
      const railsOfHosts = areRailsTooMany || values.wiring === "only" ? "" : `the ${accelerators} rails of `;
      issues.push({
        path: "hosts",
        message: `${hosts.toLocaleString("en-US")} hosts are too many: ${switches} connect ${railsOfHosts}${max.toLocaleString("en-US")}.`,
        remedy: `Use ${max.toLocaleString("en-US")}, or switches with more ports.`,
        nearest: max,
      });
    }
    return issues;
  },
  // First separate rails of one switch each: larger separate rails are offered as Clos networks in planes. Then shared trees of two and
  // three levels.
  /**
   * The sensible networks with rails of a given size: hosts with 2, 4 or 8 accelerators, on one switch per rail or on a shared tree of two
   * or three levels with the fewest ports that suffice.
   * @param maxTerminals Largest number of terminals that still counts as the same size.
   */
  *designsOfSize({ terminals, maxTerminals, ports: max }) {
    for (const accelerators of [2, 4, 8]) {
      const hosts = Math.ceil(terminals / accelerators);
      if (hosts < 2 || accelerators * hosts > maxTerminals) continue;
      const common = { hosts, accelerators, inner: "switch", terminalLinks: 1 } as const;
      const singleSwitchPorts = 2 * Math.ceil(hosts / 2);
      if (singleSwitchPorts >= 2 && singleSwitchPorts <= max) yield { ...common, wiring: "only" as const, ports: singleSwitchPorts };
      const fitsLevels = (levels: number, ports: number) =>
        (sharedFabric(hosts, accelerators, ports)?.heights.length ?? Infinity) <= levels + 1;
      let last = 0;
      for (const levels of [2, 3]) {
        let ports = 2 * Math.ceil((terminals * 2 ** (levels - 1)) ** (1 / levels) / 2);
        while (ports <= max && !fitsLevels(levels, ports)) ports += 2;
        if (ports <= max && ports !== last && ports >= accelerators) yield { ...common, wiring: "optimised" as const, ports };
        last = ports;
      }
    }
  },
  expectedFacts: (values) => railFacts(shapeOf(values)!),
  build: (values) => buildRails(shapeOf(values)!),
  next: (name, { ports }, isUp) => (name === "ports" ? (ports as number) + (isUp ? 2 : -2) : null),
});

/** Maximum number of hosts with three levels. */
function maxHosts({ accelerators, wiring, ports, terminalLinks }: Values): number {
  const hosts = hostsPerUnit(ports, terminalLinks);
  if (wiring === "only" || accelerators === 1) return (ports ** 2 / 2) * hosts;
  return Math.floor((ports * leavesPerPod(accelerators, ports)) / accelerators) * hosts;
}
