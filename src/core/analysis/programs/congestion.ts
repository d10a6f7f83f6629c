/**
 * Whether messages of a rank program can contend: for each phase, the number of flows that may cross a channel. If it is one everywhere, no
 * two flows share a channel, whatever their timing: the program is free of congestion.
 */
import type { Plan } from "../../plan/plan.ts";
import { Cursor } from "../../programs/cursor.ts";
import { op, type Program } from "../../programs/program.ts";
import { meetingsOf } from "./find-meetings.ts";
import type { Meetings } from "../../programs/meetings.ts";
import { isDrawn, waysOn, withAllWays } from "../ways-on.ts";

export interface Congestion {
  /** The phases with messages, in program order. */
  readonly phases: readonly PhaseCongestion[];
  /** The same for overlapping phases, which are possible unless all ranks meet at a barrier between them. */
  readonly together: PhaseCongestion;
  /** Whether barriers separate the phases. */
  readonly isParted: boolean;
  /** True if no two messages of different ranks can share a channel, and no group of channels exceeds its capacity. */
  readonly isFree: boolean;
}

export interface PhaseCongestion {
  /** Name of the phase; empty for unnamed phases, and for all phases together. */
  readonly name: string;
  /** Number of pairs of a rank and another rank that it sends to. */
  readonly flows: number;
  /** Largest number of flows over one channel, and that channel; 0 and −1 if nothing is sent. */
  readonly most: number;
  readonly channel: number;
  /** Largest quotient of the flows over the channels of a group and its capacity; 0 if no group is crossed. */
  readonly mostOfGroup: number;
  /** Whether all paths of the routing were followed; otherwise only the first path of each flow. */
  readonly isAnyWay: boolean;
  /** Crossed link classes, such as `Z`, with their number of flows. */
  readonly classes: readonly { readonly name: string; readonly flows: number }[];
  /** Crossed families of switches that terminals share, such as `Z`; empty in other networks. */
  readonly families: readonly string[];
}

/** Limit of visited nodes for all flows together, above which only the first path of each is followed. */
const mostVisits = 4e5;

/** The congestion of a program; null if its communication pattern is too large to list. */
export function congestionOf(plan: Plan, program: Program, meetings: Meetings | null = meetingsOf(plan, program)): Congestion | null {
  if (meetings === null) return null;
  const follow = follower(plan);
  const perPhase = Array.from({ length: meetings.phases }, (_, p) => new Tally(plan, program.phases[p] ?? ""));
  const together = new Tally(plan, "");
  for (let rank = 0; rank < program.ranks; rank++) {
    const met = new Set<number>();
    for (let p = 0; p < meetings.phases; p++) {
      const at = rank * meetings.phases + p;
      for (let k = meetings.first[at]; k < meetings.first[at + 1]; k++) {
        if (meetings.sent[k] === 0) continue;
        const other = meetings.partner[k];
        const all = follow(program.terminalOf[rank], program.terminalOf[other]);
        const crossed = all ?? new Set(meetings.channels.subarray(meetings.wayFirst[k], meetings.wayFirst[k + 1]));
        perPhase[p].add(crossed, all !== null);
        if (!met.has(other)) together.add(crossed, all !== null);
        met.add(other);
      }
    }
  }
  const phases = perPhase.filter(({ flows }) => flows > 0).map((tally) => tally.result());
  const whole = together.result();
  const isParted = isPartedBy(program, new Set(phases.map(({ name }) => name)));
  const isFreeOf = ({ most, mostOfGroup }: PhaseCongestion) => most <= 1 && mostOfGroup <= 1;
  return { phases, together: whole, isParted, isFree: isFreeOf(whole) || (isParted && phases.every(isFreeOf)) };
}

/** Counts the flows of one phase by channel. */
class Tally {
  flows = 0;
  private isAnyWay = true;
  private readonly perChannel: Int32Array;
  private readonly perClass: number[];

  constructor(
    private readonly plan: Plan,
    private readonly name: string,
  ) {
    this.perChannel = new Int32Array(plan.network.head.length);
    this.perClass = plan.network.linkClasses.map(() => 0);
  }

  add(channels: ReadonlySet<number>, isAnyWay: boolean): void {
    this.flows++;
    this.isAnyWay &&= isAnyWay;
    const classes = new Set<number>();
    for (const c of channels) {
      this.perChannel[c]++;
      classes.add(this.plan.network.linkClass[c]);
    }
    for (const each of classes) this.perClass[each]++;
  }

  /** The most loaded channel and group, and the link classes that the flows cross. */
  result(): PhaseCongestion {
    const { axes, group, groupCapacity, linkClasses } = this.plan.network;
    const channel = this.perChannel.reduce((most, flows, c) => (flows > (most < 0 ? 0 : this.perChannel[most]) ? c : most), -1);
    const ofGroup = new Float64Array(groupCapacity.length);
    this.perChannel.forEach((flows, c) => {
      if (group[c] >= 0) ofGroup[group[c]] += flows / groupCapacity[group[c]];
    });
    const { name, flows, isAnyWay, perClass } = this;
    const classes = linkClasses.flatMap((each, i) => (perClass[i] > 0 ? [{ name: each, flows: perClass[i] }] : []));
    return {
      name,
      flows,
      most: channel < 0 ? 0 : this.perChannel[channel],
      channel,
      mostOfGroup: ofGroup.reduce((a, b) => Math.max(a, b), 0),
      isAnyWay,
      classes,
      families: axes.flatMap((axis) => (axis.kind === "shared" && classes.some((each) => each.name === axis.name) ? [axis.name] : [])),
    };
  }
}

/** All channels that a packet between two terminals may cross; null if paths are random, or if there are too many. */
function follower(own: Plan): (from: number, to: number) => ReadonlySet<number> | null {
  const plan = withAllWays(own);
  const { network, routing } = plan;
  const { begin, next } = routing;
  const { find, channels, ids } = waysOn(plan);
  let visits = 0;
  return (from, to) => {
    if (visits > mostVisits || isDrawn(routing, from, to)) return null;
    const crossed = new Set<number>();
    const seen = new Set<string>();
    const open: (readonly [node: number, state: number])[] = [[from, begin?.(from, to, 0) ?? 0]];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [node, state] = at;
      const count = find(node, to, state);
      for (let i = 0; i < count; i++) {
        crossed.add(channels[i]);
        const [reached, after] = [network.head[channels[i]], next?.(node, to, state, ids[i]) ?? state];
        const key = `${reached} ${after}`;
        if (reached === to || seen.has(key)) continue;
        seen.add(key);
        open.push([reached, after]);
      }
      if (++visits > mostVisits) return null;
    }
    return crossed;
  };
}

/** Whether every rank reaches a barrier between any two of these phases. */
function isPartedBy(program: Program, names: ReadonlySet<string>): boolean {
  const { ranks, phases, jobs = [] } = program;
  // Phases of different jobs always overlap.
  if (jobs.length > 1) return false;
  const cursor = new Cursor(program);
  for (let rank = 0; rank < ranks; rank++) {
    let [present, last, barriers] = ["", "", 0];
    while (cursor.nextWritten(rank)) {
      cursor.skipTurns();
      const { code, operand } = cursor;
      if (code === op.phase) present = phases[operand];
      else if (code === op.barrier) barriers++;
      else if (code === op.send && names.has(present)) {
        if (last !== "" && last !== present && barriers === 0) return false;
        if (last !== present) [last, barriers] = [present, 0];
      }
    }
  }
  return true;
}
