/** Torus transpose, Figure 2: senders and receivers in each phase, compared with the printed receive line. */
import { greatestCommonDivisor, partnerIn, phasesOf, type ProcessGrid } from "../../core/workloads/steps/block-cyclic-steps.ts";
import type { ExchangePhase } from "../contract.ts";
import { filledIn } from "../numbers.ts";
import { checked, exhibit, notesOf, series } from "../exhibit.ts";
import { columnByColumn, exactCell } from "../rows.ts";
import { machines, transposeOn } from "./machine.ts";
import { says } from "./printed.ts";

const modulo = (a: number, n: number) => ((a % n) + n) % n;

/** The processor that each one receives from in phase (j, i), according to the printed receive line. */
function printedSource({ P, Q }: ProcessGrid, j: number, i: number, rank: number): number {
  const G = greatestCommonDivisor(P, Q);
  const [p, q] = [Math.floor(rank / Q), rank % Q];
  const g = modulo(q - p, G);
  return modulo(p + g - i * G, P) * Q + modulo(q - g + j * G, Q);
}

/** The phases on a grid, in the order of the two loops. */
export function exchangesOn(grid: ProcessGrid): readonly ExchangePhase[] {
  const { P, Q } = grid;
  // The inner loop has L/Q iterations, with L = P·Q/G.
  const inner = P / greatestCommonDivisor(P, Q);
  const ranks = Array.from({ length: P * Q }, (_, rank) => rank);
  return Array.from({ length: phasesOf(grid) }, (_, phase) => {
    const [j, i] = [Math.floor(phase / inner), phase % inner];
    const to = Int32Array.from(ranks, (rank) => partnerIn(grid, phase, rank));
    const from = new Int32Array(P * Q).fill(-1);
    for (const rank of ranks) from[to[rank]] = rank;
    return { name: `j = ${j}, i = ${i}`, to, from, printedFrom: Int32Array.from(ranks, (rank) => printedSource(grid, j, i, rank)) };
  });
}

const nameOf = ({ P, Q }: ProcessGrid) => `${P} × ${Q}`;
const isPermutation = ({ to }: ExchangePhase) => new Set(to).size === to.length;
const disagreeing = ({ from, printedFrom }: ExchangePhase) =>
  from.reduce((sum, source, rank) => sum + (source === printedFrom[rank] ? 0 : 1), 0);

const first: ProcessGrid = { P: 4, Q: 6 };
const grids: readonly ProcessGrid[] = [
  { P: 3, Q: 4 },
  first,
  { P: 6, Q: 6 },
  ...machines.map(({ nodes, columns }) => ({ P: nodes / columns, Q: columns })),
];
const documentOf = (grid: ProcessGrid) => {
  const machine = machines.find(({ nodes, columns }) => columns === grid.Q && nodes === grid.P * grid.Q);
  return machine === undefined ? undefined : transposeOn(machine, { part: 0 });
};

/** Largest side of the grids on which statements are checked. */
const most = 16;
const all = Array.from({ length: most * most }, (_, k): ProcessGrid => ({ P: 1 + Math.floor(k / most), Q: 1 + (k % most) }));

