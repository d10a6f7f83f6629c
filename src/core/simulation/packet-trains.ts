// hot: no allocation, no for-of, no destructuring.
/** Packets of one message that are consumed at equal distances in time, by the number of the train they form. */
import { growth, longer, longerReal } from "../base/arrays.ts";
import { TimeHeap } from "../base/time-heap.ts";

// Whole numbers of a train.
export const trainWholeShift = 2;
/** Terminals it comes from and goes to. */
export const trainFrom = 0;
export const trainTo = 1;
/** Its message's number, −1 for none. */
export const trainMessage = 2;

// What of a train is no 32-bit number: times and lengths, cycles; and packets.
export const trainRealShift = 3;
/** Creation of its message. */
export const trainCreated = 0;
/** When the message's packet before it was consumed, or would have been. */
export const trainAfter = 1;
/** When its last packet has been consumed, and from one packet to the next. */
export const trainLast = 2;
export const trainStep = 3;
/** Cycles between leaving the terminal and being consumed, and channels crossed on average. */
export const trainDelay = 4;
export const trainHops = 5;
/** Packets of the message, in the train that is the last of it; else 0. */
export const trainWhole = 6;
/** Its own packets. */
const trainPackets = 7;

/** The train that is put together for a moment; the others are under way. */
export const draftTrain = 0;

export class PacketTrains {
  /** Those under way, by the time at which the last packet has been consumed. */
  readonly underWay = new TimeHeap();
  private readonly capacity = growth.initial(64);
  // Whole and real numbers of trains. Loops over many trains read them directly.
  whole = new Int32Array(this.capacity << trainWholeShift);
  real = new Float64Array(this.capacity << trainRealShift);
  private free = new Int32Array(this.capacity);
  private freeCount = 0;
  private used = 1;

  get(train: number, what: number): number {
    return this.whole[(train << trainWholeShift) + what];
  }

  time(train: number, what: number): number {
    return this.real[(train << trainRealShift) + what];
  }

  packets(train: number): number {
    return this.real[(train << trainRealShift) + trainPackets];
  }

  /** Writes a train's ends and packets. */
  write(train: number, from: number, to: number, message: number, packets: number): void {
    const place = train << trainWholeShift;
    this.whole[place + trainFrom] = from;
    this.whole[place + trainTo] = to;
    this.whole[place + trainMessage] = message;
    this.real[(train << trainRealShift) + trainPackets] = packets;
  }

  setTime(train: number, what: number, time: number): void {
    this.real[(train << trainRealShift) + what] = time;
  }

  /** A number for one more train. */
  take(): number {
    if (this.freeCount > 0) return this.free[--this.freeCount];
    if (this.used === this.free.length) this.grow();
    return this.used++;
  }

  /** The first train has been consumed. */
  drop(train: number): void {
    this.underWay.remove(train);
    this.free[this.freeCount++] = train;
  }

  /** Packets of a train that have been consumed at a time. */
  consumedBy(train: number, time: number): number {
    const packets = this.packets(train);
    const late = this.time(train, trainLast) - time;
    if (late <= 0) return packets;
    const missing = packets === 1 ? 1 : Math.ceil(late / this.time(train, trainStep));
    return missing >= packets ? 0 : packets - missing;
  }

  private grow(): void {
    const length = growth.next(this.free.length);
    this.free = longer(this.free, length);
    this.whole = longer(this.whole, length << trainWholeShift);
    this.real = longerReal(this.real, length << trainRealShift);
  }
}
