/** Answers queries about single packets, for the engine of links and switches. */
import type { FlowEnds, ChannelHolder, DeadlockWait, WaitingPacket } from "../../simulation/contract.ts";
import { findWaitCycle } from "../../simulation/watchdog.ts";
import { flowOfHolder, type Inspector, type QueuedPacket, waitsOfCycle } from "../inspector.ts";
import { packetShift, packetReady } from "../packet-pool.ts";
import type { SwitchedCutThrough } from "./switched.ts";
import * as channel from "./records/channel.ts";
import * as buffer from "./records/output-buffer.ts";
import * as packet from "./records/packet.ts";
import * as vc from "./records/virtual-channel.ts";

export class SwitchedInspection implements Inspector {
  constructor(private readonly engine: SwitchedCutThrough) {}

  holderOf(channelId: number): ChannelHolder | null {
    const { channelRecords, now } = this.engine;
    const channelIndex = channelId << channel.channelFieldsShift;
    const isOver =
      channelRecords[channelIndex + channel.freeAt] < now - 1 ||
      (channelRecords[channelIndex + channel.freeAt] === now - 1 && channelRecords[channelIndex + channel.freePart] === 0);
    if (channelRecords[channelIndex + channel.carriedPackets] === 0 || isOver) return null;
    return {
      source: channelRecords[channelIndex + channel.lastEnds] >>> 16,
      destination: channelRecords[channelIndex + channel.lastEnds] & 0xffff,
      since: channelRecords[channelIndex + channel.startedAt],
    };
  }

  /** All packets of linked lists, given the first packet of each. */
  private packetsInLists(firstPackets: readonly number[]): number[] {
    const { packetFields } = this.engine;
    return firstPackets.flatMap((firstPacket) => {
      const list: number[] = [];
      for (let packetId = firstPacket; packetId >= 0; packetId = packetFields[(packetId << packet.packetFieldsShift) + packet.nextPacket])
        list.push(packetId);
      return list;
    });
  }

  /** First packet of each output queue, or virtual output queue, at switch `node`. */
  private outputQueueHeads(node: number): readonly number[] {
    const { vcs, hasPlainOutputQueues, voqLists, firstVoq, inputs, firstInput, network } = this.engine;
    if (hasPlainOutputQueues) {
      const ids = Array.from(
        { length: (network.firstOut[node + 1] - network.firstOut[node]) * vcs },
        (_, i) => network.firstOut[node] * vcs + i,
      );
      return ids.map((vcId) => this.engine.bufferRecords[(vcId << vc.vcFieldsShift) + buffer.outputQueueFirst]);
    }
    return [...inputs.subarray(firstInput[node], firstInput[node + 1])].flatMap((queueId) =>
      Array.from(
        { length: (firstVoq[queueId + 1] - firstVoq[queueId]) / 2 },
        (_, outputNumber) => voqLists[firstVoq[queueId] + 2 * outputNumber],
      ),
    );
  }

  /** Packets that request an output of node `node`, or its output buffer. */
  private requestersAt(node: number): readonly number[] {
    const { inputs, firstInput, hasOutputQueues, terminalCount } = this.engine;
    if (hasOutputQueues && node >= terminalCount) return this.packetsInLists(this.outputQueueHeads(node));
    const queues = [...inputs.subarray(firstInput[node], firstInput[node + 1])];
    return queues.filter((queueId) => this.engine.isRequesting[queueId] === 1).map((queueId) => this.engine.headOf(queueId));
  }

  requestersOf(channel: number): readonly WaitingPacket[] {
    const { vcs, bufferRecords, packetFields, network } = this.engine;
    const isRequestingChannel = (packetId: number) => this.candidatesOf(packetId).some((vcId) => this.engine.channelOf(vcId) === channel);
    const buffered = Array.from({ length: vcs }, (_, k) => ((channel * vcs + k) << vc.vcFieldsShift) + buffer.isHeadRequesting)
      .filter((index) => bufferRecords[index] === 1)
      .map((index) => bufferRecords[index - buffer.isHeadRequesting + buffer.bufferFirst]);
    return [...this.requestersAt(network.tail[channel]).filter(isRequestingChannel), ...buffered].map((packetId) => {
      const inputVc = packetFields[(packetId << packet.packetFieldsShift) + packet.arrivalVc];
      return { ...this.engine.endsOf(packetId), channel: inputVc < 0 ? -1 : this.engine.channelOf(inputVc), since: this.readyOf(packetId) };
    });
  }