const statements = checked(says["Figure 2"], [], {
  permutation: {
    readAs: `on all ${all.length} grids of up to ${most} × ${most} processors, each is sent to by exactly one in every phase`,
    check() {
      const phases = all.flatMap(exchangesOn);
      const failing = phases.filter((phase) => !isPermutation(phase)).length;
      return {
        holds: failing === 0,
        because: `Of ${phases.length.toLocaleString("en-US")} phases ${failing === 0 ? "all" : phases.length - failing} are permutations.`,
      };
    },
  },
  partners: {
    readAs: "itself counted as one, and those with p ≡ q′ and q ≡ p′ modulo G, no others; on the same grids",
    check() {
      const failing = all.filter((grid) => {
        const { P, Q } = grid;
        const G = greatestCommonDivisor(P, Q);
        const phases = exchangesOn(grid);
        return Array.from({ length: P * Q }, (_, rank) => rank).some((rank) => {
          const partners = new Set(phases.map(({ to }) => to[rank]));
          const isMeant = (to: number) =>
            modulo(Math.floor(rank / Q) - (to % Q), G) === 0 && modulo((rank % Q) - Math.floor(to / Q), G) === 0;
          return partners.size !== phases.length || ![...partners].every(isMeant);
        });
      });
      return {
        holds: failing.length === 0,
        because: failing.length === 0 ? `It is so on all ${all.length} grids.` : `It is not so on ${failing.map(nameOf).join(", ")}.`,
      };
    },
  },
  receive: {
    readAs: "the receive line names who sends by the send line, in the same phase, on the same grids",
    otherwise: "contradicts its send line",
    check() {
      const agreeing = all.filter((grid) => exchangesOn(grid).every((phase) => disagreeing(phase) === 0));
      const isExpected = ({ P, Q }: ProcessGrid) => P === Q || greatestCommonDivisor(P, Q) === 1;
      const isRule = all.every((grid) => agreeing.includes(grid) === isExpected(grid));
      return {
        holds: agreeing.length === all.length,
        because: `The two lines agree on ${agreeing.length} of ${all.length} grids${isRule ? ": where P = Q, or where 1 is the only common divisor of P and Q" : ""}.`,
      };
    },
  },
});

export const torusFigure2 = exhibit("torus", "Figure 2", "Section 2", {
  title: "Phase by phase, everybody sends to one and hears from one",
  lede: ({ of }) =>
    `On ${nameOf(first)} processors there are ${of(`phases ${nameOf(first)}`)} phases, and all of them are permutations. As it is printed, though, the receive line is not the other end of the send line: in each phase ${of(`waiting ${nameOf(first)}`)} of ${first.P * first.Q} processors would wait for a processor that sends to another one.`,
  ...columnByColumn(grids, (grid) => ({ label: nameOf(grid), document: documentOf(grid) }), [
    [
      series("phases", "Phases", "counted: different processors that one sends to, by P × Q"),
      (grid) => {
        const { P, Q } = grid;
        const L = (P * Q) / greatestCommonDivisor(P, Q);
        return exactCell(
          "different processors that the send line gives over all phases",
          () => new Set(exchangesOn(grid).map(({ to }) => to[0])).size,
          filledIn("L/P × L/Q", (L / P) * (L / Q)),
        );
      },
    ],
    [
      series("waiting", "Who waits for the wrong one", "processors in each phase whose printed source does not send to them, by P × Q"),
      (grid) =>
        exactCell("processors for which the receive line names another than who sends to them, in the phase with most", () =>
          Math.max(...exchangesOn(grid).map(disagreeing)),
        ),
    ],
  ]),
  figures: {
    is: "phases",
    title: "The phases, one by one",
    caption: "a line for each send of the phase, from dot to dot; processors that keep their own data have a ring",
    grid: first,
    most: { P: 12, Q: 16 },
    phases: exchangesOn,
  },
  statements,
  tolerance: { relative: 0, why: "Counted: nothing but equality will do." },
  notes: notesOf({
    "erratum in the source: The receive line":
      "With g = (q − p) mod G the sender has G − g where the receiver has g, so that p′₂ and q′₂ are off by G wherever g is not 0. They name who sends in a later phase. Taken literally, with blocking receives, no processor gets on; the simulation receives from the actual sender.",
    "our model: Where it does no harm":
      "On a square grid G is P and Q, and an offset of G is none; where 1 is the only common divisor of P and Q, G is 1 and g always 0. On all other grids those with p ≢ q modulo G wait for the wrong one.",
    "in the source: The grids of the machines":
      "The paper does not give P and Q. The most nearly square grids of its machines are 4 × 8, 8 × 16, 16 × 16, 32 × 32 and 32 × 64: one phase on the square ones, two on the others.",
  }),
  documents: machines.map((machine) => ({ title: `${machine.nodes} nodes`, document: transposeOn(machine, { part: 0 }) })),
});
