/** Finds buffers that are shorter than the round trip of their link, and a sufficient length. */
import type { RoundTrip } from "../../../core/analysis/round-trips.ts";
import { checkDocument, type Document } from "../../../core/scenario/document.ts";
import type { Path } from "../../../core/scenario/param-path.ts";
import { isBufferLimited } from "../../../findings/round-trips.ts";
import { countOf } from "../../../words/numbers.ts";
import { documentParamAt, pathIn, documentValueAt, withDocumentValue } from "../../../core/scenario/edits/edit-document-value.ts";

/** The round trip of a class, or of the class with the largest shortfall; null if the buffer suffices. */
export function shortRoundTrip(all: readonly RoundTrip[], linkClass?: string): RoundTrip | null {
  const candidates = linkClass === undefined ? all : all.filter((trip) => trip.linkClass === linkClass);
  const [worst] = candidates.toSorted((a, b) => a.part - b.part);
  return worst !== undefined && isBufferLimited(worst) ? worst : null;
}

/**
 * The document with buffers that cover the round trip; null if no valid length does.
 * @param variantIndex Index of the network.
 */
export function longerBuffer(document: Document, variantIndex: number, trip: RoundTrip) {
  const capacity = Math.ceil(trip.room / trip.part - 1e-9);
  const path: Path = pathIn(variantIndex, ["flowControl", trip.of === "flits" ? "buffer" : "queue"]);
  const param = documentParamAt(document, path);
  if (param?.type !== "integer" || capacity > param.max || documentValueAt(document, path) === capacity) return null;
  const next = withDocumentValue(document, path, capacity);
  if (checkDocument(next).length > 0) return null;
  const [singular, plural] = trip.of === "flits" ? ["flit", "flits"] : ["packet", "packets"];
  return { path, document: next, said: `Use ${countOf(capacity, singular, plural)}` };
}
