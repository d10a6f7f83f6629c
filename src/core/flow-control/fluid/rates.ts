// hot: no allocation and no for-of inside what the engine calls for every message.
/**
 * Max-min fair rates: no flow can be given more without taking from a flow whose rate is not higher. A flow that is not at its own limit,
 * the rate of the fastest channel of a terminal, has a bottleneck: a saturated resource on which no flow is faster (Bertsekas, Gallager,
 * Data Networks, 1992, §6.5.2).
 *
 * Resources are channels, shared capacities and terminal ports. When flows begin or end, only flows that may change are filled again
 * (progressive filling), against the capacity that all other flows leave. First come flows that lost their bottleneck. Then, repeatedly,
 * neighbors are added whose bottleneck would no longer hold, or that are faster than a flow held back on the same resource. When no such
 * flow is left, the rates equal those of filling all flows.
 */
import { growInt32Array } from "../../base/arrays.ts";
import type { PathUses } from "./paths.ts";

/** Rates and capacities with a smaller relative difference are equal. */
const tolerance = 1e-10;
/** A rate that would change by less than this part stays unchanged. */
const negligible = 1e-12;
/** Maximum number of widening rounds before all connected flows are filled. */
const maxRounds = 12;

// Fields that are used together are stored together, since networks are larger than caches.

// Record of a resource: integers and floats share one buffer.
const resourceShift = 5;
const intShift = resourceShift - 2;
const realShift = resourceShift - 3;
// Integer fields:
/** Start of the list of the resource's uses, the oldest first; and their number. */
const usesStart = 0;
const useCount = 1;
/** Number of flows whose bottleneck the resource is. */
const heldFlows = 2;
/** Index of the resource among the touched resources + 1; 0 if it is not touched. */
const touchedIndex = 3;
// Float fields, after the integer fields:
const capacity = 2;
/** Rate of the flows whose bottleneck the resource is. */
const heldLevel = 3;

// Record of a touched resource, which may limit a filled flow, by its index among the touched resources. Its integers and floats share one
// buffer, too.
const touchedShift = 6;
const touchedIntShift = touchedShift - 2;
const touchedRealShift = touchedShift - 3;
// Float fields:
/** Capacity that flows outside the filling leave, and what remains of it. */
const spareCapacity = 0;
const remainingCapacity = 1;
/** Weight of the flows that are filled, and of those that still rise. */
const filledWeight = 2;
const risingWeight = 3;
/** Highest rate of a flow that is filled. */
const maxFilledRate = 4;
/** After filling, the rate at which the resource was saturated; −1 if it was not. */
const saturationLevel = 5;
// Integer fields, after the float fields:
/** Number of uses by flows that are filled, and by those that still rise. */
const filledUses = 12;
const risingUses = 13;
/** Number of filled flows when the resource was first touched; the last of these flows touched it. */
const touchedBy = 14;

/** log₂ of the initial capacity of a list of uses. */
const minListShift = 2;
/** Marks a use that has been removed from a list. */
const removedUse = -1;
/** A resource cannot be a bottleneck if the maximum demand is below its capacity by this part. */
const capacityMargin = 1e-9;

// State of a flow: not part of the filling, filled and rising, or filled with its final rate.
const [isUntouched, isRising, isFrozen] = [0, 1, 2];

