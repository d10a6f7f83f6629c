/** Theorem 1, Lemma 1 and the choice of α (Section 4.2) of the torus transpose paper. */
import { shortDimensions } from "../../core/workloads/steps/short-dimension-routing.ts";
import type { Exhibit, Outcome, Statement, ComputedValue } from "../contract.ts";
import { confidenceIntervalOf, standardErrorOf, sampleMeanOf, printed, printedAs, withDecimals } from "../numbers.ts";
import { isAtMost } from "../predicates.ts";
import { rowsOfOneSeries } from "../rows.ts";
import { exhibit, type ExhibitSpec, notesOf, sentenceWithId, type RowSpec, type Sentences, series } from "../exhibit.ts";
import {
  destinationsOf,
  directPairs,
  type TorusGrid,
  torusGrids,
  dimensionLoadsOf,
  dimensionLoadsOfPairs,
  machineSizes,
  meanLoadsOf,
  torusName,
  nodeCountOf,
  permutationDocument,
  permutationPlanOf,
  relayedPairs,
  type TorusSizes,
} from "./loads.ts";
import { torusSentences } from "./printed.ts";
import type { Memoized } from "../memo.ts";

/** Number of random permutations for each torus. */
const permutationCount = 100;
const seeds = Array.from({ length: permutationCount }, (_, i) => i + 1);
const dimensionNames = ["X", "Y", "Z"] as const;

type RoutingMode = "direct" | "relayed";

/** Mean loads of X and Y links, and the load of the busiest link, by permutation. */
function loadsByPermutation(grid: TorusGrid, mode: RoutingMode) {
  return seeds.map((seed) => {
    const plan = permutationPlanOf(grid, seed);
    if (mode === "direct") {
      const { X, Y } = dimensionLoadsOf(plan);
      return { x: X.mean, y: Y.mean, most: X.maximum };
    }
    const { X, Y } = dimensionLoadsOfPairs(plan, relayedPairs(grid, destinationsOf(grid, seed)));
    return { x: X.mean, y: Y.mean, most: Y.maximum };
  });
}

/** [permutation][dimension] Mean load of the links of each dimension, in packets per channel if every node sends one packet. */
function meanLoadsByPermutation(sizes: TorusSizes, mode: RoutingMode): readonly (readonly number[])[] {
  return seeds.map((seed) => {
    const destinations = destinationsOf(sizes, seed);
    return meanLoadsOf(sizes, mode === "direct" ? directPairs(destinations) : relayedPairs(sizes, destinations));
  });
}

/** The expected load of a link of dimension `d`: N/8, and three times as much along dimensions that packets are relayed along. */
function expectedLoad(sizes: TorusSizes, mode: RoutingMode, dimension: number): number {
  return (mode === "relayed" && shortDimensions(sizes).includes(dimension) ? 3 : 1) * (sizes[dimension] / 8);
}

/** A row for one dimension of a torus. */
function loadRow(grid: TorusGrid, mode: RoutingMode, d: 0 | 1): RowSpec {
  const dimension = d === 0 ? "x" : "y";
  const value = expectedLoad(grid, mode, d);
  const text = `${8 * value === grid[d] ? "" : "3 "}N_${dimensionNames[d]}/8`;
  return {
    label: torusName(grid),
    detail: `${nodeCountOf(grid)} nodes`,
    series: dimension,
    published: printedAs(`${text} = ${value}`, value),
    provenance: { is: "predicted" },
    formula: `packets per directed ${dimensionNames[d]} link if each node sends one; mean of ${permutationCount} random permutations, even split over minimal paths`,
    decimals: 3,
    document: permutationDocument(grid, 1),
    value: ({ memoized }) => sampleMeanOf(memoized(loadsByPermutation, grid, mode).map((each) => each[dimension])),
  };
}

const busiestLinkRow = (grid: TorusGrid, mode: RoutingMode): RowSpec => ({
  label: torusName(grid),
  series: "most",
  provenance: { is: "predicted" },
  formula: `packets on the busiest directed ${mode === "direct" ? "X" : "Y"} link, mean of ${permutationCount} random permutations`,
  decimals: 2,
  document: permutationDocument(grid, 1),
  value: ({ memoized }) => sampleMeanOf(memoized(loadsByPermutation, grid, mode).map(({ most: busiestLoad }) => busiestLoad)),
});

