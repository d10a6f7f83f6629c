/** Where a buffer is shorter than its round trip, and a longer one. */
import type { RoundTrip } from "../../../core/analysis/round-trips.ts";
import { checkDocument, type Document } from "../../../core/scenario/document.ts";
import type { Path } from "../../../core/scenario/place.ts";
import { isShort } from "../../../findings/round-trips.ts";
import { countOf } from "../../../words/numbers.ts";
import { paramAt, pathIn, valueAt, withValue } from "../../../core/scenario/edits/edit-place.ts";

/** The round trip of a class, or of the class that is the worst off; null where there is room for all that is under way. */
export function shortOf(all: readonly RoundTrip[], linkClass?: string): RoundTrip | null {
  const meant = linkClass === undefined ? all : all.filter((trip) => trip.linkClass === linkClass);
  const [worst] = meant.toSorted((a, b) => a.part - b.part);
  return worst !== undefined && isShort(worst) ? worst : null;
}

/** The document with buffers that hold a round trip; null where none can be as long. */
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
