/** Torus transpose, Figure 2: senders and receivers in each phase, compared with the line of the printed algorithm that receives. */
import { greatestCommonDivisor, partnerInPhase, phaseCount, type ProcessGrid } from "../../core/workloads/steps/block-cyclic-steps.ts";
import type { ExchangePhase } from "../contract.ts";
import { printedFormula } from "../numbers.ts";
import { checkedStatements, exhibit, notesOf, series } from "../exhibit.ts";
import { rowsBySeries, exactNumber } from "../rows.ts";
import { torusMachines, transposeDocumentOn } from "./machine.ts";
import { torusSentences } from "./printed.ts";

const modulo = (a: number, n: number) => ((a % n) + n) % n;

/** The processor from which a rank receives in phase (j, i), according to the printed algorithm. */
function printedSource({ P, Q }: ProcessGrid, j: number, i: number, rank: number): number {
  const G = greatestCommonDivisor(P, Q);
  const [p, q] = [Math.floor(rank / Q), rank % Q];
  const g = modulo(q - p, G);
  return modulo(p + g - i * G, P) * Q + modulo(q - g + j * G, Q);
}

/**
 * The phases of the block-cyclic transpose on a grid of P × Q processors, in the order of its two loops. In each phase every processor
 * sends to one processor, which may be itself.
 */
export function exchangePhasesOn(grid: ProcessGrid): readonly ExchangePhase[] {
  const { P, Q } = grid;
  // The inner loop has L/Q iterations, with L = P·Q/G.
  const innerIterations = P / greatestCommonDivisor(P, Q);
  const ranks = Array.from({ length: P * Q }, (_, rank) => rank);
  return Array.from({ length: phaseCount(grid) }, (_, phase) => {
    const [j, i] = [Math.floor(phase / innerIterations), phase % innerIterations];
    const to = Int32Array.from(ranks, (rank) => partnerInPhase(grid, phase, rank));
    const from = new Int32Array(P * Q).fill(-1);
    for (const rank of ranks) from[to[rank]] = rank;
    return {
      name: `j = ${j}, i = ${i}`,
      destinations: to,
      sources: from,
      printedSources: Int32Array.from(ranks, (rank) => printedSource(grid, j, i, rank)),
    };
  });
}

const gridName = ({ P, Q }: ProcessGrid) => `${P} × ${Q}`;
const isPermutation = ({ destinations }: ExchangePhase) => new Set(destinations).size === destinations.length;
const wrongSources = ({ sources, printedSources }: ExchangePhase) =>
  sources.reduce((sum, source, rank) => sum + (source === printedSources[rank] ? 0 : 1), 0);

const initialGrid: ProcessGrid = { P: 4, Q: 6 };
const grids: readonly ProcessGrid[] = [
  { P: 3, Q: 4 },
  initialGrid,
  { P: 6, Q: 6 },
  ...torusMachines.map(({ nodes, columns }) => ({ P: nodes / columns, Q: columns })),
];
const documentOf = (grid: ProcessGrid) => {
  const machine = torusMachines.find(({ nodes, columns }) => columns === grid.Q && nodes === grid.P * grid.Q);
  return machine === undefined ? undefined : transposeDocumentOn(machine, { part: 0 });
};

/** Largest side of the grids on which statements are checked. */
const maxSide = 16;
const allGrids = Array.from({ length: maxSide * maxSide }, (_, k): ProcessGrid => ({
  P: 1 + Math.floor(k / maxSide),
  Q: 1 + (k % maxSide),
}));

