/** Answers queries about single circuits: which circuits hold a channel, which wait for it, and which wait for each other in a deadlock. */
import type { ChannelCrossing, FlowEnds, ChannelHolder, DeadlockWait, WaitingPacket, FlowWait, Worm } from "../../simulation/contract.ts";
import { trainCreated } from "../../simulation/packet-trains.ts";
import { WaitTally } from "../../simulation/wait-tally.ts";
import { findWaitCycle } from "../../simulation/watchdog.ts";
import { type CircuitState, circuitStreaming, circuitUnused, circuitWaiting } from "./state.ts";

export class CircuitInspection {
  /** The tracked channel, −1 for none, and the phits that crossed it, by source × terminals + destination. */
  private trackedChannel = -1;
  private readonly crossedPhits = new Map<number, number>();
  /** Waits of circuits behind the tracked channel, and the time up to which they are counted. */
  private waitTally: WaitTally;
  private waitsCountedTo = 0;

  constructor(private readonly engine: CircuitState) {
    this.waitTally = new WaitTally(engine.terminalCount);
  }

  trackChannel(channel: number): void {
    const { engine } = this;
    this.trackedChannel = channel;
    this.crossedPhits.clear();
    this.waitTally = new WaitTally(engine.terminalCount);
    this.waitsCountedTo = engine.now;
  }

  trackedCrossings(): readonly ChannelCrossing[] {
    const { engine } = this;
    const phits = new Map(this.crossedPhits);
    for (let circuit = 0; circuit < engine.state.length; circuit++) {
      if (engine.state[circuit] === circuitStreaming && engine.isHolding(circuit, this.trackedChannel))
        this.countCrossing(circuit, engine.phitsSentBy(circuit, engine.now), phits);
    }
    return [...phits].map(([pair, vcNumber]) => ({
      source: Math.floor(pair / engine.terminalCount),
      destination: pair % engine.terminalCount,
      phits: vcNumber,
    }));
  }

  trackedWaits(): readonly FlowWait[] {
    const { engine } = this;
    const waits = new WaitTally(engine.terminalCount);
    waits.addAll(this.waitTally.list());
    this.countWaits(engine.now, waits);
    return waits.list();
  }

  /** The circuit with the largest share of a channel. Where none streams, the one that has held the channel longest; null if none does. */
  holderOf(channel: number): ChannelHolder | null {
    const { engine } = this;
    let found = engine.streams.largestOn(channel);
    for (let circuit = 0; circuit < engine.state.length && engine.streams.streamsOn(channel) === 0; circuit++) {
      if (engine.isHolding(circuit, channel) && (found < 0 || engine.heldSince(circuit, channel) < engine.heldSince(found, channel)))
        found = circuit;
    }
    if (found < 0) return null;
    return {
      source: engine.sourceOf(found),
      destination: engine.destination[found],
      since: Math.floor(engine.heldSince(found, channel)),
    };
  }

  waitersFor(channel: number): readonly WaitingPacket[] {
    const { engine } = this;
    const found: WaitingPacket[] = [];
    for (let circuit = 0; circuit < engine.state.length; circuit++) {
      if (engine.state[circuit] !== circuitWaiting || !engine.isCandidateChannel(circuit, channel)) continue;
      const since = Math.floor(engine.hops[circuit] > 0 ? engine.since[circuit] : engine.trains.getTime(circuit + 1, trainCreated));
      found.push({
        source: engine.sourceOf(circuit),
        destination: engine.destination[circuit],
        channel: engine.lastChannel(circuit),
        since,
      });
    }
    return found.sort((a, b) => a.since - b.since || a.channel - b.channel || a.source - b.source);
  }

  /** The circuits that hold a channel, the longest holder first. */
  worms(channel: number): readonly Worm[] {
    const { engine } = this;
    const { pathVcs, pathStride, hops, vcClasses, maxCandidates } = engine;
    const holders = Array.from(engine.state.keys()).filter((circuit) => engine.isHolding(circuit, channel));
    return holders
      .sort((a, b) => engine.heldSince(a, channel) - engine.heldSince(b, channel))
      .map((circuit) => {
        const channelsOf = (ids: Int32Array, from: number, count: number) =>
          Array.from(ids.subarray(from, from + count), (vc) => Math.floor(vc / vcClasses));
        const requests =
          engine.state[circuit] === circuitWaiting
            ? channelsOf(engine.candidates, circuit * maxCandidates, engine.candidateCount[circuit])
            : [];
        const channels = channelsOf(pathVcs, circuit * pathStride, hops[circuit]);
        return { source: engine.sourceOf(circuit), destination: engine.destination[circuit], channels, waitsFor: [...new Set(requests)] };
      });
  }