export class FluidRates {
  /** [flows] Phits per cycle. */
  readonly rate: Float64Array;
  /** [flows] The resource that limits a flow; −1 where only the limit that all flows have does. */
  readonly bottleneck: Int32Array;
  /** Flows that {@link solve} has filled; the first `filledCount` entries are valid. */
  readonly filled: Int32Array;
  filledCount = 0;
  /** [flows] New rates and bottlenecks of the filled flows; {@link applyNewRate} makes them current. */
  readonly newRate: Float64Array;
  readonly newBottleneck: Int32Array;
  // Uses of resources by flows. The uses of a flow begin at flow << flowShift.
  private readonly useCounts: Int32Array;
  /** log₂ of the capacity for uses of a flow; it grows when needed. */
  private flowShift = 3;
  /** Resource of each use. */
  private useResource: Int32Array<ArrayBuffer>;
  /** Number of channels on the path before each use. */
  private useHop: Int32Array<ArrayBuffer>;
  /** Cycles of a header to the end of each use; empty where each channel takes one cycle. */
  private useReach: Float64Array<ArrayBuffer>;
  /** By use: the part of the flow that crosses the resource. Empty while all flows are undivided. */
  private useWeight: Float64Array<ArrayBuffer>;
  private areFlowsWhole = true;
  /** By use: index of its resource among the touched resources, −1 for none. Valid for flows that are being filled. */
  private useTouchedIndex: Int32Array<ArrayBuffer>;
  /** [resources] Total weight of the flows on each resource; only where flows are divided. */
  private readonly resourceWeight: Float64Array;
  // Resources, and touched resources.
  private readonly resourceReals: Float64Array;
  private readonly resourceInts: Int32Array;
  private readonly useLists: UseLists;
  private readonly touchedReals: Float64Array;
  private readonly touchedInts: Int32Array;
  private readonly touchedResources: Int32Array;
  private touchedCount = 0;
  // Fields for filling.
  private readonly flowState: Uint8Array;
  private risingFlows = 0;
  /** Heap of touched resources by the rate at which each would be saturated; and those rates. */
  private readonly heap: Int32Array;
  private readonly levels: Float64Array;
  private heapSize = 0;
  private activeFlows = 0;
  /** Flows begun since the last filling, and bottlenecks that a flow has left since then. */
  private readonly begunFlows: Int32Array;
  private begunFlowCount = 0;
  private readonly releasedResources: Int32Array;
  private releasedCount = 0;
  private readonly isReleased: Uint8Array;

  /**
   * Allocates the state that computes max-min fair rates: arrays by flow, by resource (a channel, shared capacity or port) and by use,
   * which is a pair of a flow and a resource on its paths. Floats and integers of a resource share one buffer, so that both are in one
   * cache line.
   * @param flows Maximum number of flows.
   * @param capacities [resources] Capacity of each resource, phits per cycle, above 0.
   * @param rateLimit Limit of every flow, phits per cycle.
   * @param hasReach Whether headers take other times than one cycle per channel.
   */
  constructor(
    flows: number,
    capacities: Float64Array,
    private readonly rateLimit = 1,
    private readonly hasReach = false,
  ) {
    const resources = capacities.length;
    // Flows.
    this.rate = new Float64Array(flows);
    this.newRate = new Float64Array(flows);
    this.bottleneck = new Int32Array(flows).fill(-1);
    this.newBottleneck = new Int32Array(flows).fill(-1);
    this.filled = new Int32Array(flows);
    // Uses.
    this.useCounts = new Int32Array(flows);
    this.useResource = new Int32Array(flows << this.flowShift);
    this.useHop = new Int32Array(flows << this.flowShift);
    this.useWeight = new Float64Array(0);
    this.useReach = new Float64Array(hasReach ? flows << this.flowShift : 0);
    this.useTouchedIndex = new Int32Array(flows << this.flowShift);
    // Scratch fields of the filling.
    this.begunFlows = new Int32Array(flows);
    this.resourceWeight = new Float64Array(resources);
    this.releasedResources = new Int32Array(resources);
    this.isReleased = new Uint8Array(resources);
    this.flowState = new Uint8Array(flows);
    this.touchedResources = new Int32Array(resources);
    this.heap = new Int32Array(resources);
    this.levels = new Float64Array(resources);
    // Records of resources and of touched resources.
    const bytes = new ArrayBuffer(resources << resourceShift);
    this.resourceReals = new Float64Array(bytes);
    this.resourceInts = new Int32Array(bytes);
    const touchedBytes = new ArrayBuffer(resources << touchedShift);
    this.touchedReals = new Float64Array(touchedBytes);
    this.touchedInts = new Int32Array(touchedBytes);
    for (let resource = 0; resource < resources; resource++) {
      this.resourceReals[(resource << realShift) + capacity] = capacities[resource];
    }
    this.useLists = new UseLists(this.resourceInts, resources, flows << this.flowShift);
  }