  /**
   * Lists the packets that came to a switch through one queue and have not left it, head first, with the cycle from which each may request.
   * With output queues, the switch stores packets by output, so each packet has its own `candidates`. A packet that has crossed to an
   * output buffer still counts in the queue that it came from.
   * @param queue A virtual channel, whose queue is behind it.
   */
  queueContents(queue: number): readonly QueuedPacket[] {
    const { vcs, vcRecords, bufferRecords, packetFields, network, now } = this.engine;
    const node = network.head[this.engine.channelOf(queue)];
    const hasArrivedBy = (packetId: number) => packetFields[(packetId << packet.packetFieldsShift) + packet.arrivalVc] === queue;
    const queued = this.engine.isOutputQueued(queue)
      ? this.packetsInLists(this.outputQueueHeads(node))
          .filter(hasArrivedBy)
          .map((packetId) => ({
            ...this.engine.endsOf(packetId),
            since: this.readyOf(packetId),
            candidates: this.firstOfEachChannel(this.candidatesOf(packetId)),
          }))
      : this.packetsInLists([vcRecords[(queue << vc.vcFieldsShift) + vc.queueFirst]]).map((packetId) => ({
          ...this.engine.endsOf(packetId),
          since: this.readyOf(packetId),
        }));
    if (this.engine.outputBufferPackets === 0 || node < this.engine.terminalCount) return queued;
    const outputVcs = Array.from(
      { length: (network.firstOut[node + 1] - network.firstOut[node]) * vcs },
      (_, i) => network.firstOut[node] * vcs + i,
    );
    // Packets that have crossed to an output buffer of the switch.
    const inOutputBuffers = outputVcs.flatMap((vcId) =>
      this.packetsInLists([bufferRecords[(vcId << vc.vcFieldsShift) + buffer.bufferFirst]])
        .filter((packetId) => hasArrivedBy(packetId) && packetFields[(packetId << packet.packetFieldsShift) + packet.earliestStart] < now)
        .map((packetId) => ({ ...this.engine.endsOf(packetId), since: this.readyOf(packetId), candidates: [vcId] })),
    );
    return [...queued, ...inOutputBuffers];
  }

  candidates(queue: number): readonly number[] {
    const packetId = this.engine.isOutputQueued(queue) ? -1 : this.engine.vcRecords[(queue << vc.vcFieldsShift) + vc.queueFirst];
    return packetId < 0 ? [] : this.firstOfEachChannel(this.candidatesOf(packetId));
  }

  departingFrom(): null {
    return null;
  }

  occupantsOf(vcId: number): readonly FlowEnds[] {
    return flowOfHolder(this.holderOf(this.engine.channelOf(vcId)));
  }

  isOutOfCredit(): boolean {
    return false;
  }

  private readyOf(packetId: number): number {
    return this.engine.pool.records[(packetId << packetShift) + packetReady];
  }

  /** The first virtual channel of each channel among `ids`. */
  private firstOfEachChannel(ids: readonly number[]): readonly number[] {
    return ids.filter((vcId, i) => ids.findIndex((other) => this.engine.channelOf(other) === this.engine.channelOf(vcId)) === i);
  }

  /** Candidates of packet `packetId`; none before it requests. */
  private candidatesOf(packetId: number): readonly number[] {
    if (this.engine.packetFields[(packetId << packet.packetFieldsShift) + packet.joinedAt] < 0) return [];
    const candidateSet = this.engine.requestOf(packetId);
    return Array.from({ length: this.engine.setSize(candidateSet) }, (_, i) => this.engine.setMember(candidateSet, i));
  }

  // Deadlocks.

