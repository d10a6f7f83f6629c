/** Moves the selection to adjacent elements with keys, and finds where an element is drawn. */
import type { Network } from "../../core/network/network.ts";
import type { Selected, ViewData } from "../contract.ts";
import type { Loads } from "../readings/loads.ts";
import { layoutFor } from "./layouts/layouts.ts";
import { linesOf } from "./paint/lines-of.ts";
import { middleOf } from "./paint/paint.ts";
import type { Scene } from "./scene.ts";

/**
 * Steps of the selection:
 * - `on`: along the channel to its head; from a switch or terminal, to its most loaded output channel
 * - `back`: to the tail of the channel; from a switch or terminal, to its most loaded input channel
 * - `next`, `previous`: cyclically through the output channels of the same node, or through the nodes by number
 */
export type Step = "on" | "back" | "next" | "previous";

/** One step from the selection. Without a selection, the channel `start`, which the page describes. */
export function walk(network: Network, loads: Loads, selected: Selected, first: number, step: Step): Selected {
  if (selected.is === "channel") return walkFromChannel(network, selected.channel, step);
  if (selected.is === "switch" || selected.is === "terminal") {
    return walkFromNode(network, loads, selected.is === "switch" ? selected.node : selected.terminal, step);
  }
  return first < 0 ? selected : { is: "channel", channel: first };
}

function walkFromChannel({ firstOut, tail, head, terminals }: Network, channel: number, step: Step): Selected {
  const from = tail[channel];
  if (step === "on" || step === "back") {
    const node = step === "on" ? head[channel] : from;
    return node < terminals ? { is: "terminal", terminal: node } : { is: "switch", node };
  }
  const ports = firstOut[from + 1] - firstOut[from];
  const port = channel - firstOut[from] + (step === "next" ? 1 : ports - 1);
  return { is: "channel", channel: firstOut[from] + (port % ports) };
}

/** One step from a switch or terminal. */
function walkFromNode({ firstOut, reverse, terminals, switches }: Network, loads: Loads, node: number, step: Step): Selected {
  if (step === "next" || step === "previous") {
    const [start, count] = node < terminals ? [0, terminals] : [terminals, switches];
    const other = start + ((node - start + (step === "next" ? 1 : count - 1)) % count);
    return node < terminals ? { is: "terminal", terminal: other } : { is: "switch", node: other };
  }
  let best = -1;
  for (let c = firstOut[node]; c < firstOut[node + 1]; c++) {
    const own = step === "on" ? c : reverse[c];
    if (best < 0 || loads.of(own) > loads.of(best)) best = own;
  }
  return best < 0 ? { is: node < terminals ? "terminal" : "switch", terminal: node, node } : { is: "channel", channel: best };
}

/** The position of an element in the full view, pixels; null where it is not drawn. */
export function placeOf(
  { network, layouts, scene: { width, height } }: Pick<ViewData, "layouts"> & { readonly network: Network; readonly scene: Scene },
  picked: Selected,
): readonly [number, number] | null {
  const scene = layoutFor(network, layouts)?.place(network, width, height);
  if (scene === undefined) return null;
  if (picked.is === "channel") {
    const lines = linesOf(scene, [picked.channel]);
    return lines.length === 0 ? null : middleOf(lines);
  }
  if (picked.is === "switch") {
    const box = scene.boxes.find(({ switches }) => switches.includes(picked.node));
    return box === undefined ? null : [box.x + box.width / 2, box.y + box.height / 2];
  }
  if (picked.is !== "terminal") return null;
  const bar = scene.axis?.bars.find(({ terminals }) => terminals.includes(picked.terminal));
  const dot = scene.dots.find(({ terminal }) => terminal === picked.terminal);
  return bar !== undefined ? [bar.x, height] : dot === undefined ? null : [dot.x, dot.y];
}
