// hot: no allocation, no for-of, no destructuring inside `ways`.
/**
 * One rank for all that are alike. Its flow stands for the flows of all of them. So it takes as much of a resource as theirs take of all
 * resources like that one together, in equal parts: n ranks whose flows cross such a resource each, of which there are m, take n / m of each.
 */
import { type FlowSums, channelShift } from "../../simulation/flow-recorder.ts";
import type { Symmetry } from "./symmetry.ts";
import type { FluidWays } from "./ways.ts";

export class Fold {
  /** [T] The terminal that stands for each, and how many it stands for; itself and 1 where there is no rank. */
  readonly terminal: Int32Array;
  readonly alike: Float64Array;
  /** [K] How many resources each stands for. */
  private readonly alikeResources: Float64Array;
  private readonly resource: Int32Array;

  /**
   * @param terminalOf [R] the terminal of each rank
   * @param terminals T
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

  /** The ways of a message from terminal `s` become those of all that it stands for, over resources that stand for others. */
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

  /** What has been counted of one holds for all that are alike. */
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
