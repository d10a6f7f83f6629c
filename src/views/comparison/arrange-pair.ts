/** Placement of two networks: mirrored about one row of terminals if both are trees over the same terminals, otherwise side by side. */
import { isTree, type Network } from "../../core/network/network.ts";
import { levelsLayout, treeRowsOf } from "../stage/layouts/levels.ts";
import { sceneWithFaults } from "../stage/paint/faults.ts";
import type { Scene, TerminalAxis } from "../stage/scene.ts";
import { layoutTerminalAxis } from "../stage/layouts/terminal-axis.ts";
import { moveScene } from "./move-scene.ts";
import { placeNetwork } from "./place-network.ts";

/** Position of text: the start or the end of the first baseline. */
export interface TextPosition {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end";
}

/** Two placed networks, with the positions of their bars, numbers and names. */
export interface PairArrangement {
  readonly isMirrored: boolean;
  readonly a: Scene;
  readonly b: Scene;
  /** Axes of the terminal bars: above and below one shared row of numbers, or the axis of each network if it has one. */
  readonly bars: { readonly a: TerminalAxis | null; readonly b: TerminalAxis | null };
  /** The axes whose numbers are printed. */
  readonly numberedAxes: readonly TerminalAxis[];
  /** Positions of the names, and whether the first has a second line for its counts. */
  readonly names: { readonly a: TextPosition; readonly b: TextPosition; readonly lineCount: 1 | 2 };
  /** Baseline of the line of text at the bottom. */
  readonly footBaseline: number;
}

/** Height of a line of text above or below the networks, and gap between two networks, pixels. */
const lineHeight = 26;
const gap = 36;
/** Drawings narrower than this, as on a phone, are stacked instead of placed side by side, pixels. */
export const minSideBySideWidth = 640;
/** Share of the height for the first network: it stands upright and is read first. */
const upperShare = 0.58;
/** Distance from the axis to the middle of the terminal numbers; and the space that the stage leaves above its bars, pixels. */
const numbersOffset = 12;
const barClearance = 14;
/** Minimum height at which two networks side by side get a shared row of terminals below them, pixels. */
const minHeightWithSharedAxis = 400;
/** Width that a name with its counts needs beside the top row, pixels. */
const minNameWidth = 210;
/** Minimum distance from the top row to the next one; in a smaller gap the second line of a name would overlap the links, pixels. */
const minRowPitch = 44;

/** True if both networks are trees and have their terminals in the same order. */
export function canMirror(a: Network, b: Network): boolean {
  if (a.terminals !== b.terminals || !isTree(a.axes) || !isTree(b.axes)) return false;
  const order = treeRowsOf(b).terminals;
  return treeRowsOf(a).terminals.every((t, i) => t === order[i]);
}

/** Places both networks in one area; null if one of them has no layout or the area is too small. */
export function arrangePair(a: Network, b: Network, width: number, height: number): PairArrangement | null {
  if (width < 120 || height < 160) return null;
  return canMirror(a, b) ? arrangeMirrored(a, b, width, height) : arrangeSideBySide(a, b, width, height);
}

/**
 * Places two trees above each other, `a` upright and `b` upside down below it, with one row of terminals between them. The name of `a` is
 * beside its top row of switches where it fits.
 */
function arrangeMirrored(a: Network, b: Network, width: number, height: number): PairArrangement {
  const roomBesideTop = roomBesideTopRow(a, width);
  const footerHeight = width < minSideBySideWidth ? 2 * lineHeight - 6 : lineHeight;
  const barHeight = Math.max(30, Math.min(72, height * 0.115));
  const freeHeight = height - footerHeight - 2 * (barHeight + numbersOffset);
  // Decide whether the name fits beside the top row; otherwise reserve a header line.
  const placeUpper = (networksHeight: number) => placeTree(a, width, networksHeight * upperShare, barHeight);
  const namesFit = roomBesideTop >= minNameWidth && rowPitch(placeUpper(freeHeight)) >= minRowPitch;
  const headerHeight = namesFit ? 0 : lineHeight;
  // Place both trees in the remaining height, and center them vertically.
  const networksHeight = freeHeight - headerHeight;
  const upperScene = placeUpper(networksHeight);
  const lowerScene = placeTree(b, width, networksHeight * (1 - upperShare), barHeight);
  // The terminal numbers are printed once, in one row between the two axes.
  const [upperNumbersY, lowerNumbersY] = [upperScene.axis?.labelY ?? 0, lowerScene.axis?.labelY ?? 0];
  const y = headerHeight + Math.max(0, height - footerHeight - headerHeight - upperNumbersY - lowerNumbersY) / 2;
  const firstBaseline = Math.min(...upperScene.boxes.map((box) => box.y)) + y + 13;
  const footBaseline = height - 6;
  const upright = moveScene(upperScene, { x: 0, y, isUpsideDown: false });
  const upsideDown = moveScene(lowerScene, { x: 0, y: y + upperNumbersY + lowerNumbersY - lowerScene.height, isUpsideDown: true });
  return {
    isMirrored: true,
    a: upright,
    b: upsideDown,
    bars: { a: upright.axis, b: upsideDown.axis },
    numberedAxes: upright.axis === null ? [] : [upright.axis],
    names: {
      a: namesFit ? { x: roomBesideTop - 16, y: firstBaseline, anchor: "end" } : { x: 0, y: 14, anchor: "start" },
      b: { x: 0, y: height - footerHeight + 20, anchor: "start" },
      lineCount: namesFit ? 2 : 1,
    },
    footBaseline,
  };
}

