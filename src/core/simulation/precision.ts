/**
 * A run that goes on until its means are known. It looks at itself at cycles of its own, however it is sliced: first for the end of
 * the warm-up, at which its window begins, then for the error of the mean, at which its window ends. So it is the plain run with
 * the lengths that it finds.
 */
import type { Precise, Window } from "../plan/plan.ts";
import { batches, batchMean, type KnownMean, mostAlike, warmUpOf } from "./batch-means.ts";
import { type Frame, scalar, verdicts } from "./frame.ts";

/** What a clock knows of its run. Since cycle 0, as it stands. */
export interface Watched {
  /** Packets that have been consumed, and their latency, cycles. */
  consumed(into: Float64Array, now: number): void;
  /** Packets that have been created, but for a few at each terminal. */
  created(now: number): number;
  /** The window has got other ends. */
  turn(window: Window, halves: Halves | null): void;
}

/** What was consumed in the two halves of a window: how many packets, and their latency, cycles. */
export interface Halves {
  readonly counts: readonly [number, number];
  readonly latencies: readonly [number, number];
}

/** Writes them into a frame. */
export function writeHalves({ scalars }: Frame, { counts, latencies: sums }: Halves): void {
  [scalars[scalar.countFirstHalf], scalars[scalar.countSecondHalf]] = counts;
  [scalars[scalar.latencyFirstHalf], scalars[scalar.latencySecondHalf]] = sums;
}

/** Cycles of a stretch at first, and most stretches that are kept; then they become twice as long. */
const shortest = 4;
const mostStretches = 640;
/** Cycles between looks are multiples of so many stretches: halves and batches are whole then. */
const grain = 2 * batches;
/** Packets that a mean is taken of, at least: fewer say too little of their own error. */
const fewestPackets = 400;
/** A warm-up lasts at least so many latencies: what arrives before has met an empty network. */
const latencies = 10;
/** And a window so many: what is measured in less has hardly changed since it began, and its error looks small. *Chosen* by how often M/D/1 is covered. */
const windowLatencies = 60;
/** The window of a full network is at least this part of its warm-up: what it accepts goes on to fall for a while. */
const fullWindow = 0.5;
/** What is created and not accepted has to be more than this part for the network to be full, as in load curves. */
const shortfall = 0.03;
/** Backlog grows in proportion to time where a network is full, with its root where it is just not: as much as this in two stretches is proportion. */
const inProportion = 0.85;
/** So much larger than it may be is an error that cannot be told yet. */
const tooShort = 1.2;
/**
 * An error is the largest of what so many looks say of it. Whoever stops as soon as an error looks small stops where it happens to
 * look smaller than it is: A. M. Law, W. D. Kelton, Management Science 28, 1982; P. W. Glynn, W. Whitt, Annals of Applied Probability 2,
 * 1992. *Chosen* by how often M/D/1 is covered, to ± 2 to 10 % at loads of 0.5 to 0.95: 0.91 to 0.98 of the time; with one look 0.82 to 0.96.
 */
const looksHeard = 5;
/** A look comes when the run is longer by one of these parts at least, and at the most. */
const [sooner, later] = [1.2, 2];

/** Half the widths of the intervals: of the latency, cycles, and of the packets consumed in a cycle. */
interface Errors {
  readonly latency: number;
  readonly accepted: number;
}

export class Precision {
  /** The cycle of the next look. */
  next = shortest;
  private verdict: (typeof verdicts)[number] = "going-on";
  /** Cycle at which the stretches begin: that of the window, once there is one. */
  private origin = 0;
  private cycles = shortest;
  private count = 0;
  private readonly packets = new Float64Array(mostStretches);
  private readonly latency = new Float64Array(mostStretches);
  private readonly before = new Float64Array(2);
  private readonly present = new Float64Array(2);
  /** Cycles of the looks that are still to come at which something is decided. */
  private decides: number;
  /** Created and consumed at earlier decisions since the origin. */
  private looks: { readonly at: number; readonly created: number; readonly consumed: number }[] = [];
  private isFull = false;
  private known: Errors = { latency: 0, accepted: 0 };
  /** What the last looks say of both errors, for a window of one cycle: they fall with the root of its length. */
  private said: Errors[] = [];

