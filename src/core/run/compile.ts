/** Scenario → plan: looks up the kinds and makes all checks between them. The only place where kinds meet. */
import { defined } from "../base/defined.ts";
import { type ValidationIssue, ScenarioError } from "../base/errors.ts";
import { Late } from "../base/late.ts";
import type { Params } from "../base/params.ts";
import { formatQuantity, phitBytes } from "../base/units.ts";
import type { FlowControl } from "../flow-control/contract.ts";
import { flowControls } from "../flow-control/shelf.ts";
import type { LogGOPS } from "../hosts/contract.ts";
import { hosts } from "../hosts/shelf.ts";
import { checkNetwork } from "../network/check.ts";
import type { Network } from "../network/network.ts";
import { packetsOf, partnersOf, programSends, without } from "../plan/demand.ts";
import { changesWithin } from "../traffic/open-loop.ts";
import type { HostRules } from "../programs/hosts.ts";
import type { IdealNetwork, Plan } from "../plan/plan.ts";
import type { CompiledRouting } from "../plan/routing.ts";
import { routings } from "../routings/shelf.ts";
import { channelRateOf, cycleSecondsOf } from "../scenario/clock.ts";
import { terminalRatesOf } from "../plan/links.ts";
import { channelClocksOf } from "../scenario/links.ts";
import { switchIssues, switchRulesOf } from "../scenario/switch.ts";
import { checkScenario, factsOf, type Scenario, takingPart } from "../scenario/scenario.ts";
import { technologies } from "../technologies/shelf.ts";
import { topologies } from "../topologies/shelf.ts";
import { workloads } from "../workloads/shelf.ts";

/** Largest counts of packets: of packets that move individually (32-bit counters), and of flowing messages (doubles). */
const [mostOneByOne, mostFlowing] = [2 ** 31 - 1, 2 ** 53 - 1];

export interface Compiled {
  readonly plan: Plan;
  /** The flow control whose engine runs the plan. */
  readonly flowControl: FlowControl;
}

/** What programs with reduction trees require of a flow control. */
export const treeNeeds = new Late(() => import("../flow-control/tree-needs.ts"));

/** Fetches the modules that are needed to compile a scenario, unless they are loaded. */
export async function fetchCompiler(scenario: Scenario): Promise<void> {
  const { routing, flowControl, workload } = scenario;
  const isPlain = scenario.links.length === 0 && switchRulesOf(scenario) === undefined;
  await Promise.all([
    routings.get(routing.kind).late?.fetch(),
    isPlain ? null : flowControls.get(flowControl.kind).late?.fetch(),
    ...(workloads.get(workload.kind).endless ? [] : [programSends.fetch(), treeNeeds.fetch()]),
  ]);
}

/**
 * Compiles a scenario whose modules have been fetched.
 * @throws ScenarioError if its parts exclude each other
 */
