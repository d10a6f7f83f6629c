/** Theorem 1, Lemma 1 and the choice of α (Section 4.2) of the torus transpose paper. */
import { shortDimensions } from "../../core/workloads/steps/short-dimension-routing.ts";
import type { Exhibit, Outcome, Statement, ComputedValue } from "../contract.ts";
import { confidenceIntervalOf, standardErrorOf, sampleMeanOf, printed, printedAs, withDecimals } from "../numbers.ts";
import { isAtMost } from "../predicates.ts";
import { column } from "../rows.ts";
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

/** Mean loads of all dimensions, by permutation. */
function meanLoadsByPermutation(sizes: TorusSizes, mode: RoutingMode): readonly (readonly number[])[] {
  return seeds.map((seed) => {
    const destinations = destinationsOf(sizes, seed);
    return meanLoadsOf(sizes, mode === "direct" ? directPairs(destinations) : relayedPairs(sizes, destinations));
  });
}

/** The expected load of a link of dimension `d`: N/8, and three times as much along dimensions that packets are relayed along. */
function expectedLoad(sizes: TorusSizes, mode: RoutingMode, d: number): number {
  return (mode === "relayed" && shortDimensions(sizes).includes(d) ? 3 : 1) * (sizes[d] / 8);
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
    word: { is: "predicted" },
    formula: `packets per directed ${dimensionNames[d]} link, each node sending one; mean of ${permutationCount} random permutations, minimal ways split evenly`,
    decimals: 3,
    document: permutationDocument(grid, 1),
    value: ({ once }) => sampleMeanOf(once(loadsByPermutation, grid, mode).map((each) => each[dimension])),
  };
}

const busiestLinkRow = (grid: TorusGrid, mode: RoutingMode): RowSpec => ({
  label: torusName(grid),
  series: "most",
  word: { is: "predicted" },
  formula: `packets on the busiest directed ${mode === "direct" ? "X" : "Y"} link, mean of ${permutationCount} random permutations`,
  decimals: 2,
  document: permutationDocument(grid, 1),
  value: ({ once }) => sampleMeanOf(once(loadsByPermutation, grid, mode).map(({ most: busiestLoad }) => busiestLoad)),
});