  /**
   * Starts flow `flowId` on these paths: copies its uses of resources (resource, share of the flow and hop), and adds them to the lists of
   * the resources. Its rate is 0 until {@link solve}.
   */
  beginFlow(flowId: number, paths: PathUses): void {
    const useTotal = paths.count;
    if (useTotal > 1 << this.flowShift) this.growUses(useTotal);
    this.activeFlows++;
    this.rate[flowId] = 0;
    this.bottleneck[flowId] = -1;
    this.useCounts[flowId] = useTotal;
    const start = this.firstUse(flowId);
    for (let i = 0; i < useTotal; i++) {
      // Shares are stored from the first flow on that is divided among paths.
      if (paths.weight[i] !== 1 && this.areFlowsWhole) this.beginWeights();
      if (!this.areFlowsWhole) {
        this.useWeight[start + i] = paths.weight[i];
        this.resourceWeight[paths.resource[i]] += paths.weight[i];
      }
      this.useHop[start + i] = paths.hop[i];
      if (paths.reach !== undefined) this.useReach[start + i] = paths.reach[i];
      this.useResource[start + i] = paths.resource[i];
      this.useLists.add(paths.resource[i], start + i);
    }
    this.begunFlows[this.begunFlowCount++] = flowId;
  }

  endFlow(flowId: number): void {
    this.activeFlows--;
    if (this.bottleneck[flowId] >= 0) this.resourceInts[(this.bottleneck[flowId] << intShift) + heldFlows]--;
    this.bottleneck[flowId] = -1;
    for (let useId = this.firstUse(flowId), end = this.endOfUses(flowId); useId < end; useId++) this.removeUse(useId);
    this.useCounts[flowId] = 0;
  }

  // Uses of a flow: numbers from `firstUse` up to, but without, `endOfUses`.

  firstUse(flowId: number): number {
    return flowId << this.flowShift;
  }

  endOfUses(flowId: number): number {
    return (flowId << this.flowShift) + this.useCounts[flowId];
  }

  resourceOf(useId: number): number {
    return this.useResource[useId];
  }

  weightOf(useId: number): number {
    return useId < this.useWeight.length ? this.useWeight[useId] : 1;
  }

  /** Number of channels on the path before a use. */
  hopsBefore(useId: number): number {
    return this.useHop[useId];
  }

  /** Cycles from a header's departure to its arrival at the end of the resource of a use. */
  reachOf(useId: number): number {
    return useId < this.useReach.length ? this.useReach[useId] : this.useHop[useId] + 1;
  }

  /** Number of uses of a resource by flows. */
  usesOf(resource: number): number {
    return this.resourceInts[(resource << intShift) + useCount];
  }

  /** Fills all flows that may change; the results are in {@link newRate} and {@link newBottleneck}. */
  solve(): void {
    for (let i = 0; i < this.releasedCount; i++) {
      this.isReleased[this.releasedResources[i]] = 0;
      this.fillHeldFlows(this.releasedResources[i]);
    }
    for (let i = 0; i < this.begunFlowCount; i++) this.addToFilled(this.begunFlows[i]);
    this.releasedCount = 0;
    this.begunFlowCount = 0;
    let before = 0;
    for (let round = 0; before < this.filledCount; round++) {
      before = this.filledCount;
      this.raiseRates();
      if (before === this.activeFlows) return;
      this.widenFilled();
      if (this.filledCount > before && (round === maxRounds || 2 * this.filledCount > this.activeFlows)) this.fillNeighbors();
    }
  }

  /** Whether a filled flow gets another rate or bottleneck. */
  hasChanged(flowId: number): boolean {
    const before = this.rate[flowId];
    const difference = this.newRate[flowId] - before;
    return difference > negligible * before || -difference > negligible * before || this.newBottleneck[flowId] !== this.bottleneck[flowId];
  }

  /** Makes the new rate and bottleneck of a filled flow current. */
  applyNewRate(flowId: number): void {
    const bottleneckId = this.newBottleneck[flowId];
    if (this.hasChanged(flowId)) this.rate[flowId] = this.newRate[flowId];
    if (bottleneckId >= 0) {
      this.resourceInts[(bottleneckId << intShift) + heldFlows]++;
      this.resourceReals[(bottleneckId << realShift) + heldLevel] = this.rate[flowId];
    }
    this.bottleneck[flowId] = bottleneckId;
    this.flowState[flowId] = isUntouched;
  }

