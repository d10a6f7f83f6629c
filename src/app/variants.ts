/** The scenarios of a document with what they are called and made of; worked out once for all who ask. */
import { type Document, variantsOf } from "../core/scenario/document.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import type { Variant } from "../views/contract.ts";
import { factsIfValid } from "./document.ts";
import { namesOf } from "./names.ts";

interface Named {
  readonly scenarios: readonly Scenario[];
  readonly names: readonly string[];
  readonly facts: readonly Variant["facts"][];
}

const named = new WeakMap<Document, Named>();

/** All of a document, the first one first. */
export function namedVariants(document: Document): Named {
  let known = named.get(document);
  if (known === undefined) {
    const scenarios = variantsOf(document);
    named.set(document, (known = { scenarios, names: namesOf(document), facts: scenarios.map(factsIfValid) }));
  }
  return known;
}
