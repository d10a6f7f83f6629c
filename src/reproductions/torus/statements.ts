/** Theorem 1, Lemma 1 and the choice of α (Section 4.2) of the torus transpose paper. */
import { shortDimensions } from "../../core/workloads/steps/short-dimension-routing.ts";
import type { Exhibit, Outcome, Statement, Value } from "../contract.ts";
import { bandOf, errorOf, meanOf, printed, printedAs, withDecimals } from "../numbers.ts";
import { isAtMost } from "../predicates.ts";
import { column } from "../rows.ts";
import { exhibit, type ExhibitSpec, notesOf, quoted, type RowSpec, type Sentences, series } from "../exhibit.ts";
import {
  destinationsOf,
  directly,
  type Grid,
  grids,
  loadsOf,
  loadsOfPairs,
  machineSizes,
  meanLoads,
  nameOfGrid,
  nodesOf,
  permutationDocument,
  planOf,
  relayed,
  type Sizes,
} from "./loads.ts";
import { says } from "./printed.ts";
import type { Once } from "../once.ts";

/** Number of random permutations for each torus. */
const draws = 100;
const seeds = Array.from({ length: draws }, (_, i) => i + 1);
const names = ["X", "Y", "Z"] as const;

type Way = "direct" | "relayed";

/** Mean loads of X and Y links, and the load of the busiest link, by permutation. */
function drawn(grid: Grid, way: Way) {
  return seeds.map((seed) => {
    const plan = planOf(grid, seed);
    if (way === "direct") {
      const { X, Y } = loadsOf(plan);
      return { x: X.mean, y: Y.mean, most: X.most };
    }
    const { X, Y } = loadsOfPairs(plan, relayed(grid, destinationsOf(grid, seed)));
    return { x: X.mean, y: Y.mean, most: Y.most };
  });
}

/** Mean loads of all dimensions, by permutation. */
function meansOn(sizes: Sizes, way: Way): readonly (readonly number[])[] {
  return seeds.map((seed) => {
    const destinations = destinationsOf(sizes, seed);
    return meanLoads(sizes, way === "direct" ? directly(destinations) : relayed(sizes, destinations));
  });
}

/** The expected load of a link of dimension `d`: N/8, and three times as much along dimensions that packets are relayed along. */
function expected(sizes: Sizes, way: Way, d: number): number {
  return (way === "relayed" && shortDimensions(sizes).includes(d) ? 3 : 1) * (sizes[d] / 8);
}

/** A row for one dimension of a torus. */
function loadRow(grid: Grid, way: Way, d: 0 | 1): RowSpec {
  const dimension = d === 0 ? "x" : "y";
  const value = expected(grid, way, d);
  const text = `${8 * value === grid[d] ? "" : "3 "}N_${names[d]}/8`;
  return {
    label: nameOfGrid(grid),
    detail: `${nodesOf(grid)} nodes`,
    series: dimension,
    published: printedAs(`${text} = ${value}`, value),
    word: { is: "predicted" },
    formula: `packets per directed ${names[d]} link, each node sending one; mean of ${draws} random permutations, minimal ways split evenly`,
    decimals: 3,
    document: permutationDocument(grid, 1),
    value: ({ once }) => meanOf(once(drawn, grid, way).map((each) => each[dimension])),
  };
}

const mostRow = (grid: Grid, way: Way): RowSpec => ({
  label: nameOfGrid(grid),
  series: "most",
  word: { is: "predicted" },
  formula: `packets on the busiest directed ${way === "direct" ? "X" : "Y"} link, mean of ${draws} random permutations`,
  decimals: 2,
  document: permutationDocument(grid, 1),
  value: ({ once }) => meanOf(once(drawn, grid, way).map(({ most }) => most)),
});

/** Rows for three dimensions: the simulated load, and the result of the same derivation. The paper prints it for two dimensions only. */
function machineRows(way: Way): readonly RowSpec[] {
  return machineSizes.flatMap((sizes) =>
    sizes.flatMap((_, d) => {
      const label = `${nameOfGrid(sizes)}, ${names[d]}`;
      const isThrice = expected(sizes, way, d) * 8 > sizes[d];
      const row = { label, detail: `${nodesOf(sizes)} nodes`, published: null, document: permutationDocument(sizes, 1) } as const;
      return [
        {
          ...row,
          series: "three",
          word: { is: "predicted" },
          formula: `links crossed over links there are, packets per directed ${names[d]} link; mean of ${draws} random permutations, however minimal ways are split`,
          decimals: 3,
          value: ({ once }) => meanOf(once(meansOn, sizes, way).map((means) => means[d])),
        },
        {
          ...row,
          series: "law",
          formula: isThrice ? `N_${names[d]}/8 to the intermediate node and N_${names[d]}/4 from there` : `N_${names[d]}/8`,
          decimals: 3,
          value: () => expected(sizes, way, d),
        },
      ];
    }),
  );
}

