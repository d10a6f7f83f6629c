// hot: no allocation, no for-of, no destructuring inside `foldPaths`.
/**
 * Simulates one representative for each class of symmetric ranks. Its flow represents the flows of the whole class, so it takes the average
 * share of the equivalent resources: if n ranks cross one of m equivalent resources each, the representative takes n / m of its resource.
 */
import { type FlowSums, flowChannelShift } from "../../simulation/flow-recorder.ts";
import type { Symmetry } from "./symmetry.ts";
import type { FluidPaths } from "./paths.ts";

export class RankFolding {
  /** [terminals] The terminal that represents each terminal, and how many terminals it represents; itself and 1 where there is no rank. */
  readonly representative: Int32Array;
  readonly multiplicity: Float64Array;
  /** [resources] Number of equivalent resources that each resource represents, and the representative of each resource. */
  private readonly resourceMultiplicity: Float64Array;
  private readonly resource: Int32Array;

  /**
   * @param terminalOf [ranks] The terminal of each rank.
   * @param terminals T.
   */
  constructor({ rank, resource }: Symmetry, terminalOf: Int32Array, terminals: number) {
    this.resource = resource;
    this.resourceMultiplicity = new Float64Array(resource.length);
    for (let resourceId = 0; resourceId < resource.length; resourceId++) this.resourceMultiplicity[resource[resourceId]]++;
    this.representative = Int32Array.from({ length: terminals }, (_, terminalId) => terminalId);
    for (let rankId = 0; rankId < rank.length; rankId++) this.representative[terminalOf[rankId]] = terminalOf[rank[rankId]];
    this.multiplicity = new Float64Array(terminals);
    for (let terminalId = 0; terminalId < terminals; terminalId++) this.multiplicity[this.representative[terminalId]]++;
  }

  /** Turns the paths of a message from terminal `terminalId` into those of its whole class, on representative resources. */
  foldPaths(terminalId: number, paths: FluidPaths): void {
    const count = this.multiplicity[terminalId];
    const resource = paths.resource;
    const weight = paths.weight;
    for (let i = 0; i < paths.count; i++) {
      const resourceId = this.resource[resource[i]];
      resource[i] = resourceId;
      weight[i] = (weight[i] * count) / this.resourceMultiplicity[resourceId];
    }
  }

  /** Copies the counts of each representative to all terminals and channels that it represents. */
  unfold({ frame, channels, isTotalsOnly }: FlowSums): void {
    const { representative, resource } = this;
    for (let channel = 0, end = channels.length >> flowChannelShift; channel < end; channel++)
      if (resource[channel] !== channel)
        channels.copyWithin(
          channel << flowChannelShift,
          resource[channel] << flowChannelShift,
          (resource[channel] + 1) << flowChannelShift,
        );
    if (isTotalsOnly) return;
    const { acceptedSoFar, sentSoFar, sendingSoFar, blockedSoFar, created, arrivedFrom, latencyFrom } = frame;
    for (const column of [acceptedSoFar, sentSoFar, sendingSoFar, blockedSoFar, created, arrivedFrom, latencyFrom])
      for (let terminalId = 0; terminalId < representative.length; terminalId++) column[terminalId] = column[representative[terminalId]];
  }
}
