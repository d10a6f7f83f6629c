/** Texts for hover targets: the partners of a rank in a phase, the switches between them, and the rate. */
import { type Meetings, meetingsIn } from "../../core/programs/meetings.ts";
import { nameOfNode, type Network } from "../../core/network/network.ts";
import { anded } from "../../core/base/words.ts";
import { countOf } from "../../words/numbers.ts";
import { terminalNames } from "../readings/terminal-names.ts";
import type { Units } from "../../words/units.ts";

/** Data for these texts. */
export interface Met {
  readonly meetings: Meetings;
  readonly network: Network;
  readonly terminalOf: (rank: number) => number;
  readonly packetPhits: number;
}

/** Maximum number of partners that are named. */
const mostNamed = 3;

/** The switches of the first path of a meeting. */
export function switchesOf({ channels, wayFirst }: Meetings, k: number, { head }: Network): readonly number[] {
  return Array.from(channels.subarray(wayFirst[k], Math.max(wayFirst[k], wayFirst[k + 1] - 1)), (channel) => head[channel]);
}

/** [R] 1 for each rank that has messages through a switch, considering the first path of each meeting. */
export function ranksThrough(node: number, { first, phases, wayFirst, channels }: Meetings, { head }: Network): Uint8Array {
  const uses = new Uint8Array((first.length - 1) / phases);
  for (let rank = 0; rank < uses.length; rank++) {
    const end = wayFirst[first[(rank + 1) * phases]];
    for (let i = wayFirst[first[rank * phases]]; i < end && uses[rank] === 0; i++) if (head[channels[i]] === node) uses[rank] = 1;
  }
  return uses;
}

/** `rank 8 (terminal 4)`, `rank 8 (login)`; only the rank where its terminal has the same number and no name. */
export function sayRank(rank: number, { terminalOf, network }: Pick<Met, "terminalOf" | "network">): string {
  const name = terminalNames(network)(terminalOf(rank));
  return name === `terminal ${rank}` ? `rank ${rank}` : `rank ${rank} (${name})`;
}

/** `with rank 8 (terminal 4) through Z switch 0`; empty where the rank has no partner. */
export function sayPartners(met: Met, rank: number, phase: number): string {
  const { meetings } = met;
  const own = meetingsIn(meetings, rank, phase);
  if (own.length === 0) return "";
  const partners = own.map((k) => meetings.partner[k]);
  if (own.length > mostNamed) return `with ${countOf(own.length, "rank", "ranks")}`;
  const through = [...new Set(own.map((k) => sayWay(met, k)))];
  const who = partners.length === 1 ? sayRank(partners[0], met) : `ranks ${anded(partners.map(String))}`;
  return `with ${who}${through.length === 1 ? ` ${through[0]}` : ""}`;
}

/** `through Z switch 0`, with the number of alternative paths if there are any. */
export function sayWay({ meetings, network }: Met, k: number): string {
  if (meetings.ways[k] === 0) return "by random paths";
  const switches = switchesOf(meetings, k, network);
  const others = meetings.ways[k] > 1 ? `, one of ${meetings.ways[k]} paths` : "";
  if (switches.length === 0) return `without a switch${others}`;
  if (switches.length > 2) return `through ${countOf(switches.length, "switch", "switches")}${others}`;
  return `through ${anded(switches.map((node) => nameOfNode(network, node)))}${others}`;
}

/** Load between a rank and its partners in a phase that takes `cycles`; empty where the rank has no partner. */
export function sayRate(units: Units, { meetings, packetPhits }: Met, rank: number, phase: number, cycles: number): string {
  const packets = meetingsIn(meetings, rank, phase).reduce((sum, k) => sum + meetings.sent[k] + meetings.received[k], 0);
  return packets === 0 || cycles <= 0 ? "" : units.sayLoad((packets * packetPhits) / cycles);
}
