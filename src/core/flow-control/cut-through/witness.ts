/** What the engine can tell of single packets, read from its state: nothing is kept for it while it runs. */
import type { Ends, Holder, Standing, Wait, Waiter } from "../../simulation/contract.ts";
import { circleOfWaits } from "../../simulation/watchdog.ts";
import { at, busyUntil, CutThroughState, leaving, ring } from "./state.ts";
import { listShift, listSize, listStart } from "./request-lists.ts";
import { asksBy, ends, packetShift, ready } from "../packet-pool.ts";

export abstract class CutThroughWitness extends CutThroughState {
  holder(channel: number): Holder | null {
    const { M, K, L, log, logMask, logWords, completed, written, now } = this;
    const first = channel * K;
    if (M[(first << 2) + busyUntil] < now) return null;
    // Everything granted in the last L cycles is still in the log.
    for (let i = written; i !== completed;) {
      i = (i - 1) | 0;
      const e = (i & logMask) * logWords;
      if (log[e + 1] !== first) continue;
      const packet = log[e + 2] >= 0 ? log[e + 2] : this.lastInto(~log[e + 2]);
      return { ...this.endsOf(packet), since: M[(first << 2) + busyUntil] - L };
    }
    return null;
  }

  waitingFor(channel: number): readonly Waiter[] {
    const { Q, words } = this;
    const found: Waiter[] = [];
    const inputs = this.inputsAt + this.M[this.firstInputAt + this.network.tail[channel]];
    for (let w = 0; w < words; w++) {
      for (let bits = this.requestsToAny(channel, w); bits !== 0; bits &= bits - 1) {
        const q = this.M[inputs + 32 * w + 31 - Math.clz32(bits & -bits)];
        const packet = this.frontOf(q);
        const since = this.pool.records[(packet << packetShift) + ready];
        found.push({ ...this.endsOf(packet), channel: q < Q ? this.channelOf(q) : -1, since });
      }
    }
    return found.sort((a, b) => a.since - b.since || a.channel - b.channel || a.source - b.source);
  }

  standing(channel: number): readonly Standing[] {
    const { K, T, M, ringMask, pool } = this;
    const { head, forwards } = this.network;
    if (head[channel] < T && !forwards) return [];
    const found: Standing[] = [];
    for (let id = channel * K; id < (channel + 1) * K; id++) {
      const first = M[id << 2] & 0xff;
      const count = (M[id << 2] >> 8) & 0xff;
      const isLeft = M[(id << 2) + leaving] >= this.now;
      const behind = count === 0 ? [] : isLeft ? this.firstIn(id) : this.holdersBefore(id, this.frontOf(id));
      for (let i = 0; i < count; i++) {
        const packet = M[this.recordOf(id) + ring + ((first + i) & ringMask)];
        const since = pool.records[(packet << packetShift) + ready];
        if (since < this.now) found.push({ ...this.endsOf(packet), since, behind });
      }
    }
    return found;
  }

  /** Whose packet stood first in queue `id` in the last cycle: the one on its way out, else the front; none where it was empty. */
  private firstIn(id: number): readonly Ends[] {
    const { M, log, logMask, logWords, completed, written, now } = this;
    if (M[(id << 2) + leaving] < now) return ((M[id << 2] >> 8) & 0xff) === 0 ? [] : [this.endsOf(this.frontOf(id))];
    for (let i = written; i !== completed;) {
      i = (i - 1) | 0;
      const e = (i & logMask) * logWords;
      if (log[e] === id) return this.carriedBy(this.channelOf(log[e + 1]));
    }
    return [];
  }

  /** Who is before the front of queue `id`, one for each virtual channel that it asks for. */
  private holdersBefore(id: number, packet: number): readonly Ends[] {
    const { lists, K, inputBits, now } = this;
    const list = this.pool.records[(packet << packetShift) + asksBy];
    const found: Ends[] = [];
    const add = (wanted: number) => {
      const channel = this.channelOf(wanted);
      if (this.M[((channel * K) << 2) + busyUntil] >= now) found.push(...this.carriedBy(channel));
      else if (!this.hasRoomFor(id, wanted, now - 1)) found.push(...this.firstIn(wanted));
    };
    if (list >= 0) {
      const { records, members } = lists;
      for (let i = 0; i < records[list + listSize]; i++) add(members[records[list + listStart] + 2 * i] >> 2);
      return found;
    }
    const place = this.M[this.recordOf(id) + at];
    const input = place & ((1 << inputBits) - 1);
    const { firstOut } = this.network;
    const node = place >> inputBits;
    for (let wanted = firstOut[node] * K; wanted < firstOut[node + 1] * K; wanted++)
      if ((this.requestsFor(wanted, input >> 5) & (1 << (input & 31))) !== 0) add(wanted);
    return found;
  }

  private carriedBy(channel: number): readonly Ends[] {
    const holder = this.holder(channel);
    return holder === null ? [] : [{ source: holder.source, destination: holder.destination }];
  }

  /** The packet that was the last to be given a place in queue `id`, even if it has been granted the next channel since. */
  private lastInto(id: number): number {
    const place = this.M[id << 2];
    return this.M[this.recordOf(id) + ring + (((place & 0xff) + ((place >> 8) & 0xff) - 1) & this.ringMask)];
  }

  private endsOf(packet: number): Ends {
    const pair = this.pool.records[(packet << packetShift) + ends];
    return { source: pair >>> 16, destination: pair & 0xffff };
  }

  // Deadlocks.

  protected findCircle(): readonly Wait[] {
    const { Q, K, now } = this;
    const { records, members } = this.lists;
    const asks = this.whatIsAskedFor();
    const loop = circleOfWaits({
      count: Q,
      maxCandidates: this.routing.maxCandidates,
      waits: (q) => asks[q] >= 0,
      wanted: (q, out) => {
        const l = (asks[q] - Q) << listShift;
        const count = asks[q] < Q ? 1 : records[l + listSize];
        for (let i = 0; i < count; i++) {
          const id = asks[q] < Q ? asks[q] : members[records[l + listStart] + 2 * i] >> 2;
          out[i] = this.hasRoomFor(q, id, now - 1) ? -1 : id;
        }
        return count;
      },
    });
    return loop.map((q, i) => {
      const following = loop[(i + 1) % loop.length];
      const pair = this.pool.records[(this.frontOf(q) << packetShift) + ends];
      return {
        channel: Math.floor(q / K),
        class: q % K,
        waitsFor: Math.floor(following / K),
        waitsForClass: following % K,
        source: pair >>> 16,
        destination: pair & 0xffff,
      };
    });
  }
}
