/**
 * Links of Three Quads as combs: from every switch a trunk along one side of the cube, and from the trunk a tine through each row of
 * terminals in the switch's plane. The three families run in the three directions, so every line of the cube belongs to one switch, and
 * three lines cross in every terminal.
 */
import { coordinate, familyOf, type Network } from "../../../../core/network/network.ts";
import type { Cube, Place } from "./cube.ts";
import type { Point } from "../placed.ts";

/** One side of the cube: direction of the links of one family of switches. The index of a side is the axis of its family. */
interface Side {
  /** Axis along which tines run, and axis along which trunks run. */
  readonly tine: number;
  readonly trunk: number;
  /** True where the comb starts at the highest coordinate. */
  readonly isTineBack: boolean;
  readonly isTrunkBack: boolean;
}

/** X above the cube with its switches behind; Y in front with its switches at the left; Z at the right with its switches below. */
const sides: readonly Side[] = [
  { tine: 1, trunk: 2, isTineBack: false, isTrunkBack: true },
  { tine: 2, trunk: 0, isTineBack: false, isTrunkBack: false },
  { tine: 0, trunk: 1, isTineBack: true, isTrunkBack: true },
];

/** A straight segment of a comb, directed away from the switch. */
export interface Piece {
  readonly from: Point;
  readonly to: Point;
  /** Channels from the switch along the segment; empty where all of them have failed. */
  readonly channels: readonly number[];
  readonly isTrunk: boolean;
}

/** Links of one switch. */
export interface Comb {
  readonly pieces: readonly Piece[];
  /** Each output channel of the switch, with the corners of its path. */
  readonly ways: readonly { readonly channel: number; readonly corners: readonly Point[] }[];
}

/** Family of a switch, and its index within the family. */
export function placeInFamily(network: Network, node: number): { readonly axis: number; readonly index: number } {
  const axis = familyOf(network, node);
  return { axis, index: coordinate(network, node, axis) };
}

/** Center of a switch, pixels. */
export function switchAt(network: Network, cube: Cube, node: number): Point {
  const { axis, index } = placeInFamily(network, node);
  return alongTrunk(network, cube, axis, index, -1);
}

/**
 * The links of a switch.
 * @param isDetailed True for one segment between each two neighboring terminals; otherwise the trunk and each tine are one segment.
 */
export function combOf(network: Network, cube: Cube, node: number, isFine: boolean): Comb {
  const { axis, index } = placeInFamily(network, node);
  const side = sides[axis];
  const { size } = network.axes[side.trunk];
  const rows: number[][] = Array.from({ length: size }, () => []);
  const { firstOut, head } = network;
  const steps = (t: number, along: number, isBack: boolean) => {
    const at = coordinate(network, t, along);
    return isBack ? network.axes[along].size - 1 - at : at;
  };
  for (let c = firstOut[node]; c < firstOut[node + 1]; c++) rows[steps(head[c], side.trunk, side.isTrunkBack)].push(c);

  const pieces: Piece[] = [];
  const ways: { channel: number; corners: readonly Point[] }[] = [];
  const corner = (row: number) => alongTrunk(network, cube, axis, index, row);
  const start = border(corner(-1), corner(0), cube);
  let reached = start;
  for (const [row, channels] of rows.entries()) {
    const fork = corner(row);
    if (isFine) pieces.push({ from: reached, to: fork, channels: rows.slice(row).flat(), isTrunk: true });
    reached = fork;
    const ends = channels.map((channel) => {
      const place = placeOf(network, head[channel]);
      return { channel, step: steps(head[channel], side.tine, side.isTineBack), point: cube.at(place) };
    });
    for (const { channel, point } of ends) ways.push({ channel, corners: [start, fork, point] });
    const last = network.axes[side.tine].size - 1;
    const pointOf = (step: number) => cube.at(onTine(network, axis, index, row, step));
    if (!isFine) {
      pieces.push({ from: fork, to: pointOf(last), channels, isTrunk: false });
      continue;
    }
    for (let step = 0; step <= last; step++) {
      const beyond = ends.filter((end) => end.step >= step).map(({ channel }) => channel);
      pieces.push({ from: step === 0 ? fork : pointOf(step - 1), to: pointOf(step), channels: beyond, isTrunk: false });
    }
  }
  if (!isFine) pieces.unshift({ from: start, to: reached, channels: rows.flat(), isTrunk: true });
  return { pieces, ways };
}

/** Point at which a line from the center of a switch leaves its box. */
function border([ax, ay]: Point, [bx, by]: Point, { boxWidth, boxHeight }: Cube): Point {
  const [dx, dy] = [bx - ax, by - ay];
  const part = Math.min(1, boxWidth / 2 / Math.abs(dx), boxHeight / 2 / Math.abs(dy));
  return [ax + dx * part, ay + dy * part];
}

/** A point of a trunk: the start of the tine of a row, or the center of the switch for row −1. */
function alongTrunk({ axes }: Network, cube: Cube, axis: number, index: number, row: number): Point {
  const { tine, trunk, isTineBack, isTrunkBack } = sides[axis];
  const place = [0, 0, 0];
  const by = [0, 0, 0];
  place[axis] = index;
  place[tine] = isTineBack ? axes[tine].size - 1 : 0;
  by[tine] = isTineBack ? cube.gap : -cube.gap;
  const step = Math.max(0, row);
  place[trunk] = isTrunkBack ? axes[trunk].size - 1 - step : step;
  if (row < 0) by[trunk] = isTrunkBack ? cube.reach : -cube.reach;
  return cube.at(place as unknown as Place, by as unknown as Place);
}

/** Coordinates of the terminal at a step of a tine. */
function onTine({ axes }: Network, axis: number, index: number, row: number, step: number): Place {
  const { tine, trunk, isTineBack, isTrunkBack } = sides[axis];
  const place = [0, 0, 0];
  place[axis] = index;
  place[trunk] = isTrunkBack ? axes[trunk].size - 1 - row : row;
  place[tine] = isTineBack ? axes[tine].size - 1 - step : step;
  return place as unknown as Place;
}

/** Coordinates of a terminal. */
export function placeOf(network: Network, terminal: number): Place {
  return [0, 1, 2].map((axis) => coordinate(network, terminal, axis)) as unknown as Place;
}