  /**
   * Channels before the bottleneck of a flow, 0 where only its own limit counts. If several resources are saturated at its rate, the first
   * one on its path counts: behind that one the flow does not wait. Only valid before {@link forgetFilled}.
   */
  hopsToBottleneck(flowId: number): number {
    if (this.bottleneck[flowId] < 0) return 0;
    const { resourceReals, touchedReals, useResource, useTouchedIndex } = this;
    const rateWithTolerance = this.rate[flowId] * (1 + tolerance);
    let hops = Infinity;
    for (let useId = this.firstUse(flowId), end = this.endOfUses(flowId); useId < end; useId++) {
      if (useTouchedIndex[useId] < 0 || this.useHop[useId] >= hops) continue;
      const position = useTouchedIndex[useId] << touchedRealShift;
      const isSaturated =
        touchedReals[position + remainingCapacity] <= tolerance * resourceReals[(useResource[useId] << realShift) + capacity];
      if (isSaturated && touchedReals[position + maxFilledRate] <= rateWithTolerance) hops = this.useHop[useId];
    }
    return hops === Infinity ? 0 : hops;
  }

  /** The first channel of a flow's paths with `hop` channels before it; −1 for none. */
  channelAt(flowId: number, hop: number, channels: number): number {
    for (let useId = this.firstUse(flowId), end = this.endOfUses(flowId); useId < end; useId++) {
      if (this.resourceOf(useId) < channels && this.useHop[useId] === hop) return this.resourceOf(useId);
    }
    return -1;
  }

  /** Clears the filling, after all its results have been applied. */
  forgetFilled(): void {
    for (let i = 0; i < this.touchedCount; i++) this.resourceInts[(this.touchedResources[i] << intShift) + touchedIndex] = 0;
    this.touchedCount = 0;
    this.filledCount = 0;
  }

  /** The flow with the largest share of a resource, the lowest number of equals; −1 for none. */
  largestOn(resource: number): number {
    const { resourceInts, useLists } = this;
    const oldest = resourceInts[(resource << intShift) + usesStart];
    let largest = -1;
    for (let i = oldest + useLists.slotsUsed[resource] - 1, most = 0; i >= oldest; i--) {
      const useId = useLists.entries[i];
      if (useId === removedUse) continue;
      const flowId = useId >> this.flowShift;
      const share = this.rate[flowId] * this.weightOf(useId);
      if (share > most || (share === most && flowId < largest)) [most, largest] = [share, flowId];
    }
    return largest;
  }

  /** Calls `visit` for every use of a resource, the oldest first, with its flow. */
  forEachUse(resource: number, visit: (use: number, flow: number) => void): void {
    const oldest = this.resourceInts[(resource << intShift) + usesStart];
    for (let i = oldest; i < oldest + this.useLists.slotsUsed[resource]; i++) {
      const useId = this.useLists.entries[i];
      if (useId !== removedUse) visit(useId, useId >> this.flowShift);
    }
  }

  /**
   * Adds a flow to the filled flows, whose rates are recomputed by progressive filling; does nothing if it is one already. Touches its
   * resources: each resource that may limit it gets a record of the capacity that other flows leave.
   */
  private addToFilled(flowId: number): void {
    if (this.flowState[flowId] !== isUntouched) return;
    const { resourceReals, resourceInts, useResource, useTouchedIndex, touchedReals, touchedInts } = this;
    this.flowState[flowId] = isRising;
    this.filled[this.filledCount++] = flowId;
    const rate = this.rate[flowId];
    // The flow's old bottleneck no longer limits the flow.
    if (this.bottleneck[flowId] >= 0) resourceInts[(this.bottleneck[flowId] << intShift) + heldFlows]--;
    for (let useId = this.firstUse(flowId), end = this.endOfUses(flowId); useId < end; useId++) {
      const resource = useResource[useId];
      const resourceBase = resource << intShift;
      const share = this.weightOf(useId);
      let touched = resourceInts[resourceBase + touchedIndex] - 1;
      if (touched < 0) {
        // A resource with a single flow that cannot exceed its capacity is no bottleneck.
        if (resourceInts[resourceBase + useCount] > 1 || share * this.rateLimit > resourceReals[(resource << realShift) + capacity])
          touched = this.touchResource(resource);
      }
      // Uses of the flow that touched the resource have been counted already.
      else if (touchedInts[(touched << touchedIntShift) + touchedBy] < this.filledCount) {
        touchedReals[(touched << touchedRealShift) + spareCapacity] += rate * share;
        touchedReals[(touched << touchedRealShift) + filledWeight] += share;
        touchedInts[(touched << touchedIntShift) + filledUses]++;
      }
      useTouchedIndex[useId] = touched;
    }
  }

