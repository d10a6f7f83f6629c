import { defined } from "../../base/defined.ts";
import type { ValidationIssue } from "../../base/errors.ts";
import { recently } from "../../base/lru.ts";
import { once } from "../../base/once.ts";
import { anded } from "../../base/words.ts";
import { isInRange, text, type ValuesOf } from "../../base/params.ts";
import { axesIn } from "../../network/axes.ts";
import { buildDrawing, lookOf } from "../../network/drawing/build.ts";
import { type Drawing, isTerminal, most, terminalOf } from "../../network/drawing/drawing.ts";
import { drawingOf, whyNotDrawn } from "../../network/drawing/drawing-of.ts";
import { readDrawing, writeDrawing } from "../../network/drawing/texts.ts";
import { componentsOf } from "../../network/components.ts";
import { partsOf } from "../../network/parts.ts";
import { betweenTerminals } from "../../network/between-terminals.ts";
import { insideOf } from "../../network/inside.ts";
import { drawnId, type Topology, topology } from "../contract.ts";

const params = {
  plan: text({
    title: "Drawing",
    help: `Its switches, terminals and links as the page writes them; at most ${most.switches.toLocaleString("en-US")}, ${most.terminals.toLocaleString("en-US")} and ${most.links.toLocaleString("en-US")}.`,
    maxLength: 1_000_000,
    default: "GMRCJCJCJCABIAECIBEDICEEID",
    say: (plan) => saySize(bare(plan)),
    sayChange: (was, is) => sayDone(bare(was), bare(is)),
  }),
  kept: text({
    title: "Kept",
    help: "What it keeps of the network it was made of: axes, classes and groups of links, spare ports.",
    maxLength: 1_000_000,
    default: "",
  }),
  names: text({
    title: "Names",
    help: "Names of switches and terminals; they change no run.",
    isLook: "names",
    maxLength: 1_000_000,
    default: "",
  }),
  places: text({
    title: "Places",
    help: "Where switches were put by hand; this changes no run.",
    isLook: "places",
    maxLength: 1_000_000,
    default: "",
  }),
};
/** Parameter values of a drawn network. */
export type DrawnValues = ValuesOf<typeof params>;

export const drawn = topology({
  id: drawnId,
  title: "network of mine",
  article: "a",
  group: "Any network",
  summary: "Any network, drawn by hand: switches, terminals and the links between them.",
  source: "this program",
  params,
  phrase: "{title} with {plan}",
  examples: [
    {},
    // A ring of three switches with a doubled link, terminals on two of them, and a terminal on a disconnected switch.
    { plan: "EDBAJARAAAIAEBAB", names: "s0:left;s2=7;t1:login", places: "CwBX" },
  ],
  takesOver(chosen, kinds) {
    const { kind, values } = chosen;
    const before = kinds.get(kind) as Topology;
    if (!isInRange(kinds)(chosen)) return "The numbers of this network are out of range.";
    if (before.check(values).length > 0) return "The numbers of this network exclude each other.";
    return whyNotDrawn(before.expect(values)) ?? { ...writeDrawing(drawingOf(before.build(values))) };
  },
  check(values) {
    const { issues, drawing } = drawingIn(values);
    if (issues.length > 0 || drawing.axes.length === 0) return issues;
    const network = networkOf(values);
    const found = axesIn(network);
    if (found !== "broken" && (found === "whole" || !network.regular)) return [];
    const message = "the text names axes that the links do not go along.";
    return [{ path: "kept", message, remedy: "Leave this text out; shortest paths need no axes." }];
  },
  expect(values) {
    const { axes, forwards } = drawingIn(values).drawing;
    const network = networkOf(values);
    const { terminals, switches, regular, present } = network;
    const inside = insideOf(network);
    return {
      terminals,
      switches,
      links: network.head.length / 2,
      parts: partsOf(network),
      get diameter() {
        return betweenTerminals(network)?.diameter ?? null;
      },
      get meanDistance() {
        return betweenTerminals(network)?.meanDistance ?? null;
      },
      axes,
      regular,
      forwards,
      ...(inside === null ? {} : { inside }),
      isDraft: true,
      get components() {
        return componentsOfDrawing(network);
      },
      ...defined({ present }),
    };
  },
  nodeOf(values, number, isTerminal) {
    const { switches, terminals } = drawingIn(values).drawing;
    if (isTerminal) return number < terminals.length ? number : null;
    const s = switches.findIndex((each) => each.number === number);
    return s < 0 ? null : terminals.length + s;
  },
  build: (values) => networkOf(values),
  look: (values) => lookOf(drawingIn(values).drawing),
});

const bare = (plan: string) => readDrawing({ plan, kept: "", names: "", places: "" }).drawing;

const nouns = { switches: ["switch", "switches"], terminals: ["terminal", "terminals"], links: ["link", "links"] } as const;
type Sizes = Record<keyof typeof nouns, number>;

/** Numbers of switches, linked terminals, and links between switches. */
function sizesOf({ switches, links }: Drawing): Sizes {
  const linked = new Set(links.flatMap(({ a, b }) => [a, b].filter(isTerminal)));
  return { switches: switches.length, terminals: linked.size, links: links.filter(({ a }) => !isTerminal(a)).length };
}

const count = (n: number, what: keyof Sizes) =>
  `${n === 0 ? "no" : n.toLocaleString("en-US").replaceAll(",", "\u202f")} ${nouns[what][n === 1 ? 0 : 1]}`;

function saySize(drawing: Drawing): string {
  const { switches, terminals } = sizesOf(drawing);
  return switches + terminals === 0 ? "nothing in it yet" : `${count(switches, "switches")} and ${count(terminals, "terminals")}`;
}

/** Describes an edit in words: what was added and removed or, if the counts are equal, which terminals were moved. */
function sayDone(was: Drawing, is: Drawing): string {
  const [before, after] = [sizesOf(was), sizesOf(is)];
  const by = (sign: number) =>
    (Object.keys(nouns) as (keyof Sizes)[]).flatMap((what) => {
      const more = sign * (after[what] - before[what]);
      return more > 0 ? [count(more, what)] : [];
    });
  const [added, removed] = [by(1), by(-1)];
  const said = [...(added.length > 0 ? [`added ${anded(added)}`] : []), ...(removed.length > 0 ? [`removed ${anded(removed)}`] : [])];
  if (said.length > 0) return said.join(" and ");
  const [then, now] = [homesIn(was), homesIn(is)];
  const moved = now.filter((home, t) => home !== then[t]).length;
  return moved === 0
    ? "linked switches otherwise"
    : `moved ${count(moved, "terminals")} to ${moved === 1 ? "another switch" : "other switches"}`;
}

/** For each terminal, the numbers of the switches to which it is linked, as text. */
function homesIn({ terminals, switches, links }: Drawing): readonly string[] {
  const homes = terminals.map(() => "");
  for (const { a, b } of links) if (isTerminal(a) && !isTerminal(b)) homes[terminalOf(a)] += ` ${switches[b].number}`;
  return homes;
}

/**
 * The drawing in the parameter values, empty if its texts cannot be read. The result is the same object as long as the values are: a
 * pointer gesture ends when the drawing is replaced by another object.
 */
export const drawingIn = once((values: DrawnValues): { readonly drawing: Drawing; readonly issues: readonly ValidationIssue[] } =>
  readDrawing(values),
);
const networkOf = recently((values: DrawnValues) => buildDrawing(drawingIn(values).drawing));
const componentsOfDrawing = once(componentsOf);
