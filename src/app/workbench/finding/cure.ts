/** Remedies for problems in the finding: {@link instead} for packets that crowd at one output, {@link together} for skewed ranks. */
import type { KindParam } from "../../../core/base/params.ts";
import { checkDocument, type Document } from "../../../core/scenario/document.ts";
import { instead } from "../../../findings/crowding.ts";
import { together } from "../../../findings/drift.ts";
import { paramAt, pathIn, withKind, withValue } from "../../../core/scenario/edits/edit-place.ts";

/** The document with the remedy against crowding in one of its scenarios. */
export function cured(document: Document, variant: number): Document {
  return Object.entries(instead).reduce((next, [name, value]) => withValue(next, pathIn(variant, ["flowControl", name]), value), document);
}

/** The document with lockstep hosts ({@link together}); null if no host supports that, or the document would be invalid. */
export function inStep(document: Document): Document | null {
  const at = [together.place[0]];
  const { registry } = paramAt(document, at) as KindParam;
  if (registry.find(together.host) === undefined) return null;
  const hosted = withKind(document, at, together.host);
  if (paramAt(hosted, together.place) === undefined) return null;
  const mended = withValue(hosted, together.place, together.value);
  return checkDocument(mended).length === 0 ? mended : null;
}
