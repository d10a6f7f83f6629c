/**
 * The matrix of blocks that a rank program moves: the block on each node, the destination and the switch of each block in every step, and
 * the arrival of blocks during the run. (Three Quads, Fig. 2)
 */
import { nameOfNode, type Network } from "../../core/network/network.ts";
import type { Canvas, View, ViewData } from "../contract.ts";
import { shades } from "../marks/colour.ts";
import { drawMarks, type Drawing, type Mark, rectMark } from "../marks/marks.ts";
import { drawPointed, type Spot } from "../marks/pointing.ts";
import { findTarget } from "../plot/hover.ts";
import { boxBetween, LazyTarget, targetMark } from "../plot/targets.ts";
import { stepIn, stepKeys, stepLayer, takeSteps } from "../program/step-hand.ts";
import { type Journey, journeyOf, type Moment, momentOf } from "./journey.ts";
import {
  captionMark,
  courseOf,
  cellMarks,
  labelMarks,
  pointAlongside,
  roomy,
  smallMarks,
  stepMarks,
  switchMarks,
  toneOfBlock,
  wayMarks,
} from "./paint.ts";
import { cellOf, heightAt, placeAt, type Places, placesIn } from "./place.ts";
import { journeyTable, sayJourney } from "./say.ts";

export interface BlocksMarks extends Drawing {
  readonly journey: Journey | null;
  readonly places: Places | null;
  readonly data: ViewData;
}

const told = "Shows the matrix that a rank program moves in blocks, and how each block reaches its place.";

export const blocks: View<BlocksMarks> = {
  id: "blocks",
  title: "Matrix of blocks",
  drawsFrom: ["answer", "analysis"],
  keys: stepKeys,
  room: (data, width) => ({ width, height: Math.min(680, heightAt(width, drawnNetwork(data))) }),
  needs: (data) => (journeyIn(data) === null ? told : null),

  summary(data) {
    const journey = journeyIn(data);
    return journey === null ? told : sayJourney(journey, data);
  },

  layout(data, canvas) {
    const journey = journeyIn(data);
    const { network, frame, results, highlight } = data;
    if (journey === null || network === null || canvas.width < 100) return { marks: [], journey: null, places: null, data };
    const places = placesIn(canvas.width, canvas.height, journey.side, journey.steps, drawnNetwork(data));
    const moment = momentOf(journey, frame, results?.messages ?? []);
    const under = moment.coming.map(({ move }) => move);
    const { ink, accent } = canvas.theme;
    // Small cells have no arrows; they show arriving blocks by filling up.
    const hasWays = places.cell >= roomy;
    const chosen = Array.from(journey.terminalOf).flatMap((terminal, rank): readonly Mark[] => {
      if (data.selected.is === "nothing" || !highlight.terminals.has(terminal)) return [];
      const { x, y, width } = cellOf(places, rank);
      return [rectMark(`chosen ${rank}`, x + 1, y + 1, width - 2, width - 2, { fill: "none", stroke: accent, "stroke-width": 2, rx: 3 })];
    });
    const marks = [
      targetMark(() => [...switchTargets(journey, places, network), ...cellTargets(journey, places, moment, network, ink)]),
      ...stepMarks(places, 0, canvas),
      ...cellMarks(journey, moment, places, canvas),
      ...captionMark(journey, places, canvas, hasWays),
      ...smallMarks(journey, places, canvas),
      ...wayMarks("under way", hasWays ? under : [], places, ink, canvas.theme),
      ...labelMarks(journey, moment, places, canvas, hasWays),
      ...switchMarks(places, under, network, ink, canvas),
      ...chosen,
    ];
    return { marks, journey, places, data };
  },

  draw(drawn, into, canvas, act) {
    // Its keys lead from step to step, not from cell to cell.
    drawPointed(drawn, into, canvas, act, findTarget);
    const { places, journey } = drawn;
    const show = () => showStep(drawn, into, canvas);
    takeSteps(
      into,
      journey?.steps ?? 0,
      (x, y) => {
        const moment = placeAt(places?.steps ?? [], x, y);
        // A second click on a step returns to the run, as does a click on the first tab.
        if (moment === undefined || places === null) return -1;
        const place = places.steps.indexOf(moment);
        return place > 0 ? place - 1 : (stepIn(into) ?? -1);
      },
      show,
    );
    show();
  },

  move({ journey, places }, data, onto, canvas) {
    if (journey === null || places === null) return false;
    const { coming } = momentOf(journey, data.frame, data.results?.messages ?? []);
    const { fill } = shades(canvas.theme);
    const size = Math.max(4, Math.min(14, places.cell * 0.3));
    for (const { move, part } of coming) {
      const [x, y] = pointAlongside(courseOf(places, move), part, size / 2);
      onto.fillStyle = fill[toneOfBlock(journey, move.block)];
      onto.strokeStyle = canvas.theme.ink;
      onto.lineWidth = 1;
      onto.beginPath();
      onto.roundRect(x - size / 2, y - size / 2, size, size, 2);
      onto.fill();
      onto.stroke();
    }
    return coming.length > 0;
  },

  table(data) {
    const journey = journeyIn(data);
    return journey === null ? { columns: [], rows: [] } : journeyTable(journey, data);
  },
};

