/** Answers queries about single packets, for virtual cut-through on any network. */
import type { FlowEnds, ChannelHolder, DeadlockWait, WaitingPacket } from "../../simulation/contract.ts";
import { findWaitCycle } from "../../simulation/watchdog.ts";
import { queueInput, departureEnd, queueRing } from "./records/queue.ts";
import type { CutThrough } from "./cycle.ts";
import { listShift, listSize, listStart } from "./candidate-lists.ts";
import { flowOfHolder, type Inspector, type QueuedPacket, waitsOfCycle } from "../inspector.ts";
import { packetRequest, packetShift, packetReady } from "../packet-pool.ts";

export class CutThroughInspection implements Inspector {
  constructor(private readonly engine: CutThrough) {}

  holderOf(channel: number): ChannelHolder | null {
    const { vcs, packetPhits, now } = this.engine;
    const { entries: log, mask: logMask, entryWords: logWords, completed, written } = this.engine.grantLog;
    const first = channel * vcs;
    if (this.engine.channelBusyUntil(channel) < now) return null;
    // The log still has all grants of the last packet time (L cycles).
    for (let i = written; i !== completed;) {
      i = (i - 1) | 0;
      const entry = (i & logMask) * logWords;
      if (log[entry + 1] !== first) continue;
      const packet = log[entry + 2] >= 0 ? log[entry + 2] : this.lastPacketInto(~log[entry + 2]);
      return { ...this.engine.endsOf(packet), since: this.engine.channelBusyUntil(channel) - packetPhits };
    }
    return null;
  }

  requestersOf(channel: number): readonly WaitingPacket[] {
    const { queueCount, inputWords } = this.engine;
    const waiters: WaitingPacket[] = [];
    const inputs = this.engine.inputsAt + this.engine.memory[this.engine.firstInputAt + this.engine.network.tail[channel]];
    for (let word = 0; word < inputWords; word++) {
      for (let bits = this.engine.allocation.channelRequesters(channel, word); bits !== 0; bits &= bits - 1) {
        const queueId = this.engine.memory[inputs + 32 * word + 31 - Math.clz32(bits & -bits)];
        const packet = this.engine.headPacketOf(queueId);
        const since = this.engine.pool.records[(packet << packetShift) + packetReady];
        waiters.push({ ...this.engine.endsOf(packet), channel: queueId < queueCount ? this.engine.channelOf(queueId) : -1, since });
      }
    }
    return waiters;
  }

  queueContents(queue: number): readonly QueuedPacket[] {
    const { memory, ringMask, pool } = this.engine;
    const stateIndex = this.engine.vcStateAt(queue);
    const first = memory[stateIndex] & 0xff;
    return Array.from({ length: (memory[stateIndex] >> 8) & 0xff }, (_, i) => {
      const packet = memory[this.engine.vcRecordAt(queue) + queueRing + ((first + i) & ringMask)];
      return { ...this.engine.endsOf(packet), since: pool.records[(packet << packetShift) + packetReady] };
    });
  }

  candidates(queue: number): readonly number[] {
    const { vcs, inputBits } = this.engine;
    const list = this.engine.pool.records[(this.engine.headPacketOf(queue) << packetShift) + packetRequest];
    const { records, members } = this.engine.lists;
    if (list >= 0) return Array.from({ length: records[list + listSize] }, (_, i) => members[records[list + listStart] + 2 * i] >> 2);
    const packed = this.engine.memory[this.engine.vcRecordAt(queue) + queueInput];
    const input = packed & ((1 << inputBits) - 1);
    const { firstOut } = this.engine.network;
    const node = packed >> inputBits;
    const outputs = Array.from({ length: (firstOut[node + 1] - firstOut[node]) * vcs }, (_, i) => firstOut[node] * vcs + i);
    return outputs.filter((vc) => (this.engine.allocation.vcRequesters(vc, input >> 5) & (1 << (input & 31))) !== 0);
  }

  departingFrom(queue: number): readonly FlowEnds[] | null {
    const { memory, now } = this.engine;
    const { entries: log, mask: logMask, entryWords: logWords, completed, written } = this.engine.grantLog;
    if (memory[this.engine.vcStateAt(queue) + departureEnd] < now) return null;
    for (let i = written; i !== completed;) {
      i = (i - 1) | 0;
      const entry = (i & logMask) * logWords;
      if (log[entry] === queue) return flowOfHolder(this.holderOf(this.engine.channelOf(log[entry + 1])));
    }
    return [];
  }

  occupantsOf(vc: number): readonly FlowEnds[] | null {
    const channel = this.engine.channelOf(vc);
    return this.engine.channelBusyUntil(channel) >= this.engine.now ? flowOfHolder(this.holderOf(channel)) : null;
  }

  isOutOfCredit(vc: number, queue: number): boolean {
    return !this.engine.hasCreditFor(queue, vc, this.engine.now - 1);
  }

  /** The packet that entered queue `vc` last, even if it has been granted its next channel since. */
  private lastPacketInto(vc: number): number {
    const packed = this.engine.memory[this.engine.vcStateAt(vc)];
    return this.engine.memory[
      this.engine.vcRecordAt(vc) + queueRing + (((packed & 0xff) + ((packed >> 8) & 0xff) - 1) & this.engine.ringMask)
    ];
  }

  // Deadlocks.

  /**
   * Finds a deadlock: queues whose heads wait for each other in a cycle; empty if there is none. A head waits for all its candidates. A
   * candidate with a credit is written as −1, because the head may take it.
   */
  findWaitCycle(): readonly DeadlockWait[] {
    const { queueCount, vcs, now } = this.engine;
    const { records, members } = this.engine.lists;
    const requests = this.engine.allocation.requestedSets();
    const waitCycle = findWaitCycle({
      count: queueCount,
      maxCandidates: this.engine.routing.maxCandidates,
      isWaiting: (queueId) => requests[queueId] >= 0,
      writeCandidates: (queueId, out) => {
        // A request is one virtual channel, or queueCount + the number of a candidate list, whose members are stored as 4 × vc.
        const request = requests[queueId];
        const isSingleVc = request < queueCount;
        const list = (request - queueCount) << listShift;
        const count = isSingleVc ? 1 : records[list + listSize];
        for (let i = 0; i < count; i++) {
          const vc = isSingleVc ? request : members[records[list + listStart] + 2 * i] >> 2;
          out[i] = this.engine.hasCreditFor(queueId, vc, now - 1) ? -1 : vc;
        }
        return count;
      },
    });
    return waitsOfCycle(
      waitCycle,
      vcs,
      (queueId) => this.engine.headPacketOf(queueId),
      (packetId) => this.engine.endsOf(packetId),
    );
  }
}