  /**
   * @param window of the run, whose ends are moved
   * @param perPacket phits/cycle per terminal of a packet in a cycle
   */
  constructor(
    private readonly asked: Precise,
    private readonly window: { -readonly [E in keyof Window]: Window[E] },
    private readonly perPacket: number,
    private readonly watched: Watched,
  ) {
    this.decides = shortest * grain;
    this.remember(0);
  }

  /** Cycle `t` has come, before anybody else takes note of it. */
  look(t: number): void {
    const { window } = this;
    if (this.verdict !== "going-on" || t < this.next) return;
    this.gather(t);
    if (t === window.start && this.origin < t) this.begin(t);
    else if (t === window.end) {
      const { isKnown } = this.judge();
      this.verdict = this.isFull ? "full" : isKnown ? "known" : "limit";
    } else if (t === this.decides) {
      if (t < window.start) this.warmUp(t);
      else this.measure(t);
    }
    const soon = this.origin + (this.count + 1) * this.cycles;
    this.next =
      this.verdict !== "going-on"
        ? Infinity
        : Math.min(soon, window.start > t ? window.start : Infinity, window.end > t ? window.end : Infinity);
  }

  /** Writes what is known into a frame. */
  sample({ scalars }: Frame): void {
    scalars[scalar.verdict] = verdicts.indexOf(this.verdict);
    scalars[scalar.latencyError] = this.known.latency;
    scalars[scalar.acceptedError] = this.known.accepted * this.perPacket;
  }

  /** Takes down a stretch that is over; one that the window cuts off is left out. */
  private gather(t: number): void {
    if (t !== this.origin + (this.count + 1) * this.cycles) return;
    const { packets, latency, before, present } = this;
    this.watched.consumed(present, t);
    packets[this.count] = present[0] - before[0];
    latency[this.count] = present[1] - before[1];
    before.set(present);
    if (++this.count < mostStretches) return;
    this.count /= 2;
    this.cycles *= 2;
    for (let i = 0; i < this.count; i++) {
      packets[i] = packets[2 * i] + packets[2 * i + 1];
      latency[i] = latency[2 * i] + latency[2 * i + 1];
    }
  }

  /** Whether the warm-up is over, or the network full: then the window begins. */
  private warmUp(t: number): void {
    const { count, packets, latency, window } = this;
    this.remember(t);
    const means: number[] = [];
    for (let i = 0; i < count; i++) if (packets[i] > 0) means.push(latency[i] / packets[i]);
    const recent = means.slice(means.length >> 1);
    const mean = recent.reduce((sum, each) => sum + each, 0) / recent.length;
    this.isFull = this.grows(means.length === 0 ? Infinity : Math.min(...means));
    const isOver = warmUpOf(means, means.length) !== null && mean * latencies <= t && this.present[0] >= fewestPackets / 4;
    if (isOver || this.isFull) {
      window.start = t;
      window.end = t + this.asked.window;
      window.limit = window.end + this.asked.drain;
      this.watched.turn(window, null);
      this.begin(t);
    } else this.decides = this.nextOfPowers(t);
  }

  /** Each of these is half of one and a quarter of another, so that backlogs can be compared. */
  private nextOfPowers(t: number): number {
    const lowest = shortest * grain;
    const power = 2 ** Math.floor(Math.log2(t / lowest));
    return t < lowest * power * 1.5 ? lowest * power * 1.5 : lowest * power * 2;
  }

  private begin(t: number): void {
    this.origin = t;
    this.count = 0;
    this.cycles = shortest;
    this.watched.consumed(this.before, t);
    this.looks = [];
    this.remember(t);
    this.decides = t + shortest * grain;
  }

