/** Pictograms of selection rules: a switch with waiting packets on the left, outputs on the right, and arrows between them. */
import type { Picture } from "../../pictogram/picture.ts";

/** Content of a pictogram. Packets and outputs are numbered from the top, 0 to 2. */
export interface Handing {
  /** Occupied slots in the queue behind each output, of {@link slots}; with two virtual channels, in the queue of each. */
  readonly full: readonly (number | readonly [number, number])[];
  /** Outputs in use. */
  readonly busy?: readonly number[];
  /** Pairs of packet and output: granted now, waiting, and possible. */
  readonly done?: readonly Way[];
  readonly awaited?: readonly Way[];
  readonly possible?: readonly Way[];
  /** Packets whose choice is final. */
  readonly tied?: readonly number[];
}

type Way = readonly [packet: number, output: number];

/** Slots of a queue in the pictogram. */
const places = 3;
const packet = { x: 1, side: 6 };
const way = { from: 9, to: 34 };
const knot = { x: 10.5, radius: 1.8 };
const gate = { x: 35, width: 2.4, height: 11 };
const queue = { x: 39, place: 5, height: 8 };
const rowOf = (i: number) => 6 + 12 * i;
const tenth = (value: number) => Math.round(value * 10) / 10;
const box = (x: number, y: number, width: number, height: number) => `M${tenth(x)} ${tenth(y)}h${tenth(width)}v${height}h${tenth(-width)}z`;

/** Draws the pictogram of a selection rule. */
export function pictureOfHanding({ full, busy = [], done = [], awaited = [], possible = [], tied = [] }: Handing): Picture {
  let [outlines, contents, solid, knots] = ["", "", "", ""];
  full.forEach((taken, output) => {
    const queues = typeof taken === "number" ? [taken] : taken;
    const height = queue.height / queues.length;
    queues.forEach((count, lane) => {
      const y = rowOf(output) - queue.height / 2 + lane * height;
      outlines += box(queue.x, y, places * queue.place, height);
      // The oldest packets are at the far end of the queue.
      contents += count === 0 ? "" : box(queue.x + (places - count) * queue.place, y, count * queue.place, height);
    });
  });
  for (const output of busy) solid += box(gate.x - gate.width / 2, rowOf(output) - gate.height / 2, gate.width, gate.height);
  const asking = new Set([...done, ...awaited, ...possible].map(([who]) => who));
  for (const who of asking) solid += box(packet.x, rowOf(who) - packet.side / 2, packet.side, packet.side);
  const half = `a${knot.radius} ${knot.radius} 0 0 1`;
  for (const who of tied) knots += `M${knot.x} ${rowOf(who) - knot.radius}${half} 0 ${2 * knot.radius}${half} 0 ${-2 * knot.radius}`;
  const lineOf = (each: Way) => lineFrom(tied.includes(each[0]) ? knot.x + knot.radius : way.from, each);
  return {
    lines: outlines,
    marks: [
      { path: contents, opacity: 0.42 },
      { path: solid, opacity: 1 },
    ],
    meant: {
      ...(possible.length > 0 ? { possible: possible.map(lineOf).join("") } : {}),
      ...(awaited.length > 0 ? { awaited: awaited.map(lineOf).join("") } : {}),
      done: done.map((each) => lineOf(each) + headOf(each)).join("") + knots,
    },
  };
}

function lineFrom(x: number, [from, to]: Way): string {
  return `M${x} ${rowOf(from)}L${way.to} ${rowOf(to)}`;
}

/** Arrowhead of a pair. */
function headOf([from, to]: Way): string {
  const angle = Math.atan2(rowOf(to) - rowOf(from), way.to - way.from);
  const end = (turn: number) => `${tenth(way.to - 4.5 * Math.cos(angle + turn))} ${tenth(rowOf(to) - 4.5 * Math.sin(angle + turn))}`;
  return `M${end(0.5)}L${way.to} ${rowOf(to)}L${end(-0.5)}`;
}
