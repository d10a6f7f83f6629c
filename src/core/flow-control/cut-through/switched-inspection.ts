/** Answers queries about single packets, for the engine of links and switches. */
import type { Ends, Holder, Wait, Waiter } from "../../simulation/contract.ts";
import { circleOfWaits } from "../../simulation/watchdog.ts";
import { carriedBy, type Inspected, type QueuedPacket, waitsAround } from "../inspector.ts";
import { packetShift, ready } from "../packet-pool.ts";
import type { SwitchedCutThrough } from "./switched.ts";
import * as channel from "./records/channel.ts";
import * as buffer from "./records/output-buffer.ts";
import * as packet from "./records/packet.ts";
import * as vc from "./records/virtual-channel.ts";

export class SwitchedInspection implements Inspected {
  constructor(private readonly engine: SwitchedCutThrough) {}

  holder(c: number): Holder | null {
    const { H, now } = this.engine;
    const h = c << channel.shift;
    const isOver = H[h + channel.freeAt] < now - 1 || (H[h + channel.freeAt] === now - 1 && H[h + channel.freePart] === 0);
    if (H[h + channel.carried] === 0 || isOver) return null;
    return { source: H[h + channel.lastEnds] >>> 16, destination: H[h + channel.lastEnds] & 0xffff, since: H[h + channel.beganAt] };
  }

  /** All packets of linked lists, given the first packet of each. */
  private listed(firstOnes: readonly number[]): number[] {
    const { X } = this.engine;
    return firstOnes.flatMap((one) => {
      const list: number[] = [];
      for (let p = one; p >= 0; p = X[(p << packet.shift) + packet.next]) list.push(p);
      return list;
    });
  }

  /** First packet of each output queue, or virtual output queue, at switch `node`. */
  private headsAt(n: number): readonly number[] {
    const { K, servesOut, lines, firstLine, inputs, firstInput, network } = this.engine;
    if (servesOut) {
      const ids = Array.from({ length: (network.firstOut[n + 1] - network.firstOut[n]) * K }, (_, i) => network.firstOut[n] * K + i);
      return ids.map((id) => this.engine.B[(id << vc.shift) + buffer.outFirst]);
    }
    return [...inputs.subarray(firstInput[n], firstInput[n + 1])].flatMap((q) =>
      Array.from({ length: (firstLine[q + 1] - firstLine[q]) / 2 }, (_, o) => lines[firstLine[q] + 2 * o]),
    );
  }

  /** Packets that request an output of node `node`, or its output buffer. */
  private askersAt(n: number): readonly number[] {
    const { inputs, firstInput, byOutput, T } = this.engine;
    if (byOutput && n >= T) return this.listed(this.headsAt(n));
    const queues = [...inputs.subarray(firstInput[n], firstInput[n + 1])];
    return queues.filter((q) => this.engine.asks[q] === 1).map((q) => this.engine.frontOf(q));
  }

  requesting(channel: number): readonly Waiter[] {
    const { K, B, X, network } = this.engine;
    const wants = (p: number) => this.wantedBy(p).some((id) => this.engine.channelOf(id) === channel);
    const buffered = Array.from({ length: K }, (_, k) => ((channel * K + k) << vc.shift) + buffer.asks)
      .filter((place) => B[place] === 1)
      .map((place) => B[place - buffer.asks + buffer.first]);
    return [...this.askersAt(network.tail[channel]).filter(wants), ...buffered].map((p) => {
      const by = X[(p << packet.shift) + packet.cameBy];
      return { ...this.engine.endsOf(p), channel: by < 0 ? -1 : this.engine.channelOf(by), since: this.readyOf(p) };
    });
  }

  /**
   * With output queues each packet requests independently. A packet that has crossed to an output buffer still counts in the queue that it
   * came from.
   */
  contents(queue: number): readonly QueuedPacket[] {
    const { K, V, B, X, network, now } = this.engine;
    const n = network.head[this.engine.channelOf(queue)];
    const cameBy = (p: number) => X[(p << packet.shift) + packet.cameBy] === queue;
    const queued = this.engine.isByOutput(queue)
      ? this.listed(this.headsAt(n))
          .filter(cameBy)
          .map((p) => ({ ...this.engine.endsOf(p), since: this.readyOf(p), candidates: this.oneOfEach(this.wantedBy(p)) }))
      : this.listed([V[(queue << vc.shift) + vc.first]]).map((p) => ({ ...this.engine.endsOf(p), since: this.readyOf(p) }));
    if (this.engine.bufferPlaces === 0 || n < this.engine.T) return queued;
    const ids = Array.from({ length: (network.firstOut[n + 1] - network.firstOut[n]) * K }, (_, i) => network.firstOut[n] * K + i);
    const crossed = ids.flatMap((id) =>
      this.listed([B[(id << vc.shift) + buffer.first]])
        .filter((p) => cameBy(p) && X[(p << packet.shift) + packet.notBefore] < now)
        .map((p) => ({ ...this.engine.endsOf(p), since: this.readyOf(p), candidates: [id] })),
    );
    return [...queued, ...crossed];
  }

