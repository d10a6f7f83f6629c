/** Theorem 1, Lemma 1 and the choice of α (Section 4.2) of the torus transpose paper. */
import { exhibit, meanOf, printed, printedAs, type Row, type Value } from "./contract.ts";
import { reckoned, series } from "./rows.ts";
import { destinationsOf, type Grid, grids, loadsOf, loadsOfPairs, nameOfGrid, permutationDocument, planOf, steps } from "./torus-loads.ts";

/** Permutations drawn for each torus. */
const draws = 100;
const seeds = Array.from({ length: draws }, (_, i) => i + 1);
const kept = new Map<string, readonly { readonly x: number; readonly y: number; readonly most: number }[]>();

/** One entry for each permutation, computed once however many rows ask. */
function drawn(grid: Grid, way: "direct" | "relayed") {
  const key = `${nameOfGrid(grid)} ${way}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const plans = seeds.map((seed) => planOf(grid, seed));
  const found = plans.map((plan) => {
    if (way === "direct") {
      const { X, Y } = loadsOf(plan);
      return { x: X.mean, y: Y.mean, most: X.most };
    }
    const { X, Y } = loadsOfPairs(plan, steps(grid, destinationsOf(plan)).flat());
    return { x: X.mean, y: Y.mean, most: Y.most };
  });
  kept.set(key, found);
  return found;
}

/** The row of one dimension of one torus. */
function loadRow(grid: Grid, way: "direct" | "relayed", dimension: "x" | "y", text: string, value: number): Row {
  return reckoned({
    label: nameOfGrid(grid),
    detail: `${grid[0] * grid[1]} nodes`,
    series: dimension,
    published: printedAs(`${text} = ${value}`, value),
    word: { is: "predicted" },
    formula: `packets per directed ${dimension.toUpperCase()} link, each node sending one; mean of ${draws} random permutations, minimal ways split evenly`,
    decimals: 3,
    document: permutationDocument(grid, 1),
    value: (): Value => meanOf(drawn(grid, way).map((each) => each[dimension])),
  });
}

const mostRow = (grid: Grid, way: "direct" | "relayed", which: string): Row =>
  reckoned({
    label: nameOfGrid(grid),
    series: "most",
    published: null,
    word: { is: "predicted" },
    formula: `packets on the busiest directed ${which} link, mean of ${draws} random permutations`,
    decimals: 2,
    document: permutationDocument(grid, 1),
    value: () => meanOf(drawn(grid, way).map(({ most }) => most)),
  });

const sampling = {
  relative: 0.03,
  why: `Means of ${draws} permutations have a standard error of 1.1 to 1.3 per cent on the smallest torus and half a per cent on the larger ones: three per cent are more than two of them.`,
};
const documents = grids.map((grid) => ({ title: `${nameOfGrid(grid)} torus`, document: permutationDocument(grid, 1) }));

export const torusTheorem1 = exhibit({
  id: "torus-theorem-1",
  paper: "torus",
  label: "Theorem 1",
  kind: "statement",
  section: "Section 3",
  title: "Long dimensions are loaded more: N_X/8 a link, against N_Y/8",
  lede({ values }) {
    const [grid] = grids;
    const of = (id: string) => values.get(`${id} ${nameOfGrid(grid)}`)?.value ?? NaN;
    return `Over ${draws} random permutations of an ${nameOfGrid(grid)} torus, a directed X link carries ${of("x").toFixed(3)} packets in the mean and a Y link ${of("y").toFixed(3)}; the theorem says 1 and ½. In a single permutation the busiest X link carries ${of("most").toFixed(1)}.`;
  },
  series: [
    series("x", "Load of an X link", "directed; mean over all links and permutations", "packets"),
    series("y", "Load of a Y link", "directed", "packets"),
    series("most", "Busiest X link", "of one permutation", "packets"),
  ],
  rows: grids.flatMap((grid) => [
    loadRow(grid, "direct", "x", "N_X/8", grid[0] / 8),
    loadRow(grid, "direct", "y", "N_Y/8", grid[1] / 8),
    mostRow(grid, "direct", "X"),
  ]),
  runs: [],
  tolerance: sampling,
  notes: [
    {
      title: "N/4 or N/8",
      kind: "erratum in the source",
      text: "The introduction gives N_X/4 and N_Y/4 for the same loads, and says that the Y links carry twice as much where N_X is twice N_Y. The theorem has N_X/8 and N_Y/8, with both directions of a link counted by themselves: that is what comes out, and it is the X links that carry more.",
    },
    {
      title: "The busiest link",
      kind: "our model",
      text: "A mean says nothing of the worst. Split evenly over all minimal ways, the busiest link of a single permutation carries a little more than twice the mean: that is where balancing has something to gain.",
    },
  ],
  documents,
});

export const torusLemma1 = exhibit({
  id: "torus-lemma-1",
  paper: "torus",
  label: "Lemma 1",
  kind: "statement",
  section: "Section 4.1",
  title: "By way of a node of the short dimension, Y links carry three times as much",
  lede({ values }) {
    const [grid] = grids;
    const of = (id: string) => values.get(`${id} ${nameOfGrid(grid)}`)?.value ?? NaN;
    return `With every packet sent by way of the node half a column beyond its destination's row, X links of an ${nameOfGrid(grid)} torus still carry ${of("x").toFixed(3)} packets and Y links ${of("y").toFixed(3)}; the lemma says 1 and 1.5. On two to one, the short dimension has become the bottleneck.`;
  },
  series: [
    series("x", "Load of an X link", "directed; both steps together", "packets"),
    series("y", "Load of a Y link", "directed; both steps together", "packets"),
    series("most", "Busiest Y link", "of one permutation, both steps together", "packets"),
  ],
  rows: grids.flatMap((grid) => [
    loadRow(grid, "relayed", "x", "N_X/8", grid[0] / 8),
    loadRow(grid, "relayed", "y", "3 N_Y/8", (3 * grid[1]) / 8),
    mostRow(grid, "relayed", "Y"),
  ]),
  runs: [],
  tolerance: sampling,
  notes: [
    {
      title: "The sum in the proof",
      kind: "erratum in the source",
      text: "As it is written, the sum over i from 0 to N_Y/2 gives N_Y/8 + ¼. With the nodes exactly opposite sending one half each way it is N_Y/8, as the lemma says and as comes out here.",
    },
    {
      title: "The intermediate node",
      kind: "in the source",
      text: "Section 4.1 prints u′ = ⟨u₁, (u₂ + N_Y/2) mod N_Y⟩; the introduction has ⟨x₁, (y₂ + N_Y/2) mod N_Y⟩, which is meant.",
    },
  ],
  documents,
});

