/** Texts for hover targets: the partners of a rank in a phase, the switches between them, and the rate. */
import { type Exchanges, exchangesIn } from "../../core/programs/exchanges.ts";
import { nameOfNode, type Network } from "../../core/network/network.ts";
import { joinWithAnd } from "../../core/base/words.ts";
import { countOf } from "../../words/numbers.ts";
import { terminalNames } from "../readings/terminal-names.ts";
import type { Units } from "../../words/units.ts";

/** Data for the texts about a rank's partners. */
export interface MeetingContext {
  readonly meetings: Exchanges;
  readonly network: Network;
  readonly terminalOf: (rank: number) => number;
  readonly packetPhits: number;
}

/** Maximum number of partners that are named. */
const maxNamedPartners = 3;

/** The switches of the first path of a meeting (an exchange of two ranks in a phase). */
export function switchesOfMeeting({ channels, pathFirst }: Exchanges, meeting: number, { head }: Network): readonly number[] {
  return Array.from(
    channels.subarray(pathFirst[meeting], Math.max(pathFirst[meeting], pathFirst[meeting + 1] - 1)),
    (channel) => head[channel],
  );
}

/**
 * [R] 1 for each rank that has messages through a switch, considering the first path of each meeting (an exchange of two ranks in a phase).
 */
export function ranksThrough(node: number, { firstExchange, phases, pathFirst, channels }: Exchanges, { head }: Network): Uint8Array {
  const usesSwitch = new Uint8Array((firstExchange.length - 1) / phases);
  for (let rank = 0; rank < usesSwitch.length; rank++) {
    const end = pathFirst[firstExchange[(rank + 1) * phases]];
    for (let i = pathFirst[firstExchange[rank * phases]]; i < end && usesSwitch[rank] === 0; i++)
      if (head[channels[i]] === node) usesSwitch[rank] = 1;
  }
  return usesSwitch;
}

/** `rank 8 (terminal 4)`, `rank 8 (login)`; only the rank where its terminal has the same number and no name. */
export function sayRank(rank: number, { terminalOf, network }: Pick<MeetingContext, "terminalOf" | "network">): string {
  const name = terminalNames(network)(terminalOf(rank));
  return name === `terminal ${rank}` ? `rank ${rank}` : `rank ${rank} (${name})`;
}

/** `with rank 8 (terminal 4) through Z switch 0`; empty where the rank has no partner. */
export function sayPartners(context: MeetingContext, rank: number, phase: number): string {
  const { meetings } = context;
  const ownMeetings = exchangesIn(meetings, rank, phase);
  if (ownMeetings.length === 0) return "";
  const partners = ownMeetings.map((meeting) => meetings.partner[meeting]);
  if (ownMeetings.length > maxNamedPartners) return `with ${countOf(ownMeetings.length, "rank", "ranks")}`;
  const pathTexts = [...new Set(ownMeetings.map((meeting) => sayMeetingPath(context, meeting)))];
  const partnerText = partners.length === 1 ? sayRank(partners[0], context) : `ranks ${joinWithAnd(partners.map(String))}`;
  return `with ${partnerText}${pathTexts.length === 1 ? ` ${pathTexts[0]}` : ""}`;
}

/** `through Z switch 0`, with the number of alternative paths if there are any. */
export function sayMeetingPath({ meetings, network }: MeetingContext, meeting: number): string {
  if (meetings.choices[meeting] === 0) return "over random paths";
  const switches = switchesOfMeeting(meetings, meeting, network);
  const alternativesText = meetings.choices[meeting] > 1 ? `, one of ${meetings.choices[meeting]} paths` : "";
  if (switches.length === 0) return `without a switch${alternativesText}`;
  if (switches.length > 2) return `through ${countOf(switches.length, "switch", "switches")}${alternativesText}`;
  return `through ${joinWithAnd(switches.map((node) => nameOfNode(network, node)))}${alternativesText}`;
}

/** Load between a rank and its partners in a phase that takes `cycles`; empty where the rank has no partner. */
export function sayMeetingRate(
  units: Units,
  { meetings, packetPhits }: MeetingContext,
  rank: number,
  phase: number,
  cycles: number,
): string {
  const packets = exchangesIn(meetings, rank, phase).reduce((sum, meeting) => sum + meetings.sent[meeting] + meetings.received[meeting], 0);
  return packets === 0 || cycles <= 0 ? "" : units.sayLoad((packets * packetPhits) / cycles);
}
