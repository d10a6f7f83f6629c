/**
 * Sequential control of a run with a requested precision: determines the end of the warm-up, where the window begins, and then the cycle at
 * which the confidence intervals are narrow enough, where it ends. Decisions happen at fixed cycles, independent of how the run is sliced,
 * so the run equals a plain run with these lengths.
 */
import type { Precise, Window } from "../plan/plan.ts";
import { batches, batchMean, type KnownMean, mostAlike, warmUpOf } from "./batch-means.ts";
import { type Frame, scalar, verdicts } from "./frame.ts";

/** What the control reads from its run, and how it moves the window. Totals are since cycle 0. */
export interface Watched {
  /** Writes the number of consumed packets and their total latency, cycles. */
  consumed(into: Float64Array, now: number): void;
  /** Packets created so far, except for a few at each terminal. */
  created(now: number): number;
  /** Moves the ends of the window. */
  turn(window: Window, halves: Halves | null): void;
}

/** Number of packets consumed in the two halves of a window, and their total latency, cycles. */
export interface Halves {
  readonly counts: readonly [number, number];
  readonly latencies: readonly [number, number];
}

/** Writes the sums by half into the scalars of a frame. */
export function writeHalves({ scalars }: Frame, { counts, latencies: sums }: Halves): void {
  [scalars[scalar.countFirstHalf], scalars[scalar.countSecondHalf]] = counts;
  [scalars[scalar.latencyFirstHalf], scalars[scalar.latencySecondHalf]] = sums;
}

/** Initial length of a bin, cycles, and largest number of bins; then pairs of bins are merged. */
const shortest = 4;
const mostStretches = 640;
/** Decisions are multiples of this number of bins apart, so that halves and batches are whole bins. */
const grain = 2 * batches;
/** Smallest number of packets for a mean: with fewer, the estimate of the error is too poor. */
const fewestPackets = 400;
/** A warm-up lasts at least this many mean latencies: earlier packets met an empty network. */
const latencies = 10;
/**
 * A window lasts at least this many mean latencies: in shorter windows the state has hardly changed, so the error looks too small. *Chosen*
 * by the coverage for M/D/1.
 */
const windowLatencies = 60;
/** The window of a saturated network is at least this part of its warm-up, because the accepted load continues to fall for a while. */
const fullWindow = 0.5;
/** A network is saturated only if more than this part of the created packets is not accepted, as in load curves. */
const shortfall = 0.03;
/**
 * Backlog grows linearly in a saturated network, with the square root of time just below saturation. A growth rate of at least this part of
 * that of the previous interval counts as linear.
 */
const inProportion = 0.85;
/** If batches are too correlated for an estimate, the error is taken as this factor above the allowed one. */
const tooShort = 1.2;
/**
 * The error is the largest of this number of estimates. A rule that stops at the first small error stops where the error happens to be
 * underestimated: A. M. Law, W. D. Kelton, Management Science 28, 1982; P. W. Glynn, W. Whitt, Annals of Applied Probability 2,
 * 1992. *Chosen* by the coverage for M/D/1, at ± 2 to 10 % and loads of 0.5 to 0.95: 0.91 to 0.98; with one estimate 0.82 to 0.96.
 */
const looksHeard = 5;
/** From one decision to the next, the window grows by a factor between these two. */
const [sooner, later] = [1.2, 2];

/** Half widths of the 95 % intervals: of the mean latency, cycles, and of the packets consumed per cycle. */
interface Errors {
  readonly latency: number;
  readonly accepted: number;
}

export class Precision {
  /** Cycle of the next call of {@link look} that does something. */
  next = shortest;
  private verdict: (typeof verdicts)[number] = "going-on";
  /** First cycle of the bins: the start of the run, then that of the window. */
  private origin = 0;
  private cycles = shortest;
  private count = 0;
  private readonly packets = new Float64Array(mostStretches);
  private readonly latency = new Float64Array(mostStretches);
  private readonly before = new Float64Array(2);
  private readonly present = new Float64Array(2);
  /** Cycle of the next decision. */
  private decides: number;
  /** Totals of created and consumed packets at the decisions since the origin. */
  private looks: { readonly at: number; readonly created: number; readonly consumed: number }[] = [];
  private isFull = false;
  private known: Errors = { latency: 0, accepted: 0 };
  /** Half widths of the last estimates, scaled to a window of one cycle: half widths fall with the square root of the window's length. */
  private said: Errors[] = [];

  /**
   * @param window The run's window, whose ends are moved.
   * @param loadPerPacket Load of one packet per cycle, phits/cycle per terminal.
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

  /** To be called at `cycle`, before any other observer of the run. */
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

  /** Writes verdict and half widths into a frame. */
  sample({ scalars }: Frame): void {
    scalars[scalar.verdict] = verdicts.indexOf(this.verdict);
    scalars[scalar.latencyError] = this.known.latency;
    scalars[scalar.acceptedError] = this.known.accepted * this.perPacket;
  }

  /** Closes a bin that is over; a bin that the window cuts off is dropped. Merges bins when all are used. */
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

  /** Begins the window if the warm-up is over or the network is saturated. */
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

  /**
   * The decisions of the warm-up, 2ⁿ and 1.5 · 2ⁿ times the first: for each there is one at half its time and, but for the first, one near
   * a quarter.
   */
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

  /** Ends the window if the means have the requested precision; otherwise sets the next decision. */
  private measure(t: number): void {
    const { window, asked, count, packets, latency } = this;
    this.remember(t);
    if (!this.isFull) this.isFull = this.grows(0);
    const { wanting, isKnown } = this.judge();
    if (!isKnown) {
      const length = t - this.origin;
      const wished = Math.min(later, Math.max(sooner, 1.05 * wanting * wanting)) * length;
      // Bins may be merged on the way.
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

  /**
   * Estimates both means. `errorRatio` is the factor by which the current errors exceed the allowed ones; `isKnown` is true if the largest
   * recent errors are small enough.
   */
  private judge(): { readonly wanting: number; readonly isKnown: boolean } {
    const { packets, latency, count, asked, cycles } = this;
    const time = batchMean(latency, packets, count);
    const load = batchMean(packets, new Float64Array(count).fill(cycles), count);
    const consumed = packets.subarray(0, count).reduce((sum, each) => sum + each, 0);
    if (time === null || load === null) return { wanting: later, isKnown: false };
    const length = count * cycles;
    const root = Math.sqrt(length);
    // In a saturated network earlier estimates still contain the filling of the queues.
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
    // By the next decision, earlier estimates will have been dropped.
    return { wanting: wantingWith({ latency: time.halfWidth, accepted: load.halfWidth }), isKnown: wantingWith(this.known) <= 1 };
  }

  private remember(t: number): void {
    this.watched.consumed(this.present, t);
    this.looks.push({ at: t, created: this.watched.created(t), consumed: this.present[0] });
  }

  /**
   * Whether the backlog has grown by more than chance explains, and linearly in time: the rate from half of the time since the origin up to
   * now is compared with that from a quarter to half.
   * @param latency Latency of the fastest packets, cycles: earlier growth is packets in flight.
   */
  private grows(latency: number): boolean {
    const { looks, origin } = this;
    const now = looks[looks.length - 1];
    // The origin itself is always a decision.
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
