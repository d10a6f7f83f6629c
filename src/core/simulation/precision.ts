/**
 * Sequential control of a run with a requested precision: determines the end of the warm-up, where the window begins, and then the cycle at
 * which the confidence intervals are narrow enough, where it ends. Decisions happen at fixed cycles, independent of how the run is sliced,
 * so the run equals a plain run with these lengths.
 */
import type { PrecisionRequest, MeasurementWindow } from "../plan/plan.ts";
import { batchCount, batchMean, type MeanEstimate, maxBatchCorrelation, warmUpLength } from "./batch-means.ts";
import { type Frame, scalar, verdicts } from "./frame.ts";

/** What the control reads from its run, and how it moves the window. Totals are since cycle 0. */
export interface ObservedRun {
  /** Writes the number of consumed packets and their total latency, cycles. */
  readConsumed(into: Float64Array, now: number): void;
  /** Packets created so far, except for a few at each terminal that the engine has already seen. */
  createdBefore(now: number): number;
  /** Moves the ends of the window. */
  changeWindow(window: MeasurementWindow, halves: WindowHalves | null): void;
}

/** Number of packets consumed in the two halves of a window, and their total latency, cycles. */
export interface WindowHalves {
  readonly counts: readonly [number, number];
  readonly latencies: readonly [number, number];
}

/** Writes the packets and latencies of both halves of the window into the scalars of a frame. */
export function writeHalves({ scalars }: Frame, { counts, latencies }: WindowHalves): void {
  [scalars[scalar.countFirstHalf], scalars[scalar.countSecondHalf]] = counts;
  [scalars[scalar.latencyFirstHalf], scalars[scalar.latencySecondHalf]] = latencies;
}

/** Initial length of a bin, cycles, and largest number of bins. When all bins are used, pairs of bins are merged. */
const initialBinCycles = 4;
const maxBins = 640;
/** Decisions are multiples of this number of bins apart, so that the halves and the batches of a window consist of whole bins. */
const binsPerDecision = 2 * batchCount;
/** Smallest number of packets for a mean: with fewer, the estimate of the error is too poor. */
const minPackets = 400;
/** A warm-up lasts at least this many mean latencies: earlier packets met an empty network. */
const warmUpLatencies = 10;
/**
 * A window lasts at least this many mean latencies: in shorter windows the state has hardly changed, so the error looks too small. *Chosen*
 * by how often the confidence interval covers the known mean of an M/D/1 queue.
 */
const windowLatencies = 60;
/** The window of a saturated network is at least this part of its warm-up, because the accepted load continues to fall for a while. */
const saturatedWindowPart = 0.5;
/** A network is saturated only if more than this part of the created packets is not accepted, as in load curves. */
const saturationShortfall = 0.03;
/**
 * Backlog grows linearly with time in a saturated network, and with the square root of time just below saturation. A growth rate of at
 * least this part of that of the previous interval counts as linear.
 */
const minGrowthRatio = 0.85;
/** If batches are too correlated for an estimate, the error is assumed to be the allowed error times this factor. */
const correlatedErrorFactor = 1.2;
/**
 * The error is the largest of this number of estimates. A rule that stops at the first small error stops where the error happens to be
 * underestimated: A. M. Law, W. D. Kelton, Management Science 28, 1982; P. W. Glynn, W. Whitt, Annals of Applied Probability 2, 1992.
 * *Chosen* by how often the confidence interval covers the known mean of an M/D/1 queue, at precisions of ± 2 to 10 % and loads of 0.5 to
 * 0.95: in 91 to 98 % of the runs; with a single estimate, in 82 to 96 %.
 */
const maxEstimates = 5;
/** From one decision to the next, the window grows by at least the first and at most the second factor. */
const [minWindowGrowth, maxWindowGrowth] = [1.2, 2];

/** Half widths of the 95 % confidence intervals: of the mean latency, cycles, and of the packets consumed per cycle. */
interface HalfWidths {
  readonly latency: number;
  readonly accepted: number;
}