  /**
   * Creates the record of a resource for progressive filling, and returns its index among the touched resources. The record has the
   * capacity that flows outside the filling leave, and the number and total weight of the uses by filled flows. The capacity is infinite if
   * the resource has enough for all flows at their limits.
   */
  private touchResource(resource: number): number {
    const { resourceInts, flowState, rate } = this;
    const usesOfResources = this.useLists.entries;
    const position = resource << intShift;
    const touched = this.touchedCount++;
    this.touchedResources[touched] = resource;
    resourceInts[position + touchedIndex] = touched + 1;
    const totalCapacity = this.resourceReals[(resource << realShift) + capacity];
    // Where all flows fit even at their limits, the flows outside the filling need not be added up.
    const hasCapacityForAll =
      (this.areFlowsWhole ? resourceInts[position + useCount] : this.resourceWeight[resource]) * this.rateLimit <
      totalCapacity * (1 - capacityMargin);
    let takenRate = hasCapacityForAll ? -Infinity : 0;
    let fillingWeight = 0;
    let fillingUses = 0;
    const oldest = resourceInts[position + usesStart];
    for (let i = hasCapacityForAll ? -1 : oldest + this.useLists.slotsUsed[resource] - 1; i >= oldest; i--) {
      const useId = usesOfResources[i];
      if (useId === removedUse) continue;
      const flowId = useId >> this.flowShift;
      if (flowState[flowId] === isUntouched) takenRate += rate[flowId] * this.weightOf(useId);
      else {
        fillingWeight += this.weightOf(useId);
        fillingUses++;
      }
    }
    this.touchedReals[(touched << touchedRealShift) + spareCapacity] = totalCapacity - takenRate;
    this.touchedReals[(touched << touchedRealShift) + filledWeight] = fillingWeight;
    this.touchedInts[(touched << touchedIntShift) + filledUses] = fillingUses;
    this.touchedInts[(touched << touchedIntShift) + touchedBy] = this.filledCount;
    return touched;
  }

  /** Adds all flows whose bottleneck is this resource. */
  private fillHeldFlows(resource: number): void {
    const { resourceInts, useLists } = this;
    const position = resource << intShift;
    const oldest = resourceInts[position + usesStart];
    for (let i = oldest + useLists.slotsUsed[resource] - 1; i >= oldest && resourceInts[position + heldFlows] > 0; i--) {
      const useId = useLists.entries[i];
      if (useId !== removedUse && this.bottleneck[useId >> this.flowShift] === resource) this.addToFilled(useId >> this.flowShift);
    }
  }

  /** Adds all flows that share a resource with filled flows, transitively. */
  private fillNeighbors(): void {
    const { resourceInts, useLists } = this;
    for (let i = 0; i < this.touchedCount; i++) {
      const resource = this.touchedResources[i];
      const oldest = resourceInts[(resource << intShift) + usesStart];
      for (let j = oldest + useLists.slotsUsed[resource] - 1; j >= oldest; j--)
        if (useLists.entries[j] !== removedUse) this.addToFilled(useLists.entries[j] >> this.flowShift);
    }
  }

  /**
   * Progressive filling: the rates of all filled flows rise together from 0, and each flow stops when one of its resources is saturated,
   * which becomes its bottleneck. A heap orders resources by the rate at which they would be saturated. Flows without a bottleneck get the
   * limit of every flow. Touched resources may limit a filled flow and have records, numbered from 0.
   */
  private raiseRates(): void {
    const { touchedReals, touchedInts, heap, levels, filled, flowState, rateLimit } = this;
    this.heapSize = 0;
    for (let i = 0, total = this.touchedCount; i < total; i++) {
      const position = i << touchedRealShift;
      const fillingUses = touchedInts[(i << touchedIntShift) + filledUses];
      const remaining = touchedReals[position + spareCapacity] > 0 ? touchedReals[position + spareCapacity] : 0;
      const fillingWeight = touchedReals[position + filledWeight];
      touchedReals[position + remainingCapacity] = remaining;
      touchedReals[position + risingWeight] = fillingWeight;
      touchedInts[(i << touchedIntShift) + risingUses] = fillingUses;
      touchedReals[position + maxFilledRate] = 0;
      touchedReals[position + saturationLevel] = -1;
      // Skip resources that cannot be a bottleneck.
      if (fillingUses > 0 && remaining < fillingWeight * rateLimit) this.pushHeap(i, remaining / fillingWeight);
    }
    for (let i = 0; i < this.filledCount; i++) flowState[filled[i]] = isRising;
    this.risingFlows = this.filledCount;
    // Stop when no flow rises any more.
    while (this.heapSize > 0 && this.risingFlows > 0) {
      const touched = heap[0];
      const position = touched << touchedRealShift;
      const isDone = touchedInts[(touched << touchedIntShift) + risingUses] === 0;
      const currentLevel = isDone ? rateLimit : touchedReals[position + remainingCapacity] / touchedReals[position + risingWeight];
      const expectedLevel = levels[0];
      // A level may be out of date, but only too low: flows that stop elsewhere leave capacity here. Then put the resource back.
      if (!isDone && currentLevel < rateLimit && currentLevel > expectedLevel) {
        this.replaceHeapTop(touched, currentLevel);
        continue;
      }
      this.popHeap();
      if (isDone || currentLevel > expectedLevel) continue;
      touchedReals[position + saturationLevel] = expectedLevel;
      this.freezeFlowsOn(touched);
    }
    // Flows without a bottleneck.
    for (let i = 0; this.risingFlows > 0 && i < this.filledCount; i++) {
      const flowId = filled[i];
      if (flowState[flowId] !== isRising) continue;
      this.newRate[flowId] = rateLimit;
      this.newBottleneck[flowId] = -1;
      this.freezeFlow(flowId);
    }
  }

