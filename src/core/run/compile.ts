/** Scenario → plan: looks up the kinds and makes all checks between them. The only place where kinds meet. */
import { withoutUndefined } from "../base/defined.ts";
import { type ValidationIssue, ScenarioError } from "../base/errors.ts";
import { LazyModule } from "../base/lazy.ts";
import type { Params } from "../base/params.ts";
import { formatQuantity, phitBytes } from "../base/units.ts";
import type { FlowControl } from "../flow-control/contract.ts";
import { flowControls } from "../flow-control/registry.ts";
import type { LogGOPS } from "../hosts/contract.ts";
import { hosts } from "../hosts/registry.ts";
import { checkNetwork } from "../network/check.ts";
import type { Network } from "../network/network.ts";
import { finitePacketsOf, maxPartnersOf, programSends, withoutUnreachable } from "../plan/demand.ts";
import { hasChangesWithin } from "../traffic/open-loop.ts";
import type { HostRules } from "../programs/hosts.ts";
import type { IdealNetwork, Plan } from "../plan/plan.ts";
import type { CompiledRouting } from "../plan/routing.ts";
import { routings } from "../routings/registry.ts";
import { channelRateOf, cycleSecondsOf } from "../scenario/clock.ts";
import { terminalRatesOf } from "../plan/links.ts";
import { channelClocksOf } from "../scenario/links.ts";
import { checkSwitches, switchRulesOf } from "../scenario/switch.ts";
import { checkScenario, topologyFacts, type Scenario, activeTerminals } from "../scenario/scenario.ts";
import { technologies } from "../technologies/registry.ts";
import { topologies } from "../topologies/registry.ts";
import { workloads } from "../workloads/registry.ts";

/** Largest counts of packets: of packets that move individually (32-bit counters), and of flowing messages (doubles). */
const [maxPackets, maxFlowPackets] = [2 ** 31 - 1, 2 ** 53 - 1];

export interface CompiledScenario {
  readonly plan: Plan;
  /** The flow control whose engine runs the plan. */
  readonly flowControl: FlowControl;
}

/** What programs with reduction trees require of a flow control. */
export const treeNeeds = new LazyModule(() => import("../flow-control/tree-needs.ts"));

/** Fetches the modules that are needed to compile a scenario, unless they are loaded. */
export async function fetchCompiler(scenario: Scenario): Promise<void> {
  const { routing, flowControl, workload } = scenario;
  const isPlain = scenario.links.length === 0 && switchRulesOf(scenario) === undefined;
  await Promise.all([
    routings.get(routing.kind).lazyModule?.fetch(),
    isPlain ? null : flowControls.get(flowControl.kind).lazyModule?.fetch(),
    ...(workloads.get(workload.kind).isEndless ? [] : [programSends.fetch(), treeNeeds.fetch()]),
  ]);
}

/**
 * Compiles a scenario whose modules have been fetched.
 * @throws ScenarioError if its parts exclude each other
 */
