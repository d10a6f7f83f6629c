/** The results of a page as few, large numbers. */
import { senderOf } from "../../../core/measures/results.ts";
import type { Variant } from "../../../views/contract.ts";
import { countOf, formatCount } from "../../../words/numbers.ts";
import type { Units } from "../../../words/units.ts";

/** One number for the back row. */
export interface Figure {
  /** Letter of the network; empty where it stands alone. */
  readonly letter: string;
  readonly figure: string;
  /** What it is, with its unit. */
  readonly words: string;
}

/** Most figures that stand side by side. */
const most = 4;

/** The answer of each network: what it delivers, how long it takes, or that it stands still. */
export function figuresOf(units: Units, variants: readonly Pick<Variant, "letter" | "title" | "results" | "load">[]): readonly Figure[] {
  return variants.slice(0, most).map(({ letter, title, results, load }) => {
    const name = letter === "" ? "" : `${title}: `;
    if (results === null) return { letter, figure: "…", words: `${name}being computed` };
    if (results.deadlock !== null)
      return {
        letter,
        figure: units.formatTime(results.cycles),
        words: `${name}${units.timeUnit(results.cycles).name} until it deadlocked`,
      };
    if (load !== null) {
      const who = senderOf(results);
      // Beside each other the name says more than whose load it is.
      const words = letter === "" ? `delivered of ${units.sayLoad(load)} per ${who}` : `${name}of ${units.sayLoad(load)}`;
      return { letter, figure: units.formatLoad(results.acceptedPerSender), words };
    }
    const packets = countOf(results.packets, "packet", "packets");
    const all = results.ranks ? countOf(results.ranks.count, "rank", "ranks") : packets;
    return results.makespan === null
      ? { letter, figure: formatCount(results.arrived), words: `${name}of ${packets} delivered so far` }
      : {
          letter,
          figure: units.formatTime(results.makespan),
          words: `${name}${units.timeUnit(results.makespan).name} for ${all}`,
        };
  });
}
