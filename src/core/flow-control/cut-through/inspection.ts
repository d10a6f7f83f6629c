/** Answers queries about single packets, for virtual cut-through on any network. */
import type { Ends, Holder, Wait, Waiter } from "../../simulation/contract.ts";
import { circleOfWaits } from "../../simulation/watchdog.ts";
import { at, leaving, ring } from "./records/queue.ts";
import type { CutThrough } from "./cycle.ts";
import { listShift, listSize, listStart } from "./request-lists.ts";
import { carriedBy, type Inspected, type QueuedPacket, waitsAround } from "../inspector.ts";
import { asksBy, packetShift, ready } from "../packet-pool.ts";

export class CutThroughInspection implements Inspected {
  constructor(private readonly engine: CutThrough) {}

  holder(channel: number): Holder | null {
    const { K, L, now } = this.engine;
    const { entries: log, mask: logMask, words: logWords, completed, written } = this.engine.grantLog;
    const first = channel * K;
    if (this.engine.busyUntilOf(channel) < now) return null;
    // The log still has all grants of the last packet time (L cycles).
    for (let i = written; i !== completed;) {
      i = (i - 1) | 0;
      const e = (i & logMask) * logWords;
      if (log[e + 1] !== first) continue;
      const packet = log[e + 2] >= 0 ? log[e + 2] : this.lastInto(~log[e + 2]);
      return { ...this.engine.endsOf(packet), since: this.engine.busyUntilOf(channel) - L };
    }
    return null;
  }

  requesting(channel: number): readonly Waiter[] {
    const { Q, words } = this.engine;
    const found: Waiter[] = [];
    const inputs = this.engine.inputsAt + this.engine.M[this.engine.firstInputAt + this.engine.network.tail[channel]];
    for (let w = 0; w < words; w++) {
      for (let bits = this.engine.allocation.requestsToAny(channel, w); bits !== 0; bits &= bits - 1) {
        const q = this.engine.M[inputs + 32 * w + 31 - Math.clz32(bits & -bits)];
        const packet = this.engine.headOf(q);
        const since = this.engine.pool.records[(packet << packetShift) + ready];
        found.push({ ...this.engine.endsOf(packet), channel: q < Q ? this.engine.channelOf(q) : -1, since });
      }
    }
    return found;
  }

  contents(queue: number): readonly QueuedPacket[] {
    const { M, ringMask, pool } = this.engine;
    const x = this.engine.stateAt(queue);
    const first = M[x] & 0xff;
    return Array.from({ length: (M[x] >> 8) & 0xff }, (_, i) => {
      const packet = M[this.engine.recordOf(queue) + ring + ((first + i) & ringMask)];
      return { ...this.engine.endsOf(packet), since: pool.records[(packet << packetShift) + ready] };
    });
  }

  candidates(queue: number): readonly number[] {
    const { K, inputBits } = this.engine;
    const list = this.engine.pool.records[(this.engine.headOf(queue) << packetShift) + asksBy];
    const { records, members } = this.engine.lists;
    if (list >= 0) return Array.from({ length: records[list + listSize] }, (_, i) => members[records[list + listStart] + 2 * i] >> 2);
    const place = this.engine.M[this.engine.recordOf(queue) + at];
    const input = place & ((1 << inputBits) - 1);
    const { firstOut } = this.engine.network;
    const node = place >> inputBits;
    const outputs = Array.from({ length: (firstOut[node + 1] - firstOut[node]) * K }, (_, i) => firstOut[node] * K + i);
    return outputs.filter((id) => (this.engine.allocation.requestsFor(id, input >> 5) & (1 << (input & 31))) !== 0);
  }

  leaving(queue: number): readonly Ends[] | null {
    const { M, now } = this.engine;
    const { entries: log, mask: logMask, words: logWords, completed, written } = this.engine.grantLog;
    if (M[this.engine.stateAt(queue) + leaving] < now) return null;
    for (let i = written; i !== completed;) {
      i = (i - 1) | 0;
      const e = (i & logMask) * logWords;
      if (log[e] === queue) return carriedBy(this.holder(this.engine.channelOf(log[e + 1])));
    }
    return [];
  }

  takenBy(id: number): readonly Ends[] | null {
    const channel = this.engine.channelOf(id);
    return this.engine.busyUntilOf(channel) >= this.engine.now ? carriedBy(this.holder(channel)) : null;
  }

  isFull(id: number, queue: number): boolean {
    return !this.engine.hasRoomFor(queue, id, this.engine.now - 1);
  }

  /** The packet that entered queue `vc` last, even if it has been granted its next channel since. */
  private lastInto(id: number): number {
    const place = this.engine.M[this.engine.stateAt(id)];
    return this.engine.M[this.engine.recordOf(id) + ring + (((place & 0xff) + ((place >> 8) & 0xff) - 1) & this.engine.ringMask)];
  }

  // Deadlocks.

  findCircle(): readonly Wait[] {
    const { Q, K, now } = this.engine;
    const { records, members } = this.engine.lists;
    const asks = this.engine.allocation.whatIsAskedFor();
    const loop = circleOfWaits({
      count: Q,
      maxCandidates: this.engine.routing.maxCandidates,
      waits: (q) => asks[q] >= 0,
      wanted: (q, out) => {
        const l = (asks[q] - Q) << listShift;
        const count = asks[q] < Q ? 1 : records[l + listSize];
        for (let i = 0; i < count; i++) {
          const id = asks[q] < Q ? asks[q] : members[records[l + listStart] + 2 * i] >> 2;
          out[i] = this.engine.hasRoomFor(q, id, now - 1) ? -1 : id;
        }
        return count;
      },
    });
    return waitsAround(
      loop,
      K,
      (q) => this.engine.headOf(q),
      (p) => this.engine.endsOf(p),
    );
  }
}
