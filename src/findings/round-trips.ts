/** Sentences about links whose buffers are shorter than a round trip. */
import type { RoundTrip } from "../core/analysis/round-trips.ts";
import { countOf, sayPercent } from "../words/numbers.ts";
import { capitalize } from "../words/params.ts";
import type { Units } from "../words/units.ts";

/**
 * A sentence for each class of links that cannot carry their full rate over one virtual channel because their buffers are too short:
 * `Global links: buffers of 64 flits, a round trip of 206 cycles: at most 31 % of the rate for one virtual channel.`
 */
export function sayRoundTrips(trips: readonly RoundTrip[], units: TimeUnits): readonly string[] {
  return trips.filter(isBufferLimited).map((trip) => sayRoundTrip(trip, units));
}

/** Whether the buffers of a link class limit its rate, after rounding to a percent. */
export const isBufferLimited = ({ part: rateShare }: RoundTrip) => Math.round(100 * rateShare) < 100;

type TimeUnits = Pick<Units, "sayTime">;

function sayRoundTrip(
  { linkClass, room: bufferSize, of: bufferUnit, cycles, part: rateShare, virtualChannels }: RoundTrip,
  { sayTime }: TimeUnits,
): string {
  const buffers =
    bufferUnit === "flits" ? `buffers of ${countOf(bufferSize, "flit", "flits")}` : `queues of ${countOf(bufferSize, "packet", "packets")}`;
  const subject = virtualChannels === 1 ? "a link" : "one virtual channel";
  const name = linkClass === "link" ? "Links" : `${capitalize(linkClass)} links`;
  return `${name}: with ${buffers} and a round trip of ${sayTime(cycles)}, ${subject} reaches at most ${sayPercent(rateShare)} of the link rate.`;
}
