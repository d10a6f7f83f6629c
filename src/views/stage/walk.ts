/** Moves the selection to adjacent elements with keys, and finds where an element is drawn. */
import type { Network } from "../../core/network/network.ts";
import type { NetworkSelection, ViewData } from "../contract.ts";
import type { FrameLoads } from "../readings/loads.ts";
import { layoutFor } from "./layouts/layouts.ts";
import { linesOfChannels } from "./paint/channel-lines.ts";
import { anchorOf } from "./paint/paint.ts";
import type { Scene } from "./scene.ts";

/**
 * Steps of the selection:
 * - `on`: along the channel to its head; from a switch or terminal, to its most loaded output channel
 * - `back`: to the tail of the channel; from a switch or terminal, to its most loaded input channel
 * - `next`, `previous`: cyclically through the output channels of the same node, or through the nodes by number
 */
export type WalkStep = "on" | "back" | "next" | "previous";

/** The selection after one step. Without a selection, it becomes the channel `start`, which the page describes. */
export function moveFrom(network: Network, loads: FrameLoads, selected: NetworkSelection, start: number, step: WalkStep): NetworkSelection {
  if (selected.is === "channel") return moveFromChannel(network, selected.channel, step);
  if (selected.is === "switch" || selected.is === "terminal") {
    return moveFromNode(network, loads, selected.is === "switch" ? selected.node : selected.terminal, step);
  }
  return start < 0 ? selected : { is: "channel", channel: start };
}

function moveFromChannel({ firstOut, tail, head, terminals }: Network, channel: number, step: WalkStep): NetworkSelection {
  const from = tail[channel];
  if (step === "on" || step === "back") {
    const node = step === "on" ? head[channel] : from;
    return node < terminals ? { is: "terminal", terminal: node } : { is: "switch", node };
  }
  const ports = firstOut[from + 1] - firstOut[from];
  const port = channel - firstOut[from] + (step === "next" ? 1 : ports - 1);
  return { is: "channel", channel: firstOut[from] + (port % ports) };
}

function moveFromNode(
  { firstOut, reverse, terminals, switches }: Network,
  loads: FrameLoads,
  node: number,
  step: WalkStep,
): NetworkSelection {
  if (step === "next" || step === "previous") {
    const [start, count] = node < terminals ? [0, terminals] : [terminals, switches];
    const other = start + ((node - start + (step === "next" ? 1 : count - 1)) % count);
    return node < terminals ? { is: "terminal", terminal: other } : { is: "switch", node: other };
  }
  let mostLoaded = -1;
  for (let channel = firstOut[node]; channel < firstOut[node + 1]; channel++) {
    const candidate = step === "on" ? channel : reverse[channel];
    if (mostLoaded < 0 || loads.loadOf(candidate) > loads.loadOf(mostLoaded)) mostLoaded = candidate;
  }
  return mostLoaded < 0 ? { is: node < terminals ? "terminal" : "switch", terminal: node, node } : { is: "channel", channel: mostLoaded };
}

/**
 * The position of a channel, switch or terminal in the view of the whole network, in pixels; null for elements that are not drawn, and
 * for other selections.
 */
export function positionOf(
  { network, layouts, scene: { width, height } }: Pick<ViewData, "layouts"> & { readonly network: Network; readonly scene: Scene },
  element: NetworkSelection,
): readonly [number, number] | null {
  const scene = layoutFor(network, layouts)?.place(network, width, height);
  if (scene === undefined) return null;
  if (element.is === "channel") {
    const lines = linesOfChannels(scene, [element.channel]);
    return lines.length === 0 ? null : anchorOf(lines);
  }
  if (element.is === "switch") {
    const box = scene.boxes.find(({ switches }) => switches.includes(element.node));
    return box === undefined ? null : [box.x + box.width / 2, box.y + box.height / 2];
  }
  if (element.is !== "terminal") return null;
  const bar = scene.axis?.bars.find(({ terminals }) => terminals.includes(element.terminal));
  const dot = scene.dots.find(({ terminal }) => terminal === element.terminal);
  return bar !== undefined ? [bar.x, height] : dot === undefined ? null : [dot.x, dot.y];
}