export class PrecisionControl {
  /** Cycle of the next call of {@link observe} that does something. */
  nextObservation = initialBinCycles;
  private verdict: (typeof verdicts)[number] = "going-on";
  /** First cycle of the first bin: during the warm-up the start of the run, then the start of the window. */
  private origin = 0;
  private binCycles = initialBinCycles;
  private binCount = 0;
  private readonly binPackets = new Float64Array(maxBins);
  private readonly binLatency = new Float64Array(maxBins);
  private readonly consumedBefore = new Float64Array(2);
  private readonly consumedNow = new Float64Array(2);
  /** Cycle of the next decision. */
  private nextDecision: number;
  /** Totals of created and consumed packets at the decisions since the origin. */
  private decisions: { readonly at: number; readonly created: number; readonly consumed: number }[] = [];
  private isSaturated = false;
  private halfWidths: HalfWidths = { latency: 0, accepted: 0 };
  /** Half widths of the last estimates, scaled to a window of one cycle: half widths fall with the square root of the window's length. */
  private recentHalfWidths: HalfWidths[] = [];

  /**
   * @param window The run's window, whose ends are moved.
   * @param loadPerPacket Load of one packet per cycle, phits/cycle per terminal.
   */
  constructor(
    private readonly requested: PrecisionRequest,
    private readonly window: { -readonly [E in keyof MeasurementWindow]: MeasurementWindow[E] },
    private readonly loadPerPacket: number,
    private readonly run: ObservedRun,
  ) {
    this.nextDecision = initialBinCycles * binsPerDecision;
    this.recordDecision(0);
  }

  /**
   * Observes the run at a cycle, before any other observer: closes a time bin, and decides whether the warm-up is over, or whether the
   * confidence intervals of the measurement window are narrow enough to end it. Determines the next cycle at which it has to be called, and
   * at the end the verdict: `known` if the means have the requested precision, `full` if the network is saturated, `limit` if the window
   * reached its maximum length before.
   */
  observe(cycle: number): void {
    const { window } = this;
    if (this.verdict !== "going-on" || cycle < this.nextObservation) return;
    this.closeBin(cycle);
    if (cycle === window.start && this.origin < cycle) this.beginWindow(cycle);
    else if (cycle === window.end) {
      const { isKnown } = this.estimatePrecision();
      this.verdict = this.isSaturated ? "full" : isKnown ? "known" : "limit";
    } else if (cycle === this.nextDecision) {
      if (cycle < window.start) this.warmUp(cycle);
      else this.measure(cycle);
    }
    const nextBinEnd = this.origin + (this.binCount + 1) * this.binCycles;
    this.nextObservation =
      this.verdict !== "going-on"
        ? Infinity
        : Math.min(nextBinEnd, window.start > cycle ? window.start : Infinity, window.end > cycle ? window.end : Infinity);
  }

  /** Writes verdict and half widths into a frame. */
  sample({ scalars }: Frame): void {
    scalars[scalar.verdict] = verdicts.indexOf(this.verdict);
    scalars[scalar.latencyError] = this.halfWidths.latency;
    scalars[scalar.acceptedError] = this.halfWidths.accepted * this.loadPerPacket;
  }

  /** Closes a bin that is over; a bin that the window cuts off is dropped. Merges bins when all are used. */
  private closeBin(cycle: number): void {
    if (cycle !== this.origin + (this.binCount + 1) * this.binCycles) return;
    const { binPackets, binLatency, consumedBefore, consumedNow } = this;
    this.run.readConsumed(consumedNow, cycle);
    binPackets[this.binCount] = consumedNow[0] - consumedBefore[0];
    binLatency[this.binCount] = consumedNow[1] - consumedBefore[1];
    consumedBefore.set(consumedNow);
    if (++this.binCount < maxBins) return;
    this.binCount /= 2;
    this.binCycles *= 2;
    for (let i = 0; i < this.binCount; i++) {
      binPackets[i] = binPackets[2 * i] + binPackets[2 * i + 1];
      binLatency[i] = binLatency[2 * i] + binLatency[2 * i + 1];
    }
  }

