/** What the engine of links and switches can tell of single packets, read from its state; and what of a channel that is followed. */
import type { Crossing, Ends, Holder, Standing, Wait, Waiter } from "../../simulation/contract.ts";
import { circleOfWaits } from "../../simulation/watchdog.ts";
import { packetShift, ready } from "../packet-pool.ts";
import { SwitchedState } from "./switched-state.ts";
import * as channel from "./records/channel.ts";
import * as buffer from "./records/output-buffer.ts";
import * as packet from "./records/packet.ts";
import * as vc from "./records/virtual-channel.ts";

export abstract class SwitchedWitness extends SwitchedState {
  /** The first packet of each list at switch `n` of those that stand in queues of outputs. */
  protected abstract headsAt(n: number): readonly number[];

  follow(channel: number): void {
    this.followedChannel = channel;
    this.crossings.clear();
  }

  followed(): readonly Crossing[] {
    return [...this.crossings].map(([pair, count]) => ({ source: pair >>> 16, destination: pair & 0xffff, phits: count * this.L }));
  }

  holder(c: number): Holder | null {
    const { H, now } = this;
    const h = c << channel.shift;
    const isOver = H[h + channel.freeAt] < now - 1 || (H[h + channel.freeAt] === now - 1 && H[h + channel.freePart] === 0);
    if (H[h + channel.carried] === 0 || isOver) return null;
    return { source: H[h + channel.lastEnds] >>> 16, destination: H[h + channel.lastEnds] & 0xffff, since: H[h + channel.beganAt] };
  }

  /** Packets that stand in queues of outputs and came by queue `q`, or in a buffer. */
  private listed(firstOnes: readonly number[]): number[] {
    const { X } = this;
    return firstOnes.flatMap((one) => {
      const list: number[] = [];
      for (let p = one; p >= 0; p = X[(p << packet.shift) + packet.next]) list.push(p);
      return list;
    });
  }

  /** The packets that ask for an output of a node, or for a way to the buffer before it. */
  private askersAt(n: number): readonly number[] {
    const { inputs, firstInput, byOutput, T } = this;
    if (byOutput && n >= T) return this.listed(this.headsAt(n));
    const queues = [...inputs.subarray(firstInput[n], firstInput[n + 1])];
    return queues.filter((q) => this.asks[q] === 1).map((q) => this.frontOf(q));
  }

  waitingFor(channel: number): readonly Waiter[] {
    const { K, B, X, network } = this;
    const wants = (p: number) => this.wantedBy(p).some((id) => this.channelOf(id) === channel);
    const buffered = Array.from({ length: K }, (_, k) => ((channel * K + k) << vc.shift) + buffer.asks)
      .filter((place) => B[place] === 1)
      .map((place) => B[place - buffer.asks + buffer.first]);
    const found = [...this.askersAt(network.tail[channel]).filter(wants), ...buffered].map((p) => {
      const by = X[(p << packet.shift) + packet.cameBy];
      const since = this.pool.records[(p << packetShift) + ready];
      return { ...this.endsOf(p), channel: by < 0 ? -1 : this.channelOf(by), since };
    });
    return found.sort((a, b) => a.since - b.since || a.channel - b.channel || a.source - b.source);
  }

  standing(channel: number): readonly Standing[] {
    const { K, T, V, B, X, network, pool, now } = this;
    const n = network.head[channel];
    if (n < T && !network.forwards) return [];
    const readyOf = (p: number) => pool.records[(p << packetShift) + ready];
    const found: Standing[] = [];
    const add = (p: number, behind: readonly Ends[]) => found.push({ ...this.endsOf(p), since: readyOf(p), behind });
    for (let id = channel * K; id < (channel + 1) * K; id++) {
      // In queues of outputs all that ask stand before what they want; else those behind a front stand where it does.
      const queued = this.isByOutput(id)
        ? this.listed(this.headsAt(n)).filter((p) => X[(p << packet.shift) + packet.cameBy] === id)
        : this.listed([V[(id << vc.shift) + vc.first]]);
      const before = queued.length === 0 || this.isByOutput(id) ? [] : this.behindOf(queued[0]);
      for (const p of queued) if (readyOf(p) < now) add(p, this.isByOutput(id) ? this.behindOf(p) : before);
    }
    for (let c = network.firstOut[n]; c < network.firstOut[n + 1]; c++) {
      if (!this.hasBuffers(c)) continue;
      for (let id = c * K; id < (c + 1) * K; id++) {
        for (const p of this.listed([B[(id << vc.shift) + buffer.first]])) {
          const by = X[(p << packet.shift) + packet.cameBy];
          if (this.channelOf(by) === channel && X[(p << packet.shift) + packet.notBefore] < now) add(p, this.carriedBy(c));
        }
      }
    }
    return found;
  }