  /** A resource is saturated: all flows that rise on it keep this rate. */
  private freezeFlowsOn(touched: number): void {
    const { resourceInts, useLists, flowState } = this;
    const resource = this.touchedResources[touched];
    const level = this.touchedReals[(touched << touchedRealShift) + saturationLevel];
    const oldest = resourceInts[(resource << intShift) + usesStart];
    for (let i = oldest + useLists.slotsUsed[resource] - 1; i >= oldest; i--) {
      const useId = useLists.entries[i];
      const flowId = useId >> this.flowShift;
      if (useId === removedUse || flowState[flowId] !== isRising) continue;
      this.newRate[flowId] = level;
      this.newBottleneck[flowId] = resource;
      this.freezeFlow(flowId);
    }
  }

  /** A flow stops rising; its new rate is final. */
  private freezeFlow(flowId: number): void {
    const { useTouchedIndex, touchedReals, touchedInts } = this;
    const rate = this.newRate[flowId];
    this.flowState[flowId] = isFrozen;
    this.risingFlows--;
    for (let useId = this.firstUse(flowId), end = this.endOfUses(flowId); useId < end; useId++) {
      const i = useTouchedIndex[useId];
      if (i < 0) continue;
      const share = this.weightOf(useId);
      const position = i << touchedRealShift;
      const remaining = touchedReals[position + remainingCapacity] - rate * share;
      touchedReals[position + remainingCapacity] = remaining > 0 ? remaining : 0;
      touchedReals[position + risingWeight] -= share;
      touchedInts[(i << touchedIntShift) + risingUses]--;
      touchedReals[position + maxFilledRate] = rate;
    }
  }

  /**
   * Adds to the filled flows, whose rates are recomputed, all flows whose current rates are no longer max-min fair: those whose bottleneck
   * now has spare capacity or a faster flow, and those that are faster than a flow held back on the same resource.
   */
  private widenFilled(): void {
    const { resourceReals, resourceInts, useLists, touchedResources, touchedReals, touchedInts, flowState } = this;
    for (let i = 0, total = this.touchedCount; i < total; i++) {
      const resource = touchedResources[i];
      const position = resource << intShift;
      const touchedBase = i << touchedRealShift;
      // Flows that have this resource as their bottleneck, if it has capacity left or a filled flow is faster than they are.
      if (resourceInts[position + heldFlows] > 0) {
        const hasSpareCapacity =
          touchedReals[touchedBase + remainingCapacity] > tolerance * resourceReals[(resource << realShift) + capacity];
        if (
          hasSpareCapacity ||
          touchedReals[touchedBase + maxFilledRate] > resourceReals[(resource << realShift) + heldLevel] * (1 + tolerance)
        )
          this.fillHeldFlows(resource);
      }
      // Other flows on a saturated resource that are faster than the rate at which it was saturated.
      const saturationRate = touchedReals[touchedBase + saturationLevel];
      if (saturationRate < 0 || resourceInts[position + useCount] === touchedInts[(i << touchedIntShift) + filledUses]) continue;
      const oldest = resourceInts[position + usesStart];
      for (let j = oldest + useLists.slotsUsed[resource] - 1; j >= oldest; j--) {
        const useId = useLists.entries[j];
        if (useId === removedUse) continue;
        const flowId = useId >> this.flowShift;
        if (flowState[flowId] === isUntouched && this.rate[flowId] > saturationRate * (1 + tolerance)) this.addToFilled(flowId);
      }
    }
  }

