import type { ValidationIssue } from "../../base/errors.ts";
import { integer, list } from "../../base/params.ts";
import { buildTree, leafDownPorts, xgftShape } from "../../network/tree-shapes.ts";
import { defineTopology } from "../contract.ts";
import { closTerminals, commonOversubscriptions } from "./oversubscriptions.ts";
import { treeFacts } from "./tree-facts.ts";

const levelLists = { minLength: 1, maxLength: 8, separator: " × " } as const;

interface XgftLists {
  readonly children: readonly number[];
  readonly parents: readonly number[];
  readonly parallel: readonly number[];
}

/** The tree for the parameter lists. An empty list of parallel links means single links. */
const shapeOf = ({ children, parents, parallel }: XgftLists) =>
  xgftShape({ children, parents, ...(parallel.length === 0 ? {} : { parallel }) });

export const xgft = defineTopology({
  id: "xgft",
  title: "generalised fat tree",
  article: "a",
  group: "Trees",
  summary: "A tree whose numbers of children and parents can be chosen for every level.",
  source: "Öhring, Ibel, Das, Kumar (IPPS 1995), §2; Zahavi (J. Parallel Distrib. Comput. 72, 2012), §3",
  params: {
    children: list(
      integer({
        title: "Children",
        help: "Children of a switch; on the lowest level, these are terminals.",
        min: 1,
        max: 1024,
        default: 4,
      }),
      {
        ...levelLists,
        title: "Children",
        symbol: "m",
        help: "Children of a switch of each level, the lowest level first.",
        default: [4, 4, 4],
      },
    ),
    parents: list(integer({ title: "Parents", help: "Parents of each node.", min: 1, max: 1024, default: 1 }), {
      ...levelLists,
      title: "Parents",
      symbol: "w",
      help: "Parents of each node of the level below: 1 for terminals, then one number for each level.",
      default: [1, 2, 4],
    }),
    parallel: list(integer({ title: "Parallel links", help: "Links from a child to a parent.", min: 1, max: 64, default: 1 }), {
      ...levelLists,
      minLength: 0,
      title: "Parallel links",
      help: "Links from each child to each of its parents, level by level. An empty list: single links.",
      default: [],
    }),
  },
  phrase: "{title} with {children} children and {parents} parents",
  examples: [
    { children: [4, 3, 2], parents: [1, 2, 1] },
    {},
    { children: [2, 3, 2], parents: [1, 3, 2] },
    { children: [6, 2, 3], parents: [1, 1, 2], parallel: [1, 3, 1] },
    { children: [3, 4, 1], parents: [1, 2, 2] },
    { children: [4, 1, 3], parents: [1, 2, 1], parallel: [2, 1, 2] },
    { children: [5], parents: [1] },
    { children: [2, 2, 2, 2, 2], parents: [1, 2, 1, 2, 1] },
    { children: [18, 12, 4], parents: [1, 6, 3], parallel: [1, 2, 2] },
  ],
  /**
   * Checks the lists of an extended generalized fat tree, which have one number for each level: children, parents and parallel links. All
   * lists must have the same length, and a terminal must have one leaf.
   */
  check({ children, parents, parallel }) {
    const issues: ValidationIssue[] = [];
    const n = children.length;
    if (parents.length !== n) {
      issues.push({
        path: "parents",
        message: `lists ${parents.length} levels, but children lists ${n}.`,
        remedy: "List every level, beginning with the terminals' 1.",
        nearest: children.map((_, level) => parents[level] ?? 1),
      });
    }
    if (parallel.length > 0 && parallel.length !== n) {
      issues.push({
        path: "parallel",
        message: `lists ${parallel.length} levels, but children lists ${n}.`,
        remedy: "List every level, or none for single links.",
        nearest: children.map((_, level) => parallel[level] ?? 1),
      });
    }
    if (parents[0] !== 1) {
      issues.push({
        path: "parents.0",
        message: `${parents[0]} leaves above a terminal make ${parents[0]} trees connected only by terminals, and terminals of a tree do not forward packets.`,
        remedy: "Use 1.",
        nearest: 1,
      });
    }
    return issues;
  },
  // Clos networks with fewer leaves or pods than a top switch has ports. Several links then lead from the switch to each leaf or pod.
  /**
   * The sensible fat trees with parallel links of a given size: 2 or 4 parallel links between the two upper levels, two or three levels,
   * several oversubscriptions, each with the fewest ports k per switch that suffice.
   * @param maxTerminals Largest number of terminals that still counts as the same size.
   * @param ports Largest number of ports of a switch.
   */
  *designsOfSize({ terminals, maxTerminals, ports }) {
    for (const parallelFactor of [2, 4]) {
      for (const levels of [2, 3]) {
        let lastLeaf = "";
        for (const oversubscription of commonOversubscriptions) {
          for (let k = 2 * parallelFactor; k <= ports; k += 2 * parallelFactor) {
            const count = closTerminals(k, levels, oversubscription) / parallelFactor;
            if (count < terminals) continue;
            const downPorts = leafDownPorts(k, oversubscription);
            const upPorts = k - downPorts;
            // Two oversubscriptions may give the same leaf, and so the same design.
            const leaf = `${downPorts} of ${k}`;
            if (leaf === lastLeaf) break;
            lastLeaf = leaf;
            // With two levels, the parallel links begin at the leaves, whose up ports must suffice for whole groups of parallel links.
            if (count <= maxTerminals && upPorts % (levels === 2 ? parallelFactor : 1) === 0) {
              const topChildren = k / parallelFactor;
              if (levels === 2)
                yield { children: [downPorts, topChildren], parents: [1, upPorts / parallelFactor], parallel: [1, parallelFactor] };
              else
                yield {
                  children: [downPorts, k / 2, topChildren],
                  parents: [1, upPorts, k / 2 / parallelFactor],
                  parallel: [1, 1, parallelFactor],
                };
            }
            break;
          }
        }
      }
    }
  },
  hasSameForm: ({ children }, to) => children.length === to.children.length,
  expectedFacts: (values) => treeFacts(shapeOf(values)),
  build: (values) => buildTree(shapeOf(values)),
});
