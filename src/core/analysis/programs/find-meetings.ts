/** Communication pattern of a rank program: which ranks exchange messages in which phase, and on which path. */
import type { Plan } from "../../plan/plan.ts";
import { Cursor } from "../../programs/cursor.ts";
import { op, type Program } from "../../programs/program.ts";
import { type Mailboxes, mailboxesOf } from "./mailboxes.ts";
import { isDrawn, waysOn } from "../ways-on.ts";
import type { Meetings } from "../../programs/meetings.ts";

/** Limits for the number of communicating pairs, and for the total length of their paths. */
const mostMeetings = 2 ** 16;
const mostChannels = 2 ** 19;

/** The communication pattern of a program on the network of its plan; null if it is too large, or if the program has trees. */
export function meetingsOf(plan: Plan, program: Program): Meetings | null {
  if (program.ranks * program.turning > mostMeetings || program.trees !== undefined) return null;
  const boxes = mailboxesOf(program);
  const cursor = new Cursor(program);
  const phases = Math.max(1, program.phases.length);
  const first = new Int32Array(program.ranks * phases + 1);
  const [partner, sent, received]: [number[], number[], number[]] = [[], [], []];
  for (let rank = 0; rank < program.ranks; rank++) {
    for (const [p, own] of exchangedBy(cursor, program, boxes, rank, phases).entries()) {
      for (const [other, [out, into]] of own) {
        partner.push(other);
        sent.push(out);
        received.push(into);
      }
      first[rank * phases + p + 1] = partner.length;
    }
    if (partner.length > mostMeetings) return null;
  }
  const ways = waysOf(plan, program, first, partner, phases);
  if (ways === null) return null;
  return {
    phases,
    first,
    partner: Int32Array.from(partner),
    sent: Float64Array.from(sent),
    received: Float64Array.from(received),
    ...ways,
  };
}

/** Packets that a rank sends and receives, by phase and other rank; packets before the first phase count as part of it. */
function exchangedBy(cursor: Cursor, { sizes, phases: names }: Program, boxes: Mailboxes, rank: number, phases: number) {
  const exchanged = Array.from({ length: phases }, () => new Map<number, [number, number]>());
  let phase = 0;
  const add = (other: number, out: number, into: number) => {
    const own = exchanged[phase].get(other) ?? [0, 0];
    exchanged[phase].set(other, [own[0] + out, own[1] + into]);
  };
  while (cursor.nextWritten(rank)) {
    const { code, operand, size, mailbox, times } = cursor;
    if (code === op.phase && names.length > 0) phase = operand;
    else if (code === op.send) add(operand, sizes.packets[size] * times, 0);
    else if (code === op.receive && boxes.messages[mailbox] > 0)
      add(boxes.from[mailbox], 0, (boxes.packets[mailbox] / boxes.messages[mailbox]) * times);
  }
  return exchanged;
}

/** The first path of every pair; null if they are too long in total. */
function waysOf(plan: Plan, { ranks, terminalOf }: Program, first: Int32Array, partner: readonly number[], phases: number) {
  const ways = new Int32Array(partner.length);
  const wayFirst = new Int32Array(partner.length + 1);
  const channels: number[] = [];
  const pushWay = pusher(plan, channels);
  for (let rank = 0; rank < ranks; rank++) {
    for (let k = first[rank * phases]; k < first[(rank + 1) * phases]; k++) {
      ways[k] = pushWay(terminalOf[rank], terminalOf[partner[k]]);
      wayFirst[k + 1] = channels.length;
      if (channels.length > mostChannels) return null;
    }
  }
  return { ways, wayFirst, channels: Int32Array.from(channels) };
}

/**
 * Appends the channels of the first path to a list. The returned function gives the number of alternatives where paths first diverge; 0 if
 * paths are random.
 */
function pusher(plan: Plan, list: number[]): (from: number, to: number) => number {
  const { network, routing } = plan;
  const { begin, next } = routing;
  const { find, channels, ids } = waysOn(plan);
  return (from, to) => {
    if (isDrawn(routing, from, to)) return 0;
    let [node, state, ways] = [from, begin?.(from, to, 0) ?? 0, 1];
    while (node !== to) {
      const count = find(node, to, state);
      if (count === 0) return ways;
      if (ways === 1) ways = count;
      list.push(channels[0]);
      state = next?.(node, to, state, ids[0]) ?? state;
      node = network.head[channels[0]];
    }
    return ways;
  };
}