/**
 * Rows for three-dimensional tori; the paper prints only those for two dimensions, so that nothing is compared. There are two rows for each
 * dimension of each torus: the simulated load of its links, and the load that the paper's derivation gives. If pairs are relayed via an
 * intermediate node, a dimension on which the packets to that node travel has three times the load.
 */
function threeDimensionalRows(mode: RoutingMode): readonly RowSpec[] {
  return machineSizes.flatMap((sizes) =>
    sizes.flatMap((_, dimension) => {
      const label = `${torusName(sizes)}, ${dimensionNames[dimension]}`;
      // Without relays, the expected load is N/8 for a dimension of size N.
      const isRelayedDimension = expectedLoad(sizes, mode, dimension) * 8 > sizes[dimension];
      const commonFields = {
        label,
        detail: `${nodeCountOf(sizes)} nodes`,
        published: null,
        document: permutationDocument(sizes, 1),
      } as const;
      return [
        {
          ...commonFields,
          series: "three",
          provenance: { is: "predicted" },
          formula: `links crossed / links of the dimension, in packets per directed ${dimensionNames[dimension]} link; mean of ${permutationCount} random permutations, for any split over minimal paths`,
          decimals: 3,
          value: ({ memoized }) => sampleMeanOf(memoized(meanLoadsByPermutation, sizes, mode).map((means) => means[dimension])),
        },
        {
          ...commonFields,
          series: "law",
          formula: isRelayedDimension
            ? `N_${dimensionNames[dimension]}/8 to the intermediate node and N_${dimensionNames[dimension]}/4 from there`
            : `N_${dimensionNames[dimension]}/8`,
          decimals: 3,
          value: () => expectedLoad(sizes, mode, dimension),
        },
      ];
    }),
  );
}

/** A mean with its expected value. */
interface ExpectedMean {
  readonly name: string;
  readonly mean: ComputedValue;
  readonly expected: number;
}

function meansWithExpectations(mode: RoutingMode, once: Memoized): readonly ExpectedMean[] {
  const inTwo = torusGrids.flatMap((grid) =>
    (["x", "y"] as const).map((dimension, d) => ({
      name: `${dimensionNames[d]} of ${torusName(grid)}`,
      mean: sampleMeanOf(once(loadsByPermutation, grid, mode).map((each) => each[dimension])),
      expected: expectedLoad(grid, mode, d),
    })),
  );
  const inThree = machineSizes.flatMap((sizes) =>
    sizes.map((_, d) => ({
      name: `${dimensionNames[d]} of ${torusName(sizes)}`,
      mean: sampleMeanOf(once(meanLoadsByPermutation, sizes, mode).map((means) => means[d])),
      expected: expectedLoad(sizes, mode, d),
    })),
  );
  return [...inTwo, ...inThree];
}

/** The deviation of a mean from its expected value, in standard errors; 0 if all permutations have the expected value. */
const deviationInErrors = ({ mean, expected: value }: ExpectedMean): number => {
  const deviation = Math.abs(mean.value - value);
  return deviation < 1e-9 ? 0 : deviation / standardErrorOf(mean);
};

/** Standard errors within which all of a dozen means lie with a probability of 95 %; each has its own interval at 1 − 0.05/12. */
const jointErrors = 2.87;

/** The statement that the expected loads lie in the confidence intervals of the means. */
function confidenceStatement(mode: RoutingMode, sentences: Sentences): Statement {
  return {
    ...sentenceWithId(sentences, "bands"),
    interpretation: `the expected load is within the confidence interval of every mean, with a joint confidence level of 95 % (${jointErrors} standard errors)`,
    runs: [],
    check({ memoized }) {
      const all = meansWithExpectations(mode, memoized);
      const withinCount = all.filter((each) => deviationInErrors(each) <= 1.96).length;
      const farthest = all.reduce((a, b) => (deviationInErrors(b) > deviationInErrors(a) ? b : a));
      const sentence = `${withinCount} of ${all.length} expected loads are within the 95 % confidence interval of their mean; the largest deviation, ${farthest.name}, is {} standard errors.`;
      return isAtMost(deviationInErrors(farthest), jointErrors, sentence, withDecimals(1));
    },
  };
}

/** A mean with its confidence interval in words. */
function sayMean(values: Outcome["values"], id: string): string {
  const value = values.get(id) ?? { value: NaN };
  const [low, high] = confidenceIntervalOf(value).map((each) => each.toFixed(3));
  return low === high ? value.value.toFixed(3) : `${value.value.toFixed(3)} (${low} – ${high})`;
}

const firstTorusName = torusName(torusGrids[0]);

