/** What the scenarios of a document are called: by their own titles, else by what tells them apart. */
import { topologies } from "../core/topologies/index.ts";
import { type Document, variantsOf } from "../core/scenario/document.ts";
import { paramAt, pathOf, valueAt } from "../core/scenario/place.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { labelled } from "./format.ts";

/** A name for each scenario of a document, the first one first: short enough to stand at the end of a line. */
export function namesOf(document: Document): readonly string[] {
  const variants = variantsOf(document);
  const places = [...new Set(document.beside.flatMap(({ changes }) => changes.map(({ path }) => path.join("."))))];
  const kinds = variants.map(({ topology }) => topology.kind);
  const isByKind = places.length === 0 || new Set(kinds).size === kinds.length;
  const names = variants.map((scenario) => {
    // The first one's title is the document's.
    if (scenario.title !== "" && (scenario !== variants[0] || variants.length === 1)) return scenario.title;
    if (isByKind) return titleOf(scenario);
    // Where a kind stands for what it does not have, it stands once.
    return [...new Set(places.map((dotted) => at(scenario, dotted)))].filter((word) => word !== "").join(", ");
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

/** What sets the network of a scenario apart from those that are called the same: `k′ 2`. */
function apart(alike: readonly Scenario[], { topology }: Scenario): readonly string[] {
  return Object.entries(topologies.get(topology.kind).params)
    .filter(([name]) => new Set(alike.map((each) => JSON.stringify(each.topology.values[name]))).size > 1)
    .map(([name, param]) => labelled(param, topology.values[name]));
}

/** One of several in a sentence, which goes on behind it: `A, thin tree,`; a name with commas of its own stands apart. */
export function called({ letter, name }: { readonly letter: string; readonly name: string }): string {
  return name.includes(",") ? `${letter} (${name})` : `${letter}, ${name},`;
}

const titleOf = ({ topology }: Scenario) => topologies.get(topology.kind).title;

function at(scenario: Scenario, dotted: string): string {
  const path = pathOf(dotted);
  const param = paramAt(scenario, path);
  // Where the scenario has no such place, its kind says what it is instead.
  if (param === undefined) {
    const section = paramAt(scenario, path.slice(0, 1));
    return section === undefined ? "" : labelled(section, valueAt(scenario, path.slice(0, 1)));
  }
  return param.type === "record" ? dotted : labelled(param, valueAt(scenario, path));
}