/** A mean with its expected value. */
interface Beside {
  readonly name: string;
  readonly found: Value;
  readonly expected: number;
}

function allMeans(way: Way, once: Once): readonly Beside[] {
  const inTwo = grids.flatMap((grid) =>
    (["x", "y"] as const).map((dimension, d) => ({
      name: `${names[d]} of ${nameOfGrid(grid)}`,
      found: meanOf(once(drawn, grid, way).map((each) => each[dimension])),
      expected: expected(grid, way, d),
    })),
  );
  const inThree = machineSizes.flatMap((sizes) =>
    sizes.map((_, d) => ({
      name: `${names[d]} of ${nameOfGrid(sizes)}`,
      found: meanOf(once(meansOn, sizes, way).map((means) => means[d])),
      expected: expected(sizes, way, d),
    })),
  );
  return [...inTwo, ...inThree];
}

/** The deviation of a mean from its expected value, in standard errors; 0 if all permutations have the expected value. */
const errorsOff = ({ found, expected: value }: Beside): number => {
  const off = Math.abs(found.value - value);
  return off < 1e-9 ? 0 : off / errorOf(found);
};

/** Standard errors within which all of a dozen means lie with a probability of 95 %; each has its own interval at 1 − 0.05/12. */
const together = 2.87;

/** The statement that the expected loads lie in the confidence intervals of the means. */
function inBands(way: Way, sentences: Sentences): Statement {
  return {
    ...quoted(sentences, "bands"),
    readAs: `what is expected lies in the confidence band of every mean, the bands so wide that all hold together with 95 % (${together} standard errors)`,
    runs: [],
    check({ once }) {
      const all = allMeans(way, once);
      const within = all.filter((each) => errorsOff(each) <= 1.96).length;
      const farthest = all.reduce((a, b) => (errorsOff(b) > errorsOff(a) ? b : a));
      const sentence = `${within} of ${all.length} loads lie in the 95 % band of their own mean; the farthest, ${farthest.name}, is {} standard errors off.`;
      return isAtMost(errorsOff(farthest), together, sentence, withDecimals(1));
    },
  };
}

/** A mean with its confidence interval in words. */
function sayMean(values: Outcome["values"], id: string): string {
  const value = values.get(id) ?? { value: NaN };
  const [low, high] = bandOf(value).map((each) => each.toFixed(3));
  return low === high ? value.value.toFixed(3) : `${value.value.toFixed(3)} (${low} – ${high})`;
}

const first = nameOfGrid(grids[0]);

const inThreeDimensions = (law: string) => [
  series("three", "Load of a link, three dimensions", "directed; mean over all links of a dimension and over permutations", "packets"),
  series("law", "Expected in three dimensions", law, "packets"),
];

/** An exhibit about link loads under random permutations, directly or relayed. */
const loadsExhibit = (
  label: "Theorem 1" | "Lemma 1",
  section: string,
  way: Way,
  own: Pick<ExhibitSpec, "title" | "lede" | "series" | "notes">,
): Exhibit =>
  exhibit("torus", label, section, {
    ...own,
    rows: [...grids.flatMap((grid) => [loadRow(grid, way, 0), loadRow(grid, way, 1), mostRow(grid, way)]), ...machineRows(way)],
    statements: [inBands(way, says[label])],
    tolerance: {
      relative: 0.03,
      why: `Means of ${draws} permutations have a standard error of 1.1 to 1.3 per cent on the smallest torus and half a per cent on the larger ones: three per cent are more than two of them.`,
    },
    documents: [...grids, ...machineSizes].map((sizes) => ({
      title: `${nameOfGrid(sizes)} torus`,
      document: permutationDocument(sizes, 1),
    })),
  });