const threeDimensionalSeries = (law: string) => [
  series("three", "Load of a link, three dimensions", "directed; mean over all links of a dimension and over permutations", "packets"),
  series("law", "Expected in three dimensions", law, "packets"),
];

/**
 * The exhibit of Theorem 1 or Lemma 1: loads of the links of a torus if every node sends one packet to its destination in a random
 * permutation, directly or relayed via an intermediate node. For every torus there is a row for the mean load of the X links, one for that
 * of the Y links, and one for the load of the busiest link; then follow rows for three dimensions.
 */
const loadsExhibit = (
  label: "Theorem 1" | "Lemma 1",
  section: string,
  mode: RoutingMode,
  options: Pick<ExhibitSpec, "title" | "lede" | "series" | "notes">,
): Exhibit =>
  exhibit("torus", label, section, {
    ...options,
    rows: [
      ...torusGrids.flatMap((grid) => [loadRow(grid, mode, 0), loadRow(grid, mode, 1), busiestLinkRow(grid, mode)]),
      ...threeDimensionalRows(mode),
    ],
    statements: [confidenceStatement(mode, torusSentences[label])],
    tolerance: {
      relative: 0.03,
      why: `3 %, more than two standard errors: those of the means of ${permutationCount} permutations are 1.1 to 1.3 % on the smallest torus and 0.5 % on the larger ones.`,
    },
    documents: [...torusGrids, ...machineSizes].map((sizes) => ({
      title: `${torusName(sizes)} torus`,
      document: permutationDocument(sizes, 1),
    })),
  });

export const torusTheorem1 = loadsExhibit("Theorem 1", "Section 3", "direct", {
  title: "Links of long dimensions have a higher load: N_X/8 per link, against N_Y/8",
  lede: ({ values, textOf }) =>
    `Over ${permutationCount} random permutations of an ${firstTorusName} torus, a directed X link carries ${sayMean(values, `x ${firstTorusName}`)} packets on average and a Y link ${sayMean(values, `y ${firstTorusName}`)}, with 95 % confidence intervals; by the theorem, 1 and ½. In a single permutation the busiest X link carries ${textOf(`most ${firstTorusName}`, 1)} on average.`,
  series: [
    series("x", "Load of an X link", "directed; mean over all links and permutations", "packets"),
    series("y", "Load of a Y link", "directed", "packets"),
    series("most", "Busiest X link", "of one permutation", "packets"),
    ...threeDimensionalSeries("an eighth of the dimension's length"),
  ],
  notes: notesOf({
    "erratum in the source: N/4 or N/8":
      "The introduction gives N_X/4 and N_Y/4 for the same loads, and says that the Y links carry twice as much if N_X is twice N_Y. The theorem has N_X/8 and N_Y/8 for each direction of a link. The simulation confirms the theorem: the X links carry more.",
    "our model: Three dimensions":
      "The theorem is for two dimensions; its derivation also holds in three. Of the paper's tori, 16 × 8 × 8 carries twice as much on X links as on Y and Z links, and 16 × 16 × 8 twice as much on X and Y links as on Z links.",
    "our model: The busiest link":
      "A mean does not bound the worst case. With an even split over all minimal paths, the busiest link of a single permutation carries slightly more than twice the mean, so load balancing can improve throughput.",
  }),
});

export const torusLemma1 = loadsExhibit("Lemma 1", "Section 4.1", "relayed", {
  title: "With an intermediate node along the short dimension, Y links carry three times as much",
  lede: ({ values }) =>
    `If every packet is routed through the node half a column beyond its destination's row, X links of an ${firstTorusName} torus still carry ${sayMean(values, `x ${firstTorusName}`)} packets and Y links ${sayMean(values, `y ${firstTorusName}`)}, with 95 % confidence intervals; by the lemma, 1 and 1.5. On a torus of aspect ratio 2:1, the short dimension becomes the bottleneck.`,
  series: [
    series("x", "Load of an X link", "directed; sum of both steps", "packets"),
    series("y", "Load of a Y link", "directed; sum of both steps", "packets"),
    series("most", "Busiest Y link", "of one permutation, sum of both steps", "packets"),
    ...threeDimensionalSeries("an eighth of the dimension's length; three eighths if packets are relayed along it"),
  ],
  notes: notesOf({
    "erratum in the source: The sum in the proof":
      "As written, the sum over i from 0 to N_Y/2 gives N_Y/8 + ¼. If exactly opposite nodes send one half in each direction it is N_Y/8, as in the lemma and in the simulation.",
    "in the source: The intermediate node":
      "Section 4.1 prints u′ = ⟨u₁, (u₂ + N_Y/2) mod N_Y⟩; the introduction has the correct ⟨x₁, (y₂ + N_Y/2) mod N_Y⟩.",
    "erratum in the source: X and Y, exchanged again":
      "Where the introduction chooses the intermediate node it has N_Y ≥ N_X, and routes along Y first: then Y would be the long dimension. The correct condition is N_X ≥ N_Y, as in Section 4.1. The introduction also exchanges X and Y in the loads N/4 (see Theorem 1).",
    "our model: Three dimensions":
      "Through u′ of Section 4.3, on 16 × 16 × 8, a Z link carries 3N_Z/8, and the load of all other links does not change; through u″, on 16 × 8 × 8, Y links carry 3N_Y/8 and Z links 3N_Z/8. A packet crosses a quarter of each short dimension on average on its path to the intermediate node, and always one half on the path from there.",
    "our model: Packets from a node to itself":
      "A random permutation maps one node to itself on average. The lemma counts its packet like any other, half a column away and back, and so do these rows; the simulated program sends no such packet.",
  }),
});