  candidates(queue: number): readonly number[] {
    const p = this.engine.isByOutput(queue) ? -1 : this.engine.V[(queue << vc.shift) + vc.first];
    return p < 0 ? [] : this.oneOfEach(this.wantedBy(p));
  }

  leaving(): null {
    return null;
  }

  takenBy(id: number): readonly Ends[] {
    return carriedBy(this.holder(this.engine.channelOf(id)));
  }

  isFull(): boolean {
    return false;
  }

  private readyOf(p: number): number {
    return this.engine.pool.records[(p << packetShift) + ready];
  }

  /** The first virtual channel of each channel among `ids`. */
  private oneOfEach(ids: readonly number[]): readonly number[] {
    return ids.filter((id, i) => ids.findIndex((other) => this.engine.channelOf(other) === this.engine.channelOf(id)) === i);
  }

  /** Candidates of packet `packetId`; none before it requests. */
  private wantedBy(p: number): readonly number[] {
    if (this.engine.X[(p << packet.shift) + packet.joined] < 0) return [];
    const set = this.engine.askedBy(p);
    return Array.from({ length: this.engine.sizeOf(set) }, (_, i) => this.engine.memberOf(set, i));
  }

  // Deadlocks.

  /** The output buffer of a virtual channel counts as a queue, with number queueCount + virtual channel. */
  findCircle(): readonly Wait[] {
    const { Q, K, V, B, X, byOutput, bufferPlaces } = this.engine;
    // A deadlock needs a full queue, or a queue of a ring whose last slot is reserved for packets of that ring.
    let mostStanding = 0;
    let leastLeft = Infinity;
    for (let id = 0; id < Q; id++) {
      mostStanding = Math.max(mostStanding, V[(id << vc.shift) + vc.standing]);
      leastLeft = Math.min(leastLeft, this.engine.placesBehind(id) - V[(id << vc.shift) + vc.standing]);
    }
    if (leastLeft > (this.engine.hasRings ? 1 : 0)) return [];
    /** Whether a queue or output buffer is full; only full ones can be part of a deadlock. */
    const isFull = (q: number) => {
      const least = this.engine.hasRings ? 1 : 0;
      if (q >= Q) return B[((q - Q) << vc.shift) + buffer.standing] + least >= bufferPlaces;
      return V[(q << vc.shift) + vc.standing] + least >= this.engine.placesBehind(q);
    };
    const byQueue: number[][] = Array.from({ length: byOutput ? Q : 0 }, () => []);
    if (byOutput) {
      for (let n = this.engine.T; n < this.engine.firstInput.length - 1; n++) {
        if (!this.engine.inputs.subarray(this.engine.firstInput[n], this.engine.firstInput[n + 1]).some((q) => isFull(q))) continue;
        for (const p of this.listed(this.headsAt(n))) byQueue[X[(p << packet.shift) + packet.cameBy]].push(p);
      }
    }
    /** Packets of a queue that request: its head, or with output queues all its packets. */
    const whoAsks = (q: number): readonly number[] => {
      if (q >= Q) return B[((q - Q) << vc.shift) + buffer.asks] === 1 ? [B[((q - Q) << vc.shift) + buffer.first]] : [];
      if (this.engine.isByOutput(q)) return byQueue[q].length === V[(q << vc.shift) + vc.standing] ? byQueue[q] : [];
      return this.engine.asks[q] === 1 ? [this.engine.frontOf(q)] : [];
    };
    /**
     * The queue or buffer that has to drain before packet `packetId` gets a credit of `vcId`; −1 if it gets one as soon as all credits are
     * back.
     */
    const holds = (p: number, q: number, id: number) => {
      const c = this.engine.channelOf(id);
      const v = id << vc.shift;
      if (q < Q && this.engine.hasBuffers(c)) return B[v + buffer.standing] + this.engine.placesFor(id, q) <= bufferPlaces ? -1 : Q + id;
      const places = q < Q ? this.engine.placesFor(id, q) : 1;
      return this.engine.isConsumedAt(c, p) || V[v + vc.standing] + places <= this.engine.placesBehind(id) ? -1 : id;
    };
    const loop = circleOfWaits({
      count: 2 * Q,
      maxCandidates: this.engine.routing.maxCandidates * mostStanding,
      waits: (q) => isFull(q) && whoAsks(q).length > 0,
      wanted: (q, out) => {
        const all = whoAsks(q).flatMap((p) => (q < Q ? this.wantedBy(p) : [q - Q]).map((id) => holds(p, q, id)));
        out.set(all);
        return all.length;
      },
    });
    // Leave out output buffers: a buffer waits for the queue behind its channel, and so does each queue that waits for the buffer.
    const inQueues = loop.filter((q) => q < Q);
    return waitsAround(
      inQueues,
      K,
      (q) => whoAsks(q)[0],
      (p) => this.engine.endsOf(p),
    );
  }
}