export function compile(scenario: Scenario): Compiled {
  const issues = checkScenario(scenario);
  if (issues.length > 0) throw new ScenarioError(issues);
  const count = takingPart(factsOf(scenario.topology));
  if (count < 2) throw new ScenarioError([tooFew(count)]);
  const topology = topologies.get(scenario.topology.kind);
  const routing = routings.get(scenario.routing.kind);
  const flowControl = flowControls.get(scenario.flowControl.kind);
  const workload = workloads.get(scenario.workload.kind);

  // Build the network, and compile the routing for it and for the flow control.
  const network = topology.build(scenario.topology.values);
  const { present } = network;
  const isDraft = present !== undefined;
  checkNetwork(network);
  const found = routing.compile(scenario.routing.values, network, scenario.seed);
  const routed = flowControl.routed?.(scenario.flowControl.values, found, network) ?? found;
  const compiled = flowControl.holdsChannels && network.forwards ? withLastClass(routed, network) : routed;
  const missing = flowControl.needs(scenario.flowControl.values, network, compiled);
  if (missing !== null)
    throw new ScenarioError([
      { path: "flowControl", message: `${flowControl.title} ${missing}.`, remedy: "Choose other values, or another flow control." },
    ]);
  // Check links and switches against the flow control.
  const links = channelClocksOf(scenario, network);
  const unlike = links === undefined ? null : (flowControl.needsOfLinks?.(scenario.flowControl.values, network, links) ?? null);
  if (unlike !== null)
    throw new ScenarioError([
      {
        ...(unlike.packet === undefined
          ? { path: `links.${network.linkClasses[network.linkClass[unlike.channel]]}.${unlike.name}` }
          : { path: "flowControl.packet", nearest: unlike.packet }),
        message: `${flowControl.title} ${unlike.message}.`,
        remedy: unlike.remedy,
      },
    ]);
  const switches = switchRulesOf(scenario);
  const packetBytes = flowControl.packetBytes(scenario.flowControl.values);
  const technology = technologies.get(scenario.technology.kind);
  const rate = channelRateOf(scenario);
  const phits = (packetBytes + technology.overhead(scenario.technology.values)) / phitBytes;
  const packetPhits = flowControl.engine.time === "real" ? phits : Math.ceil(phits);
  const unfit = switchIssues(scenario, { network, routing: compiled, packetPhits });
  if (unfit.length > 0) throw new ScenarioError(unfit);
  // Host overheads, in cycles.
  const cycleSeconds = cycleSecondsOf(scenario);
  const clock = cycleSeconds === null ? {} : { cycleSeconds };
  const host = hosts.get(scenario.host.kind);
  const ports = host.ports(scenario.host.values);
  const model = host.model?.(scenario.host.values, rate);
  const startUp = cycleSeconds === null ? 0 : host.startUp(scenario.host.values) / cycleSeconds;
  const enterCycles = startUp + (flowControl.enterCycles?.(scenario.flowControl.values) ?? 1);
  const hostRules: HostRules = {
    overhead: (model?.o ?? 0) + host.overhead(scenario.host.values) / (cycleSeconds ?? Infinity),
    overheadPerByte: model?.O ?? 0,
    gap: model?.g ?? 0,
    gapPerByte: model?.G ?? 0,
    eager: host.eager?.(scenario.host.values) ?? Infinity,
  };
  // Compile the traffic, without pairs that have no path, and check that something is sent.
  const demandIn = (bytes: number) =>
    workload.compile(scenario.workload.values, {
      network,
      packetBytes: bytes,
      ...clock,
      ...defined({ terminalRates: links && terminalRatesOf(network, links) }),
      host: hostRules,
      seed: scenario.seed,
    });
  const asked = demandIn(packetBytes);
  const isThere = isDraft ? Uint8Array.from({ length: network.terminals }) : null;
  for (const terminal of present ?? []) isThere![terminal] = 1;
  const demand = isThere === null && compiled.reaches === undefined ? asked : without(asked, compiled.reaches ?? (() => true), isThere);
  if (asked.form === "open-loop" && !asked.sending.includes(1)) {
    throw new ScenarioError([
      { path: "workload", message: "no terminal sends to another terminal.", remedy: "Choose another pattern, or more ranks." },
    ]);
  }
  if (demand.form === "open-loop" && !demand.sending.includes(1)) {
    throw new ScenarioError([
      {
        path: "topology",
        message: "no terminal has a path to one that it sends to.",
        remedy: isDraft ? "Connect them, or use other traffic." : "Use fewer faults, or other traffic.",
      },
    ]);
  }
  const unreduced =
    demand.form === "program" && demand.trees !== undefined
      ? treeNeeds.code.treeIssue(flowControls, flowControl, demand, network, switches)
      : null;
  if (unreduced !== null) throw new ScenarioError([unreduced]);
  // Check that all packets can be counted.
  const packets = packetsOf(demand);
  const most = flowControl.engine.moves === "flows" ? mostFlowing : mostOneByOne;
  if (packets > most) throw new ScenarioError([tooMany(packets, most, packetBytes, flowControl, (bytes) => packetsOf(demandIn(bytes)))]);
  const { warmUp, window, drain, precision = 0 } = scenario.run;
  // Traffic that begins or ends during the measurement has no stationary mean, and a finite workload has no window.
  const isPrecise = precision > 0 && demand.form === "open-loop" && !changesWithin(demand, 0, warmUp + window);
  const plan: Plan = {
    network,
    routing: withVirtualChannels(compiled, flowControl.virtualChannels(scenario.flowControl.values)),
    demand,
    packetPhits,
    packetBytes,
    headPhits: flowControl.headPhits(packetPhits, scenario.flowControl.values),
    ...defined({ phitSpacing: flowControl.phitSpacing?.(scenario.flowControl.values) }),
    engine: flowControl.engine,
    injectionSlots: flowControl.injectionSlots(scenario.flowControl.values) || partnersOf(demand, network.terminals),
    places: flowControl.places?.(scenario.flowControl.values) ?? 0,
    ...defined({ bufferPhits: flowControl.bufferPhits?.(scenario.flowControl.values) }),
    ...(enterCycles === 1 ? {} : { enterCycles }),
    ...(startUp === 0 ? {} : { startUp }),
    ...clock,
    ...defined({ links, switches }),
    ...(ports === null || rate === null ? {} : { ports: { oneWay: ports.oneWay / rate, bothWays: ports.bothWays / rate } }),
    ...(model !== undefined && model.G > 0 ? { ports: { oneWay: 1 / (model.G * phitBytes), bothWays: Infinity } } : {}),
    ...(flowControl.engine.hasContention ? {} : { ideal: idealOf(model) }),
    window: workload.endless
      ? { start: warmUp, end: warmUp + window, limit: warmUp + window + drain }
      : { start: 0, end: Infinity, limit: Infinity },
    ...(isPrecise ? { precise: { part: precision / 100, window, drain } } : {}),
    seed: scenario.seed,
  };
  return { plan, flowControl };
}