  /**
   * Decision during the warm-up: begins the measurement window if the warm-up is over by the rule MSER-5, has lasted long enough and
   * consumed enough packets, or if the network is saturated; otherwise sets the cycle of the next decision.
   */
  private warmUp(cycle: number): void {
    const { binCount, binPackets, binLatency, window } = this;
    this.recordDecision(cycle);
    const means: number[] = [];
    for (let i = 0; i < binCount; i++) if (binPackets[i] > 0) means.push(binLatency[i] / binPackets[i]);
    // The mean latency is that of the later half of the bins.
    const recent = means.slice(means.length >> 1);
    const mean = recent.reduce((sum, each) => sum + each, 0) / recent.length;
    this.isSaturated = this.isBacklogGrowing(means.length === 0 ? Infinity : Math.min(...means));
    const isWarmedUp =
      warmUpLength(means, means.length) !== null && mean * warmUpLatencies <= cycle && this.consumedNow[0] >= minPackets / 4;
    if (isWarmedUp || this.isSaturated) {
      window.start = cycle;
      window.end = cycle + this.requested.window;
      window.limit = window.end + this.requested.drain;
      this.run.changeWindow(window, null);
      this.beginWindow(cycle);
    } else this.nextDecision = this.nextWarmUpDecision(cycle);
  }

  /**
   * The next decision of the warm-up. Decisions are 2ⁿ and 1.5 · 2ⁿ times the first, so that each is at half the time of a later one and at
   * a quarter of the time of another, and backlogs can be compared.
   */
  private nextWarmUpDecision(cycle: number): number {
    const lowest = initialBinCycles * binsPerDecision;
    const power = 2 ** Math.floor(Math.log2(cycle / lowest));
    return cycle < lowest * power * 1.5 ? lowest * power * 1.5 : lowest * power * 2;
  }

  private beginWindow(cycle: number): void {
    this.origin = cycle;
    this.binCount = 0;
    this.binCycles = initialBinCycles;
    this.run.readConsumed(this.consumedBefore, cycle);
    this.decisions = [];
    this.recordDecision(cycle);
    this.nextDecision = cycle + initialBinCycles * binsPerDecision;
  }

  /**
   * Decides whether the measurement window ends. If the means of latency and throughput have the requested precision, ends it, and reports
   * the packets consumed in its two halves. Otherwise sets the cycle of the next decision. An error falls with the square root of the time,
   * so that errors n times too large need n² times the window.
   */
  private measure(cycle: number): void {
    const { window, requested, binCount, binPackets, binLatency } = this;
    this.recordDecision(cycle);
    if (!this.isSaturated) this.isSaturated = this.isBacklogGrowing(0);
    const { errorRatio, isKnown } = this.estimatePrecision();
    if (!isKnown) {
      const windowLength = cycle - this.origin;
      const requiredLength = Math.min(maxWindowGrowth, Math.max(minWindowGrowth, 1.05 * errorRatio * errorRatio)) * windowLength;
      // A decision is possible after every `lengthStep` cycles; if the bins are merged until then, only after twice as many.
      const lengthStep = this.binCycles * binsPerDecision * (requiredLength > (maxBins - binsPerDecision) * this.binCycles ? 2 : 1);
      this.nextDecision = this.origin + Math.ceil(requiredLength / lengthStep) * lengthStep;
      return;
    }
    window.end = cycle;
    window.limit = this.isSaturated ? cycle : cycle + requested.drain;
    this.verdict = this.isSaturated ? "full" : "known";
    const sum = (values: Float64Array, from: number, to: number) => values.subarray(from, to).reduce((total, each) => total + each, 0);
    const halfway = binCount / 2;
    this.run.changeWindow(window, {
      counts: [sum(binPackets, 0, halfway), sum(binPackets, halfway, binCount)],
      latencies: [sum(binLatency, 0, halfway), sum(binLatency, halfway, binCount)],
    });
  }

