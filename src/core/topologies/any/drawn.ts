import { withoutUndefined } from "../../base/defined.ts";
import type { ValidationIssue } from "../../base/errors.ts";
import { memoizeRecent } from "../../base/lru.ts";
import { memoize } from "../../base/memoize.ts";
import { joinWithAnd } from "../../base/words.ts";
import { isKindInRange, text, type ValuesOf } from "../../base/params.ts";
import { checkAxes } from "../../network/axes.ts";
import { buildDrawing, lookOf } from "../../network/drawing/build.ts";
import { type Drawing, isTerminalEnd, drawingLimits, terminalOfEnd } from "../../network/drawing/drawing.ts";
import { drawingOf, reasonNotDrawable } from "../../network/drawing/drawing-of.ts";
import { readDrawing, writeDrawing } from "../../network/drawing/texts.ts";
import { componentsOf } from "../../network/components.ts";
import { billOfMaterials } from "../../network/bill-of-materials.ts";
import { terminalDistances } from "../../network/between-terminals.ts";
import { hostInternalsOf } from "../../network/host-internals.ts";
import { drawnTopologyId, type Topology, defineTopology } from "../contract.ts";

const params = {
  plan: text({
    title: "Drawing",
    help: `Switches, terminals and links as text, written by the page; at most ${drawingLimits.switches.toLocaleString("en-US")}, ${drawingLimits.terminals.toLocaleString("en-US")} and ${drawingLimits.links.toLocaleString("en-US")}.`,
    maxLength: 1_000_000,
    default: "GMRCJCJCJCABIAECIBEDICEEID",
    say: (plan) => describeSize(drawingFromPlan(plan)),
    sayChange: (was, is) => describeChange(drawingFromPlan(was), drawingFromPlan(is)),
  }),
  kept: text({
    title: "Structure",
    help: "Structure kept from the original network: axes, classes and groups of links, spare ports.",
    maxLength: 1_000_000,
    default: "",
  }),
  names: text({
    title: "Names",
    help: "Names of switches and terminals; they do not affect results.",
    cosmetic: "names",
    maxLength: 1_000_000,
    default: "",
  }),
  places: text({
    title: "Positions",
    help: "Positions of switches that were placed by hand; they do not affect results.",
    cosmetic: "places",
    maxLength: 1_000_000,
    default: "",
  }),
};
/** Parameter values of a drawn network. */
export type DrawnValues = ValuesOf<typeof params>;

export const drawnNetwork = defineTopology({
  id: drawnTopologyId,
  title: "drawn network",
  article: "a",
  group: "Any network",
  summary: "A network drawn by hand: switches, terminals and the links between them.",
  source: "this program",
  params,
  phrase: "{title} with {plan}",
  examples: [
    {},
    // A ring of three switches with a doubled link, terminals on two of them, and a terminal on a disconnected switch.
    { plan: "EDBAJARAAAIAEBAB", names: "s0:left;s2=7;t1:login", places: "CwBX" },
  ],
  valuesToReplace(chosen, kinds) {
    const { kind, values } = chosen;
    const replaced = kinds.get(kind) as Topology;
    if (!isKindInRange(kinds)(chosen)) return "The numbers of this network are out of range.";
    if (replaced.check(values).length > 0) return "The numbers of this network contradict each other.";
    return reasonNotDrawable(replaced.expectedFacts(values)) ?? { ...writeDrawing(drawingOf(replaced.build(values))) };
  },
  check(values) {
    const { issues, drawing } = drawingOfValues(values);
    if (issues.length > 0 || drawing.axes.length === 0) return issues;
    const network = networkOf(values);
    const axesCheck = checkAxes(network);
    if (axesCheck !== "broken" && (axesCheck === "whole" || !network.regular)) return [];
    const message = "the links of this network do not follow the axes in the text.";
    return [{ path: "kept", message, remedy: "Leave this text out; shortest paths need no axes." }];
  },
  /**
   * Facts of a drawn network: counts, bill of materials, axes and distances. There is no closed form, so the network is built; distances
   * and components are computed when they are read for the first time.
   */
  expectedFacts(values) {
    const { axes, forwards } = drawingOfValues(values).drawing;
    const network = networkOf(values);
    const { terminals, switches, regular, present } = network;
    const inside = hostInternalsOf(network);
    return {
      terminals,
      switches,
      links: network.head.length / 2,
      parts: billOfMaterials(network),
      get diameter() {
        return terminalDistances(network)?.diameter ?? null;
      },
      get meanDistance() {
        return terminalDistances(network)?.meanDistance ?? null;
      },
      axes,
      regular,
      forwards,
      ...(inside === null ? {} : { inside }),
      isDraft: true,
      get components() {
        return componentsOfDrawing(network);
      },
      ...withoutUndefined({ present }),
    };
  },
  nodeByNumber(values, number, isTerminal) {
    const { switches, terminals } = drawingOfValues(values).drawing;
    if (isTerminal) return number < terminals.length ? number : null;
    const s = switches.findIndex((each) => each.number === number);
    return s < 0 ? null : terminals.length + s;
  },
  build: (values) => networkOf(values),
  look: (values) => lookOf(drawingOfValues(values).drawing),
});

