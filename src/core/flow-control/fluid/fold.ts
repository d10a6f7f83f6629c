// hot: no allocation, no for-of, no destructuring inside `foldPaths`.
/**
 * Simulates one representative for each class of symmetric ranks. Its flow represents the flows of the whole class, so it takes the average
 * share of the equivalent resources: if n ranks cross one of m equivalent resources each, the representative takes n / m of its resource.
 */
import { type FlowSums, channelShift } from "../../simulation/flow-recorder.ts";
import type { Symmetry } from "./symmetry.ts";
import type { FluidWays } from "./ways.ts";

export class Fold {
  /** [terminals] The terminal that represents each terminal, and how many terminals it represents; itself and 1 where there is no rank. */
  readonly terminal: Int32Array;
  readonly alike: Float64Array;
  /** [resources] Number of equivalent resources that each resource represents, and the representative of each resource. */
  private readonly alikeResources: Float64Array;
  private readonly resource: Int32Array;

  /**
   * @param terminalOf [ranks] The terminal of each rank.
   * @param terminals T.
   */
  constructor({ rank, resource }: Symmetry, terminalOf: Int32Array, terminals: number) {
    this.resource = resource;
    this.alikeResources = new Float64Array(resource.length);
    for (let k = 0; k < resource.length; k++) this.alikeResources[resource[k]]++;
    this.terminal = Int32Array.from({ length: terminals }, (_, s) => s);
    for (let r = 0; r < rank.length; r++) this.terminal[terminalOf[r]] = terminalOf[rank[r]];
    this.alike = new Float64Array(terminals);
    for (let s = 0; s < terminals; s++) this.alike[this.terminal[s]]++;
  }

  /** Turns the paths of a message from terminal `terminalId` into those of its whole class, on representative resources. */
  ways(s: number, ways: FluidWays): void {
    const count = this.alike[s];
    const resource = ways.resource;
    const weight = ways.weight;
    for (let i = 0; i < ways.count; i++) {
      const k = this.resource[resource[i]];
      resource[i] = k;
      weight[i] = (weight[i] * count) / this.alikeResources[k];
    }
  }

  /** Copies the counts of each representative to all terminals and channels that it represents. */
  unfold({ frame, channels, isBrief }: FlowSums): void {
    const { terminal, resource } = this;
    for (let c = 0, end = channels.length >> channelShift; c < end; c++)
      if (resource[c] !== c) channels.copyWithin(c << channelShift, resource[c] << channelShift, (resource[c] + 1) << channelShift);
    if (isBrief) return;
    const { acceptedSoFar, sentSoFar, sendingSoFar, blockedSoFar, created, arrivedFrom, latencyFrom } = frame;
    for (const column of [acceptedSoFar, sentSoFar, sendingSoFar, blockedSoFar, created, arrivedFrom, latencyFrom])
      for (let s = 0; s < terminal.length; s++) column[s] = column[terminal[s]];
  }
}
