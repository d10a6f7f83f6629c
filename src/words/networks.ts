/** Names for the scenarios of a document: their titles, or the settings in which they differ. */
import type { ChosenKind, ListParam, Values } from "../core/base/params.ts";
import { drawnTopologyId, faultyTopologyId } from "../core/topologies/contract.ts";
import { topologies } from "../core/topologies/registry.ts";
import type { Document } from "../core/scenario/document.ts";
import { isInPhrase, entryNames, paramAtPath, parsePath, valueAtPath } from "../core/scenario/param-path.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { joinWithAnd, isolateDirection, uncapitalize } from "../core/base/words.ts";
import { countOf } from "./numbers.ts";
import { labeledValue, nounOf, entryTitleAt, listNames, wordsOfValue } from "./params.ts";
import { displayedScenarios } from "../core/scenario/displayed-point.ts";
import { isSweptIn, sayValue } from "./sweep.ts";

/**
 * A name for each network of a document, in the document's order, short enough to label a line: its title, its kind, or the settings in
 * which it differs from the others. If names are still equal, further values are added.
 */
export function networkNamesOf(document: Document): readonly string[] {
  const variants = displayedScenarios(document);
  // A swept setting has the same values in every network and distinguishes none.
  const distinguishingChanges = document.beside.flatMap(({ changes }) => changes.filter(({ path }) => !isSweptIn(document, path)));
  const changedPaths = [...new Set(distinguishingChanges.map(({ path }) => path.join(".")))];
  const kinds = variants.map(({ topology }) => topology.kind);
  // Titles of the kinds of topology suffice if all kinds are different, or if nothing is.
  const isByKind = changedPaths.length === 0 || new Set(kinds).size === kinds.length;
  // Of the changed settings, the network comes first. Settings that follow from the kind of network, such as its routing, are left out.
  /** Whether networks of one kind all have the same value of a setting: each is compared with the first network of its kind. */
  const followsFromKind = (dottedPath: string) =>
    kinds.every((kind, i) => settingInWords(variants[i], dottedPath) === settingInWords(variants[kinds.indexOf(kind)], dottedPath));
  const namedPaths = [
    ...changedPaths.filter((dottedPath) => dottedPath === "topology"),
    ...changedPaths.filter((dottedPath) => dottedPath !== "topology" && (new Set(kinds).size === 1 || !followsFromKind(dottedPath))),
  ];
  const names = variants.map((scenario) => {
    // The title of the first scenario is the title of the whole document.
    if (scenario.title !== "" && (scenario !== variants[0] || variants.length === 1)) return isolateDirection(scenario.title);
    if (isByKind) return titleOf(scenario);
    // If a setting does not exist for a kind, the kind's title replaces it; it appears only once.
    return [...new Set(namedPaths.map((dottedPath) => settingInWords(scenario, dottedPath)))].filter((word) => word !== "").join(", ");
  });
  // Equal names are followed by further values in which their networks differ.
  return names.map((name, i) =>
    [
      name,
      ...distinguishingValues(
        variants.filter((_, k) => names[k] === name),
        variants[i],
      ),
    ].join(" "),
  );
}

/** Parameters that distinguish a network from others with the same name: `k′ 2`. */
function distinguishingValues(sameNamed: readonly Scenario[], { topology }: Scenario): readonly string[] {
  return Object.entries(topologies.get(topology.kind).params)
    .filter(([name]) => new Set(sameNamed.map((each) => JSON.stringify(each.topology.values[name]))).size > 1)
    .map(([name, param]) => labeledValue(param, topology.values[name]));
}

/** A network's letter and name in a sentence: `A (thin tree)`. */
export function letterAndName({ letter, name }: { readonly letter: string; readonly name: string }): string {
  return `${letter} (${name})`;
}

const titleOf = ({ topology }: Scenario) => titleOfNetwork(topology);

/** A network as the subject of a sentence: `the thin tree`, `Three Quads without 4 switches`. */
export function networkPhrase({ topology }: Pick<Scenario, "topology">): string {
  if (topology.kind === drawnTopologyId) return "your network";
  const { article } = topologies.get(intactTopology(topology).kind);
  return `${article === "" ? "" : "the "}${titleOfNetwork(topology)}`;
}

/** The title of a network; for a network with faults, the title of the intact network and the number of failed switches and links. */
function titleOfNetwork(topology: ChosenKind): string {
  const { title } = topologies.get(intactTopology(topology).kind);
  if (topology.kind !== faultyTopologyId) return title;
  const { links, switches, deadLinks, deadSwitches } = topology.values as Readonly<Record<"links" | "switches", number>> &
    Readonly<Record<"deadLinks" | "deadSwitches", readonly number[]>>;
  const failedParts = [
    ...(switches + deadSwitches.length > 0 ? [countOf(switches + deadSwitches.length, "switch", "switches")] : []),
    ...(links + deadLinks.length > 0 ? [countOf(links + deadLinks.length, "link", "links")] : []),
  ];
  return failedParts.length === 0 ? title : `${title} without ${joinWithAnd(failedParts)}`;
}

const intactTopology = (topology: ChosenKind) => (topology.kind === faultyTopologyId ? (topology.values["of"] as ChosenKind) : topology);

/**
 * A setting of a scenario in words, such as `queue 4`, for the name of a network. If the scenario's kind does not have the setting, the
 * kind in words. Empty if there is nothing to say.
 * @param dottedPath path of the setting, such as `workload.load`
 */
function settingInWords(scenario: Scenario, dottedPath: string): string {
  const path = parsePath(dottedPath);
  const param = paramAtPath(scenario, path);
  // The scenario has no such setting: the kind of its section (such as the routing) tells what it has instead.
  if (param === undefined) {
    const section = paramAtPath(scenario, path.slice(0, 1));
    return section === undefined || section.type === "list" ? "" : labeledValue(section, valueAtPath(scenario, path.slice(0, 1)));
  }
  const value = valueAtPath(scenario, path);
  if (param.type === "record") return dottedPath;
  if (param.type === "list" && param.entryKeys !== undefined) {
    const entries = param.entryKeys.describe(value as readonly Values[], scenario);
    return entries.length === 0 ? (param.defaultWording ?? "") : entries.map(({ title, words }) => `${title} ${words}`).join(", ");
  }
  const entryTitle = entryTitleAt(scenario, path);
  if (entryTitle !== "") return `${entryTitle} ${sayValue(param, value)}`;
  const names = entryNames(scenario, path);
  if (names !== null) {
    const noun = nounOf(param as ListParam, names.length);
    return names.length === 0 ? `no ${noun}` : `${noun}: ${listNames(names)}`;
  }
  if (param.type === "choice" && isInPhrase(scenario, path)) return wordsOfValue(param, value);
  if (param.type !== "choice" || param.word !== undefined) return sayValue(param, value);
  // A colon separates the title from a value of several words: `channel classes: two with a dateline`.
  return `${uncapitalize(param.title)}: ${wordsOfValue(param, value)}`;
}