  /**
   * Circuits that wait for each other in a cycle, in order; empty where there is no deadlock. A circuit waits while its header finds no
   * free virtual channel, and it waits for the circuits that hold the header's candidates.
   */
  findWaitCycle(): readonly DeadlockWait[] {
    const { engine } = this;
    const { state, pathVcs, pathStride, hops } = engine;
    if (!state.includes(circuitWaiting)) return [];
    // Linked lists of the positions in `pathVcs` that hold each virtual channel: the first position per virtual channel, and the next one
    // per position, in the order of circuits.
    const firstPosition = new Int32Array(engine.vcHolders.length).fill(-1);
    const nextPosition = new Int32Array(pathVcs.length);
    for (let circuit = state.length - 1; circuit >= 0; circuit--) {
      for (
        let pathIndex = circuit * pathStride + (state[circuit] === circuitUnused ? 0 : hops[circuit]) - 1;
        pathIndex >= circuit * pathStride;
        pathIndex--
      ) {
        nextPosition[pathIndex] = firstPosition[pathVcs[pathIndex]];
        firstPosition[pathVcs[pathIndex]] = pathIndex;
      }
    }
    const waitCycle = findWaitCycle({
      count: state.length,
      isWaiting: (circuit) => state[circuit] === circuitWaiting,
      writeCandidates: (circuit, out) => this.holdersOfCandidates(circuit, firstPosition, nextPosition, out),
      maxCandidates: engine.maxCandidates * engine.circuitsPerVc,
    });
    return waitCycle.map((circuit, i) => this.waitOf(circuit, waitCycle[(i + waitCycle.length - 1) % waitCycle.length]));
  }

  /**
   * Writes the circuits that could let a waiting circuit go on: one of these circuits has to release a virtual channel. For a free virtual
   * channel, −1 is written. Returns their number.
   */
  private holdersOfCandidates(circuit: number, firstPosition: Int32Array, nextPosition: Int32Array, out: Int32Array): number {
    const { engine } = this;
    let count = 0;
    for (let i = 0; i < engine.candidateCount[circuit]; i++) {
      const vc = engine.candidates[circuit * engine.maxCandidates + i];
      if (engine.vcHolders[vc] < engine.circuitsPerVc) out[count++] = -1;
      else
        for (let pathIndex = firstPosition[vc]; pathIndex >= 0; pathIndex = nextPosition[pathIndex])
          out[count++] = Math.floor(pathIndex / engine.pathStride);
    }
    return count;
  }

  /**
   * One circuit of a deadlock: the virtual channel for which the circuit before it in the cycle (`waiter`) waits, and the virtual channel
   * for which it waits itself.
   */
  private waitOf(circuit: number, waiter: number): DeadlockWait {
    const { engine } = this;
    const [vc, next] = [engine.candidates[waiter * engine.maxCandidates], engine.candidates[circuit * engine.maxCandidates]];
    const [channelOf, vcInChannel] = [
      (vcNumber: number) => Math.floor(vcNumber / engine.vcClasses),
      (vcNumber: number) => vcNumber % engine.vcClasses,
    ];
    return {
      channel: channelOf(vc),
      class: vcInChannel(vc),
      waitsFor: channelOf(next),
      waitsForClass: vcInChannel(next),
      source: engine.sourceOf(circuit),
      destination: engine.destination[circuit],
    };
  }

  /** The next event is at `time`: until then nothing changes, so the waits up to it can be counted. */
  countWaitsUntil(time: number): void {
    if (this.trackedChannel < 0) return;
    this.countWaits(time, this.waitTally);
    this.waitsCountedTo = time;
  }

  /** All phits of circuit `circuit` have crossed its channels. */
  countCompleted(circuit: number, phits: number): void {
    if (this.trackedChannel >= 0 && this.engine.isHolding(circuit, this.trackedChannel))
      this.countCrossing(circuit, phits, this.crossedPhits);
  }

  /**
   * Divides the time that headers have waited behind the tracked channel, the channel that the page explains, among the flows that they
   * waited for, and adds it to `target`. Each header's wait since the last count is divided equally among the circuits that hold one of its
   * candidate virtual channels; without such circuits it is counted without a cause.
   */
  private countWaits(time: number, target: WaitTally): void {
    const { engine } = this;
    const { state } = engine;
    const { trackedChannel } = this;
    const cycles = time - this.waitsCountedTo;
    if (trackedChannel < 0 || cycles <= 0) return;
    for (let circuit = engine.firstWaiting[engine.plan.network.head[trackedChannel]]; circuit >= 0; circuit = engine.nextWaiting[circuit]) {
      if (engine.lastChannel(circuit) !== trackedChannel) continue;
      const others: FlowEnds[] = [];
      for (let holder = 0; holder < state.length; holder++) {
        if (state[holder] === circuitUnused) continue;
        for (let hop = 0; hop < engine.hops[holder]; hop++)
          if (engine.isCandidate(circuit, engine.pathVcs[holder * engine.pathStride + hop])) others.push(this.endsOf(holder));
      }
      for (const other of others) target.add(this.endsOf(circuit), other, cycles / others.length);
      if (others.length === 0) target.add(this.endsOf(circuit), null, cycles);
    }
  }

  private endsOf(circuit: number): FlowEnds {
    const { engine } = this;
    return { source: engine.sourceOf(circuit), destination: engine.destination[circuit] };
  }

  private countCrossing(circuit: number, phits: number, target: Map<number, number>): void {
    const { engine } = this;
    const pair = engine.sourceOf(circuit) * engine.terminalCount + engine.destination[circuit];
    target.set(pair, (target.get(pair) ?? 0) + phits);
  }
}