  // Heap of touched resources by saturation level.

  private popHeap(): void {
    const last = --this.heapSize;
    if (last > 0) this.replaceHeapTop(this.heap[last], this.levels[last]);
  }

  /** Adds a resource to the heap. */
  private pushHeap(i: number, level: number): void {
    const { heap, levels } = this;
    let position = this.heapSize++;
    while (position > 0) {
      const parent = (position - 1) >> 1;
      if (levels[parent] <= level) break;
      heap[position] = heap[parent];
      levels[position] = levels[parent];
      position = parent;
    }
    heap[position] = i;
    levels[position] = level;
  }

  /** Replaces the top of the heap. */
  private replaceHeapTop(i: number, level: number): void {
    const { heap, levels, heapSize } = this;
    let position = 0;
    for (let child = 1; child < heapSize; child = 2 * position + 1) {
      if (child + 1 < heapSize && levels[child + 1] < levels[child]) child++;
      const least = levels[child];
      if (least >= level) break;
      heap[position] = heap[child];
      levels[position] = least;
      position = child;
    }
    heap[position] = i;
    levels[position] = level;
  }

  // Uses.

  private removeUse(useId: number): void {
    const resource = this.useResource[useId];
    this.useLists.remove(resource, useId);
    if (!this.areFlowsWhole)
      this.resourceWeight[resource] = this.usesOf(resource) === 0 ? 0 : this.resourceWeight[resource] - this.useWeight[useId];
    if (this.resourceInts[(resource << intShift) + heldFlows] === 0 || this.isReleased[resource] === 1) return;
    this.isReleased[resource] = 1;
    this.releasedResources[this.releasedCount++] = resource;
  }

  /** From now on flows may be divided; sets all weights to 1. */
  private beginWeights(): void {
    this.areFlowsWhole = false;
    this.useWeight = new Float64Array(this.useResource.length).fill(1);
    for (let resource = 0; resource < this.resourceWeight.length; resource++) this.resourceWeight[resource] = this.usesOf(resource);
  }

  /**
   * Enlarges the space of every flow for its uses (resources on its paths) to at least `neededUses`. The uses of a flow are numbered from
   * flow << flowShift on, so all of them move and are renumbered in the lists of the resources.
   */
  private growUses(neededUses: number): void {
    const { useResource, useWeight, useHop, useReach, flowShift: oldShift, areFlowsWhole } = this;
    const flows = this.useCounts.length;
    const shift = 32 - Math.clz32(neededUses - 1);
    this.flowShift = shift;
    this.useResource = new Int32Array(flows << shift);
    this.useWeight = new Float64Array(areFlowsWhole ? 0 : flows << shift);
    this.useHop = new Int32Array(flows << shift);
    this.useTouchedIndex = new Int32Array(flows << shift);
    if (this.hasReach) this.useReach = new Float64Array(flows << shift);
    for (let flowId = 0; flowId < flows; flowId++) {
      for (let i = 0; i < this.useCounts[flowId]; i++) {
        const [oldUse, newUse] = [(flowId << oldShift) + i, (flowId << shift) + i];
        this.useResource[newUse] = useResource[oldUse];
        if (!areFlowsWhole) this.useWeight[newUse] = useWeight[oldUse];
        this.useHop[newUse] = useHop[oldUse];
        if (this.hasReach) this.useReach[newUse] = useReach[oldUse];
      }
    }
    this.useLists.renumber((useId) => ((useId >> oldShift) << shift) + (useId & ((1 << oldShift) - 1)), flows << shift);
  }
}

/**
 * Lists of the uses of every resource, in order of their arrival. Short lists are adjacent, those of neighboring resources together. A list
 * that outgrows its capacity moves to a block of twice the size, and returns to its own block when it is empty. A removal leaves a gap.
 * Gaps are closed when they are more than the remaining uses, so that the cost per operation is constant.
 */
