/**
 * Whether messages of a rank program can contend: for each phase, the number of flows that may cross a channel. If this number is at most
 * one everywhere, no two flows share a channel, whatever their timing: the program is free of congestion.
 */
import type { Plan } from "../../plan/plan.ts";
import { Cursor } from "../../programs/cursor.ts";
import { op, type Program } from "../../programs/program.ts";
import { findExchanges } from "./find-exchanges.ts";
import type { Exchanges } from "../../programs/exchanges.ts";
import { isPathRandom, candidateFinder, withAllCandidates } from "../candidate-finder.ts";

export interface Congestion {
  /** The phases with messages, in program order. */
  readonly phases: readonly PhaseCongestion[];
  /** The congestion if all phases overlap, which is possible unless all ranks meet at a barrier between phases. */
  readonly together: PhaseCongestion;
  /** Whether barriers separate the phases; null for programs that are too long to follow. */
  readonly areSeparated: boolean | null;
  /** True if no two messages of different ranks can share a channel, and no group of channels exceeds its capacity. */
  readonly isFree: boolean;
}

export interface PhaseCongestion {
  /** Name of the phase; empty for unnamed phases, and for all phases together. */
  readonly name: string;
  /** Number of pairs of a rank and another rank that it sends to. */
  readonly flows: number;
  /** Largest number of flows over one channel, and that channel; 0 and −1 if nothing is sent. */
  readonly maxFlows: number;
  readonly channel: number;
  /** Largest quotient of the flows over the channels of a group and its capacity; 0 if no group is crossed. */
  readonly maxGroupLoad: number;
  /** Whether all paths of the routing were followed; otherwise only the first path of each flow. */
  readonly isAllPaths: boolean;
  /** Crossed link classes, such as `Z`, with their number of flows. */
  readonly classes: readonly { readonly name: string; readonly flows: number }[];
  /** Crossed families of switches that terminals share, such as `Z`; empty in other networks. */
  readonly families: readonly string[];
}

/** Limit of visited nodes for all flows together, above which only the first path of each is followed. */
const maxVisits = 4e5;

/**
 * The congestion of a program: for each of its phases, and for all phases together, how many flows (pairs of ranks that exchange messages)
 * may cross one channel. Null if the communication pattern is too large to list. All paths of the routing are followed where possible,
 * otherwise the first path of each flow.
 * @param exchanges The communication pattern: for each rank and phase its partners, with the packets sent and the first path.
 */
export function congestionOf(plan: Plan, program: Program, exchanges: Exchanges | null = findExchanges(plan, program)): Congestion | null {
  if (exchanges === null) return null;
  const channelsBetween = channelFinder(plan);
  const tallies = Array.from({ length: exchanges.phases }, (_, phase) => new FlowTally(plan, program.phases[phase] ?? ""));
  const totalTally = new FlowTally(plan, "");
  for (let rank = 0; rank < program.ranks; rank++) {
    const countedPartners = new Set<number>();
    for (let phase = 0; phase < exchanges.phases; phase++) {
      const rankAndPhase = rank * exchanges.phases + phase;
      for (let exchange = exchanges.firstExchange[rankAndPhase]; exchange < exchanges.firstExchange[rankAndPhase + 1]; exchange++) {
        if (exchanges.sent[exchange] === 0) continue;
        const partner = exchanges.partner[exchange];
        const allChannels = channelsBetween(program.terminalOf[rank], program.terminalOf[partner]);
        const crossedChannels =
          allChannels ?? new Set(exchanges.channels.subarray(exchanges.pathFirst[exchange], exchanges.pathFirst[exchange + 1]));
        tallies[phase].add(crossedChannels, allChannels !== null);
        // A flow of several phases counts once in the total.
        if (!countedPartners.has(partner)) totalTally.add(crossedChannels, allChannels !== null);
        countedPartners.add(partner);
      }
    }
  }
  const phases = tallies.filter(({ flows }) => flows > 0).map((tally) => tally.result());
  const total = totalTally.result();
  const areSeparated = areSeparatedByBarriers(program, new Set(phases.map(({ name }) => name)));
  const isWithoutContention = ({ maxFlows, maxGroupLoad }: PhaseCongestion) => maxFlows <= 1 && maxGroupLoad <= 1;
  return {
    phases,
    together: total,
    areSeparated,
    isFree: isWithoutContention(total) || (areSeparated === true && phases.every(isWithoutContention)),
  };
}

/** Counts the flows of one phase by channel. */
class FlowTally {
  flows = 0;
  private isAllPaths = true;
  private readonly perChannel: Int32Array;
  private readonly perClass: number[];

