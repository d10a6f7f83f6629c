/** What can be told of single circuits: who holds a channel, who waits for it, and who waits for each other. */
import type { Crossing, Ends, Holder, Wait, Waiter, WaitFor, Worm } from "../../simulation/contract.ts";
import { trainCreated } from "../../simulation/packet-trains.ts";
import { WaitTally } from "../../simulation/wait-tally.ts";
import { circleOfWaits } from "../../simulation/watchdog.ts";
import { CircuitState, isStreaming, isUnused, isWaiting } from "./state.ts";

export abstract class CircuitWitness extends CircuitState {
  circle: readonly Wait[] = [];
  /** The channel that somebody follows, −1 for none; and what has been counted there, by source × terminals + destination. */
  protected followedChannel = -1;
  protected readonly crossed = new Map<number, number>();
  /** Who has waited behind it, up to when. */
  protected waits = new WaitTally(this.T);
  protected waitsUntil = 0;

  follow(channel: number): void {
    this.followedChannel = channel;
    this.crossed.clear();
    this.waits = new WaitTally(this.T);
    this.waitsUntil = this.now;
  }

  followed(): readonly Crossing[] {
    const phits = new Map(this.crossed);
    for (let p = 0; p < this.state.length; p++) {
      if (this.state[p] === isStreaming && this.holdsChannel(p, this.followedChannel))
        this.countCrossing(p, this.sentBy(p, this.now), phits);
    }
    return [...phits].map(([pair, each]) => ({ source: Math.floor(pair / this.T), destination: pair % this.T, phits: each }));
  }

  waited(): readonly WaitFor[] {
    const waits = new WaitTally(this.T);
    waits.addAll(this.waits.list());
    this.countWaits(this.now, waits);
    return waits.list();
  }

  /** The circuit that has the largest share of a channel; where none streams, the one that has held it longest. */
  holder(channel: number): Holder | null {
    let found = this.streams.largestOn(channel);
    for (let p = 0; p < this.state.length && this.streams.usesOf(channel) === 0; p++) {
      if (this.holdsChannel(p, channel) && (found < 0 || this.heldSince(p, channel) < this.heldSince(found, channel))) found = p;
    }
    if (found < 0) return null;
    return { source: this.sourceOf(found), destination: this.to[found], since: Math.floor(this.heldSince(found, channel)) };
  }

  waitingFor(channel: number): readonly Waiter[] {
    const found: Waiter[] = [];
    for (let p = 0; p < this.state.length; p++) {
      if (this.state[p] !== isWaiting || !this.wantsChannel(p, channel)) continue;
      const since = Math.floor(this.hops[p] > 0 ? this.since[p] : this.trains.time(p + 1, trainCreated));
      found.push({ source: this.sourceOf(p), destination: this.to[p], channel: this.lastChannel(p), since });
    }
    return found.sort((a, b) => a.since - b.since || a.channel - b.channel || a.source - b.source);
  }

  worms(channel: number): readonly Worm[] {
    const { path, stride, hops, classes, maxCandidates } = this;
    const holders = Array.from(this.state.keys()).filter((p) => this.holdsChannel(p, channel));
    return holders
      .sort((a, b) => this.heldSince(a, channel) - this.heldSince(b, channel))
      .map((p) => {
        const channelsOf = (ids: Int32Array, from: number, count: number) =>
          Array.from(ids.subarray(from, from + count), (id) => Math.floor(id / classes));
        const asks = this.state[p] === isWaiting ? channelsOf(this.wanted, p * maxCandidates, this.wantedCount[p]) : [];
        const channels = channelsOf(path, p * stride, hops[p]);
        return { source: this.sourceOf(p), destination: this.to[p], channels, waitsFor: [...new Set(asks)] };
      });
  }

  /** Circuits that wait for each other in a circle; empty where none do. */
  protected findCircle(): readonly Wait[] {
    const { state, path, stride, hops } = this;
    if (!state.includes(isWaiting)) return [];
    // The places of paths that hold a virtual channel: the first for each, and the one after each, in the order of circuits.
    const first = new Int32Array(this.held.length).fill(-1);
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
      maxCandidates: this.maxCandidates * this.lanes,
    });
    return circle.map((p, i) => this.waitOf(p, circle[(i + circle.length - 1) % circle.length]));
  }

  /** Writes the circuits of which one must go for a waiting one to go on, −1 for a virtual channel that is free; returns how many. */
  protected holdersWanted(p: number, first: Int32Array, after: Int32Array, out: Int32Array): number {
    let count = 0;
    for (let i = 0; i < this.wantedCount[p]; i++) {
      const id = this.wanted[p * this.maxCandidates + i];
      if (this.held[id] < this.lanes) out[count++] = -1;
      else for (let place = first[id]; place >= 0; place = after[place]) out[count++] = Math.floor(place / this.stride);
    }
    return count;
  }

  /** A circuit in a circle: what the one before it waits for, and what it waits for itself. */
  protected waitOf(p: number, before: number): Wait {
    const [id, next] = [this.wanted[before * this.maxCandidates], this.wanted[p * this.maxCandidates]];
    const [of, within] = [(each: number) => Math.floor(each / this.classes), (each: number) => each % this.classes];
    return {
      channel: of(id),
      class: within(id),
      waitsFor: of(next),
      waitsForClass: within(next),
      source: this.sourceOf(p),
      destination: this.to[p],
    };
  }

  /** Adds what headers have waited behind the channel that is followed since that was counted, each for all circuits that hold what it asks for. */
  protected countWaits(time: number, into: WaitTally): void {
    const { followedChannel, state } = this;
    const cycles = time - this.waitsUntil;
    if (followedChannel < 0 || cycles <= 0) return;
    for (let p = this.firstWaiting[this.plan.network.head[followedChannel]]; p >= 0; p = this.nextWaiting[p]) {
      if (this.lastChannel(p) !== followedChannel) continue;
      const others: Ends[] = [];
      for (let q = 0; q < state.length; q++) {
        if (state[q] === isUnused) continue;
        for (let hop = 0; hop < this.hops[q]; hop++) if (this.wants(p, this.path[q * this.stride + hop])) others.push(this.endsOf(q));
      }
      for (const other of others) into.add(this.endsOf(p), other, cycles / others.length);
      if (others.length === 0) into.add(this.endsOf(p), null, cycles);
    }
  }

  protected endsOf(p: number): Ends {
    return { source: this.sourceOf(p), destination: this.to[p] };
  }

  protected countCrossing(p: number, phits: number, into: Map<number, number>): void {
    const pair = this.sourceOf(p) * this.T + this.to[p];
    into.set(pair, (into.get(pair) ?? 0) + phits);
  }
}
