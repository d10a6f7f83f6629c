/** Renumbers a recognized network in the order of its family, together with the rules of its links. */
import { buildDrawing } from "../../core/network/drawing/build.ts";
import type { Drawing } from "../../core/network/drawing/drawing.ts";
import { recognisedDrawing } from "../recognition/apply.ts";
import { recognise } from "../recognition/index.ts";
import type { LinkRule } from "../../core/scenario/links.ts";
import { asItHangs } from "./as-it-hangs.ts";

interface Drawn {
  readonly drawing: Drawing;
  readonly links: readonly LinkRule[];
}

/**
 * The same network in the form in which it was recognized. If it belongs to no family, it keeps its order and is placed by a force-directed
 * layout.
 */
export async function inFamilyOrder({ drawing, links }: Drawn): Promise<Drawn> {
  const found = recognise(buildDrawing(drawing));
  if (found === null) return { drawing: await asItHangs(drawing), links };
  // The names become the old numbers for the moment, because names survive the renumbering.
  const named = <N>(all: readonly N[]) => all.map((each, i) => ({ ...each, name: String(i) }));
  const moved = recognisedDrawing({ ...drawing, switches: named(drawing.switches), terminals: named(drawing.terminals) }, found);
  const was = (nodes: readonly { readonly name?: string }[]) => nodes.map(({ name }) => Number(name));
  const [switches, terminals] = [was(moved.switches), was(moved.terminals)];
  const numbers = new Map(switches.map((s, i) => [`${drawing.switches[s].number}`, `${moved.switches[i].number}`]));
  for (const [i, t] of terminals.entries()) numbers.set(`t${t}`, `t${i}`);
  return {
    drawing: {
      ...moved,
      switches: moved.switches.map((each, i) => calledAs(each, drawing.switches[switches[i]], "switch", each.number)),
      terminals: moved.terminals.map((each, i) =>
        calledAs(each, { number: terminals[i], ...drawing.terminals[terminals[i]] }, "terminal", i),
      ),
    },
    links: links.map((rule) => ({ ...rule, class: renumbered(rule.class, numbers) })),
  };
}

/** A node with its old name. If it had none and its number changed, the old number becomes part of its name. */
function calledAs<N extends { readonly name?: string }>(
  node: N,
  was: { readonly name?: string; readonly number: number },
  noun: string,
  number: number,
): Omit<N, "name"> {
  const { name: _own, ...rest } = node;
  const name = was.name ?? (was.number === number ? undefined : `${noun} ${was.number}`);
  return name === undefined ? rest : { ...rest, name };
}

/** Renumbers both ends of a link that is named by its ends, such as `3-7`. */
function renumbered(links: string, numbers: ReadonlyMap<string, string>): string {
  const [a, b, ...more] = links.split("-").map((end) => numbers.get(end));
  return a === undefined || b === undefined || more.length > 0 ? links : `${a}-${b}`;
}
