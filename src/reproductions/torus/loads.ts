/** Link loads on a torus under random permutations, with direct routing and via a node of the short dimension. */
import { analyse } from "../../core/analysis/analyse.ts";
import { randomPermutation } from "../../core/patterns/random-permutation.ts";
import type { MessageList } from "../../core/plan/demand.ts";
import type { Plan } from "../../core/plan/plan.ts";
import { distanceAlong, intermediatePlace, shortDimensions } from "../../core/workloads/steps/short-dimension-routing.ts";
import type { ScenarioDocument } from "../contract.ts";
import { compiledPlan } from "../documents.ts";
import { average } from "../numbers.ts";

/** Number of switches along each dimension, X first: N_X, N_Y, N_Z. X is the fastest dimension in node numbers. */
export type Sizes = readonly number[];

/** Number of columns and rows of a torus: N_X, N_Y. */
export type Grid = readonly [number, number];

/** The tori in the exhibits: that of the paper's Fig. 1, a larger one of the same shape, and one with aspect ratio 3 : 1. */
export const grids: readonly Grid[] = [
  [8, 4],
  [16, 8],
  [24, 8],
];

/** The paper's own tori, of 1024 and 2048 nodes. */
export const machineSizes: readonly Sizes[] = [
  [16, 8, 8],
  [16, 16, 8],
];

export const nameOfGrid = (sizes: Sizes): string => sizes.join(" × ");

export const nodesOf = (sizes: Sizes): number => sizes.reduce((product, size) => product * size, 1);

/** A random permutation on a torus with minimal adaptive routing at full load. */
export const permutationDocument = (sizes: Sizes, seed: number): ScenarioDocument => ({
  version: 1,
  title: `Random permutation ${seed}, ${nameOfGrid(sizes)} torus`,
  topology: { kind: "torus", sizes: [...sizes] },
  routing: { kind: "minimal-adaptive" },
  workload: { kind: "open-loop", pattern: { kind: "random-permutation", seed }, load: 1 },
});

/** Loads of the links of one dimension: mean and maximum, in packets per channel if each node sends one packet. */
export interface DimensionLoad {
  readonly mean: number;
  readonly most: number;
}

/** The loads of X and Y links under a plan. */
export function loadsOf(plan: Plan): { readonly X: DimensionLoad; readonly Y: DimensionLoad } {
  const { channelLoad } = analyse(plan);
  return { X: loadOf("X"), Y: loadOf("Y") };

  function loadOf(dimension: string): DimensionLoad {
    const { linkClass, linkClasses } = plan.network;
    const own = channelLoad.filter((_, c) => linkClasses[linkClass[c]] === dimension);
    return { mean: average(own), most: Math.max(...own) };
  }
}

/** [T] Destinations of the random permutation with a seed. */
export function destinationsOf(sizes: Sizes, seed: number): readonly number[] {
  const to = randomPermutation.compile({ seed }, nodesOf(sizes));
  return Array.from({ length: nodesOf(sizes) }, (_, source) => to(source, 0));
}

export const planOf = (grid: Grid, seed: number): Plan => compiledPlan(permutationDocument(grid, seed));

/** Source and destination of a packet. */
export type Pair = readonly [number, number];

const placeOf = (sizes: Sizes, node: number): readonly number[] => {
  let rest = node;
  return sizes.map((size) => {
    const x = rest % size;
    rest = (rest - x) / size;
    return x;
  });
};

/** The pairs of a permutation, without nodes that are mapped to themselves. */
export const directly = (destinations: readonly number[]): readonly Pair[] =>
  destinations.map((to, from) => [from, to] as const).filter(([from, to]) => from !== to);

/**
 * The two steps of short dimension routing for a permutation. Every packet is relayed by the node that §4.1 and §4.3 name. As in the lemma,
 * this includes packets for the sender itself, which the paper's program does not send.
 */
export function relayed(sizes: Sizes, destinations: readonly number[]): readonly Pair[] {
  const short = shortDimensions(sizes);
  const axes = sizes.map((size) => ({ size }));
  return destinations.flatMap((to, from) => {
    const place = intermediatePlace(axes, short, placeOf(sizes, from), placeOf(sizes, to));
    const relay = place.reduceRight((node, x, d) => node * sizes[d] + x, 0);
    const steps: readonly Pair[] = [
      [from, relay],
      [relay, to],
    ];
    return steps.filter(([a, b]) => a !== b);
  });
}

/**
 * Mean load of the directed links of each dimension, in packets per link: link crossings divided by links. It does not depend on how
 * traffic is split over minimal paths. Every dimension must have at least three switches.
 */
export function meanLoads(sizes: Sizes, pairs: readonly Pair[]): readonly number[] {
  const places = Array.from({ length: nodesOf(sizes) }, (_, node) => placeOf(sizes, node));
  return sizes.map((size, d) => {
    const axis = { kind: "ring", size } as const;
    const crossed = pairs.reduce((sum, [from, to]) => sum + distanceAlong(axis, places[from][d], places[to][d]), 0);
    return crossed / (2 * nodesOf(sizes));
  });
}

/** Link loads of a list of single packets, each of weight one. */
export function loadsOfPairs(plan: Plan, pairs: readonly Pair[]): { readonly X: DimensionLoad; readonly Y: DimensionLoad } {
  const demand: MessageList = {
    form: "messages",
    source: Int32Array.from(pairs, ([from]) => from),
    destination: Int32Array.from(pairs, ([, to]) => to),
    packets: new Float64Array(pairs.length).fill(1),
    time: new Float64Array(pairs.length),
    index: Int32Array.from(pairs, (_, i) => i),
  };
  // The analysis returns loads relative to the traffic of the busiest source.
  const sent = new Map<number, number>();
  for (const [from] of pairs) sent.set(from, (sent.get(from) ?? 0) + 1);
  const unit = Math.max(1, ...sent.values());
  const { X, Y } = loadsOf({ ...plan, demand });
  const scaled = ({ mean, most }: DimensionLoad) => ({ mean: mean * unit, most: most * unit });
  return { X: scaled(X), Y: scaled(Y) };
}