/** Places a tree without labels. Its bars have about the given height, and this height is kept free for them. */
function placeTree(network: Network, width: number, height: number, barHeight: number): Scene {
  // The layout of the stage uses 11 % of the height and a line of numbers for its own bars, which are replaced here.
  const tree = { ...sceneWithFaults(levelsLayout.place(network, width, Math.floor((height + 28) / 0.89)), network), labels: [] };
  if (tree.axis === null) return tree;
  const barTop = tree.axis.y - tree.axis.barHeight - barClearance;
  return { ...tree, axis: fullWidthAxis(treeRowsOf(network).terminals, width, barTop, barHeight) };
}

/** Places a network without terminal bars. The levels of a tree use the space of the bars. */
export function placeWithoutBars(network: Network, width: number, height: number, others: readonly Network[]): Scene | null {
  return !isTree(network.axes)
    ? placeNetwork(network, width, height, others)
    : placeTree(network, width, height - barClearance, barClearance);
}

/** Distance from the first to the second row of switches of a tree; to the bottom if there is only one row. */
function rowPitch({ boxes, height }: Scene): number {
  const [first, second = height] = [...new Set(boxes.map(({ y }) => y))].sort((p, q) => p - q);
  return second - first;
}

/** Axis of the terminals over a whole width. */
function fullWidthAxis(order: readonly number[], width: number, top: number, barHeight: number): TerminalAxis {
  return layoutTerminalAxis(order, { left: 0, pitch: width / order.length, visibleWidth: width }, top, barHeight);
}

/** Space on each side of the top row of a tree, whose switches are spaced like those of the leaves. */
function roomBesideTopRow(network: Network, width: number): number {
  const { switches, down } = treeRowsOf(network);
  const maxSwitchesBelow = switches[0].reduce((largest, n) => Math.max(largest, down[n].length), 1);
  const topRowWidth =
    switches[switches.length - 1].length *
    Math.min(width / switches[switches.length - 1].length, (maxSwitchesBelow * width) / network.terminals);
  return (width - topRowWidth) / 2;
}

/**
 * Places two networks side by side, or stacked in a narrow area. In a high area, networks with the same number of terminals share an axis
 * of terminals below them. Null if a network has no layout or does not fit.
 */
function arrangeSideBySide(a: Network, b: Network, width: number, height: number): PairArrangement | null {
  const isStacked = width < minSideBySideWidth || width < height;
  const barHeight = Math.max(24, Math.min(48, height * 0.08));
  const hasSharedAxis = a.terminals === b.terminals && height >= minHeightWithSharedAxis * (isStacked ? 1.5 : 1);
  const sharedAxisHeight = hasSharedAxis ? 2 * (barHeight + numbersOffset) + 12 : 0;
  const freeHeight = height - lineHeight - sharedAxisHeight;
  const [networkWidth, networkHeight] = isStacked ? [width, freeHeight / 2 - lineHeight] : [(width - gap) / 2, freeHeight - lineHeight];
  const placeOne = (network: Network) =>
    hasSharedAxis && isTree(network.axes)
      ? placeWithoutBars(network, networkWidth, networkHeight - 2 * numbersOffset, [a, b])
      : placeNetwork(network, networkWidth, Math.floor(networkHeight), [a, b]);
  const [firstUnmoved, secondUnmoved] = [placeOne(a), placeOne(b)];
  if (firstUnmoved === null || secondUnmoved === null) return null;
  const [x, y] = isStacked ? [0, networkHeight + lineHeight] : [networkWidth + gap, 0];
  const firstScene = moveScene(firstUnmoved, { x: 0, y: lineHeight, isUpsideDown: false });
  const secondScene = moveScene(secondUnmoved, { x, y: y + lineHeight, isUpsideDown: false });
  const ownAxes = [firstScene.axis, secondScene.axis].filter((axis) => axis !== null);
  const name = (left: number, top: number): TextPosition => ({ x: left, y: top + 14, anchor: "start" });
  const texts = { names: { a: name(0, 0), b: name(x, y), lineCount: 1 }, footBaseline: height - 6 } as const;
  const common = { isMirrored: false, a: firstScene, b: secondScene, ...texts };
  if (!hasSharedAxis) return { ...common, bars: { a: firstScene.axis, b: secondScene.axis }, numberedAxes: ownAxes };
  const terminalOrder = Array.from({ length: a.terminals }, (_, t) => t);
  const sharedAxis = fullWidthAxis(terminalOrder, width, freeHeight + 12 - barClearance, barHeight + barClearance);
  return {
    ...common,
    bars: { a: sharedAxis, b: { ...sharedAxis, y: sharedAxis.labelY + numbersOffset } },
    numberedAxes: [...ownAxes, sharedAxis],
  };
}