export const torusTheorem1 = loadsExhibit("Theorem 1", "Section 3", "direct", {
  title: "Long dimensions are loaded more: N_X/8 a link, against N_Y/8",
  lede: ({ values, shown }) =>
    `Over ${draws} random permutations of an ${first} torus, a directed X link carries ${sayMean(values, `x ${first}`)} packets on average and a Y link ${sayMean(values, `y ${first}`)}, with 95 % confidence bands; the theorem says 1 and ½. In a single permutation the busiest X link carries ${shown(`most ${first}`, 1)} on average.`,
  series: [
    series("x", "Load of an X link", "directed; mean over all links and permutations", "packets"),
    series("y", "Load of a Y link", "directed", "packets"),
    series("most", "Busiest X link", "of one permutation", "packets"),
    ...inThreeDimensions("an eighth of the dimension's length"),
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
    `With every packet sent by way of the node half a column beyond its destination's row, X links of an ${first} torus still carry ${sayMean(values, `x ${first}`)} packets and Y links ${sayMean(values, `y ${first}`)}, with 95 % confidence bands; the lemma says 1 and 1.5. On two to one, the short dimension has become the bottleneck.`,
  series: [
    series("x", "Load of an X link", "directed; both steps together", "packets"),
    series("y", "Load of a Y link", "directed; both steps together", "packets"),
    series("most", "Busiest Y link", "of one permutation, both steps together", "packets"),
    ...inThreeDimensions("an eighth of the dimension's length; three eighths where packets are relayed along it"),
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
function balance(sizes: Sizes): number {
  const [long, short] = [Math.max(...sizes), Math.min(...sizes)];
  return Math.min(1, Math.max(0, (long / short - 1) / 2));
}

const choices = [
  { grid: [16, 16], label: "1 : 1", published: printedAs("all directly, 0", 0, 2), detail: "Section 4.3" },
  { grid: [16, 8], label: "2 : 1", published: printed(".5"), detail: "Section 5.3, found by experiment" },
  { grid: [16, 8, 8], label: "2 : 1 : 1", published: printed(".5"), detail: "Section 5.3, found by experiment, 1024 nodes" },
  { grid: [16, 16, 8], label: "2 : 2 : 1", published: printed(".5"), detail: "Section 5.3, found by experiment, 2048 nodes" },
  { grid: [24, 8], label: "3 : 1", published: printedAs("α = 1", 1, 2), detail: "Section 4.2" },
  { grid: [32, 8], label: "4 : 1", published: printedAs("α = 1", 1, 2), detail: "Section 4.2, N_X ≥ 3N_Y" },
] as const;

export const torusSection42 = exhibit("torus", "Section 4.2", "Section 4.2", {
  title: "The best part to relay, found by experiment, falls out of the theory",
  lede: ({ of }) =>
    `Relaying a part α of the pairs leaves N_X/8 on an X link and puts N_Y (1 + 2α)/8 on a Y link. They are equal at α = (N_X/N_Y − 1)/2: ${of("alpha 2 : 1")} at two to one, which is what the paper found by experiment, and ${of("alpha 3 : 1")} at three to one, from where it relays all.`,
  ...column(
    series(
      "alpha",
      "Part of the pairs to relay, α",
      "where long and short links carry the same; by the shape of the torus, N_X : N_Y or N_X : N_Y : N_Z",
    ),
    choices.map(({ grid, ...own }) => ({
      ...own,
      formula: "(N_X/N_Y − 1)/2, between 0 and 1: from Theorem 1 and Lemma 1",
      decimals: 2,
      document: permutationDocument(grid, 1),
      value: () => balance(grid),
    })),
  ),
  tolerance: { relative: 0, why: "A closed form: nothing but equality will do." },
  notes: notesOf({
    "our model: Two dimensions and three":
      "The paper's machines are three-dimensional, d × d × 2d or d × 2d × 2d; it sets α to .5 on all of them. On the first, pairs are relayed along both short dimensions, on the second along the one; each of these carries N (1 + 2α)/8 a link, so that in either shape the balance is at ½, as it is in two dimensions.",
    "still open: A balance is not yet a gain":
      "Equal means say where the short dimension stops being idle, not how much faster a transpose gets: that needs packets, finite buffers and an imperfect choice of ways.",
  }),
  documents: choices.map(({ grid, label }) => ({ title: label, document: permutationDocument(grid, 1) })),
});
