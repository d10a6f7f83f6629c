/** Three Quads, Figures 3 and 4: how each node spends its time, in four groups of nodes. */
import type { Results } from "../../core/measures/results.ts";
import type { Exhibit, NodeTimes, Statement, Provenance } from "../contract.ts";
import { printed, paraphrased, withDecimals } from "../numbers.ts";
import { isAtLeast, isAtMost, isBelow, isNear } from "../predicates.ts";
import { rowsOfOneSeries, type ColumnRow, exactNumber, joinTables, numberOfRun, makespanSecondsOf } from "../rows.ts";
import { checkedStatements, exhibit, type ExhibitSpec, notesOf, sentenceWithId, series } from "../exhibit.ts";
import {
  quadsConstants,
  type Duplex,
  type ExchangeGroup,
  exchangeGroupOf,
  exchangeGroups,
  nodeOfBlock,
  nodesInGroup,
  threeQuadsDocument,
  phaseSecondsOf,
} from "./machine.ts";
import { quadsSentences } from "./printed.ts";

const provenanceByDuplex: Readonly<Record<Duplex, Provenance>> = {
  half: { is: "fitted", constant: "memory, 1130 MB/s", cell: "Table 1, Three Quads, half duplex" },
  full: { is: "fitted", constant: "a port, both directions together, 198 MB/s", cell: "Table 1, Three Quads, full duplex" },
};

/** Shortest and longest time that nodes of some groups spend in a phase, in seconds. */
function phaseRange(results: Results, phase: string, selectedGroups: readonly ExchangeGroup[]): readonly [least: number, most: number] {
  const phaseSeconds = phaseSecondsOf(results, phase).filter((_, rank) => selectedGroups.includes(exchangeGroupOf(rank)));
  return [Math.min(...phaseSeconds), Math.max(...phaseSeconds)];
}

const communicatingGroups = (step: 1 | 2): readonly ExchangeGroup[] => ["both steps", step === 1 ? "step 1 only" : "step 2 only"];
const longestStepSeconds = (results: Results, step: 1 | 2) => phaseRange(results, `step ${step}`, communicatingGroups(step))[1];

const bothStepsSeconds = (results: Results) => longestStepSeconds(results, 1) + longestStepSeconds(results, 2);

/** Total seconds of each node, by rank. */
function totalSeconds(results: Results): readonly number[] {
  const phases = (results.ranks?.phases ?? []).map(({ name }) => phaseSecondsOf(results, name));
  return (phases[0] ?? []).map((_, rank) => phases.reduce((sum, phaseSeconds) => sum + phaseSeconds[rank], 0));
}

/** Total seconds of each node of one group. */
const totalSecondsOfGroup = (results: Results, group: ExchangeGroup) =>
  totalSeconds(results).filter((_, rank) => exchangeGroupOf(rank) === group);

/**
 * The time of every node in every phase of the matrix transpose, in seconds, sorted by the node's total time. Rank r has block (⌊r/8⌋, r
 * mod 8) of the 8 × 8 blocks of the matrix. An exchange group contains the nodes whose blocks move in the same steps: in none, in step 1
 * only, in step 2 only, or in both.
 */
function nodeTimesOf(results: Results): NodeTimes {
  const phaseNames = results.ranks?.phases?.map(({ name }) => name) ?? [];
  const secondsByPhase = phaseNames.map((name) => phaseSecondsOf(results, name));
  const totals = totalSeconds(results);
  const ranksByTime = totals.map((_, rank) => rank);
  const groupIndexOf = (rank: number) => exchangeGroups.indexOf(exchangeGroupOf(rank));
  // Treat times that differ by less than a millisecond as equal, so that groups stay together.
  ranksByTime.sort((a, b) => (Math.abs(totals[a] - totals[b]) > 1e-3 ? totals[a] - totals[b] : groupIndexOf(a) - groupIndexOf(b) || a - b));
  return {
    phases: phaseNames,
    nodes: ranksByTime.map((rank) => {
      const group = exchangeGroupOf(rank);
      const node = nodeOfBlock(Math.floor(rank / 8), rank % 8);
      return {
        name: `node ${node}, block ${Math.floor(rank / 8)}, ${rank % 8}, ${group}`,
        group: `group ${exchangeGroups.indexOf(group) + 1}`,
        seconds: secondsByPhase.map((phaseSeconds) => phaseSeconds[rank]),
      };
    }),
  };
}

const groupTimeRow = (duplex: Duplex, group: ExchangeGroup): ColumnRow => ({
  key: group,
  label: `${exchangeGroups.indexOf(group) + 1}) ${group}`,
  provenance: provenanceByDuplex[duplex],
  formula: "time until a node ends, maximum over the group; fluid-flow model (rates, not packets)",
  decimals: 1,
  ...numberOfRun(duplex, (results) => Math.max(...totalSecondsOfGroup(results, group))),
});