/**
 * The fraction of pairs to relay at which long and short links have the same load: N_X/8 = N_Y (1 + 2α)/8, limited to 0 … 1. In three
 * dimensions it applies to all dimensions that packets are relayed along, which have equal lengths.
 */
function balancedFraction(sizes: TorusSizes): number {
  const [long, short] = [Math.max(...sizes), Math.min(...sizes)];
  return Math.min(1, Math.max(0, (long / short - 1) / 2));
}

const balanceCases = [
  { grid: [16, 16], label: "1 : 1", published: printedAs("all directly, 0", 0, 2), detail: "Section 4.3" },
  { grid: [16, 8], label: "2 : 1", published: printed(".5"), detail: "Section 5.3, found by experiment" },
  { grid: [16, 8, 8], label: "2 : 1 : 1", published: printed(".5"), detail: "Section 5.3, found by experiment, 1024 nodes" },
  { grid: [16, 16, 8], label: "2 : 2 : 1", published: printed(".5"), detail: "Section 5.3, found by experiment, 2048 nodes" },
  { grid: [24, 8], label: "3 : 1", published: printedAs("α = 1", 1, 2), detail: "Section 4.2" },
  { grid: [32, 8], label: "4 : 1", published: printedAs("α = 1", 1, 2), detail: "Section 4.2, N_X ≥ 3N_Y" },
] as const;

export const torusSection42 = exhibit("torus", "Section 4.2", "Section 4.2", {
  title: "The best fraction of relayed pairs, found by experiment, follows from the theory",
  lede: ({ numberOf }) =>
    `If a fraction α of the pairs is relayed, an X link still carries N_X/8 and a Y link N_Y (1 + 2α)/8. The loads are equal at α = (N_X/N_Y − 1)/2: ${numberOf("alpha 2 : 1")} for an aspect ratio of 2:1, as the paper found by experiment, and ${numberOf("alpha 3 : 1")} for 3:1, from which on all pairs are relayed.`,
  ...rowsOfOneSeries(
    series(
      "alpha",
      "Fraction of relayed pairs, α",
      "for which long and short dimensions have equal link loads; by aspect ratio, N_X : N_Y or N_X : N_Y : N_Z",
    ),
    balanceCases.map(({ grid, ...caseFields }) => ({
      ...caseFields,
      formula: "(N_X/N_Y − 1)/2, between 0 and 1: from Theorem 1 and Lemma 1",
      decimals: 2,
      document: permutationDocument(grid, 1),
      value: () => balancedFraction(grid),
    })),
  ),
  tolerance: { relative: 0, why: "A closed form, so only equal numbers agree." },
  notes: notesOf({
    "our model: Two dimensions and three":
      "The paper's machines are three-dimensional, d × d × 2d or d × 2d × 2d; it sets α to .5 on all of them. On the first shape, pairs are relayed along both short dimensions, on the second along the only one; each of these has a load of N (1 + 2α)/8 per link, so for both shapes the loads balance at α = ½, as in two dimensions.",
    "still open: Balanced loads are not yet a gain":
      "Equal mean loads show when the short dimension is fully used, but not how much faster a transpose becomes: this requires a simulation of packets, finite buffers and imperfect path selection.",
  }),
  documents: balanceCases.map(({ grid, label }) => ({ title: label, document: permutationDocument(grid, 1) })),
});
