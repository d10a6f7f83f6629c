/** Rates and lengths of single links of a drawing, as link rules of a document. */
import { once } from "../../base/once.ts";
import { classOf, type Drawing, type End, inOrder, isTerminal, terminalOf } from "../../network/drawing/drawing.ts";
import { type Document, variantsOf } from "../document.ts";
import type { LinkRule } from "../links.ts";
import { pathIn, withValue } from "./edit-place.ts";

/** Rate and length of a link. */
export type LinkSpeed = Pick<LinkRule, "rate" | "length">;

/** A link by its two ends; it represents all links parallel to it. */
export type LinkEnds = readonly [End, End];

const usual: LinkSpeed = { rate: 1, length: 0 };

/** The name of a drawn link in a document: switches by number, `3-7`, terminals after a t, `t5-2`. */
export function singleLinkName({ switches }: Drawing, ends: LinkEnds): string {
  const name = (end: End) => (isTerminal(end) ? `t${terminalOf(end)}` : String(switches[end].number));
  return inOrder(...ends)
    .map(name)
    .join("-");
}

/** The class of each link of a drawing, by the name of the link. Parallel links have the same name. */
const classesOfLinks = once((drawing: Drawing): ReadonlyMap<string, string> => {
  const classes = new Map<string, string>();
  for (const link of drawing.links) {
    const name = singleLinkName(drawing, [link.a, link.b]);
    if (!classes.has(name)) classes.set(name, classOf(link));
  }
  return classes;
});

/** Rate and length of a link by the rules of a scenario: its own rule, otherwise that of its class, otherwise rate 1 and length 0. */
export function speedOf(rules: readonly LinkRule[], drawing: Drawing, ends: LinkEnds): LinkSpeed {
  const name = singleLinkName(drawing, ends);
  const ruleOf = (each: string | undefined) => rules.find((rule) => rule.class === each);
  const { rate, length } = ruleOf(name) ?? ruleOf(classesOfLinks(drawing).get(name)) ?? usual;
  return { rate, length };
}

/**
 * A document with another rate or length of some links. If they are all links of a class, the rule of the class is changed.
 * @param of index of the scenario in the document; its topology must be the drawing
 */
export function withLinkSpeeds(
  document: Document,
  of: number,
  drawing: Drawing,
  links: readonly LinkEnds[],
  change: Partial<LinkSpeed>,
): Document {
  const rules = new Map(variantsOf(document)[of].links.map((rule) => [rule.class, rule]));
  const classes = classesOfLinks(drawing);
  const chosen = new Set(links.map((ends) => singleLinkName(drawing, ends)).filter((name) => classes.has(name)));
  const isPartial = new Set([...classes].filter(([name]) => !chosen.has(name)).map(([, own]) => own));
  const isWhole = (own: string) => chosen.size > 1 && !isPartial.has(own);
  const next = new Map(rules);
  const put = (name: string, before: LinkSpeed) => next.set(name, { class: name, rate: before.rate, length: before.length, ...change });
  for (const name of chosen) {
    const own = classes.get(name)!;
    const rule = rules.get(name);
    if (isWhole(own)) put(own, rules.get(own) ?? usual);
    if (rule !== undefined || !isWhole(own)) put(name, rule ?? rules.get(own) ?? usual);
  }
  return withValue(document, pathIn(of, ["links"]), [...next.values()]);
}
