/** Links whose buffers are shorter than a round trip, in words. */
import type { RoundTrip } from "../core/analysis/round-trips.ts";
import { countOf, formatCount, sayPercent } from "../words/numbers.ts";

/**
 * A sentence for each class of links that cannot carry all it could over one virtual channel, as its buffers are too short:
 * `Global links: buffers of 64 flits, a round trip of 206 cycles: at most 31 % of the rate for one virtual channel.`
 */
export function sayRoundTrips(trips: readonly RoundTrip[]): readonly string[] {
  return trips.filter(({ part }) => Math.round(100 * part) < 100).map(sayRoundTrip);
}

function sayRoundTrip({ linkClass, room, of, cycles, part, virtualChannels }: RoundTrip): string {
  const buffers = of === "flits" ? `buffers of ${countOf(room, "flit", "flits")}` : `queues of ${countOf(room, "packet", "packets")}`;
  const whose = virtualChannels === 1 ? "" : " for one virtual channel";
  const name = linkClass === "link" ? "Links" : `${linkClass[0].toUpperCase()}${linkClass.slice(1)} links`;
  return `${name}: ${buffers}, a round trip of ${formatCount(cycles)} cycles: at most ${sayPercent(part)} of the rate${whose}.`;
}