  /** Whose packets hold what packet `p` wants: one for each channel that it may take. */
  private behindOf(p: number): readonly Ends[] {
    return [...new Set(this.wantedBy(p).map((id) => this.channelOf(id)))].flatMap((c) => this.carriedBy(c));
  }

  private carriedBy(channel: number): readonly Ends[] {
    const holder = this.holder(channel);
    return holder === null ? [] : [{ source: holder.source, destination: holder.destination }];
  }

  /** The virtual channels that packet `p` asks for; none before it does. */
  private wantedBy(p: number): readonly number[] {
    if (this.X[(p << packet.shift) + packet.joined] < 0) return [];
    const set = this.askedBy(p);
    return Array.from({ length: this.sizeOf(set) }, (_, i) => this.memberOf(set, i));
  }

  // Deadlocks.

  /** A buffer before a channel counts as a queue, numbered after the queues. */
  protected findCircle(): readonly Wait[] {
    const { Q, K, V, B, X, byOutput, bufferPlaces } = this;
    // Packets wait for ever only where queues are full, or have the one place left that who enters a ring may not take.
    let mostStanding = 0;
    let leastLeft = Infinity;
    for (let id = 0; id < Q; id++) {
      mostStanding = Math.max(mostStanding, V[(id << vc.shift) + vc.standing]);
      leastLeft = Math.min(leastLeft, this.placesBehind(id) - V[(id << vc.shift) + vc.standing]);
    }
    if (leastLeft > (this.hasRings ? 1 : 0)) return [];
    /** Only what is full is waited for. */
    const isFull = (q: number) => {
      const least = this.hasRings ? 1 : 0;
      if (q >= Q) return B[((q - Q) << vc.shift) + buffer.standing] + least >= bufferPlaces;
      return V[(q << vc.shift) + vc.standing] + least >= this.placesBehind(q);
    };
    const byQueue: number[][] = Array.from({ length: byOutput ? Q : 0 }, () => []);
    if (byOutput) {
      for (let n = this.T; n < this.firstInput.length - 1; n++) {
        if (!this.inputs.subarray(this.firstInput[n], this.firstInput[n + 1]).some((q) => isFull(q))) continue;
        for (const p of this.listed(this.headsAt(n))) byQueue[X[(p << packet.shift) + packet.cameBy]].push(p);
      }
    }
    /** The packets of a queue that ask: its front, or all of them where they stand by outputs. */
    const whoAsks = (q: number): readonly number[] => {
      if (q >= Q) return B[((q - Q) << vc.shift) + buffer.asks] === 1 ? [B[((q - Q) << vc.shift) + buffer.first]] : [];
      if (this.isByOutput(q)) return byQueue[q].length === V[(q << vc.shift) + vc.standing] ? byQueue[q] : [];
      return this.asks[q] === 1 ? [this.frontOf(q)] : [];
    };
    /** What must move for packet `p` to find room beyond `id`; −1 where it finds it, as soon as all credits are back. */
    const holds = (p: number, q: number, id: number) => {
      const c = this.channelOf(id);
      const v = id << vc.shift;
      if (q < Q && this.hasBuffers(c)) return B[v + buffer.standing] + this.placesFor(id, q) <= bufferPlaces ? -1 : Q + id;
      const places = q < Q ? this.placesFor(id, q) : 1;
      return this.isConsumedAt(c, p) || V[v + vc.standing] + places <= this.placesBehind(id) ? -1 : id;
    };
    const loop = circleOfWaits({
      count: 2 * Q,
      maxCandidates: this.routing.maxCandidates * mostStanding,
      waits: (q) => isFull(q) && whoAsks(q).length > 0,
      wanted: (q, out) => {
        const all = whoAsks(q).flatMap((p) => (q < Q ? this.wantedBy(p) : [q - Q]).map((id) => holds(p, q, id)));
        out.set(all);
        return all.length;
      },
    });
    // A buffer waits for the queue behind its channel, and so does whoever waits for the buffer.
    const inQueues = loop.filter((q) => q < Q);
    return inQueues.map((q, i) => {
      const following = inQueues[(i + 1) % inQueues.length];
      const [p] = whoAsks(q);
      return {
        channel: this.channelOf(q),
        class: q % K,
        waitsFor: this.channelOf(following),
        waitsForClass: following % K,
        ...this.endsOf(p),
      };
    });
  }
}
