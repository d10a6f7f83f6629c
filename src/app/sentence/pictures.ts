/** Small pictures of kinds, drawn from what they make: a network's own structure, a pattern's own matrix. */
import { type Params, readParams } from "../../core/base/params.ts";
import type { Kind } from "../../core/base/registry.ts";
import { axisOf, coordinate, type Network } from "../../core/network/network.ts";
import type { Pattern } from "../../core/patterns/contract.ts";
import type { Topology } from "../../core/topologies/contract.ts";

/** A picture as paths: thin lines, and marks that are filled, paler ones first. */
export interface Picture {
  readonly lines: string;
  readonly marks: readonly { readonly path: string; readonly opacity: number }[];
}

/** Size of every picture, CSS pixels. */
export const pictureSize = { width: 56, height: 36 } as const;

/** Terminals of a pattern's picture: a power of two with an even number of digits, so that every pattern exists. */
const patternTerminals = 16;
const tenth = (value: number) => Math.round(value * 10) / 10;

/** The picture of a kind, or null for kinds that make nothing one can see. */
export function pictureOf(kind: Kind): Picture | null {
  if ("build" in kind) return pictureOfNetwork(kind as unknown as Topology);
  if ("share" in kind) return pictureOfPattern(kind as unknown as Pattern);
  return null;
}

const examplesOf = (kind: Kind<string, Params>) => readParams(kind.params, kind.examples[0] ?? {}, "", []);

/** The switches of the kind's first example and the links between them. */
function pictureOfNetwork(kind: Topology): Picture {
  const network = kind.build(examplesOf(kind) as never);
  const { terminals, switches, tail, head } = network;
  const isGrid = network.axes.length > 0 && network.axes.every(({ kind: axis }) => axis === "line" || axis === "ring" || axis === "full");
  const place = axisOf(network, "level") >= 0 ? placeInLevels(network) : isGrid ? placeInGrid(network) : placeOnCircle(network);
  const radius = switches > 24 ? 1 : 1.6;
  let lines = "";
  for (let c = 0; c < head.length; c++) {
    if (tail[c] > head[c] || tail[c] < terminals || head[c] < terminals) continue;
    const [ax, ay] = place(tail[c]);
    const [bx, by] = place(head[c]);
    const isLong = network.axes.some(
      ({ kind: axis }, d) => axis === "ring" && Math.abs(coordinate(network, tail[c], d) - coordinate(network, head[c], d)) > 1,
    );
    // A link that closes a ring leaves at one edge and comes in at the other.
    lines += isLong ? stub(ax, ay, bx, by) + stub(bx, by, ax, ay) : `M${ax} ${ay}L${bx} ${by}`;
  }
  let dots = "";
  for (let n = terminals; n < terminals + switches; n++) {
    const [x, y] = place(n);
    dots += `M${tenth(x - radius)} ${tenth(y - radius)}h${2 * radius}v${2 * radius}h${-2 * radius}z`;
  }
  return { lines, marks: [{ path: dots, opacity: 1 }] };
}

/** A short line that leaves `a` away from `b`. */
function stub(ax: number, ay: number, bx: number, by: number): string {
  return `M${ax} ${ay}l${-4 * Math.sign(bx - ax)} ${-4 * Math.sign(by - ay)}`;
}

type Place = (n: number) => readonly [number, number];

function placeInLevels(network: Network): Place {
  const [level, position] = [axisOf(network, "level"), axisOf(network, "position")];
  const top = network.axes[level].size - 1;
  const counts = Array.from({ length: top + 1 }, () => 0);
  for (let n = network.terminals; n < network.terminals + network.switches; n++) counts[coordinate(network, n, level)]++;
  const pitch = (pictureSize.width - 4) / Math.max(...counts);
  return (n) => {
    const at = coordinate(network, n, level);
    const x = pictureSize.width / 2 + (coordinate(network, n, position) - (counts[at] - 1) / 2) * pitch;
    return [tenth(x), tenth(4 + ((top - at) / Math.max(1, top)) * (pictureSize.height - 8))];
  };
}

function placeInGrid(network: Network): Place {
  const [width, height = 1] = network.axes.map((axis) => axis.size);
  const pitch = Math.min((pictureSize.width - 12) / Math.max(1, width - 1), (pictureSize.height - 12) / Math.max(1, height - 1));
  return (n) => [
    tenth(pictureSize.width / 2 + (coordinate(network, n, 0) - (width - 1) / 2) * pitch),
    tenth(pictureSize.height / 2 + ((network.axes.length > 1 ? coordinate(network, n, 1) : 0) - (height - 1) / 2) * pitch),
  ];
}

function placeOnCircle({ terminals, switches }: Network): Place {
  const radius = pictureSize.height / 2 - 4;
  return (n) => {
    const angle = (2 * Math.PI * (n - terminals)) / switches;
    return [tenth(pictureSize.width / 2 + radius * Math.sin(angle)), tenth(pictureSize.height / 2 - radius * Math.cos(angle))];
  };
}

/** Who sends to whom, sources from left to right and destinations from top to bottom; paler where it is rarer. */
function pictureOfPattern(kind: Pattern): Picture | null {
  const values = examplesOf(kind) as never;
  if (kind.needs(patternTerminals) !== null) return null;
  const share = kind.share(values, patternTerminals);
  const cell = pictureSize.height / patternTerminals;
  const left = (pictureSize.width - pictureSize.height) / 2;
  const byShare = new Map<number, string>();
  for (let source = 0; source < patternTerminals; source++) {
    for (let destination = 0; destination < patternTerminals; destination++) {
      const part = share(source, destination);
      if (part === 0) continue;
      const path = `M${tenth(left + source * cell)} ${tenth(destination * cell)}h${cell}v${cell}h${-cell}z`;
      byShare.set(part, (byShare.get(part) ?? "") + path);
    }
  }
  const marks = [...byShare]
    .sort(([a], [b]) => a - b)
    .map(([part, path]) => ({ path, opacity: Math.max(0.18, Math.min(1, Math.sqrt(part))) }));
  return { lines: "", marks };
}
