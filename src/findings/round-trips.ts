/** Sentences about links whose buffers are shorter than a round trip. */
import type { RoundTrip } from "../core/analysis/round-trips.ts";
import { countOf, sayPercent } from "../words/numbers.ts";
import { capital } from "../words/params.ts";
import type { Units } from "../words/units.ts";

/**
 * A sentence for each class of links that cannot carry their full rate over one virtual channel because their buffers are too short:
 * `Global links: buffers of 64 flits, a round trip of 206 cycles: at most 31 % of the rate for one virtual channel.`
 */
export function sayRoundTrips(trips: readonly RoundTrip[], units: Told): readonly string[] {
  return trips.filter(isShort).map((trip) => sayRoundTrip(trip, units));
}

/** Whether the buffers of a link class limit its rate, after rounding to a percent. */
export const isShort = ({ part }: RoundTrip) => Math.round(100 * part) < 100;

type Told = Pick<Units, "sayTime">;

function sayRoundTrip({ linkClass, room, of, cycles, part, virtualChannels }: RoundTrip, { sayTime }: Told): string {
  const buffers = of === "flits" ? `buffers of ${countOf(room, "flit", "flits")}` : `queues of ${countOf(room, "packet", "packets")}`;
  const whose = virtualChannels === 1 ? "" : " for one virtual channel";
  const name = linkClass === "link" ? "Links" : `${capital(linkClass)} links`;
  return `${name}: ${buffers}, a round trip of ${sayTime(cycles)}: at most ${sayPercent(part)} of the rate${whose}.`;
}
