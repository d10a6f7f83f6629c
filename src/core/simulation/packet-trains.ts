// hot: no allocation, no for-of, no destructuring.
/** Packet trains: a train is several packets of one message that are consumed at equal intervals. Its record is found by its number. */
import { growth, growInt32Array, growFloat64Array } from "../base/arrays.ts";
import { TimeHeap } from "../base/time-heap.ts";

// Integer record of a train.
export const trainIntShift = 2;
/** Source and destination terminal. */
export const trainFrom = 0;
export const trainTo = 1;
/** Message number; −1 for none. */
export const trainMessage = 2;

// Floating-point record of a train: times and durations in cycles, and numbers of packets.
export const trainRealShift = 3;
/** Creation of the message. */
export const trainCreated = 0;
/** Time at which the message's packet before this train was, or would have been, consumed. */
export const trainPreviousConsumed = 1;
/** Time at which the last packet of the train is consumed, and the interval between packets. */
export const trainLastConsumed = 2;
export const trainStep = 3;
/** Cycles between a packet's departure from the terminal and its consumption, and mean number of channels crossed. */
export const trainDelay = 4;
export const trainHops = 5;
/** Packets of the whole message, if this is its last train; otherwise 0. */
export const trainMessagePackets = 6;
/** Packets of the train. */
const trainPackets = 7;

/** Number of the train that is being assembled; trains with other numbers are in flight. */
export const scratchTrain = 0;

export class PacketTrains {
  /** Trains in flight, by the time at which their last packet is consumed. */
  readonly inFlight = new TimeHeap();
  private readonly capacity = growth.initial(64);
  // The records. Loops over many trains read them directly.
  ints = new Int32Array(this.capacity << trainIntShift);
  reals = new Float64Array(this.capacity << trainRealShift);
  private freeTrains = new Int32Array(this.capacity);
  private freeCount = 0;
  private usedCount = 1;

  getInt(train: number, field: number): number {
    return this.ints[(train << trainIntShift) + field];
  }

  getTime(train: number, field: number): number {
    return this.reals[(train << trainRealShift) + field];
  }

  packetsOf(train: number): number {
    return this.reals[(train << trainRealShift) + trainPackets];
  }

  /** Writes the integer record of a train and its number of packets. */
  write(train: number, from: number, to: number, message: number, packets: number): void {
    const record = train << trainIntShift;
    this.ints[record + trainFrom] = from;
    this.ints[record + trainTo] = to;
    this.ints[record + trainMessage] = message;
    this.reals[(train << trainRealShift) + trainPackets] = packets;
  }

  setTime(train: number, field: number, time: number): void {
    this.reals[(train << trainRealShift) + field] = time;
  }

  /** Allocates a train number. */
  allocate(): number {
    if (this.freeCount > 0) return this.freeTrains[--this.freeCount];
    if (this.usedCount === this.freeTrains.length) this.grow();
    return this.usedCount++;
  }

  /** Releases a train that has been consumed. */
  release(train: number): void {
    this.inFlight.remove(train);
    this.freeTrains[this.freeCount++] = train;
  }

  /** Packets of a train that are consumed by `time`. */
  consumedBy(train: number, time: number): number {
    const packets = this.packetsOf(train);
    const timeUntilLast = this.getTime(train, trainLastConsumed) - time;
    if (timeUntilLast <= 0) return packets;
    const missing = packets === 1 ? 1 : Math.ceil(timeUntilLast / this.getTime(train, trainStep));
    return missing >= packets ? 0 : packets - missing;
  }

  private grow(): void {
    const length = growth.next(this.freeTrains.length);
    this.freeTrains = growInt32Array(this.freeTrains, length);
    this.ints = growInt32Array(this.ints, length << trainIntShift);
    this.reals = growFloat64Array(this.reals, length << trainRealShift);
  }
}
