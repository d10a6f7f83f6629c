import { fetchCompilers } from "../core/run/fetch-compilers.ts";
import type { Exhibit } from "./contract.ts";
import { matmulFigure3, matmulFigure4 } from "./matmul/charts.ts";
import { matmulNodes } from "./matmul/nodes.ts";
import { matmulTable1, matmulTable3 } from "./matmul/times.ts";
import { matmulFigure1, matmulFigure2, matmulTable2 } from "./matmul/waves.ts";
import { deepseekTable3 } from "./others/deepseek.ts";
import { deepseekExperts } from "./others/experts.ts";
import { jellyfishFigure1c } from "./others/jellyfish.ts";
import { megatronTable1 } from "./others/megatron.ts";
import { swingDistances } from "./others/swing.ts";
import { butterflyThroughput, dragonflyThroughput } from "./others/throughput.ts";
import type { PaperId, PaperPart } from "./papers.ts";
import { qsnetFigure2 } from "./qsnet/figure-2.ts";
import { qsnetFigure15 } from "./qsnet/figure-15.ts";
import { qsnetFigure16 } from "./qsnet/figure-16.ts";
import { qsnetFigure17, qsnetFigure18, qsnetTable1 } from "./qsnet/table-1.ts";
import { qsnetFigure19, qsnetFigure20 } from "./qsnet/figures-19-20.ts";
import { qsnetFigure7, qsnetFigure8 } from "./qsnet/figures-7-8.ts";
import { qsnetFigure13, qsnetFigure14 } from "./qsnet/figures-13-14.ts";
import { qsnetSection53 } from "./qsnet/section-5-3.ts";
import { qsnetSection54 } from "./qsnet/section-5-4.ts";
import { qsnetSection44 } from "./qsnet/permutations.ts";
import { qsnetFigure10, qsnetFigure9 } from "./qsnet/pings.ts";
import { qsnetFigure11, qsnetFigure12 } from "./qsnet/uniform.ts";
import { quadsSection5 } from "./quads/cost.ts";
import { quadsFigure3, quadsFigure4 } from "./quads/figures-3-4.ts";
import { quadsSection42 } from "./quads/section-4-2.ts";
import { quadsTable1 } from "./quads/table-1.ts";
import { quadsFigure1 } from "./quads/figure-1.ts";
import { quadsFigure2 } from "./quads/figure-2.ts";
import { torusFigure1 } from "./torus/figure-1.ts";
import { torusFigure2 } from "./torus/figure-2.ts";
import { torusFigure3, torusFigure4 } from "./torus/figures-3-4.ts";
import { torusSection44 } from "./torus/section-4-4.ts";
import { torusSection53 } from "./torus/engines.ts";
import { torusLemma1, torusSection42, torusTheorem1 } from "./torus/theorem-and-lemma.ts";
import { treesFigure1 } from "./trees/figure-1.ts";
import { treesSection31 } from "./trees/choices.ts";
import { treesFigure3 } from "./trees/figure-3.ts";
import { treesFigure4 } from "./trees/figure-4.ts";
import { treesFigure5 } from "./trees/figure-5.ts";
import { treesFigure6, treesFigure7 } from "./trees/figures-6-7.ts";
import { treesSection6 } from "./trees/section-6.ts";
import { treesTable1 } from "./trees/table-1.ts";
import { treesTable2a, treesTable2b } from "./trees/table-2.ts";
import { treesTable3a, treesTable3b } from "./trees/table-3.ts";
import { treesTable4a, treesTable4b } from "./trees/table-4.ts";
import { treesTable5a, treesTable5b } from "./trees/table-5.ts";

// Exhibits need compiled networks and programs synchronously.
await fetchCompilers();

/** All exhibits, paper by paper, in the order of each paper. */
export const exhibits: readonly Exhibit[] = [
  treesTable1,
  treesFigure1,
  treesSection31,
  treesFigure3,
  treesTable2a,
  treesTable2b,
  treesFigure4,
  treesFigure5,
  treesFigure6,
  treesFigure7,
  treesTable3a,
  treesTable3b,
  treesTable4a,
  treesTable4b,
  treesTable5a,
  treesTable5b,
  treesSection6,
  qsnetFigure2,
  qsnetSection44,
  qsnetFigure7,
  qsnetFigure8,
  qsnetFigure9,
  qsnetFigure10,
  qsnetFigure11,
  qsnetFigure12,
  qsnetSection53,
  qsnetFigure13,
  qsnetFigure14,
  qsnetFigure15,
  qsnetSection54,
  qsnetFigure16,
  qsnetFigure17,
  qsnetFigure18,
  qsnetTable1,
  qsnetFigure19,
  qsnetFigure20,
  torusFigure1,
  torusFigure2,
  torusTheorem1,
  torusLemma1,
  torusSection42,
  torusSection44,
  torusFigure3,
  torusFigure4,
  torusSection53,
  quadsFigure1,
  quadsFigure2,
  quadsTable1,
  quadsFigure3,
  quadsFigure4,
  quadsSection42,
  quadsSection5,
  matmulFigure1,
  matmulFigure2,
  matmulTable1,
  matmulFigure3,
  matmulFigure4,
  matmulTable2,
  matmulTable3,
  matmulNodes,
  deepseekTable3,
  deepseekExperts,
  megatronTable1,
  swingDistances,
  jellyfishFigure1c,
  dragonflyThroughput,
  butterflyThroughput,
];

/** The exhibit with an id, or undefined. */
export function findExhibit(id: string): Exhibit | undefined {
  return exhibits.find((each) => each.id === id);
}

/** The exhibit of a paper with a label, or undefined if there is none. */
export function exhibitWithLabel(paper: PaperId, label: string): Exhibit | undefined {
  return exhibits.find((each) => each.paper === paper && each.label === label);
}

/** The exhibits of all papers in a part, in order. */
export function exhibitsIn({ papers }: PaperPart): readonly Exhibit[] {
  return exhibits.filter(({ paper }) => papers.some(({ id }) => id === paper));
}