const groupSizeRow = (duplex: Duplex, group: ExchangeGroup): ColumnRow => ({
  label: `${exchangeGroups.indexOf(group) + 1}) ${group}`,
  document: threeQuadsDocument(duplex),
  ...exactNumber("blocks (i, j), counted by whether i and j are equal modulo 4 and in the same half", () => nodesInGroup(group)),
});

const groupTables = (duplex: Duplex) => [
  rowsOfOneSeries(
    series("time", "Time of each group", "its slowest node", "s"),
    exchangeGroups.map((group) => groupTimeRow(duplex, group)),
  ),
  rowsOfOneSeries(
    series("nodes", "Nodes"),
    exchangeGroups.map((group) => groupSizeRow(duplex, group)),
  ),
];

const stepRow = (duplex: Duplex, step: 1 | 2, text: string | null): ColumnRow => ({
  key: step,
  label: `step ${step}, the slowest node`,
  published: text === null ? null : printed(text),
  // At half duplex a step is two blocks over a wire, and no constant was fitted to it.
  provenance: duplex === "half" ? { is: "predicted" } : provenanceByDuplex.full,
  formula: `longest time of a node in step ${step}; fluid-flow model (rates, not packets)`,
  // Both steps have two decimals, because the difference from the published time of one step needs two.
  decimals: text === null ? 1 : 2,
  ...numberOfRun(duplex, (results) => longestStepSeconds(results, step)),
});

const formatSeconds = withDecimals(2, " s");
const formatRange = ([shortest, longest]: readonly [number, number]) =>
  formatSeconds(shortest) === formatSeconds(longest) ? formatSeconds(shortest) : `${formatSeconds(shortest)} to ${formatSeconds(longest)}`;

const sameEndStatement = (duplex: Duplex): Statement => ({
  ...sentenceWithId(quadsSentences["Figure 3"], "barrier"),
  interpretation: "the longest times of the two groups differ by less than 1 %",
  runs: [duplex],
  check({ results }) {
    const [groupThree, groupFour] = (["step 2 only", "both steps"] as const).map((group) =>
      Math.max(...totalSecondsOfGroup(results(duplex), group)),
    );
    return isNear(groupThree, groupFour, 0.01, "Group 3 ends after {}, group 4 after {limit}.", formatSeconds);
  },
});

const sameStepsStatement = (duplex: Duplex): Statement => ({
  ...sentenceWithId(quadsSentences["Figure 3"], "similar"),
  interpretation: "the longest times of the two steps differ by less than 10 %",
  runs: [duplex],
  check: ({ results }) =>
    isNear(
      longestStepSeconds(results(duplex), 2),
      longestStepSeconds(results(duplex), 1),
      0.1,
      "Step 1 takes {limit}, step 2 takes {}.",
      formatSeconds,
    ),
});

const sameGroupStatement = (duplex: Duplex): Statement => ({
  ...sentenceWithId(quadsSentences["Figure 3"], "alike"),
  interpretation: "the shortest and the longest time of a group differ by less than 5 %",
  runs: [duplex],
  check({ results }) {
    const spreads = exchangeGroups.map((group) => {
      const groupSeconds = totalSecondsOfGroup(results(duplex), group);
      return 100 * (Math.max(...groupSeconds) / Math.min(...groupSeconds) - 1);
    });
    return isBelow(Math.max(...spreads), 5, "Within a group, times differ by at most {} %.", withDecimals(1));
  },
});

const unequalNodesStatement: Statement = {
  ...sentenceWithId(quadsSentences["Figure 4"], "difference"),
  interpretation: "the times of nodes differ by at least 1 %, in step 1 or in step 2",
  otherwise: "not reproduced",
  runs: ["full"],
  check({ results }) {
    const [first, second] = ([1, 2] as const).map((step) => phaseRange(results("full"), `step ${step}`, communicatingGroups(step)));
    const relativeSpread = Math.max(first[1] / first[0], second[1] / second[0]) - 1;
    const sentence = `Every participating node takes ${formatRange(first)} in step 1 and ${formatRange(second)} in step 2: with the same limit for all nodes, the model has no differences among nodes.`;
    return isAtLeast(relativeSpread, 0.01, sentence);
  },
};

const [barrierNote] = notesOf({
  "our model: Waiting at the barrier":
    "All nodes wait at the barrier after step 1, including those without communication, so groups 1 and 2 end at the same time. The paper says this of groups 3 and 4, but not of 1 and 2, whose bars are sorted separately in its figure. If these bars end before the barrier, their shape differs from ours.",
});

const [groupSizeNote] = notesOf({
  "in the source: Sizes of the groups":
    "The paper names the four groups and does not print their sizes. They follow from the block positions: 8 blocks do not move, 24 move in step 1 only, 8 in step 2 only, and 24 in both.",
});

