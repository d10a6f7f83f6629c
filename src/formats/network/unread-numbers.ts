/** Numbers of links that a reader does not understand, as weights: they are counted by their names and said. */
import type { Telling } from "../told.ts";
import { quantityIn } from "../units.ts";
import { quoted } from "./gathering.ts";

/** Names of numbers that are no property of a link: what numbers it, and how it is drawn. */
const isNoProperty =
  /^(?:id|key|nr|no|number|index|edgeid|linkid|edgenumber|penwidth|fontsize|arrowsize|width|x|y|z|len|minlen|labelangle|labeldistance)$/i;
/** Names that are counted, and of these that are said. */
const [mostCounted, mostSaid] = [100, 5];

/** The count of a name that is no property. */
const noProperty = -1;

export class UnreadNumbers {
  private readonly counts = new Map<string, number>();

  /** A link has a value under a name that is not understood; only numbers are counted. */
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
