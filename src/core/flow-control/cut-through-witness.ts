/** What the engine can tell of single packets, read from its state: nothing is kept for it while it runs. */
import type { Holder, Waiter } from "../simulation/contract.ts";
import { busyUntil, CutThroughState, ring } from "./cut-through-state.ts";
import { listShift, listSize, listStart } from "./request-lists.ts";
import { ends, packetShift, ready } from "./packet-pool.ts";

export abstract class CutThroughWitness extends CutThroughState {
  holder(channel: number): Holder | null {
    const { M, K, L, log, logMask, completed, written, now } = this;
    const first = channel * K;
    if (M[(first << 2) + busyUntil] < now) return null;
    // Everything granted in the last L cycles is still in the log.
    for (let i = written; i !== completed;) {
      i = (i - 1) | 0;
      const e = (i & logMask) << 2;
      if (log[e + 1] !== first) continue;
      const packet = log[e + 2] >= 0 ? log[e + 2] : this.lastInto(~log[e + 2]);
      return { ...this.endsOf(packet), since: M[(first << 2) + busyUntil] - L };
    }
    return null;
  }

  waitingFor(channel: number): readonly Waiter[] {
    const { K, Q, words, lists } = this;
    const found: Waiter[] = [];
    const inputs = this.inputsAt + this.M[this.firstInputAt + this.network.tail[channel]];
    const add = (bits: number, w: number) => {
      for (; bits !== 0; bits &= bits - 1) {
        const q = this.M[inputs + 32 * w + 31 - Math.clz32(bits & -bits)];
        const packet = this.frontOf(q);
        const since = this.pool.records[(packet << packetShift) + ready];
        found.push({ ...this.endsOf(packet), channel: q < Q ? this.channelOf(q) : -1, since });
      }
    };
    for (let w = 0; w < words; w++) {
      for (let id = channel * K; id < (channel + 1) * K; id++) add(this.requestsFor(id, w), w);
      for (let l = 0; l < lists.count << listShift; l += 1 << listShift) if (this.names(l, channel)) add(this.requestsBy(l, w), w);
    }
    return found.sort((a, b) => a.since - b.since || a.channel - b.channel || a.source - b.source);
  }

  /** The packet that was the last to be given a place in queue `id`, even if it has been granted the next channel since. */
  private lastInto(id: number): number {
    const place = this.M[id << 2];
    return this.M[this.recordOf(id) + ring + (((place & 0xff) + ((place >> 8) & 0xff) - 1) & this.ringMask)];
  }

  private endsOf(packet: number): { readonly source: number; readonly destination: number } {
    const pair = this.pool.records[(packet << packetShift) + ends];
    return { source: pair >>> 16, destination: pair & 0xffff };
  }

  /** Whether list `l` names any virtual channel of a channel. */
  private names(l: number, channel: number): boolean {
    const { records, members } = this.lists;
    for (let i = 0; i < records[l + listSize]; i++) {
      if (this.channelOf(members[records[l + listStart] + 2 * i] >> 2) === channel) return true;
    }
    return false;
  }
}
