/** Pictograms of selection rules: a switch with waiting packets on the left, outputs on the right, and arrows between them. */
import type { PictogramData } from "../../pictogram/pictogram-data.ts";

/** Content of a pictogram. Packets and outputs are numbered from the top, 0 to 2. */
export interface SelectionPicture {
  /** Occupied slots in the queue behind each output, of {@link slots}; with two virtual channels, in the queue of each. */
  readonly occupiedSlots: readonly (number | readonly [number, number])[];
  /** Outputs in use. */
  readonly busyOutputs?: readonly number[];
  /** Pairs of packet and output: granted now, waiting, and possible. */
  readonly granted?: readonly PacketOutput[];
  readonly waiting?: readonly PacketOutput[];
  readonly possible?: readonly PacketOutput[];
  /** Packets whose choice is final. */
  readonly finalChoices?: readonly number[];
}

type PacketOutput = readonly [packet: number, output: number];

/** Slots of a queue in the pictogram. */
const slots = 3;
const packetShape = { x: 1, side: 6 };
const arrowSpan = { from: 9, to: 34 };
const choiceRing = { x: 10.5, radius: 1.8 };
const busyBar = { x: 35, width: 2.4, height: 11 };
const queueShape = { x: 39, place: 5, height: 8 };
const rowY = (i: number) => 6 + 12 * i;
const roundToTenth = (value: number) => Math.round(value * 10) / 10;
const box = (x: number, y: number, width: number, height: number) =>
  `M${roundToTenth(x)} ${roundToTenth(y)}h${roundToTenth(width)}v${height}h${roundToTenth(-width)}z`;

/**
 * Draws the pictogram of a rule by which packets select outputs: packets on the left, a queue for each output on the right, and lines from
 * packets to outputs, with an arrow head if the output is granted. Bars mark outputs in use, rings packets whose choice is final.
 */
export function selectionPictogram({
  occupiedSlots,
  busyOutputs = [],
  granted = [],
  waiting = [],
  possible = [],
  finalChoices = [],
}: SelectionPicture): PictogramData {
  let [outlines, queueContents, solidPath, rings] = ["", "", "", ""];
  occupiedSlots.forEach((occupied, output) => {
    const queues = typeof occupied === "number" ? [occupied] : occupied;
    const height = queueShape.height / queues.length;
    queues.forEach((count, virtualChannel) => {
      const y = rowY(output) - queueShape.height / 2 + virtualChannel * height;
      outlines += box(queueShape.x, y, slots * queueShape.place, height);
      // The oldest packets are at the far end of the queue.
      queueContents += count === 0 ? "" : box(queueShape.x + (slots - count) * queueShape.place, y, count * queueShape.place, height);
    });
  });
  for (const output of busyOutputs)
    solidPath += box(busyBar.x - busyBar.width / 2, rowY(output) - busyBar.height / 2, busyBar.width, busyBar.height);
  const packets = new Set([...granted, ...waiting, ...possible].map(([packet]) => packet));
  for (const packet of packets) solidPath += box(packetShape.x, rowY(packet) - packetShape.side / 2, packetShape.side, packetShape.side);
  const halfCircle = `a${choiceRing.radius} ${choiceRing.radius} 0 0 1`;
  for (const packet of finalChoices)
    rings += `M${choiceRing.x} ${rowY(packet) - choiceRing.radius}${halfCircle} 0 ${2 * choiceRing.radius}${halfCircle} 0 ${-2 * choiceRing.radius}`;
  const lineOf = (pair: PacketOutput) =>
    arrowLine(finalChoices.includes(pair[0]) ? choiceRing.x + choiceRing.radius : arrowSpan.from, pair);
  return {
    lines: outlines,
    marks: [
      { path: queueContents, opacity: 0.42 },
      { path: solidPath, opacity: 1 },
    ],
    accents: {
      ...(possible.length > 0 ? { possible: possible.map(lineOf).join("") } : {}),
      ...(waiting.length > 0 ? { awaited: waiting.map(lineOf).join("") } : {}),
      done: granted.map((pair) => lineOf(pair) + arrowHead(pair)).join("") + rings,
    },
  };
}

function arrowLine(x: number, [from, to]: PacketOutput): string {
  return `M${x} ${rowY(from)}L${arrowSpan.to} ${rowY(to)}`;
}

/** Arrowhead of a pair. */
function arrowHead([from, to]: PacketOutput): string {
  const angle = Math.atan2(rowY(to) - rowY(from), arrowSpan.to - arrowSpan.from);
  const end = (turn: number) =>
    `${roundToTenth(arrowSpan.to - 4.5 * Math.cos(angle + turn))} ${roundToTenth(rowY(to) - 4.5 * Math.sin(angle + turn))}`;
  return `M${end(0.5)}L${arrowSpan.to} ${rowY(to)}L${end(-0.5)}`;
}
