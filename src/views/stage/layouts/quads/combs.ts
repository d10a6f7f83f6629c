/**
 * Links of Three Quads as combs: from every switch a trunk along one side of the cube, and from the trunk a tine through each row of
 * terminals in the switch's plane. The three families run in the three directions, so every line of the cube belongs to one switch, and
 * three lines cross in every terminal.
 */
import { coordinate, switchFamilyAxis, type Network } from "../../../../core/network/network.ts";
import type { Cube, CubeCoordinates } from "./cube.ts";
import type { ScenePoint } from "../build-scene.ts";

/** One side of the cube: direction of the links of one family of switches. The index of a side is the axis of its family. */
interface CubeSide {
  /** Axis along which tines run, and axis along which trunks run. */
  readonly tineAxis: number;
  readonly trunkAxis: number;
  /** True where the comb starts at the highest coordinate. */
  readonly isTineReversed: boolean;
  readonly isTrunkReversed: boolean;
}

/**
 * Sides of the families: X above the cube, its switches at the back; Y in front, its switches at the left; Z at the right, its switches
 * below.
 */
const sides: readonly CubeSide[] = [
  { tineAxis: 1, trunkAxis: 2, isTineReversed: false, isTrunkReversed: true },
  { tineAxis: 2, trunkAxis: 0, isTineReversed: false, isTrunkReversed: false },
  { tineAxis: 0, trunkAxis: 1, isTineReversed: true, isTrunkReversed: true },
];

/** A straight segment of a comb, directed away from the switch. */
export interface CombSegment {
  readonly from: ScenePoint;
  readonly to: ScenePoint;
  /** Channels from the switch along the segment; empty where all these channels have failed. */
  readonly channels: readonly number[];
  readonly isTrunk: boolean;
}

/** Links of one switch. */
export interface QuadComb {
  readonly segments: readonly CombSegment[];
  /** Each output channel of the switch, with the corners of its path. */
  readonly channelPaths: readonly { readonly channel: number; readonly corners: readonly ScenePoint[] }[];
}

/** Family of a switch, and its index within the family. */
export function familyIndexOf(network: Network, node: number): { readonly axis: number; readonly index: number } {
  const axis = switchFamilyAxis(network, node);
  return { axis, index: coordinate(network, node, axis) };
}

/** Center of a switch, pixels. */
export function switchCenter(network: Network, cube: Cube, node: number): ScenePoint {
  const { axis, index } = familyIndexOf(network, node);
  return trunkPointAt(network, cube, axis, index, -1);
}

/**
 * Computes the comb of a switch, the lines of its links: a trunk from the switch along a side of the cube, and from the trunk a tine along
 * each row of terminals in the plane of the switch.
 * @param isDetailed True for one segment between each two neighboring terminals; otherwise the trunk and each tine are one segment.
 */
