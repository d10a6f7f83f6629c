/** What a network has, counted before anything is said of the regular one that it was compared with. */
import { anded } from "../../base/words.ts";
import { axisOf } from "../network.ts";
import type { Fabric, Placed, Whole } from "./contract.ts";
import type { Differences } from "./differences.ts";
import { countsSaid, levelWord } from "./tree-whole.ts";

const counted = (n: number, [one, several]: readonly [string, string]) => `${n} ${n === 1 ? one : several}`;

/** [level] Places of a tree for which `isCounted` holds. */
function sizesIn({ axes, at, hosts }: Whole, level: number, isCounted: (place: number) => boolean): readonly number[] {
  const sizes = Array.from({ length: axes[level].size }, () => 0);
  for (let p = 0; p < hosts.length; p++) if (isCounted(p)) sizes[at[p * axes.length + level]]++;
  return sizes;
}

/**
 * The sentences of a placement, counts of the network first: where switches are missing or stand nowhere, the numbers of a regular network
 * are said to be its own.
 */
export function withCounts(fabric: Fabric, { whole, place }: Placed, { absent, strays }: Differences): Whole {
  if (absent.length + strays.length === 0) return whole;
  const level = axisOf(whole, "level");
  const without = strays.length === 0 ? "" : ` ${strays.length} of its switches ${strays.length === 1 ? "has" : "have"} no place in it.`;
  if (level < 0) {
    const [all, regular] = [fabric.switches, whole.hosts.length];
    const has = `It has ${counted(all, ["switch", "switches"])}${all === regular ? "" : `; a regular one would have ${regular}`}.`;
    const said = whole.said.map((each) => each.replace(/^It has /, "A regular one has "));
    return { ...whole, said: [`${has}${without}`, ...said] };
  }
  const isTaken = new Uint8Array(whole.hosts.length);
  for (const p of place) if (p >= 0) isTaken[p] = 1;
  const [own, regular] = [sizesIn(whole, level, (p) => isTaken[p] === 1), sizesIn(whole, level, () => true)];
  const more = regular.flatMap((n, l) => (n === own[l] ? [] : [counted(n, levelWord(l, regular.length))]));
  const has = `${countsSaid(own).slice(0, -1)}${more.length === 0 ? "" : `; a regular one would have ${anded(more)}`}.`;
  return { ...whole, said: whole.said.flatMap((each) => (each === countsSaid(regular) ? [`${has}${without}`] : [each])) };
}
