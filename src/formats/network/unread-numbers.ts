/** Counts numeric attributes of links that a reader does not understand, such as weights, and reports them by name. */
import type { Telling } from "../told.ts";
import { quantityIn } from "../units.ts";
import { quoted } from "./gathering.ts";

/** Names of numbers that are not properties of a link, but number it or describe its drawing. */
const isNoProperty =
  /^(?:id|key|nr|no|number|index|edgeid|linkid|edgenumber|penwidth|fontsize|arrowsize|width|x|y|z|len|minlen|labelangle|labeldistance)$/i;
/** Maximum number of names that are counted, and of names that are reported. */
const [mostCounted, mostSaid] = [100, 5];

/** Marks a name that is ignored. */
const noProperty = -1;

export class UnreadNumbers {
  private readonly counts = new Map<string, number>();

  /** Counts a value of a link if it is a number. */
  count(name: string, value: string): void {
    let known = this.counts.get(name);
    if (known === undefined) {
      if (this.counts.size >= mostCounted) return;
      this.counts.set(name, (known = isNoProperty.test(name.replaceAll(/[^A-Za-z0-9]/g, "")) ? noProperty : 0));
    }
    if (known !== noProperty && quantityIn(value) !== undefined) this.counts.set(name, known + 1);
  }

  say(tell: Telling): void {
    const all = [...this.counts].filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
    const list = all
      .slice(0, mostSaid)
      .map(([name, count]) => `${quoted(name)} of ${count.toLocaleString("en-US")} ${count === 1 ? "link" : "links"}`);
    const more = all.length - list.length;
    if (list.length > 0)
      tell.guess(`Not read, because it is not known what they mean: ${list.join(", ")}${more > 0 ? `, and ${more} more` : ""}.`);
  }
}
