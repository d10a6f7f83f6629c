/** Names for the scenarios of a document: their titles, or the settings in which they differ. */
import type { ChosenKind, ListParam, Values } from "../core/base/params.ts";
import { drawnId, faultyId } from "../core/topologies/contract.ts";
import { topologies } from "../core/topologies/shelf.ts";
import type { Document } from "../core/scenario/document.ts";
import { isInPhrase, namesAt, paramAt, pathOf, valueAt } from "../core/scenario/place.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { anded, isolated, uncapital } from "../core/base/words.ts";
import { countOf } from "./numbers.ts";
import { labelled, nounOf, ownerAt, someNamed, wordsOf } from "./params.ts";
import { staged } from "../core/scenario/staged.ts";
import { isSweptIn, sayValue } from "./sweep.ts";

/** A name for each scenario of a document, in the document's order. Names are short enough to label a line. */
export function namesOf(document: Document): readonly string[] {
  const variants = staged(document);
  // A swept setting has the same values in every network and distinguishes none.
  const apartAt = document.beside.flatMap(({ changes }) => changes.filter(({ path }) => !isSweptIn(document, path)));
  const places = [...new Set(apartAt.map(({ path }) => path.join(".")))];
  const kinds = variants.map(({ topology }) => topology.kind);
  const isByKind = places.length === 0 || new Set(kinds).size === kinds.length;
  // Settings that follow from the kind of network, such as its routing, are left out. The network comes first.
  const goesWithKind = (dotted: string) => kinds.every((kind, i) => at(variants[i], dotted) === at(variants[kinds.indexOf(kind)], dotted));
  const telling = [
    ...places.filter((dotted) => dotted === "topology"),
    ...places.filter((dotted) => dotted !== "topology" && (new Set(kinds).size === 1 || !goesWithKind(dotted))),
  ];
  const names = variants.map((scenario) => {
    // The title of the first scenario is that of the whole document.
    if (scenario.title !== "" && (scenario !== variants[0] || variants.length === 1)) return isolated(scenario.title);
    if (isByKind) return titleOf(scenario);
    // If a setting does not exist for a kind, the kind's title replaces it; it appears only once.
    return [...new Set(telling.map((dotted) => at(scenario, dotted)))].filter((word) => word !== "").join(", ");
  });
  return names.map((name, i) =>
    [
      name,
      ...apart(
        variants.filter((_, k) => names[k] === name),
        variants[i],
      ),
    ].join(" "),
  );
}

/** Parameters that distinguish a network from others with the same name: `k′ 2`. */
function apart(alike: readonly Scenario[], { topology }: Scenario): readonly string[] {
  return Object.entries(topologies.get(topology.kind).params)
    .filter(([name]) => new Set(alike.map((each) => JSON.stringify(each.topology.values[name]))).size > 1)
    .map(([name, param]) => labelled(param, topology.values[name]));
}

/** A network's letter and name in a sentence: `A (thin tree)`. */
export function called({ letter, name }: { readonly letter: string; readonly name: string }): string {
  return `${letter} (${name})`;
}

const titleOf = ({ topology }: Scenario) => titleOfNetwork(topology);

/** A network as the subject of a sentence: `the thin tree`, `Three Quads without 4 switches`. */
export function networkOf({ topology }: Pick<Scenario, "topology">): string {
  if (topology.kind === drawnId) return "your network";
  const { article } = topologies.get(entire(topology).kind);
  return `${article === "" ? "" : "the "}${titleOfNetwork(topology)}`;
}

/** The title of a network; for one with faults, the title of the intact network and the number of failed switches and links. */
function titleOfNetwork(topology: ChosenKind): string {
  const { title } = topologies.get(entire(topology).kind);
  if (topology.kind !== faultyId) return title;
  const { links, switches, deadLinks, deadSwitches } = topology.values as Readonly<Record<"links" | "switches", number>> &
    Readonly<Record<"deadLinks" | "deadSwitches", readonly number[]>>;
  const dead = [
    ...(switches + deadSwitches.length > 0 ? [countOf(switches + deadSwitches.length, "switch", "switches")] : []),
    ...(links + deadLinks.length > 0 ? [countOf(links + deadLinks.length, "link", "links")] : []),
  ];
  return dead.length === 0 ? title : `${title} without ${anded(dead)}`;
}

const entire = (topology: ChosenKind) => (topology.kind === faultyId ? (topology.values["of"] as ChosenKind) : topology);

function at(scenario: Scenario, dotted: string): string {
  const path = pathOf(dotted);
  const param = paramAt(scenario, path);
  // The scenario has no such setting, so its kind tells what it has instead.
  if (param === undefined) {
    const section = paramAt(scenario, path.slice(0, 1));
    return section === undefined || section.type === "list" ? "" : labelled(section, valueAt(scenario, path.slice(0, 1)));
  }
  const value = valueAt(scenario, path);
  if (param.type === "record") return dotted;
  if (param.type === "list" && param.about !== undefined) {
    const said = param.about.said(value as readonly Values[], scenario);
    return said.length === 0 ? (param.usually ?? "") : said.map(({ title, words }) => `${title} ${words}`).join(", ");
  }
  const owner = ownerAt(scenario, path);
  if (owner !== "") return `${owner} ${sayValue(param, value)}`;
  const names = namesAt(scenario, path);
  if (names !== null) {
    const noun = nounOf(param as ListParam, names.length);
    return names.length === 0 ? `no ${noun}` : `${noun}: ${someNamed(names)}`;
  }
  if (param.type === "choice" && isInPhrase(scenario, path)) return wordsOf(param, value);
  if (param.type !== "choice" || param.word !== undefined) return sayValue(param, value);
  // A colon separates the title from a value of several words: `channel classes: one without a dateline`.
  return `${uncapital(param.title)}: ${wordsOf(param, value)}`;
}
