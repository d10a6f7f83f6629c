// hot: no allocation.
/** Adapters between ranks and the network, where gaps or bytes take time of their own: see plan/hosts.ts. */
import { longerReal } from "../base/arrays.ts";
import type { HostRules } from "../plan/hosts.ts";

export class Adapters {
  // By terminal: when its adapter may begin the next message out, and the next one in.
  private readonly out: Float64Array;
  private readonly into: Float64Array;
  /** [R] When the rank may hand over its next message. */
  private readonly free: Float64Array;
  // By message: when its head comes to the adapter, when the adapter takes it in, and when all of it is there.
  private headAt = new Float64Array(1024);
  private beginAt = new Float64Array(1024);
  private thereAt = new Float64Array(1024);

  constructor(
    private readonly host: HostRules,
    terminals: number,
    ranks: number,
  ) {
    this.out = new Float64Array(terminals);
    this.into = new Float64Array(terminals);
    this.free = new Float64Array(ranks);
  }

  /** When a rank may hand over its next message: once the gap behind the last one is over. */
  maySend(r: number): number {
    return this.free[r];
  }

  /** A rank hands over a message that its adapter sends at once. */
  handOver(r: number, t: number, bytes: number): void {
    this.free[r] = t + this.gapOf(bytes);
  }

  /** When a message that was handed over in cycle `created` may leave a terminal. */
  leavesAt(terminal: number, created: number): number {
    return Math.max(created, this.out[terminal]);
  }

  /** A message leaves a terminal. */
  leave(terminal: number, t: number, bytes: number): void {
    this.out[terminal] = t + this.gapOf(bytes);
  }

  /** The head of a message will come to its terminal in cycle `t`. */
  begin(m: number, t: number): void {
    if (m >= this.headAt.length) this.grow(m);
    this.headAt[m] = t;
  }

  /** All of a message has come out of the network by cycle `t`: returns when the adapter has it. */
  arrive(m: number, terminal: number, t: number, bytes: number): number {
    const begin = Math.max(this.headAt[m], this.into[terminal]);
    this.into[terminal] = begin + this.gapOf(bytes);
    this.beginAt[m] = begin;
    return (this.thereAt[m] = Math.max(t, begin + (bytes - 1) * this.host.gapPerByte));
  }

  /** When a rank whose clock stands at `clock` has all bytes of a message. */
  takenAt(m: number, clock: number, bytes: number): number {
    return Math.max(this.thereAt[m], Math.max(clock, this.beginAt[m]) + (bytes - 1) * this.host.overheadPerByte);
  }

  private gapOf(bytes: number): number {
    return this.host.gap + (bytes - 1) * this.host.gapPerByte;
  }

  private grow(m: number): void {
    const length = Math.max(m + 1, 2 * this.headAt.length);
    this.headAt = longerReal(this.headAt, length);
    this.beginAt = longerReal(this.beginAt, length);
    this.thereAt = longerReal(this.thereAt, length);
  }
}