  /**
   * Estimates the precision of the mean latency and of the throughput from the time bins so far.
   * @returns `errorRatio`: current errors relative to the allowed ones, from which the remaining length is estimated; `isKnown`: whether
   * the largest of the recent errors is small enough
   */
  private estimatePrecision(): { readonly errorRatio: number; readonly isKnown: boolean } {
    const { binPackets, binLatency, binCount, requested, binCycles } = this;
    const latencyMean = batchMean(binLatency, binPackets, binCount);
    const loadMean = batchMean(binPackets, new Float64Array(binCount).fill(binCycles), binCount);
    const consumed = binPackets.subarray(0, binCount).reduce((sum, each) => sum + each, 0);
    if (latencyMean === null || loadMean === null) return { errorRatio: maxWindowGrowth, isKnown: false };
    const windowLength = binCount * binCycles;
    const rootLength = Math.sqrt(windowLength);
    // Half widths of earlier, shorter windows are comparable if multiplied by √length, so they are stored in this form. In a saturated
    // network earlier estimates still contain the filling of the queues.
    const usedEstimates = this.isSaturated ? 1 : maxEstimates;
    this.recentHalfWidths = [
      ...this.recentHalfWidths,
      { latency: latencyMean.halfWidth * rootLength, accepted: loadMean.halfWidth * rootLength },
    ].slice(-usedEstimates);
    const largestRecent = (key: keyof HalfWidths) => Math.max(...this.recentHalfWidths.map((each) => each[key])) / rootLength;
    this.halfWidths = { latency: largestRecent("latency"), accepted: largestRecent("accepted") };
    const ratioOf = ({ mean, correlation }: MeanEstimate, error: number) =>
      Math.max(error / (mean * requested.relativeHalfWidth), correlation > maxBatchCorrelation ? correlatedErrorFactor : 0);
    // The largest of four ratios: the error of each of the two means to the allowed error, and the square roots of required to reached
    // length and of required to reached packets.
    const ratioWith = ({ latency, accepted }: HalfWidths) =>
      Math.max(
        ratioOf(loadMean, accepted),
        this.isSaturated ? 0 : ratioOf(latencyMean, latency),
        Math.sqrt((this.isSaturated ? this.origin * saturatedWindowPart : windowLatencies * latencyMean.mean) / windowLength),
        consumed > 0 ? Math.sqrt(minPackets / consumed) : maxWindowGrowth,
      );
    // By the next decision, earlier estimates will have been dropped.
    return {
      errorRatio: ratioWith({ latency: latencyMean.halfWidth, accepted: loadMean.halfWidth }),
      isKnown: ratioWith(this.halfWidths) <= 1,
    };
  }

  private recordDecision(cycle: number): void {
    this.run.readConsumed(this.consumedNow, cycle);
    this.decisions.push({ at: cycle, created: this.run.createdBefore(cycle), consumed: this.consumedNow[0] });
  }

  /**
   * Whether the backlog has grown by more than chance explains, and linearly in time: the rate from half of the time since the origin up to
   * now is compared with that from a quarter to half.
   * @param latency Latency of the fastest packets, cycles: the growth before that time is packets in flight.
   */
  private isBacklogGrowing(latency: number): boolean {
    const { decisions, origin } = this;
    const latest = decisions[decisions.length - 1];
    // There is always a decision at the origin.
    const lastBy = (cycle: number) => decisions.filter(({ at }) => at <= cycle).at(-1)!;
    const halfway = lastBy((origin + latest.at) / 2);
    const quarter = lastBy((origin + halfway.at) / 2);
    if (quarter.at === halfway.at || halfway.at === latest.at || quarter.at - origin < 2 * latency) return false;
    const rate = (from: typeof latest, to: typeof latest) =>
      (to.created - from.created - (to.consumed - from.consumed)) / (to.at - from.at);
    const created = latest.created - halfway.created;
    const backlogGrowth = rate(halfway, latest) * (latest.at - halfway.at);
    return (
      backlogGrowth > saturationShortfall * created + 3 * Math.sqrt(created) &&
      rate(halfway, latest) >= minGrowthRatio * rate(quarter, halfway)
    );
  }
}