const statements = checkedStatements(torusSentences["Figure 2"], [], {
  permutation: {
    interpretation: `on all ${allGrids.length} grids of up to ${maxSide} × ${maxSide} processors, each processor receives from exactly one processor in every phase`,
    check() {
      const phases = allGrids.flatMap(exchangePhasesOn);
      const failing = phases.filter((phase) => !isPermutation(phase)).length;
      return {
        holds: failing === 0,
        because: `${failing === 0 ? "All" : `${phases.length - failing} of`} ${phases.length.toLocaleString("en-US")} phases are permutations.`,
      };
    },
  },
  partners: {
    interpretation: "including itself: exactly those with p ≡ q′ and q ≡ p′ modulo G; on the same grids",
    /**
     * Checks that every processor sends exactly once to each processor (p′, q′) with p ≡ q′ and q ≡ p′ modulo G, and to no other. Processor
     * (p, q) has rank p·Q + q.
     */
    check() {
      const failing = allGrids.filter((grid) => {
        const { P, Q } = grid;
        const G = greatestCommonDivisor(P, Q);
        const phases = exchangePhasesOn(grid);
        return Array.from({ length: P * Q }, (_, rank) => rank).some((rank) => {
          const partners = new Set(phases.map(({ destinations }) => destinations[rank]));
          const isExpectedPartner = (to: number) =>
            modulo(Math.floor(rank / Q) - (to % Q), G) === 0 && modulo((rank % Q) - Math.floor(to / Q), G) === 0;
          return partners.size !== phases.length || ![...partners].every(isExpectedPartner);
        });
      });
      return {
        holds: failing.length === 0,
        because:
          failing.length === 0
            ? `This is true of all ${allGrids.length} grids.`
            : `This is not true of ${failing.map(gridName).join(", ")}.`,
      };
    },
  },
  receive: {
    interpretation: "the receive line names the processor that sends by the send line, in the same phase, on the same grids",
    otherwise: "contradicts its send line",
    check() {
      const agreeing = allGrids.filter((grid) => exchangePhasesOn(grid).every((phase) => wrongSources(phase) === 0));
      const isExpected = ({ P, Q }: ProcessGrid) => P === Q || greatestCommonDivisor(P, Q) === 1;
      const isRule = allGrids.every((grid) => agreeing.includes(grid) === isExpected(grid));
      return {
        holds: agreeing.length === allGrids.length,
        because: `The two lines agree on ${agreeing.length} of ${allGrids.length} grids${isRule ? ": those where P = Q, or where P and Q have no common divisor except 1" : ""}.`,
      };
    },
  },
});

export const torusFigure2 = exhibit("torus", "Figure 2", "Section 2", {
  title: "In each phase, every processor sends to one and receives from one",
  lede: ({ numberOf }) =>
    `On ${gridName(initialGrid)} processors there are ${numberOf(`phases ${gridName(initialGrid)}`)} phases, and all of them are permutations. As printed, however, the receive line does not match the send line: in each phase ${numberOf(`waiting ${gridName(initialGrid)}`)} of ${initialGrid.P * initialGrid.Q} processors would wait for a processor that sends to a different one.`,
  ...rowsBySeries(grids, (grid) => ({ label: gridName(grid), document: documentOf(grid) }), [
    [
      series("phases", "Phases", "counted: different destinations of a processor, by P × Q"),
      (grid) => {
        const { P, Q } = grid;
        const L = (P * Q) / greatestCommonDivisor(P, Q);
        return exactNumber(
          "different destinations by the send line, over all phases",
          () => new Set(exchangePhasesOn(grid).map(({ destinations }) => destinations[0])).size,
          printedFormula("L/P × L/Q", (L / P) * (L / Q)),
        );
      },
    ],
    [
      series(
        "waiting",
        "Processors waiting for the wrong source",
        "processors in each phase whose printed source does not send to them, by P × Q",
      ),
      (grid) =>
        exactNumber("processors whose source by the receive line does not send to them, maximum over all phases", () =>
          Math.max(...exchangePhasesOn(grid).map(wrongSources)),
        ),
    ],
  ]),
  figures: {
    is: "phases",
    title: "The phases",
    caption: "one line per message of the phase, from dot to dot; ring: a processor that keeps its own data",
    grid: initialGrid,
    most: { P: 12, Q: 16 },
    phases: exchangePhasesOn,
  },
  statements,
  tolerance: { relative: 0, why: "Counts, so only equal numbers agree." },
  notes: notesOf({
    "erratum in the source: The receive line":
      "With g = (q − p) mod G the sender has G − g where the receiver has g, so that p′₂ and q′₂ are off by G if g is not 0. They name the sender of a later phase. Taken literally, with blocking receives, the program deadlocks; the simulation receives from the actual sender.",
    "our model: Grids without the error":
      "On a square grid G = P = Q, and an offset of G has no effect; if P and Q have no common divisor except 1, G is 1 and g is always 0. On all other grids, processors with p ≢ q modulo G wait for the wrong source.",
    "in the source: The grids of the machines":
      "The paper does not give P and Q. The grids of its machines that are closest to square are 4 × 8, 8 × 16, 16 × 16, 32 × 32 and 32 × 64: one phase on the square ones, two on the others.",
  }),
  documents: torusMachines.map((machine) => ({ title: `${machine.nodes} nodes`, document: transposeDocumentOn(machine, { part: 0 }) })),
});
