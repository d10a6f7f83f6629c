/** Renumbers a recognized network in the order of its family, together with the rules of its links. */
import { buildDrawing } from "../../core/network/drawing/build.ts";
import type { Drawing } from "../../core/network/drawing/drawing.ts";
import { recognizedDrawing } from "../recognition/recognized-drawing.ts";
import { recognizeNetwork } from "../recognition/index.ts";
import type { LinkRule } from "../../core/scenario/links.ts";
import { withLayout } from "./layout.ts";

interface DrawnNetwork {
  readonly drawing: Drawing;
  readonly links: readonly LinkRule[];
}

/**
 * The same network with its nodes numbered and placed as in the family (torus, fat tree, …) that is recognized from its links. Names and
 * the rules for links move with the nodes. If it belongs to no family, it keeps its order and is placed by a force-directed layout.
 */
export async function inFamilyOrder({ drawing, links }: DrawnNetwork): Promise<DrawnNetwork> {
  const recognition = recognizeNetwork(buildDrawing(drawing));
  if (recognition === null) return { drawing: await withLayout(drawing), links };
  // The names become the old numbers for the moment, because names survive the renumbering.
  const withNumberAsName = <N>(all: readonly N[]) => all.map((node, i) => ({ ...node, name: String(i) }));
  const reordered = recognizedDrawing(
    { ...drawing, switches: withNumberAsName(drawing.switches), terminals: withNumberAsName(drawing.terminals) },
    recognition,
  );
  const oldNumbers = (nodes: readonly { readonly name?: string }[]) => nodes.map(({ name }) => Number(name));
  const [oldSwitches, oldTerminals] = [oldNumbers(reordered.switches), oldNumbers(reordered.terminals)];
  // Names of nodes in link rules: `3` is a switch, `t3` a terminal.
  const newNumbers = new Map(oldSwitches.map((s, i) => [`${drawing.switches[s].number}`, `${reordered.switches[i].number}`]));
  for (const [i, t] of oldTerminals.entries()) newNumbers.set(`t${t}`, `t${i}`);
  return {
    drawing: {
      ...reordered,
      switches: reordered.switches.map((node, i) => withOldName(node, drawing.switches[oldSwitches[i]], "switch", node.number)),
      terminals: reordered.terminals.map((node, i) =>
        withOldName(node, { number: oldTerminals[i], ...drawing.terminals[oldTerminals[i]] }, "terminal", i),
      ),
    },
    links: links.map((rule) => ({ ...rule, class: renumberLink(rule.class, newNumbers) })),
  };
}

/** A node with its old name. If it had none and its number changed, the old number becomes part of its name. */
function withOldName<N extends { readonly name?: string }>(
  node: N,
  oldNode: { readonly name?: string; readonly number: number },
  noun: string,
  number: number,
): Omit<N, "name"> {
  const { name: _own, ...rest } = node;
  const name = oldNode.name ?? (oldNode.number === number ? undefined : `${noun} ${oldNode.number}`);
  return name === undefined ? rest : { ...rest, name };
}

/** Renumbers both ends of a link that is named by its ends, such as `3-7`. */
function renumberLink(linkName: string, numbers: ReadonlyMap<string, string>): string {
  const [a, b, ...rest] = linkName.split("-").map((end) => numbers.get(end));
  return a === undefined || b === undefined || rest.length > 0 ? linkName : `${a}-${b}`;
}
