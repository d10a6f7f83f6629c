/** Finds buffers shorter than their round trip, and a sufficient length. */
import type { RoundTrip } from "../../../core/analysis/round-trips.ts";
import { checkDocument, type Document } from "../../../core/scenario/document.ts";
import type { Path } from "../../../core/scenario/place.ts";
import { isShort } from "../../../findings/round-trips.ts";
import { countOf } from "../../../words/numbers.ts";
import { paramAt, pathIn, valueAt, withValue } from "../../../core/scenario/edits/edit-place.ts";

/** The round trip of a class, or of the class with the largest shortfall; null if the buffer suffices. */
export function shortOf(all: readonly RoundTrip[], linkClass?: string): RoundTrip | null {
  const meant = linkClass === undefined ? all : all.filter((trip) => trip.linkClass === linkClass);
  const [worst] = meant.toSorted((a, b) => a.part - b.part);
  return worst !== undefined && isShort(worst) ? worst : null;
}

/**
 * The document with buffers that cover the round trip; null if no valid length does.
 * @param of Index of the network.
 */
export function longerFor(document: Document, of: number, trip: RoundTrip) {
  const room = Math.ceil(trip.room / trip.part - 1e-9);
  const path: Path = pathIn(of, ["flowControl", trip.of === "flits" ? "buffer" : "queue"]);
  const param = paramAt(document, path);
  if (param?.type !== "integer" || room > param.max || valueAt(document, path) === room) return null;
  const next = withValue(document, path, room);
  if (checkDocument(next).length > 0) return null;
  const [one, many] = trip.of === "flits" ? ["flit", "flits"] : ["packet", "packets"];
  return { path, document: next, said: `Make it ${countOf(room, one, many)}` };
}
