/** Adds the actual numbers of switches and links to the description of an irregular network. */
import { anded } from "../../core/base/words.ts";
import { axisOf } from "../../core/network/network.ts";
import type { Fabric, Placed, Whole } from "./contract.ts";
import type { Differences } from "./differences.ts";
import { linksIn } from "./fabric.ts";
import { countsSaid, levelWord } from "./trees/tree-whole.ts";

const counted = (n: number, [one, several]: readonly [string, string]) => `${n} ${n === 1 ? one : several}`;

/** [level] Number of slots of a tree that satisfy `isCounted`. */
function sizesIn({ axes, at, hosts }: Whole, level: number, isCounted: (place: number) => boolean): readonly number[] {
  const sizes = Array.from({ length: axes[level].size }, () => 0);
  for (let p = 0; p < hosts.length; p++) if (isCounted(p)) sizes[at[p * axes.length + level]]++;
  return sizes;
}

/** Whether switches or their links differ from the ideal network. */
const isIrregular = ({ missing, doubled, extra, absent, strays }: Differences) =>
  missing.length + doubled.length + extra.length + absent.length + strays.length > 0;

/** Adapts a sentence about the ideal network so that it does not claim to hold for every switch of an irregular one. */
function ofRegular(said: string, found: Differences): string {
  const isOther = isIrregular(found);
  if (!isOther && found.otherHosts.length === 0) return said;
  const usual = said
    .replace(/ at (?:each|a) (leaf|spine|core|switch of level \d+):/, " at a regular $1:")
    .replace(/^It has (?=\d+ groups|two switches)/, "A regular one has ")
    .replace(
      /^(\S+) (terminals? hangs?) on each switch\.$/,
      (_, n: string, hang: string) => `Usually ${n.toLowerCase()} ${hang} on a switch.`,
    );
  return isOther && /^(Every|No row|Rows|1 link joins|\d+ (?:parallel )?links? join|\d+ or )/.test(usual)
    ? `In a regular one, ${usual[0].toLowerCase()}${usual.slice(1)}`
    : usual;
}

/**
 * The ideal network with sentences that start with the actual counts. If the numbers of switches or links differ from the ideal ones, both
 * are given.
 */
export function withCounts(fabric: Fabric, { whole, place }: Placed, found: Differences): Whole {
  const { absent, strays, links: regularLinks } = found;
  const level = axisOf(whole, "level");
  const own = linksIn(fabric);
  const said = whole.said.map((each) => ofRegular(each, found));
  const without =
    strays.length === 0 ? [] : [`${strays.length} of its switches ${strays.length === 1 ? "has" : "have"} no place in a regular one.`];
  const all = counted(own, ["link", "links"]);
  if (level < 0) {
    if (own === regularLinks && absent.length + strays.length === 0) return { ...whole, said };
    const [switches, regular] = [fabric.switches, whole.hosts.length];
    const more = [
      ...(switches === regular ? [] : [counted(regular, ["switch", "switches"])]),
      ...(own === regularLinks ? [] : [counted(regularLinks, ["link", "links"])]),
    ];
    const has = `It has ${counted(switches, ["switch", "switches"])} and ${all} between them`;
    return { ...whole, said: [`${has}${more.length === 0 ? "" : `; a regular one would have ${anded(more)}`}.`, ...without, ...said] };
  }
  const isTaken = new Uint8Array(whole.hosts.length);
  for (const p of place) if (p >= 0) isTaken[p] = 1;
  const [sizes, regular] = [sizesIn(whole, level, (p) => isTaken[p] === 1), sizesIn(whole, level, () => true)];
  const more = regular.flatMap((n, l) => (n === sizes[l] ? [] : [counted(n, levelWord(l, regular.length))]));
  const has = `${countsSaid(sizes).slice(0, -1)}${more.length === 0 ? "" : `; a regular one would have ${anded(more)}`}.`;
  const ofLinks = own === regularLinks ? [] : [`It has ${all} between switches; a regular one would have ${regularLinks}.`];
  return { ...whole, said: said.flatMap((each) => (each === countsSaid(regular) ? [has, ...without, ...ofLinks] : [each])) };
}