  constructor(
    private readonly plan: Plan,
    private readonly name: string,
  ) {
    this.perChannel = new Int32Array(plan.network.head.length);
    this.perClass = plan.network.linkClasses.map(() => 0);
  }

  add(channels: ReadonlySet<number>, isFlowOnAllPaths: boolean): void {
    this.flows++;
    this.isAllPaths &&= isFlowOnAllPaths;
    const classes = new Set<number>();
    for (const channelNumber of channels) {
      this.perChannel[channelNumber]++;
      classes.add(this.plan.network.linkClass[channelNumber]);
    }
    for (const each of classes) this.perClass[each]++;
  }

  /**
   * The congestion of the flows that were added: the channel that most flows may cross, the most loaded channel group relative to its
   * capacity, and the number of flows on each link class.
   */
  result(): PhaseCongestion {
    const { axes, group, groupCapacity, linkClasses } = this.plan.network;
    const busiestChannel = this.perChannel.reduce(
      (busiest, flows, channelNumber) => (flows > (busiest < 0 ? 0 : this.perChannel[busiest]) ? channelNumber : busiest),
      -1,
    );
    const groupLoads = new Float64Array(groupCapacity.length);
    this.perChannel.forEach((flows, channelNumber) => {
      if (group[channelNumber] >= 0) groupLoads[group[channelNumber]] += flows / groupCapacity[group[channelNumber]];
    });
    const { name, flows, isAllPaths, perClass } = this;
    const classes = linkClasses.flatMap((each, i) => (perClass[i] > 0 ? [{ name: each, flows: perClass[i] }] : []));
    return {
      name,
      flows,
      maxFlows: busiestChannel < 0 ? 0 : this.perChannel[busiestChannel],
      channel: busiestChannel,
      maxGroupLoad: groupLoads.reduce((a, b) => Math.max(a, b), 0),
      isAllPaths,
      classes,
      families: axes.flatMap((axis) => (axis.kind === "shared" && classes.some((each) => each.name === axis.name) ? [axis.name] : [])),
    };
  }
}

/**
 * Returns a function that gives all channels that a packet between two terminals may cross under the routing; null if paths are random, or
 * if too many nodes were visited in all calls together.
 */
function channelFinder(originalPlan: Plan): (source: number, destination: number) => ReadonlySet<number> | null {
  const plan = withAllCandidates(originalPlan);
  const { network, routing } = plan;
  const { initialState, nextState } = routing;
  const { findCandidates, channels, ids } = candidateFinder(plan);
  let visits = 0;
  // A search over pairs of node and route state.
  return (source, destination) => {
    if (visits > maxVisits || isPathRandom(routing, source, destination)) return null;
    const crossed = new Set<number>();
    const visitedKeys = new Set<string>();
    const pending: (readonly [node: number, state: number])[] = [[source, initialState?.(source, destination, 0) ?? 0]];
    for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
      const [node, state] = current;
      const count = findCandidates(node, destination, state);
      for (let i = 0; i < count; i++) {
        crossed.add(channels[i]);
        const [nextNode, stateAfter] = [network.head[channels[i]], nextState?.(node, destination, state, ids[i]) ?? state];
        const key = `${nextNode} ${stateAfter}`;
        if (nextNode === destination || visitedKeys.has(key)) continue;
        visitedKeys.add(key);
        pending.push([nextNode, stateAfter]);
      }
      if (++visits > maxVisits) return null;
    }
    return crossed;
  };
}

/** Operations above which a program is not followed to its barriers. */
const maxFollowedOperations = 1e6;

/**
 * Whether barriers separate these phases, so that they never overlap: between two barriers, all ranks together send in one phase at most.
 * Null for programs that are too long to follow.
 * @param names Names of the phases.
 */
function areSeparatedByBarriers(program: Program, names: ReadonlySet<string>): boolean | null {
  const { ranks, phases, jobs = [] } = program;
  // Phases of different jobs always overlap.
  if (jobs.length > 1) return false;
  if (names.size < 2) return true;
  const cursor = new Cursor(program);
  /** The phase in which ranks send after the barrier with that number; after 0, from the start. */
  const phaseAfterBarrier = new Map<number, string>();
  let operations = 0;
  for (let rank = 0; rank < ranks; rank++) {
    let [currentPhase, barriers] = ["", 0];
    while (cursor.next(rank)) {
      if (++operations > maxFollowedOperations) return null;
      const { code, operand } = cursor;
      if (code === op.phase) currentPhase = phases[operand];
      else if (code === op.barrier) barriers++;
      else if (code === op.send && names.has(currentPhase)) {
        if ((phaseAfterBarrier.get(barriers) ?? currentPhase) !== currentPhase) return false;
        phaseAfterBarrier.set(barriers, currentPhase);
      }
    }
  }
  return true;
}