const drawingFromPlan = (plan: string) => readDrawing({ plan, kept: "", names: "", places: "" }).drawing;

const nouns = { switches: ["switch", "switches"], terminals: ["terminal", "terminals"], links: ["link", "links"] } as const;
type DrawingCounts = Record<keyof typeof nouns, number>;

/** Numbers of switches, linked terminals, and links between switches. */
function drawingCounts({ switches, links }: Drawing): DrawingCounts {
  const linked = new Set(links.flatMap(({ a, b }) => [a, b].filter(isTerminalEnd)));
  return { switches: switches.length, terminals: linked.size, links: links.filter(({ a }) => !isTerminalEnd(a)).length };
}

const countWithNoun = (n: number, noun: keyof DrawingCounts) =>
  `${n === 0 ? "no" : n.toLocaleString("en-US").replaceAll(",", "\u202f")} ${nouns[noun][n === 1 ? 0 : 1]}`;

function describeSize(drawing: Drawing): string {
  const { switches, terminals } = drawingCounts(drawing);
  return switches + terminals === 0
    ? "no elements yet"
    : `${countWithNoun(switches, "switches")} and ${countWithNoun(terminals, "terminals")}`;
}

/**
 * Describes an edit of a drawing in words, from its counts before and after: what was added and removed or, if the counts are equal, how
 * many terminals were moved to other switches.
 */
function describeChange(oldDrawing: Drawing, newDrawing: Drawing): string {
  const [before, after] = [drawingCounts(oldDrawing), drawingCounts(newDrawing)];
  const changes = (sign: number) =>
    (Object.keys(nouns) as (keyof DrawingCounts)[]).flatMap((noun) => {
      const difference = sign * (after[noun] - before[noun]);
      return difference > 0 ? [countWithNoun(difference, noun)] : [];
    });
  const [added, removed] = [changes(1), changes(-1)];
  const phrases = [
    ...(added.length > 0 ? [`added ${joinWithAnd(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${joinWithAnd(removed)}`] : []),
  ];
  if (phrases.length > 0) return phrases.join(" and ");
  const [oldSwitches, newSwitches] = [switchesOfTerminals(oldDrawing), switchesOfTerminals(newDrawing)];
  const moved = newSwitches.filter((switchNumbers, t) => switchNumbers !== oldSwitches[t]).length;
  return moved === 0
    ? "changed links of switches"
    : `moved ${countWithNoun(moved, "terminals")} to ${moved === 1 ? "another switch" : "other switches"}`;
}

/** For each terminal, the numbers of the switches to which it is linked, as text. */
function switchesOfTerminals({ terminals, switches, links }: Drawing): readonly string[] {
  const switchNumbers = terminals.map(() => "");
  for (const { a, b } of links) if (isTerminalEnd(a) && !isTerminalEnd(b)) switchNumbers[terminalOfEnd(a)] += ` ${switches[b].number}`;
  return switchNumbers;
}

/**
 * The drawing in the parameter values, empty if its texts cannot be read. The result is the same object as long as the values are: a
 * pointer gesture ends when the drawing is replaced by another object.
 */
export const drawingOfValues = memoize((values: DrawnValues): { readonly drawing: Drawing; readonly issues: readonly ValidationIssue[] } =>
  readDrawing(values),
);
const networkOf = memoizeRecent((values: DrawnValues) => buildDrawing(drawingOfValues(values).drawing));
const componentsOfDrawing = memoize(componentsOf);