  /** The output buffer of a virtual channel counts as a queue, with number queueCount + virtual channel. */
  findWaitCycle(): readonly DeadlockWait[] {
    const { queueCount, vcs, vcRecords, bufferRecords, packetFields, hasOutputQueues, outputBufferPackets } = this.engine;
    // A deadlock needs a full queue, or a queue of a ring whose last slot is reserved for packets of that ring.
    let maxQueued = 0;
    let minFreeSlots = Infinity;
    for (let vcId = 0; vcId < queueCount; vcId++) {
      maxQueued = Math.max(maxQueued, vcRecords[(vcId << vc.vcFieldsShift) + vc.queuedPackets]);
      minFreeSlots = Math.min(
        minFreeSlots,
        this.engine.queueCapacityBehind(vcId) - vcRecords[(vcId << vc.vcFieldsShift) + vc.queuedPackets],
      );
    }
    if (minFreeSlots > (this.engine.hasRings ? 1 : 0)) return [];
    /** Whether a queue or output buffer is full; only full ones can be part of a deadlock. */
    const isFull = (queueId: number) => {
      const minFree = this.engine.hasRings ? 1 : 0;
      if (queueId >= queueCount)
        return bufferRecords[((queueId - queueCount) << vc.vcFieldsShift) + buffer.bufferedPackets] + minFree >= outputBufferPackets;
      return vcRecords[(queueId << vc.vcFieldsShift) + vc.queuedPackets] + minFree >= this.engine.queueCapacityBehind(queueId);
    };
    const byQueue: number[][] = Array.from({ length: hasOutputQueues ? queueCount : 0 }, () => []);
    if (hasOutputQueues) {
      for (let node = this.engine.terminalCount; node < this.engine.firstInput.length - 1; node++) {
        if (!this.engine.inputs.subarray(this.engine.firstInput[node], this.engine.firstInput[node + 1]).some((queueId) => isFull(queueId)))
          continue;
        for (const packetId of this.packetsInLists(this.outputQueueHeads(node)))
          byQueue[packetFields[(packetId << packet.packetFieldsShift) + packet.arrivalVc]].push(packetId);
      }
    }
    /** Packets of a queue that request: its head, or with output queues all its packets. */
    const requestersIn = (queueId: number): readonly number[] => {
      if (queueId >= queueCount)
        return bufferRecords[((queueId - queueCount) << vc.vcFieldsShift) + buffer.isHeadRequesting] === 1
          ? [bufferRecords[((queueId - queueCount) << vc.vcFieldsShift) + buffer.bufferFirst]]
          : [];
      if (this.engine.isOutputQueued(queueId))
        return byQueue[queueId].length === vcRecords[(queueId << vc.vcFieldsShift) + vc.queuedPackets] ? byQueue[queueId] : [];
      return this.engine.isRequesting[queueId] === 1 ? [this.engine.headOf(queueId)] : [];
    };
    /**
     * The queue or buffer that has to drain before packet `packetId` gets a credit of `vcId`; −1 if it gets one as soon as all credits are
     * back.
     */
    const blockerFor = (packetId: number, queueId: number, vcId: number) => {
      const channelId = this.engine.channelOf(vcId);
      const vcIndex = vcId << vc.vcFieldsShift;
      if (queueId < queueCount && this.engine.hasBuffers(channelId))
        return bufferRecords[vcIndex + buffer.bufferedPackets] + this.engine.creditsNeeded(vcId, queueId) <= outputBufferPackets
          ? -1
          : queueCount + vcId;
      const slotsNeeded = queueId < queueCount ? this.engine.creditsNeeded(vcId, queueId) : 1;
      return this.engine.isConsumedAt(channelId, packetId) ||
        vcRecords[vcIndex + vc.queuedPackets] + slotsNeeded <= this.engine.queueCapacityBehind(vcId)
        ? -1
        : vcId;
    };
    const waitCycle = findWaitCycle({
      count: 2 * queueCount,
      maxCandidates: this.engine.routing.maxCandidates * maxQueued,
      isWaiting: (queueId) => isFull(queueId) && requestersIn(queueId).length > 0,
      writeCandidates: (queueId, out) => {
        const blockers = requestersIn(queueId).flatMap((packetId) =>
          (queueId < queueCount ? this.candidatesOf(packetId) : [queueId - queueCount]).map((vcId) => blockerFor(packetId, queueId, vcId)),
        );
        out.set(blockers);
        return blockers.length;
      },
    });
    // Leave out output buffers: a buffer waits for the queue behind its channel, and so does each queue that waits for the buffer.
    const inQueues = waitCycle.filter((queueId) => queueId < queueCount);
    return waitsOfCycle(
      inQueues,
      vcs,
      (queueId) => requestersIn(queueId)[0],
      (packetId) => this.engine.endsOf(packetId),
    );
  }
}