/** The ideal network of LogGOPS hosts: latency L, then G per byte. Other hosts: latency 0, then a phit per cycle. */
function idealOf(model: LogGOPS | undefined): IdealNetwork {
  if (model === undefined) return { latency: 0, phitCycles: 1, isLogGOPS: false };
  return { latency: model.L, phitCycles: model.G * phitBytes, isLogGOPS: true };
}

/** Issue about a draft with fewer than two connected terminals. */
function tooFew(count: number): ValidationIssue {
  const isNone = count === 0;
  return {
    path: "topology",
    message: isNone ? "no terminal is connected yet." : "no two terminals are connected yet.",
    remedy: isNone ? "Add terminals to switches that are joined by links; two are enough." : "Link two switches that have terminals.",
  };
}

/**
 * Issue about more packets than can be counted. Suggests a packet size that works: a multiple of the current size.
 * @param maxPackets Largest number that can be counted.
 * @param packetsWith Number of packets of a given size in bytes.
 */
function tooMany(
  packets: number,
  mostPackets: number,
  packetBytes: number,
  { params }: FlowControl,
  packetsIn: (bytes: number) => number,
): ValidationIssue {
  const message = `these would be ${packets.toLocaleString("en-US")} packets; at most ${mostPackets.toLocaleString("en-US")} are counted.`;
  const { packet }: Params = params;
  const most = packet?.type === "quantity" ? Math.floor(packet.max / packetBytes) : 1;
  const least = Math.ceil(packets / mostPackets);
  // Partly filled last packets may need a slightly larger factor than the quotient.
  const times = [least, least + 1, most].find((each) => each <= most && packetsIn(each * packetBytes) <= mostPackets);
  if (times === undefined) return { path: "workload", message, remedy: "Send less." };
  const nearest = times * packetBytes;
  return { path: "flowControl.packet", message, remedy: `Use packets of ${formatQuantity(nearest, "bytes")}, or send less.`, nearest };
}

/**
 * Gives the channels into destinations a virtual-channel class of their own. Routings use any class there, because a packet that ends is
 * always consumed. But where packets hold channels while they wait, a packet that passes through the same terminal may hold such a channel.
 */
function withLastClass(routing: CompiledRouting, network: Network): CompiledRouting {
  const { classes: last, route, next, escape, drawnFrom } = routing;
  const { head } = network;
  const classes = last + 1;
  return {
    ...routing,
    ...defined({ drawnFrom: drawnFrom && withLastClass(drawnFrom, network) }),
    classes,
    route(at, to, state, out) {
      const count = route(at, to, state, out);
      for (let i = 0; i < count; i++) {
        const channel = (out[i] / last) | 0;
        out[i] = channel * classes + (head[channel] === to ? last : out[i] % last);
      }
      return count;
    },
    ...(next === undefined
      ? {}
      : {
          next(at, to, state, id) {
            const channel = Math.floor(id / classes);
            return next(at, to, state, channel * last + ((id % classes) % last));
          },
        }),
    ...(escape === undefined
      ? {}
      : {
          escape: Uint8Array.from({ length: head.length * classes }, (_, id) =>
            id % classes === last ? 1 : escape[Math.floor(id / classes) * last + (id % classes)],
          ),
        }),
  };
}

/**
 * Gives each class of a routing `vcsPerClass` virtual channels. Candidates keep their order; each is replaced by its virtual channels. If
 * the class is part of a ring, each of its virtual channels forms a ring of its own.
 */
function withVirtualChannels(routing: CompiledRouting, lanes: number): CompiledRouting {
  if (lanes === 1) return routing;
  const { classes, maxCandidates, route, next, rings, escape, drawnFrom } = routing;
  return {
    ...routing,
    ...defined({ drawnFrom: drawnFrom && withVirtualChannels(drawnFrom, lanes) }),
    classes: classes * lanes,
    maxCandidates: maxCandidates * lanes,
    route(at, to, state, out) {
      const count = route(at, to, state, out);
      // Backward, so that no candidate is overwritten before it is read.
      for (let i = count * lanes - 1; i >= 0; i--) out[i] = out[(i / lanes) | 0] * lanes + (i % lanes);
      return count * lanes;
    },
    ...(next === undefined ? {} : { next: (at, to, state, id) => next(at, to, state, Math.floor(id / lanes)) }),
    // A change between the virtual channels of a class enters another ring. So only the first virtual channel is an escape channel.
    ...(escape === undefined && rings === undefined
      ? {}
      : {
          escape: Uint8Array.from({ length: ((escape ?? rings)?.length ?? 0) * lanes }, (_, id) =>
            rings !== undefined && id % lanes > 0 ? 0 : (escape?.[(id / lanes) | 0] ?? 1),
          ),
        }),
    ...(rings === undefined
      ? {}
      : {
          rings: Int32Array.from({ length: rings.length * lanes }, (_, id) =>
            rings[(id / lanes) | 0] < 0 ? -1 : rings[(id / lanes) | 0] * lanes + (id % lanes),
          ),
        }),
  };
}