  /** Whether the means are known as well as they were asked to be: then the window ends. */
  private measure(t: number): void {
    const { window, asked, count, packets, latency } = this;
    this.remember(t);
    if (!this.isFull) this.isFull = this.grows(0);
    const { wanting, isKnown } = this.judge();
    if (!isKnown) {
      const length = t - this.origin;
      const wished = Math.min(later, Math.max(sooner, 1.05 * wanting * wanting)) * length;
      // Stretches may become longer on the way.
      const unit = this.cycles * grain * (wished > (mostStretches - grain) * this.cycles ? 2 : 1);
      this.decides = this.origin + Math.ceil(wished / unit) * unit;
      return;
    }
    window.end = t;
    window.limit = this.isFull ? t : t + asked.drain;
    this.verdict = this.isFull ? "full" : "known";
    const sum = (values: Float64Array, from: number, to: number) => values.subarray(from, to).reduce((all, each) => all + each, 0);
    const half = count / 2;
    this.watched.turn(window, {
      counts: [sum(packets, 0, half), sum(packets, half, count)],
      latencies: [sum(latency, 0, half), sum(latency, half, count)],
    });
  }

  /** How often the errors of this look are larger than they may be, and whether all is known that is to be known. */
  private judge(): { readonly wanting: number; readonly isKnown: boolean } {
    const { packets, latency, count, asked, cycles } = this;
    const time = batchMean(latency, packets, count);
    const load = batchMean(packets, new Float64Array(count).fill(cycles), count);
    const consumed = packets.subarray(0, count).reduce((sum, each) => sum + each, 0);
    if (time === null || load === null) return { wanting: later, isKnown: false };
    const length = count * cycles;
    const root = Math.sqrt(length);
    // Of a full network earlier looks say how it filled.
    const heard = this.isFull ? 1 : looksHeard;
    this.said = [...this.said, { latency: time.halfWidth * root, accepted: load.halfWidth * root }].slice(-heard);
    const largest = (of: keyof Errors) => Math.max(...this.said.map((each) => each[of])) / root;
    this.known = { latency: largest("latency"), accepted: largest("accepted") };
    const wantingOf = ({ mean, alike }: KnownMean, error: number) =>
      Math.max(error / (mean * asked.part), alike > mostAlike ? tooShort : 0);
    const wantingWith = ({ latency: error, accepted }: Errors) =>
      Math.max(
        wantingOf(load, accepted),
        this.isFull ? 0 : wantingOf(time, error),
        Math.sqrt((this.isFull ? this.origin * fullWindow : windowLatencies * time.mean) / length),
        consumed > 0 ? Math.sqrt(fewestPackets / consumed) : later,
      );
    // What earlier looks say will have been forgotten.
    return { wanting: wantingWith({ latency: time.halfWidth, accepted: load.halfWidth }), isKnown: wantingWith(this.known) <= 1 };
  }

  private remember(t: number): void {
    this.watched.consumed(this.present, t);
    this.looks.push({ at: t, created: this.watched.created(t), consumed: this.present[0] });
  }

  /**
   * Whether what waits has grown by more than is lost in chance, and in proportion to time: from a quarter to a half of the time
   * since the origin, and from there to now.
   * @param latency cycles that a packet takes at least: what grows before is on its way
   */
  private grows(latency: number): boolean {
    const { looks, origin } = this;
    const now = looks[looks.length - 1];
    // There is always one at the origin.
    const lastBy = (cycle: number) => looks.filter(({ at }) => at <= cycle).at(-1)!;
    const half = lastBy((origin + now.at) / 2);
    const quarter = lastBy((origin + half.at) / 2);
    if (quarter.at === half.at || half.at === now.at || quarter.at - origin < 2 * latency) return false;
    const rate = (from: typeof now, to: typeof now) => (to.created - from.created - (to.consumed - from.consumed)) / (to.at - from.at);
    const created = now.created - half.created;
    const growth = rate(half, now) * (now.at - half.at);
    return growth > shortfall * created + 3 * Math.sqrt(created) && rate(half, now) >= inProportion * rate(quarter, half);
  }
}