/** Rows for three dimensions: the simulated load, and the result of the same derivation. The paper prints it for two dimensions only. */
function threeDimensionalRows(mode: RoutingMode): readonly RowSpec[] {
  return machineSizes.flatMap((sizes) =>
    sizes.flatMap((_, d) => {
      const label = `${torusName(sizes)}, ${dimensionNames[d]}`;
      const isRelayedDimension = expectedLoad(sizes, mode, d) * 8 > sizes[d];
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
          word: { is: "predicted" },
          formula: `links crossed over links there are, packets per directed ${dimensionNames[d]} link; mean of ${permutationCount} random permutations, however minimal ways are split`,
          decimals: 3,
          value: ({ once }) => sampleMeanOf(once(meanLoadsByPermutation, sizes, mode).map((means) => means[d])),
        },
        {
          ...commonFields,
          series: "law",
          formula: isRelayedDimension
            ? `N_${dimensionNames[d]}/8 to the intermediate node and N_${dimensionNames[d]}/4 from there`
            : `N_${dimensionNames[d]}/8`,
          decimals: 3,
          value: () => expectedLoad(sizes, mode, d),
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
    readAs: `what is expected lies in the confidence band of every mean, the bands so wide that all hold together with 95 % (${jointErrors} standard errors)`,
    runs: [],
    check({ once }) {
      const all = meansWithExpectations(mode, once);
      const withinCount = all.filter((each) => deviationInErrors(each) <= 1.96).length;
      const farthest = all.reduce((a, b) => (deviationInErrors(b) > deviationInErrors(a) ? b : a));
      const sentence = `${withinCount} of ${all.length} loads lie in the 95 % band of their own mean; the farthest, ${farthest.name}, is {} standard errors off.`;
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

/** An exhibit about link loads under random permutations, directly or relayed. */
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
      why: `Means of ${permutationCount} permutations have a standard error of 1.1 to 1.3 per cent on the smallest torus and half a per cent on the larger ones: three per cent are more than two of them.`,
    },
    documents: [...torusGrids, ...machineSizes].map((sizes) => ({
      title: `${torusName(sizes)} torus`,
      document: permutationDocument(sizes, 1),
    })),
  });

export const torusTheorem1 = loadsExhibit("Theorem 1", "Section 3", "direct", {
  title: "Long dimensions are loaded more: N_X/8 a link, against N_Y/8",
  lede: ({ values, textOf }) =>
    `Over ${permutationCount} random permutations of an ${firstTorusName} torus, a directed X link carries ${sayMean(values, `x ${firstTorusName}`)} packets on average and a Y link ${sayMean(values, `y ${firstTorusName}`)}, with 95 % confidence bands; the theorem says 1 and ½. In a single permutation the busiest X link carries ${textOf(`most ${firstTorusName}`, 1)} on average.`,
  series: [
    series("x", "Load of an X link", "directed; mean over all links and permutations", "packets"),
    series("y", "Load of a Y link", "directed", "packets"),
    series("most", "Busiest X link", "of one permutation", "packets"),
    ...threeDimensionalSeries("an eighth of the dimension's length"),
  ],
  notes: notesOf({
    "erratum in the source: N/4 or N/8":
      "The introduction gives N_X/4 and N_Y/4 for the same loads, and says that the Y links carry twice as much where N_X is twice N_Y. The theorem has N_X/8 and N_Y/8, with both directions of a link counted by themselves: that is what comes out, and it is the X links that carry more.",
    "our model: Three dimensions":
      "The theorem is of two dimensions; its reckoning is the same in three. Of the paper's own tori, 16 × 8 × 8 carries twice as much on X links as on Y and Z links, and 16 × 16 × 8 twice as much on X and Y links as on Z links.",
    "our model: The busiest link":
      "A mean says nothing of the worst. Split evenly over all minimal ways, the busiest link of a single permutation carries a little more than twice the mean: that is where balancing has something to gain.",
  }),
});

export const torusLemma1 = loadsExhibit("Lemma 1", "Section 4.1", "relayed", {
  title: "By way of a node of the short dimension, Y links carry three times as much",
  lede: ({ values }) =>
    `With every packet sent by way of the node half a column beyond its destination's row, X links of an ${firstTorusName} torus still carry ${sayMean(values, `x ${firstTorusName}`)} packets and Y links ${sayMean(values, `y ${firstTorusName}`)}, with 95 % confidence bands; the lemma says 1 and 1.5. On two to one, the short dimension has become the bottleneck.`,
  series: [
    series("x", "Load of an X link", "directed; both steps together", "packets"),
    series("y", "Load of a Y link", "directed; both steps together", "packets"),
    series("most", "Busiest Y link", "of one permutation, both steps together", "packets"),
    ...threeDimensionalSeries("an eighth of the dimension's length; three eighths where packets are relayed along it"),
  ],
  notes: notesOf({
    "erratum in the source: The sum in the proof":
      "As it is written, the sum over i from 0 to N_Y/2 gives N_Y/8 + ¼. With the nodes exactly opposite sending one half each way it is N_Y/8, as the lemma says and as comes out here.",
    "in the source: The intermediate node":
      "Section 4.1 prints u′ = ⟨u₁, (u₂ + N_Y/2) mod N_Y⟩; the introduction has ⟨x₁, (y₂ + N_Y/2) mod N_Y⟩, which is meant.",
    "erratum in the source: X and Y, exchanged again":
      "Where the introduction chooses the intermediate node it has N_Y ≥ N_X, and sends along Y first: then Y would be the long dimension. N_X ≥ N_Y is meant, as in Section 4.1. It is the second exchange there; the first is in what the theorem's page says of N/4.",
    "our model: Three dimensions":
      "By way of u′ of Section 4.3, on 16 × 16 × 8, a Z link carries 3N_Z/8 and all others what they carry directly; by way of u″, on 16 × 8 × 8, Y links carry 3N_Y/8 and Z links 3N_Z/8. To the intermediate node a packet crosses a quarter of each short dimension on average, from there one half of it, always.",
    "our model: Packets for their own sender":
      "A random permutation leaves one node on average where it is. The lemma counts its packet like any other, half a column away and back, and so do these rows; the program sends nothing.",
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
  title: "The best part to relay, found by experiment, falls out of the theory",
  lede: ({ numberOf }) =>
    `Relaying a part α of the pairs leaves N_X/8 on an X link and puts N_Y (1 + 2α)/8 on a Y link. They are equal at α = (N_X/N_Y − 1)/2: ${numberOf("alpha 2 : 1")} at two to one, which is what the paper found by experiment, and ${numberOf("alpha 3 : 1")} at three to one, from where it relays all.`,
  ...column(
    series(
      "alpha",
      "Part of the pairs to relay, α",
      "where long and short links carry the same; by the shape of the torus, N_X : N_Y or N_X : N_Y : N_Z",
    ),
    balanceCases.map(({ grid, ...caseFields }) => ({
      ...caseFields,
      formula: "(N_X/N_Y − 1)/2, between 0 and 1: from Theorem 1 and Lemma 1",
      decimals: 2,
      document: permutationDocument(grid, 1),
      value: () => balancedFraction(grid),
    })),
  ),
  tolerance: { relative: 0, why: "A closed form: nothing but equality will do." },
  notes: notesOf({
    "our model: Two dimensions and three":
      "The paper's machines are three-dimensional, d × d × 2d or d × 2d × 2d; it sets α to .5 on all of them. On the first, pairs are relayed along both short dimensions, on the second along the one; each of these carries N (1 + 2α)/8 a link, so that in either shape the balance is at ½, as it is in two dimensions.",
    "still open: A balance is not yet a gain":
      "Equal means say where the short dimension stops being idle, not how much faster a transpose gets: that needs packets, finite buffers and an imperfect choice of ways.",
  }),
  documents: balanceCases.map(({ grid, label }) => ({ title: label, document: permutationDocument(grid, 1) })),
});
