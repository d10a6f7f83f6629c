/** Answers queries about single circuits: which circuits hold a channel, which wait for it, and which wait for each other in a deadlock. */
import type { Crossing, Ends, Holder, Wait, Waiter, WaitFor, Worm } from "../../simulation/contract.ts";
import { trainCreated } from "../../simulation/packet-trains.ts";
import { WaitTally } from "../../simulation/wait-tally.ts";
import { circleOfWaits } from "../../simulation/watchdog.ts";
import { type CircuitState, isStreaming, isUnused, isWaiting } from "./state.ts";

export class CircuitInspection {
  /** The tracked channel, −1 for none, and the phits that crossed it, by source × terminals + destination. */
  private followedChannel = -1;
  private readonly crossed = new Map<number, number>();
  /** Waits of circuits behind the tracked channel, and the time up to which they are counted. */
  private waits: WaitTally;
  private waitsUntil = 0;

  constructor(private readonly engine: CircuitState) {
    this.waits = new WaitTally(engine.T);
  }

  follow(channel: number): void {
    const { engine } = this;
    this.followedChannel = channel;
    this.crossed.clear();
    this.waits = new WaitTally(engine.T);
    this.waitsUntil = engine.now;
  }

  followed(): readonly Crossing[] {
    const { engine } = this;
    const phits = new Map(this.crossed);
    for (let p = 0; p < engine.state.length; p++) {
      if (engine.state[p] === isStreaming && engine.holdsChannel(p, this.followedChannel))
        this.countCrossing(p, engine.sentBy(p, engine.now), phits);
    }
    return [...phits].map(([pair, each]) => ({ source: Math.floor(pair / engine.T), destination: pair % engine.T, phits: each }));
  }

  waited(): readonly WaitFor[] {
    const { engine } = this;
    const waits = new WaitTally(engine.T);
    waits.addAll(this.waits.list());
    this.countWaits(engine.now, waits);
    return waits.list();
  }

  /** The circuit with the largest share of a channel. Where none streams, the circuit that has held the channel longest. */
  holder(channel: number): Holder | null {
    const { engine } = this;
    let found = engine.streams.largestOn(channel);
    for (let p = 0; p < engine.state.length && engine.streams.usesOf(channel) === 0; p++) {
      if (engine.holdsChannel(p, channel) && (found < 0 || engine.heldSince(p, channel) < engine.heldSince(found, channel))) found = p;
    }
    if (found < 0) return null;
    return {
      source: engine.sourceOf(found),
      destination: engine.to[found],
      since: Math.floor(engine.heldSince(found, channel)),
    };
  }

  waitingFor(channel: number): readonly Waiter[] {
    const { engine } = this;
    const found: Waiter[] = [];
    for (let p = 0; p < engine.state.length; p++) {
      if (engine.state[p] !== isWaiting || !engine.wantsChannel(p, channel)) continue;
      const since = Math.floor(engine.hops[p] > 0 ? engine.since[p] : engine.trains.time(p + 1, trainCreated));
      found.push({ source: engine.sourceOf(p), destination: engine.to[p], channel: engine.lastChannel(p), since });
    }
    return found.sort((a, b) => a.since - b.since || a.channel - b.channel || a.source - b.source);
  }

  /** The circuits that hold a channel, the longest holder first. */
  worms(channel: number): readonly Worm[] {
    const { engine } = this;
    const { path, stride, hops, classes, maxCandidates } = engine;
    const holders = Array.from(engine.state.keys()).filter((p) => engine.holdsChannel(p, channel));
    return holders
      .sort((a, b) => engine.heldSince(a, channel) - engine.heldSince(b, channel))
      .map((p) => {
        const channelsOf = (ids: Int32Array, from: number, count: number) =>
          Array.from(ids.subarray(from, from + count), (id) => Math.floor(id / classes));
        const asks = engine.state[p] === isWaiting ? channelsOf(engine.wanted, p * maxCandidates, engine.wantedCount[p]) : [];
        const channels = channelsOf(path, p * stride, hops[p]);
        return { source: engine.sourceOf(p), destination: engine.to[p], channels, waitsFor: [...new Set(asks)] };
      });
  }