/**
 * The exhibit of Figure 3 or 4, the execution time of each node at half or full duplex. The exhibit of full duplex has a second run at half
 * duplex for comparison. The constant `intake` is left out because it belongs to another network.
 */
function figureExhibit(
  label: string,
  duplex: Duplex,
  options: Pick<ExhibitSpec, "title" | "lede" | "series" | "rows" | "statements" | "notes">,
): Exhibit {
  return exhibit("quads", label, "Section 4.2", {
    ...options,
    figures: {
      is: "times",
      title: "Execution time of each node",
      caption: "seconds, in ascending order; groups numbered as in the paper; fluid-flow model (rates, not packets)",
      run: duplex,
    },
    times: [{ run: duplex, timesOf: nodeTimesOf }],
    runs: [
      { id: duplex, document: threeQuadsDocument(duplex) },
      ...(duplex === "full" ? [{ id: "half", document: threeQuadsDocument("half") }] : []),
    ],
    constants: quadsConstants.filter(({ id }) => id !== "intake"),
    tolerance: { relative: 0.05, why: "As for Table 1." },
    documents: [{ title: `Three Quads, ${duplex} duplex`, document: threeQuadsDocument(duplex) }],
  });
}

export const quadsFigure3 = figureExhibit("Figure 3", "half", {
  title: "Half duplex: four groups of nodes, and two steps of equal duration",
  lede: ({ numberOf, textOf }) =>
    `The nodes fall into the paper's four groups, of ${exchangeGroups.map((group, i) => numberOf(`nodes ${i + 1}) ${group}`)).join(", ")} nodes. Step 1 takes ${textOf("step 1", 1)} s and step 2 ${textOf("step 2", 1)} s at the slowest node. The figure prints no numbers, so only its shape and the sentences about it can be checked.`,
  ...joinTables(
    ...groupTables("half"),
    rowsOfOneSeries(series("step", "Communication", "", "s"), [stepRow("half", 1, null), stepRow("half", 2, null)]),
  ),
  statements: [sameGroupStatement("half"), sameEndStatement("half"), sameStepsStatement("half")],
  notes: [groupSizeNote, barrierNote],
});

export const quadsFigure4 = figureExhibit("Figure 4", "full", {
  title: "Full duplex: steps take three fifths of the half-duplex time, and the paper's nodes differ",
  lede: ({ textOf }) =>
    `With one socket per direction, communication takes ${textOf("part", 0)} % of the half-duplex time; the paper says roughly 60 %. The steps take ${textOf("step 1", 2)} and ${textOf("step 2", 2)} s; the slowest nodes of the paper take 5.7 and 6.3 s. Our model does not explain the differences among the paper's nodes.`,
  ...joinTables(
    rowsOfOneSeries(series("step", "Communication", "at the slowest node", "s"), [stepRow("full", 1, "5.7"), stepRow("full", 2, "6.3")]),
    rowsOfOneSeries(series("part", "Communication relative to half duplex", "sum of both steps", "%"), [
      {
        id: "part",
        label: "steps 1 and 2",
        published: paraphrased("roughly 60", "it reduces to roughly 60 %", 60),
        provenance: provenanceByDuplex.full,
        formula: "longest times in step 1 and step 2, full duplex / half duplex; fluid-flow model (rates, not packets)",
        decimals: 0,
        runs: ["full", "half"],
        value: ({ results }) => (100 * bothStepsSeconds(results("full"))) / bothStepsSeconds(results("half")),
      },
    ]),
    ...groupTables("full"),
  ),
  statements: [
    unequalNodesStatement,
    ...checkedStatements(quadsSentences["Figure 4"], [], {
      fits: {
        interpretation:
          "with a barrier between them, both steps together take at most as long as the whole program: 11.8 s, or at most 11.85 s before rounding",
        otherwise: "contradicts Table 1",
        runs: ["full"],
        check({ results }) {
          const [steps, whole] = [bothStepsSeconds(results("full")), makespanSecondsOf(results("full"))].map(formatSeconds);
          const sentence = `Before rounding, the two steps take at least {}, without initialisation; in the simulation they take ${steps} of ${whole}.`;
          return isAtMost(5.65 + 6.25, 11.85, sentence, formatSeconds);
        },
      },
    }),
    sameEndStatement("full"),
  ],
  notes: [
    ...notesOf({
      "erratum in the source: 5.7 and 6.3":
        "With a barrier between the steps, the times of the slowest nodes add up to 12.0 s, which exceeds the 11.8 s of Table 1 even without initialisation. So the figure and the table cannot show the same run.",
      "erratum in the source: HD for FD":
        "“In Fig. 4, distribution of the execution time of HD program is shown”: the caption and the following text say that it is the FD program.",
      "still open: Heavy traffic inside a switch":
        "The paper attributes the differences among nodes to full-duplex traffic inside a switch. Our port limit, the same for all nodes, reproduces the mean but not the variation.",
    }),
    groupSizeNote,
    barrierNote,
  ],
});