export function compile(scenario: Scenario): CompiledScenario {
  const issues = checkScenario(scenario);
  if (issues.length > 0) throw new ScenarioError(issues);
  const participants = activeTerminals(topologyFacts(scenario.topology));
  if (participants < 2) throw new ScenarioError([tooFewTerminals(participants)]);
  const topology = topologies.get(scenario.topology.kind);
  const routing = routings.get(scenario.routing.kind);
  const flowControl = flowControls.get(scenario.flowControl.kind);
  const workload = workloads.get(scenario.workload.kind);

  // Build the network, and compile the routing for it and for the flow control.
  const network = topology.build(scenario.topology.values);
  const { present } = network;
  const isDraft = present !== undefined;
  checkNetwork(network);
  const routingOfKind = routing.compile(scenario.routing.values, network, scenario.seed);
  const routingForFlowControl = flowControl.effectiveRouting?.(scenario.flowControl.values, routingOfKind, network) ?? routingOfKind;
  const compiledRouting =
    flowControl.isHoldingChannels && network.forwards ? withEjectionClass(routingForFlowControl, network) : routingForFlowControl;
  const unmetNeed = flowControl.needs(scenario.flowControl.values, network, compiledRouting);
  if (unmetNeed !== null)
    throw new ScenarioError([
      { path: "flowControl", message: `${flowControl.title} ${unmetNeed}.`, remedy: "Choose other values, or another flow control." },
    ]);
  // Check links and switches against the flow control.
  const links = channelClocksOf(scenario, network);
  const unfitLink = links === undefined ? null : (flowControl.needsOfLinks?.(scenario.flowControl.values, network, links) ?? null);
  if (unfitLink !== null)
    throw new ScenarioError([
      {
        ...(unfitLink.packet === undefined
          ? { path: `links.${network.linkClasses[network.linkClass[unfitLink.channel]]}.${unfitLink.name}` }
          : { path: "flowControl.packet", nearest: unfitLink.packet }),
        message: `${flowControl.title} ${unfitLink.message}.`,
        remedy: unfitLink.remedy,
      },
    ]);
  const switches = switchRulesOf(scenario);
  const packetBytes = flowControl.packetBytes(scenario.flowControl.values);
  const technology = technologies.get(scenario.technology.kind);
  const rate = channelRateOf(scenario);
  const phits = (packetBytes + technology.overhead(scenario.technology.values)) / phitBytes;
  const packetPhits = flowControl.engine.time === "real" ? phits : Math.ceil(phits);
  const switchProblems = checkSwitches(scenario, { network, routing: compiledRouting, packetPhits });
  if (switchProblems.length > 0) throw new ScenarioError(switchProblems);
  // Host overheads, in cycles.
  const cycleSeconds = cycleSecondsOf(scenario);
  const clock = cycleSeconds === null ? {} : { cycleSeconds };
  const host = hosts.get(scenario.host.kind);
  const ports = host.ports(scenario.host.values);
  const logGOPS = host.model?.(scenario.host.values, rate);
  const startUpSeconds = host.startUp(scenario.host.values) + technology.latency(scenario.technology.values);
  const exactStartUp = cycleSeconds === null ? 0 : startUpSeconds / cycleSeconds;
  const startUp = flowControl.engine.time === "real" ? exactStartUp : Math.round(exactStartUp);
  const enterCycles = startUp + (flowControl.enterCycles?.(scenario.flowControl.values) ?? 1);
  const hostRules: HostRules = {
    overhead: (logGOPS?.o ?? 0) + host.overhead(scenario.host.values) / (cycleSeconds ?? Infinity),
    overheadPerByte: logGOPS?.O ?? 0,
    gap: logGOPS?.g ?? 0,
    gapPerByte: logGOPS?.G ?? 0,
    eager: host.eagerLimitBytes?.(scenario.host.values) ?? Infinity,
  };
  // Compile the traffic, without pairs that have no path, and check that something is sent.
  const compileDemand = (bytes: number) =>
    workload.compile(scenario.workload.values, {
      network,
      packetBytes: bytes,
      ...clock,
      ...withoutUndefined({ terminalRates: links && terminalRatesOf(network, links) }),
      host: hostRules,
      seed: scenario.seed,
    });
  const fullDemand = compileDemand(packetBytes);
  const isPresent = isDraft ? Uint8Array.from({ length: network.terminals }) : null;
  for (const terminal of present ?? []) isPresent![terminal] = 1;
  const demand =
    isPresent === null && compiledRouting.canReach === undefined
      ? fullDemand
      : withoutUnreachable(fullDemand, compiledRouting.canReach ?? (() => true), isPresent);
  if (fullDemand.form === "open-loop" && !fullDemand.isSending.includes(1)) {
    throw new ScenarioError([
      { path: "workload", message: "no terminal sends to another terminal.", remedy: "Choose another pattern, or more ranks." },
    ]);
  }
  if (demand.form === "open-loop" && !demand.isSending.includes(1)) {
    throw new ScenarioError([
      {
        path: "topology",
        message: "no terminal has a path to any of its destinations.",
        remedy: isDraft ? "Connect the terminals, or use other traffic." : "Use fewer faults, or other traffic.",
      },
    ]);
  }
  const treeProblem =
    demand.form === "program" && demand.trees !== undefined
      ? treeNeeds.code.treeIssue(flowControls, flowControl, demand, network, switches)
      : null;
  if (treeProblem !== null) throw new ScenarioError([treeProblem]);
  // Check that all packets can be counted.
  const packets = finitePacketsOf(demand);
  const packetLimit = flowControl.engine.granularity === "flows" ? maxFlowPackets : maxPackets;
  if (packets > packetLimit)
    throw new ScenarioError([
      tooManyPackets(packets, packetLimit, packetBytes, flowControl, (bytes) => finitePacketsOf(compileDemand(bytes))),
    ]);
  const { warmUp, window, drain, precision = 0 } = scenario.run;
  // Traffic that begins or ends during the measurement has no stationary mean, and a finite workload has no window.
  const isPrecise = precision > 0 && demand.form === "open-loop" && !hasChangesWithin(demand, 0, warmUp + window);
  const plan: Plan = {
    network,
    routing: withVirtualChannels(compiledRouting, flowControl.virtualChannels(scenario.flowControl.values)),
    demand,
    packetPhits,
    packetBytes,
    headPhits: flowControl.headPhits(packetPhits, scenario.flowControl.values),
    ...withoutUndefined({ phitSpacing: flowControl.phitSpacing?.(scenario.flowControl.values) }),
    engine: flowControl.engine,
    injectionSlots: flowControl.injectionSlots(scenario.flowControl.values) || maxPartnersOf(demand, network.terminals),
    bufferPackets: flowControl.queuePackets?.(scenario.flowControl.values) ?? 0,
    ...withoutUndefined({ bufferPhits: flowControl.bufferPhits?.(scenario.flowControl.values) }),
    ...(enterCycles === 1 ? {} : { enterCycles }),
    ...(startUp === 0 ? {} : { startUp }),
    ...clock,
    ...withoutUndefined({ links, switches }),
    ...(ports === null || rate === null ? {} : { ports: { oneWay: ports.oneWay / rate, bothWays: ports.bothWays / rate } }),
    ...(logGOPS !== undefined && logGOPS.G > 0 ? { ports: { oneWay: 1 / (logGOPS.G * phitBytes), bothWays: Infinity } } : {}),
    ...(flowControl.engine.hasContention ? {} : { ideal: idealNetworkOf(logGOPS) }),
    window: workload.isEndless
      ? { start: warmUp, end: warmUp + window, limit: warmUp + window + drain }
      : { start: 0, end: Infinity, limit: Infinity },
    ...(isPrecise ? { precision: { relativeHalfWidth: precision / 100, window, drain } } : {}),
    seed: scenario.seed,
  };
  return { plan, flowControl };
}

