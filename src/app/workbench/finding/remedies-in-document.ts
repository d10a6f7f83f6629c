/** Remedies for problems in the finding: {@link selectionRemedy} for packets that crowd at one output, {@link rendezvousRemedy} for skewed ranks. */
import type { KindParam } from "../../../core/base/params.ts";
import { checkDocument, type Document } from "../../../core/scenario/document.ts";
import { selectionRemedy } from "../../../findings/selection-rule.ts";
import { rendezvousRemedy } from "../../../findings/skew.ts";
import { documentParamAt, pathIn, withKind, withDocumentValue } from "../../../core/scenario/edits/edit-document-value.ts";

/** The document with {@link selectionRemedy} in one of its scenarios, so that packets do not crowd at one output. */
export function withoutCrowding(document: Document, variant: number): Document {
  return Object.entries(selectionRemedy).reduce(
    (next, [name, value]) => withDocumentValue(next, pathIn(variant, ["flowControl", name]), value),
    document,
  );
}

/** The document with lockstep hosts ({@link rendezvousRemedy}); null if no host supports that, or the document would be invalid. */
export function withLockstep(document: Document): Document | null {
  const hostPath = [rendezvousRemedy.place[0]];
  const { registry } = documentParamAt(document, hostPath) as KindParam;
  if (registry.find(rendezvousRemedy.host) === undefined) return null;
  const withHost = withKind(document, hostPath, rendezvousRemedy.host);
  if (documentParamAt(withHost, rendezvousRemedy.place) === undefined) return null;
  const lockstepDocument = withDocumentValue(withHost, rendezvousRemedy.place, rendezvousRemedy.value);
  return checkDocument(lockstepDocument).length === 0 ? lockstepDocument : null;
}
