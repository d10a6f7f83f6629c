/** Table 3 of the trees report: what its ten networks cost. */
import type { Exhibit, Word } from "../contract.ts";
import { grouped, printed } from "../numbers.ts";
import { exhibit, inTheSource, type RowSpec, series } from "../exhibit.ts";
import { billOfTree, networkOf, type Part, sameRadix, sameSize, treeDocument } from "./networks.ts";

const formula = "150 × links + 5625/256 × ports² × switches, US dollars";
const usedRule: Word = {
  is: "chosen",
  what: "The report does not say how the used part is counted; the rule here was found on Table 2b.",
};

/** Two columns of the table: total, and per node. */
function costs(
  names: readonly string[],
  suffix: string,
  part: Part,
  totals: readonly string[],
  perNode: readonly string[],
  word: Word = { is: "exact" },
): RowSpec[] {
  return names.flatMap((label, i) => {
    const document = treeDocument(label, part);
    return [
      {
        label,
        series: `total${suffix}`,
        published: printed(totals[i]),
        formula,
        word,
        document,
        value: ({ once }) => billOfTree(once(networkOf, label), part).total,
      },
      {
        label,
        series: `node${suffix}`,
        published: printed(perNode[i]),
        formula: `(${formula}) / nodes`,
        word,
        document,
        value: ({ once }) => billOfTree(once(networkOf, label), part).perTerminal,
      },
    ];
  });
}

const adapterLinks = {
  title: "Links to the adapters",
  kind: "erratum in the source",
  text: "Section 5.1 says that they are left out. The totals include them: 150 × 16,384 + 5,625 × 2,048 = 13,977,600 dollars, exactly as printed.",
} as const;
const rounding = {
  title: "Price of a switch",
  kind: "erratum in the source",
  text: "The text gives 3,167 dollars for 12 ports and 2,199 for 10, which is 21.99 × ports², beside its own 21.97. The tables use 5625/256 × ports², 3,164.06 and 2,197.27, and come out to the dollar only so; we follow them.",
} as const;
const toTheDollar = { relative: 0, why: "A closed form: every total must come out to the dollar." };
const documentsOf = (names: readonly string[], part: Part) => names.map((name) => ({ title: name, document: treeDocument(name, part) }));

/** What narrowing two to one saves against the fat tree of the same table. */
const saving =
  (fat: string, id: string): Exhibit["lede"] =>
  ({ values }) => {
    const of = (name: string) => values.get(`${id} ${name}`)?.value ?? NaN;
    const part = of("8:4,4-thin-tree") / of(fat);
    return `To the dollar, the 8:4,4-thin-tree costs ${grouped(of("8:4,4-thin-tree"))} per node where the ${fat} costs ${grouped(of(fat))}: ${(part * 100).toFixed(0)} % of it.`;
  };

export const treesTable3a = exhibit("trees", "Table 3a", "Section 5.1", {
  title: "Narrowing two to one brings the price of 4,096 nodes below a third",
  lede: saving("8,4-fat-tree", "node"),
  series: [series("total", "Total cost", "links and switches", "US$"), series("node", "Cost per node", "", "US$")],
  rows: costs(sameSize, "", "complete", ["13977600", "4189500", "2310141", "4451344", "2316935"], ["3413", "1023", "564", "1087", "566"]),
  tolerance: toTheDollar,
  notes: [adapterLinks, rounding],
  documents: documentsOf(sameSize, "complete"),
});

export const treesTable3b = exhibit("trees", "Table 3b", "Section 5.1", {
  title: "With twelve-port switches: the whole network, and the part in use",
  lede: saving("6,5-fat-tree", "node-used"),
  series: [
    series("total", "Total cost, complete network", "CN in the report", "US$"),
    series("node", "Per node, complete", "", "US$"),
    series("total-used", "Total, used", "", "US$"),
    series("node-used", "Per node, used", "", "US$"),
  ],
  rows: [
    ...costs(sameRadix, "", "complete", ["26335125", "4189500", "4875188", "4451344", "4929356"], ["3387", "1023", "743", "1087", "751"]),
    ...costs(
      sameRadix,
      "-used",
      "used",
      ["16712138", "4189500", "3132094", "4451344", "3121209"],
      ["4080", "1023", "765", "1087", "762"],
      usedRule,
    ),
  ],
  tolerance: toTheDollar,
  notes: [
    adapterLinks,
    rounding,
    ...inTheSource({
      "Used, yet dearer per node":
        "Where a network is larger than 4,096 nodes, a used node costs more than one of the complete network: of the higher levels a larger part is in use, of the top all of it, and fewer nodes share it.",
    }),
  ],
  documents: documentsOf(sameRadix, "used"),
});