/** The ideal network of LogGOPS hosts: latency L, then G per byte. Other hosts: latency 0, then a phit per cycle. */
function idealNetworkOf(logGOPS: LogGOPS | undefined): IdealNetwork {
  if (logGOPS === undefined) return { latency: 0, phitCycles: 1, isLogGOPS: false };
  return { latency: logGOPS.L, phitCycles: logGOPS.G * phitBytes, isLogGOPS: true };
}

/** Issue about a draft with fewer than two connected terminals. */
function tooFewTerminals(count: number): ValidationIssue {
  const isNone = count === 0;
  return {
    path: "topology",
    message: isNone ? "no terminal is connected yet." : "no two terminals are connected yet.",
    remedy: isNone
      ? "Add terminals to switches that are connected by links; two terminals are enough."
      : "Connect two switches that have terminals with a link.",
  };
}

/**
 * Issue about more packets than can be counted. Suggests a packet size that works: a multiple of the current size.
 * @param maxPackets Largest number that can be counted.
 * @param packetsWith Number of packets of a given size in bytes.
 */
function tooManyPackets(
  packets: number,
  maxPackets: number,
  packetBytes: number,
  { params }: FlowControl,
  packetsWith: (bytes: number) => number,
): ValidationIssue {
  const message = `this would be ${packets.toLocaleString("en-US")} packets; at most ${maxPackets.toLocaleString("en-US")} are simulated.`;
  const { packet }: Params = params;
  const maxFactor = packet?.type === "quantity" ? Math.floor(packet.max / packetBytes) : 1;
  const minFactor = Math.ceil(packets / maxPackets);
  // Partly filled last packets may need a slightly larger factor than the quotient.
  const factor = [minFactor, minFactor + 1, maxFactor].find((each) => each <= maxFactor && packetsWith(each * packetBytes) <= maxPackets);
  if (factor === undefined) return { path: "workload", message, remedy: "Send less." };
  const nearest = factor * packetBytes;
  return { path: "flowControl.packet", message, remedy: `Use packets of ${formatQuantity(nearest, "bytes")}, or send less.`, nearest };
}

