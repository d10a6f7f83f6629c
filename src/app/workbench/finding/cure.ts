/** The cure for packets that crowd at one output: {@link instead} in place of the rule. */
import type { Document } from "../../../core/scenario/document.ts";
import { instead } from "../../../findings/crowding.ts";
import { pathIn, withValue } from "../../document/edit-place.ts";

/** The document with the cure in one of its scenarios. */
export function cured(document: Document, variant: number): Document {
  return Object.entries(instead).reduce((next, [name, value]) => withValue(next, pathIn(variant, ["flowControl", name]), value), document);
}