/** Part of the pairs to relay for which X and Y links carry the same: N_X/8 = N_Y (1 + 2α)/8, between 0 and 1. */
const balance = ([nx, ny]: Grid) => Math.min(1, Math.max(0, (nx / ny - 1) / 2));

const choices = [
  { grid: [16, 16], label: "1 : 1", published: printedAs("all directly, 0", 0, 2), detail: "Section 4.3" },
  { grid: [16, 8], label: "2 : 1", published: printed(".5"), detail: "Section 5.3, found by experiment" },
  { grid: [24, 8], label: "3 : 1", published: printedAs("α = 1", 1, 2), detail: "Section 4.2" },
  { grid: [32, 8], label: "4 : 1", published: printedAs("α = 1", 1, 2), detail: "Section 4.2, N_X ≥ 3N_Y" },
] as const;

export const torusSection42 = exhibit({
  id: "torus-section-4-2",
  paper: "torus",
  label: "Section 4.2",
  kind: "statement",
  section: "Section 4.2",
  title: "The best part to relay, found by experiment, falls out of the theory",
  lede: ({ values }) =>
    `Relaying a part α of the pairs leaves N_X/8 on an X link and puts N_Y (1 + 2α)/8 on a Y link. They are equal at α = (N_X/N_Y − 1)/2: ${values.get("alpha 2 : 1")?.value} at two to one, which is what the paper found by experiment, and ${values.get("alpha 3 : 1")?.value} at three to one, from where it relays all.`,
  series: [series("alpha", "Part of the pairs to relay, α", "where X and Y links carry the same; by the shape of the torus, N_X : N_Y")],
  rows: choices.map(({ grid, label, published, detail }) =>
    reckoned({
      label,
      detail,
      series: "alpha",
      published,
      formula: "(N_X/N_Y − 1)/2, between 0 and 1: from Theorem 1 and Lemma 1",
      decimals: 2,
      document: permutationDocument(grid, 1),
      value: () => balance(grid),
    }),
  ),
  runs: [],
  tolerance: { relative: 0, why: "A closed form: nothing but equality will do." },
  notes: [
    {
      title: "Two dimensions and three",
      kind: "our model",
      text: "The paper's machines are three-dimensional, d × d × 2d or d × 2d × 2d; it sets α to .5 on all of them. The closed form is for two dimensions.",
    },
    {
      title: "A balance is not yet a gain",
      kind: "still open",
      text: "Equal means say where the short dimension stops being idle, not how much faster a transpose gets: that needs packets, finite buffers and an imperfect choice of ways.",
    },
  ],
  documents: choices.map(({ grid, label }) => ({ title: label, document: permutationDocument(grid, 1) })),
});