/**
 * Changes a routing so that the last channel of every path, into the destination, is used in a separate virtual-channel class (ejection
 * class). Routings use any class there, because a packet at its destination is always consumed. But where packets hold channels while they
 * wait, a packet on its way through that terminal may hold the channel. A virtual channel has the number channel × classes + class.
 */
function withEjectionClass(routing: CompiledRouting, network: Network): CompiledRouting {
  const { vcClasses: oldClasses, route, nextState, isEscape, undrawnRouting } = routing;
  const { head } = network;
  const ejectionClass = oldClasses;
  const vcClasses = oldClasses + 1;
  return {
    ...routing,
    ...withoutUndefined({ undrawnRouting: undrawnRouting && withEjectionClass(undrawnRouting, network) }),
    vcClasses,
    route(node, destination, state, candidates) {
      const count = route(node, destination, state, candidates);
      for (let i = 0; i < count; i++) {
        const channel = (candidates[i] / oldClasses) | 0;
        candidates[i] = channel * vcClasses + (head[channel] === destination ? ejectionClass : candidates[i] % oldClasses);
      }
      return count;
    },
    ...(nextState === undefined
      ? {}
      : {
          nextState(node, destination, state, id) {
            const channel = Math.floor(id / vcClasses);
            // The routing does not know the ejection class; class 0 takes its place.
            const oldClass = (id % vcClasses) % oldClasses;
            return nextState(node, destination, state, channel * oldClasses + oldClass);
          },
        }),
    ...(isEscape === undefined
      ? {}
      : {
          isEscape: Uint8Array.from({ length: head.length * vcClasses }, (_, id) =>
            id % vcClasses === ejectionClass ? 1 : isEscape[Math.floor(id / vcClasses) * oldClasses + (id % vcClasses)],
          ),
        }),
  };
}

/**
 * Changes a routing so that each of its classes has `vcsPerClass` virtual channels: virtual channel v of class `id` gets the number
 * `id` × `vcsPerClass` + v. Candidates keep their order; each is replaced by its virtual channels. If the class is part of a ring (`rings`
 * has the ring's number, or −1), each of its virtual channels forms a separate ring.
 */
function withVirtualChannels(routing: CompiledRouting, vcsPerClass: number): CompiledRouting {
  if (vcsPerClass === 1) return routing;
  const { vcClasses, maxCandidates, route, nextState, rings, isEscape, undrawnRouting } = routing;
  return {
    ...routing,
    ...withoutUndefined({ undrawnRouting: undrawnRouting && withVirtualChannels(undrawnRouting, vcsPerClass) }),
    vcClasses: vcClasses * vcsPerClass,
    maxCandidates: maxCandidates * vcsPerClass,
    route(node, destination, state, candidates) {
      const count = route(node, destination, state, candidates);
      // Backward, so that no candidate is overwritten before it is read.
      for (let i = count * vcsPerClass - 1; i >= 0; i--)
        candidates[i] = candidates[(i / vcsPerClass) | 0] * vcsPerClass + (i % vcsPerClass);
      return count * vcsPerClass;
    },
    ...(nextState === undefined
      ? {}
      : { nextState: (node, destination, state, id) => nextState(node, destination, state, Math.floor(id / vcsPerClass)) }),
    // A change between the virtual channels of a class enters another ring. So only the first virtual channel is an escape channel.
    ...(isEscape === undefined && rings === undefined
      ? {}
      : {
          isEscape: Uint8Array.from({ length: ((isEscape ?? rings)?.length ?? 0) * vcsPerClass }, (_, id) =>
            rings !== undefined && id % vcsPerClass > 0 ? 0 : (isEscape?.[(id / vcsPerClass) | 0] ?? 1),
          ),
        }),
    ...(rings === undefined
      ? {}
      : {
          rings: Int32Array.from({ length: rings.length * vcsPerClass }, (_, id) =>
            rings[(id / vcsPerClass) | 0] < 0 ? -1 : rings[(id / vcsPerClass) | 0] * vcsPerClass + (id % vcsPerClass),
          ),
        }),
  };
}
