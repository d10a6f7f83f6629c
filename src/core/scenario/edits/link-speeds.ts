/** Rates and lengths of single links of a drawing, as link rules of a document. */
import { memoize } from "../../base/memoize.ts";
import { linkClassOf, type Drawing, type LinkEnd, orderedEnds, isTerminalEnd, terminalOfEnd } from "../../network/drawing/drawing.ts";
import { type Document, variantsOf } from "../document.ts";
import type { LinkRule } from "../links.ts";
import { pathIn, withDocumentValue } from "./edit-document-value.ts";

/** Rate and length of a link. */
export type LinkSpeed = Pick<LinkRule, "rate" | "length">;

/** A link by its two ends; it represents all links parallel to it. */
export type LinkEnds = readonly [LinkEnd, LinkEnd];

const defaultSpeed: LinkSpeed = { rate: 1, length: 0 };

/** The name of a drawn link in a document: switches by number, `3-7`, terminals after a t, `t5-2`. */
export function singleLinkName({ switches }: Drawing, ends: LinkEnds): string {
  const name = (end: LinkEnd) => (isTerminalEnd(end) ? `t${terminalOfEnd(end)}` : String(switches[end].number));
  return orderedEnds(...ends)
    .map(name)
    .join("-");
}

/** The class of each link of a drawing, by the name of the link. Parallel links have the same name. */
const classesOfLinks = memoize((drawing: Drawing): ReadonlyMap<string, string> => {
  const classes = new Map<string, string>();
  for (const link of drawing.links) {
    const name = singleLinkName(drawing, [link.a, link.b]);
    if (!classes.has(name)) classes.set(name, linkClassOf(link));
  }
  return classes;
});

/** Rate and length of a link by the rules of a scenario: its own rule, otherwise the rule of its class, otherwise rate 1 and length 0. */
export function linkSpeedOf(rules: readonly LinkRule[], drawing: Drawing, ends: LinkEnds): LinkSpeed {
  const name = singleLinkName(drawing, ends);
  const ruleOf = (each: string | undefined) => rules.find((rule) => rule.class === each);
  const { rate, length } = ruleOf(name) ?? ruleOf(classesOfLinks(drawing).get(name)) ?? defaultSpeed;
  return { rate, length };
}

/**
 * A document in which some links of a drawn network have another rate or length. A rule gives rate and length to a class of links or to a
 * single link, named by its ends, such as `3-7`. If the links are all links of a class, the rule of the class is changed, otherwise those
 * of single links. `partialClasses` are classes with a link that is not among them.
 * @param variant index of the network in the document; its topology must be the drawing
 * @param change the new rate, length, or both
 */
export function withLinkSpeeds(
  document: Document,
  variant: number,
  drawing: Drawing,
  links: readonly LinkEnds[],
  change: Partial<LinkSpeed>,
): Document {
  const rules = new Map(variantsOf(document)[variant].links.map((rule) => [rule.class, rule]));
  const classes = classesOfLinks(drawing);
  const chosenNames = new Set(links.map((ends) => singleLinkName(drawing, ends)).filter((name) => classes.has(name)));
  const partialClasses = new Set([...classes].filter(([name]) => !chosenNames.has(name)).map(([, linkClass]) => linkClass));
  const isWholeClass = (linkClass: string) => chosenNames.size > 1 && !partialClasses.has(linkClass);
  const newRules = new Map(rules);
  const setRule = (name: string, base: LinkSpeed) => newRules.set(name, { class: name, rate: base.rate, length: base.length, ...change });
  for (const name of chosenNames) {
    const linkClass = classes.get(name)!;
    const rule = rules.get(name);
    // If the whole class changes, the rules of its single links change as well, because they take precedence.
    if (isWholeClass(linkClass)) setRule(linkClass, rules.get(linkClass) ?? defaultSpeed);
    if (rule !== undefined || !isWholeClass(linkClass)) setRule(name, rule ?? rules.get(linkClass) ?? defaultSpeed);
  }
  return withDocumentValue(document, pathIn(variant, ["links"]), [...newRules.values()]);
}