class UseLists {
  /** All lists; {@link removedUse} marks a gap. */
  entries: Int32Array<ArrayBuffer>;
  private end: number;
  /** [resources] Slots of each list in use, including gaps. */
  readonly slotsUsed: Int32Array;
  /** Slot of each use in the list of its resource. */
  private slotOf: Int32Array<ArrayBuffer>;
  /** [resources] log₂ of the capacity of each list. */
  private readonly listShift: Uint8Array;
  /** Free blocks, by log₂ of their size. */
  private readonly freeBlocks: number[][] = Array.from({ length: 31 }, () => []);

  /**
   * @param resourceInts Integer fields of the resources; start and number of uses are kept here.
   * @param maxUses Maximum number of uses.
   */
  constructor(
    private readonly resourceInts: Int32Array,
    resources: number,
    maxUses: number,
  ) {
    this.end = resources << minListShift;
    this.entries = new Int32Array(this.end);
    this.slotsUsed = new Int32Array(resources);
    this.slotOf = new Int32Array(maxUses);
    this.listShift = new Uint8Array(resources).fill(minListShift);
    for (let resource = 0; resource < resources; resource++) resourceInts[(resource << intShift) + usesStart] = resource << minListShift;
  }

  add(resource: number, useId: number): void {
    if (this.slotsUsed[resource] >> this.listShift[resource] === 1) this.growList(resource);
    const slot = this.slotsUsed[resource]++;
    this.slotOf[useId] = slot;
    this.entries[this.resourceInts[(resource << intShift) + usesStart] + slot] = useId;
    this.resourceInts[(resource << intShift) + useCount]++;
  }

  /** Removes a use from the list of a resource. */
  remove(resource: number, useId: number): void {
    const { entries, resourceInts, slotsUsed } = this;
    const oldest = resourceInts[(resource << intShift) + usesStart];
    const remainingUses = --resourceInts[(resource << intShift) + useCount];
    const slot = this.slotOf[useId];
    if (remainingUses === 0) this.emptyList(resource);
    else if (slot === slotsUsed[resource] - 1) slotsUsed[resource]--;
    else {
      entries[oldest + slot] = removedUse;
      if (slotsUsed[resource] > 2 * remainingUses) this.closeGaps(resource);
    }
  }

  /** Renumbers all uses; new numbers are below `maxUses`. */
  renumber(numberOf: (useId: number) => number, maxUses: number): void {
    this.slotOf = new Int32Array(maxUses);
    for (let resource = 0; resource < this.listShift.length; resource++) {
      const oldest = this.resourceInts[(resource << intShift) + usesStart];
      for (let slot = 0; slot < this.slotsUsed[resource]; slot++) {
        const useId = this.entries[oldest + slot];
        if (useId === removedUse) continue;
        this.entries[oldest + slot] = numberOf(useId);
        this.slotOf[numberOf(useId)] = slot;
      }
    }
  }

  /** The last use leaves a list. */
  private emptyList(resource: number): void {
    this.slotsUsed[resource] = 0;
    if (this.listShift[resource] === minListShift) return;
    this.freeBlocks[this.listShift[resource]].push(this.resourceInts[(resource << intShift) + usesStart]);
    this.resourceInts[(resource << intShift) + usesStart] = resource << minListShift;
    this.listShift[resource] = minListShift;
  }

  private closeGaps(resource: number): void {
    const { entries, slotOf } = this;
    const oldest = this.resourceInts[(resource << intShift) + usesStart];
    let to = 0;
    for (let from = 0; from < this.slotsUsed[resource]; from++) {
      const useId = entries[oldest + from];
      if (useId === removedUse) continue;
      slotOf[useId] = to;
      entries[oldest + to++] = useId;
    }
    this.slotsUsed[resource] = to;
  }

  /** A full list closes its gaps, or doubles its capacity if the gaps are few. */
  private growList(resource: number): void {
    const count = this.slotsUsed[resource];
    if (4 * this.resourceInts[(resource << intShift) + useCount] <= 3 * count) return this.closeGaps(resource);
    const from = this.resourceInts[(resource << intShift) + usesStart];
    const shift = ++this.listShift[resource];
    let to = this.freeBlocks[shift].pop();
    if (to === undefined) {
      to = this.end;
      this.end += 1 << shift;
      if (this.end > this.entries.length) this.entries = growInt32Array(this.entries, Math.max(this.end, 2 * this.entries.length));
    }
    this.entries.copyWithin(to, from, from + count);
    this.resourceInts[(resource << intShift) + usesStart] = to;
    if (shift > minListShift + 1) this.freeBlocks[shift - 1].push(from);
  }
}
