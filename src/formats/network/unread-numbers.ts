/** Counts numeric attributes of links that a reader does not understand, such as weights, and reports them by name. */
import type { DiagnosticsCollector } from "../diagnostics.ts";
import { parseLinkQuantity } from "../units.ts";
import { quoteId } from "./network-builder.ts";

/** Names of numbers that are not properties of a link: they number the link or describe its drawing. */
const ignoredName =
  /^(?:id|key|nr|no|number|index|edgeid|linkid|edgenumber|penwidth|fontsize|arrowsize|width|x|y|z|len|minlen|labelangle|labeldistance)$/i;
/** Maximum number of names that are counted, and of names that are reported. */
const [maxCountedNames, maxListedNames] = [100, 5];

/** Marks a name that is ignored. */
const ignoredCount = -1;

export class UnreadNumbers {
  private readonly counts = new Map<string, number>();

  /** Counts a value of a link if it is a number. */
  count(name: string, value: string): void {
    let previousCount = this.counts.get(name);
    if (previousCount === undefined) {
      if (this.counts.size >= maxCountedNames) return;
      this.counts.set(name, (previousCount = ignoredName.test(name.replaceAll(/[^A-Za-z0-9]/g, "")) ? ignoredCount : 0));
    }
    if (previousCount !== ignoredCount && parseLinkQuantity(value) !== undefined) this.counts.set(name, previousCount + 1);
  }

  report(diagnostics: DiagnosticsCollector): void {
    const counted = [...this.counts].filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
    const listed = counted
      .slice(0, maxListedNames)
      .map(([name, count]) => `${quoteId(name)} of ${count.toLocaleString("en-US")} ${count === 1 ? "link" : "links"}`);
    const hiddenCount = counted.length - listed.length;
    if (listed.length > 0)
      diagnostics.guess(
        `Not read, because their meaning is unknown: ${listed.join(", ")}${hiddenCount > 0 ? `, and ${hiddenCount} more` : ""}.`,
      );
  }
}