  /** Circuits that wait for each other in a cycle; empty where there is no deadlock. */
  findCircle(): readonly Wait[] {
    const { engine } = this;
    const { state, path, stride, hops } = engine;
    if (!state.includes(isWaiting)) return [];
    // Linked lists of the positions in `pathVcs` that hold each virtual channel: the first position per virtual channel, and the next one
    // per position, in the order of circuits.
    const first = new Int32Array(engine.held.length).fill(-1);
    const after = new Int32Array(path.length);
    for (let p = state.length - 1; p >= 0; p--) {
      for (let place = p * stride + (state[p] === isUnused ? 0 : hops[p]) - 1; place >= p * stride; place--) {
        after[place] = first[path[place]];
        first[path[place]] = place;
      }
    }
    const circle = circleOfWaits({
      count: state.length,
      waits: (p) => state[p] === isWaiting,
      wanted: (p, out) => this.holdersWanted(p, first, after, out),
      maxCandidates: engine.maxCandidates * engine.lanes,
    });
    return circle.map((p, i) => this.waitOf(p, circle[(i + circle.length - 1) % circle.length]));
  }

  /**
   * Writes the circuits that could let a waiting circuit go on: one of them has to release, so −1 is written for a free virtual channel.
   * Returns their number.
   */
  private holdersWanted(p: number, first: Int32Array, after: Int32Array, out: Int32Array): number {
    const { engine } = this;
    let count = 0;
    for (let i = 0; i < engine.wantedCount[p]; i++) {
      const id = engine.wanted[p * engine.maxCandidates + i];
      if (engine.held[id] < engine.lanes) out[count++] = -1;
      else for (let place = first[id]; place >= 0; place = after[place]) out[count++] = Math.floor(place / engine.stride);
    }
    return count;
  }

  /** One circuit of a deadlock: the virtual channel that the circuit before it waits for, and the one that it waits for itself. */
  private waitOf(p: number, before: number): Wait {
    const { engine } = this;
    const [id, next] = [engine.wanted[before * engine.maxCandidates], engine.wanted[p * engine.maxCandidates]];
    const [of, within] = [(each: number) => Math.floor(each / engine.classes), (each: number) => each % engine.classes];
    return {
      channel: of(id),
      class: within(id),
      waitsFor: of(next),
      waitsForClass: within(next),
      source: engine.sourceOf(p),
      destination: engine.to[p],
    };
  }

  /** The next event is at `time`: until then nothing changes, so the waits up to it can be counted. */
  reach(time: number): void {
    if (this.followedChannel < 0) return;
    this.countWaits(time, this.waits);
    this.waitsUntil = time;
  }

  /** All phits of circuit `circuit` have crossed its channels. */
  end(p: number, phits: number): void {
    if (this.followedChannel >= 0 && this.engine.holdsChannel(p, this.followedChannel)) this.countCrossing(p, phits, this.crossed);
  }

  /**
   * Adds the time that headers have waited behind the tracked channel since the last count, in equal parts for the circuits that hold one
   * of the header's candidates.
   */
  private countWaits(time: number, into: WaitTally): void {
    const { engine } = this;
    const { state } = engine;
    const { followedChannel } = this;
    const cycles = time - this.waitsUntil;
    if (followedChannel < 0 || cycles <= 0) return;
    for (let p = engine.firstWaiting[engine.plan.network.head[followedChannel]]; p >= 0; p = engine.nextWaiting[p]) {
      if (engine.lastChannel(p) !== followedChannel) continue;
      const others: Ends[] = [];
      for (let q = 0; q < state.length; q++) {
        if (state[q] === isUnused) continue;
        for (let hop = 0; hop < engine.hops[q]; hop++)
          if (engine.wants(p, engine.path[q * engine.stride + hop])) others.push(this.endsOf(q));
      }
      for (const other of others) into.add(this.endsOf(p), other, cycles / others.length);
      if (others.length === 0) into.add(this.endsOf(p), null, cycles);
    }
  }

  private endsOf(p: number): Ends {
    const { engine } = this;
    return { source: engine.sourceOf(p), destination: engine.to[p] };
  }

  private countCrossing(p: number, phits: number, into: Map<number, number>): void {
    const { engine } = this;
    const pair = engine.sourceOf(p) * engine.T + engine.to[p];
    into.set(pair, (into.get(pair) ?? 0) + phits);
  }
}