const journeyIn = ({ analysis, network }: ViewData) => journeyOf(analysis?.program, network);

/** The network whose switches are drawn; null where the switches of the blocks are not known in advance. */
function drawnNetwork(data: ViewData): ViewData["network"] {
  return journeyIn(data)?.moves.some(({ switches }) => switches.length > 0) === true ? data.network : null;
}

/** Draws the current step over the running matrix: the matrix before the step, and the moves of its blocks. */
function showStep({ journey, places, data }: BlocksMarks, into: SVGGElement, canvas: Canvas): void {
  const step = stepIn(into);
  const layer = stepLayer(into);
  if (step === null || journey === null || places === null) {
    drawMarks([], layer);
    return;
  }
  const ground = rectMark("ground", 0, 0, canvas.width, canvas.height, { fill: canvas.theme.surface });
  drawMarks([ground, ...marksOfStep({ journey, places, network: data.network }, step, canvas.theme.accent, canvas)], layer);
}

/**
 * The matrix before a step, and the moves of its blocks.
 * @param step 0 for the first step.
 * @param arrowColor Color of the arrows.
 */
export function marksOfStep(
  { journey, places, network }: { readonly journey: Journey; readonly places: Places; readonly network: ViewData["network"] },
  step: number,
  colour: string,
  canvas: Canvas,
): readonly Mark[] {
  const moves = journey.moves.filter((move) => move.step === step + 1);
  const before = { held: journey.held[step], coming: [] };
  return [
    ...stepMarks(places, step + 1, canvas),
    ...cellMarks(journey, before, places, canvas),
    ...captionMark(journey, places, canvas, true),
    ...smallMarks(journey, places, canvas),
    ...wayMarks("step", moves, places, colour, canvas.theme),
    ...labelMarks(journey, before, places, canvas, true),
    ...(network === null ? [] : switchMarks(places, moves, network, colour, canvas)),
  ];
}

/** Hover targets of the switches, with the steps in which each carries blocks. */
function switchTargets(journey: Journey, { shelves }: Places, network: Network): readonly Spot[] {
  return shelves.flatMap(({ switches }) =>
    switches.map(({ node, x, y, width, height }): Spot => {
      const steps = [...new Set(journey.moves.filter((move) => move.switches.includes(node)).map(({ step }) => step))];
      return {
        ...boxBetween(x, x + width, y, y + height),
        value: nameOfNode(network, node),
        name: steps.length === 0 ? "carries no block" : `carries blocks in step ${steps.join(" and ")}`,
        outline: [],
        picks: { is: "switch", node },
      };
    }),
  );
}

/** Hover targets of the cells, with the block that each holds and the moves from it. */
function cellTargets(
  { side, terminalOf, moves }: Journey,
  places: Places,
  { held }: Moment,
  network: Network,
  ink: string,
): readonly Spot[] {
  return Array.from(terminalOf, (terminal, rank) => {
    const { x, y, width } = cellOf(places, rank);
    return new LazyTarget(boxBetween(x, x + width, y, y + width), { is: "terminal", terminal }, () => {
      const ways = moves
        .filter(({ from }) => from === rank)
        .map(({ step, to, switches }) => {
          const through = switches.length === 0 ? "" : ` by ${switches.map((n) => nameOfNode(network, n)).join(", ")}`;
          return `step ${step}: to node ${terminalOf[to]}${through}`;
        });
      return {
        value: `node ${terminal} holds block ${Math.floor(held[rank] / side)}, ${held[rank] % side}`,
        name: ways.length === 0 ? "its block stays" : ways.join("; "),
        outline: [rectMark("hover", x + 1, y + 1, width - 2, width - 2, { fill: "none", stroke: ink, "stroke-width": 1.5, rx: 3 })],
      };
    });
  });
}