export function quadCombOf(network: Network, cube: Cube, node: number, isDetailed: boolean): QuadComb {
  const { axis, index } = familyIndexOf(network, node);
  const side = sides[axis];
  const { size } = network.axes[side.trunkAxis];
  const channelsByRow: number[][] = Array.from({ length: size }, () => []);
  const { firstOut, head } = network;
  /** Position of a terminal along an axis, counted from the side where the comb begins. */
  const stepAlong = (terminal: number, alongAxis: number, isBack: boolean) => {
    const coordinateValue = coordinate(network, terminal, alongAxis);
    return isBack ? network.axes[alongAxis].size - 1 - coordinateValue : coordinateValue;
  };
  for (let channelIndex = firstOut[node]; channelIndex < firstOut[node + 1]; channelIndex++)
    channelsByRow[stepAlong(head[channelIndex], side.trunkAxis, side.isTrunkReversed)].push(channelIndex);

  // Draw the trunk from the switch outwards, and at each row of terminals its tine.
  const segments: CombSegment[] = [];
  const channelPaths: { channel: number; corners: readonly ScenePoint[] }[] = [];
  const trunkPoint = (row: number) => trunkPointAt(network, cube, axis, index, row);
  const start = boxExit(trunkPoint(-1), trunkPoint(0), cube);
  let previousFork = start;
  for (const [row, channels] of channelsByRow.entries()) {
    const fork = trunkPoint(row);
    if (isDetailed) segments.push({ from: previousFork, to: fork, channels: channelsByRow.slice(row).flat(), isTrunk: true });
    previousFork = fork;
    const tineEnds = channels.map((channel) => {
      const position = terminalCoordinates(network, head[channel]);
      return { channel, step: stepAlong(head[channel], side.tineAxis, side.isTineReversed), point: cube.toPixels(position) };
    });
    for (const { channel, point } of tineEnds) channelPaths.push({ channel, corners: [start, fork, point] });
    const lastStep = network.axes[side.tineAxis].size - 1;
    const tinePoint = (step: number) => cube.toPixels(tineCoordinates(network, axis, index, row, step));
    if (!isDetailed) {
      segments.push({ from: fork, to: tinePoint(lastStep), channels, isTrunk: false });
      continue;
    }
    for (let step = 0; step <= lastStep; step++) {
      const channelsBeyond = tineEnds.filter((end) => end.step >= step).map(({ channel }) => channel);
      segments.push({ from: step === 0 ? fork : tinePoint(step - 1), to: tinePoint(step), channels: channelsBeyond, isTrunk: false });
    }
  }
  if (!isDetailed) segments.unshift({ from: start, to: previousFork, channels: channelsByRow.flat(), isTrunk: true });
  return { segments, channelPaths };
}

/** Point at which a line from the center of a switch leaves its box. */
function boxExit([ax, ay]: ScenePoint, [bx, by]: ScenePoint, { boxWidth, boxHeight }: Cube): ScenePoint {
  const [dx, dy] = [bx - ax, by - ay];
  const parameter = Math.min(1, boxWidth / 2 / Math.abs(dx), boxHeight / 2 / Math.abs(dy));
  return [ax + dx * parameter, ay + dy * parameter];
}

/** A point of a trunk: the start of the tine of a row, or the center of the switch for row −1. */
function trunkPointAt({ axes }: Network, cube: Cube, axis: number, index: number, row: number): ScenePoint {
  const { tineAxis, trunkAxis, isTineReversed, isTrunkReversed } = sides[axis];
  const position = [0, 0, 0];
  const shift = [0, 0, 0];
  position[axis] = index;
  position[tineAxis] = isTineReversed ? axes[tineAxis].size - 1 : 0;
  shift[tineAxis] = isTineReversed ? cube.trunkDistance : -cube.trunkDistance;
  const step = Math.max(0, row);
  position[trunkAxis] = isTrunkReversed ? axes[trunkAxis].size - 1 - step : step;
  if (row < 0) shift[trunkAxis] = isTrunkReversed ? cube.switchDistance : -cube.switchDistance;
  return cube.toPixels(position as unknown as CubeCoordinates, shift as unknown as CubeCoordinates);
}

/** Coordinates of the terminal at a step of a tine. */
function tineCoordinates({ axes }: Network, axis: number, index: number, row: number, step: number): CubeCoordinates {
  const { tineAxis, trunkAxis, isTineReversed, isTrunkReversed } = sides[axis];
  const position = [0, 0, 0];
  position[axis] = index;
  position[trunkAxis] = isTrunkReversed ? axes[trunkAxis].size - 1 - row : row;
  position[tineAxis] = isTineReversed ? axes[tineAxis].size - 1 - step : step;
  return position as unknown as CubeCoordinates;
}

/** Coordinates of a terminal. */
export function terminalCoordinates(network: Network, terminal: number): CubeCoordinates {
  return [0, 1, 2].map((axis) => coordinate(network, terminal, axis)) as unknown as CubeCoordinates;
}
