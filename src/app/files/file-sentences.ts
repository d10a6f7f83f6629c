/** Sentences about a file before it is used. */
import { countOf, formatCount, formatMeasure, withUnit } from "../../words/numbers.ts";
import type { InspectedFile } from "../../worker/inspected-file.ts";

/** Format and size of the content, in one line. */
export function contentSummary({ format, contents }: Pick<InspectedFile, "format" | "contents">): string {
  const title = format?.title ?? "The format is not recognized";
  if (contents === null) return `${title}.`;
  return `${[title, ...contentCounts(contents)].join(", ")}.`;
}

/** The amounts in an inspected file, each as a phrase with its noun: `24 switches`. Empty for a document. */
function contentCounts(contents: NonNullable<InspectedFile["contents"]>): readonly string[] {
  switch (contents.is) {
    case "network": {
      const { switches, terminals, links, rates } = contents;
      // Name the two most frequent rates or, if all links have the same rate, this rate.
      const hasSingleRate = rates[0]?.[1] === links;
      const rateTexts = rates
        .slice(0, hasSingleRate ? 1 : 2)
        .map(([rate, linkCount]) => `${hasSingleRate ? "all" : formatCount(linkCount)} of them ${rateText(rate)}`);
      return [
        countOf(switches, "switch", "switches"),
        ...(terminals > 0 ? [countOf(terminals, "host", "hosts")] : []),
        countOf(links, "link", "links"),
        ...rateTexts,
      ];
    }
    case "traffic":
      return [
        countOf(contents.ends, "terminal", "terminals"),
        ...(contents.bytes === null
          ? [countOf(contents.entries, "rate", "rates")]
          : [countOf(contents.entries, "message", "messages"), bytesText(contents.bytes)]),
      ];
    case "program":
      return [
        countOf(contents.ends, "rank", "ranks"),
        countOf(contents.entries, "operation", "operations"),
        countOf(contents.messages ?? 0, "message", "messages"),
        `${bytesText(contents.bytes ?? 0)} in total`,
      ];
    case "counters":
      return [countOf(contents.counters.length, "port", "ports")];
    case "document":
      return [];
  }
}

/** A rate in bytes per second, written with its unit; or the name of a rate, such as `4xNDR`, or of a kind of link, such as `local`. */
const rateText = (rate: string | number) => (typeof rate === "string" ? rate : `at ${withUnit(...withSiPrefix(rate * 8, "b/s"))}`);

export const bytesText = (bytes: number) => withUnit(...withSiPrefix(bytes, "B"));

/** A number with the SI prefix that keeps it short: `400`, `Gb/s`. */
function withSiPrefix(value: number, unit: string): [number: string, unit: string] {
  const prefixes = ["", "k", "M", "G", "T", "P"];
  const step = Math.max(0, Math.min(prefixes.length - 1, Math.floor(Math.log10(Math.max(1, Math.abs(value))) / 3)));
  const number = value / 1000 ** step;
  return [Number.isInteger(number) ? String(number) : formatMeasure(number), `${prefixes[step]}${unit}`];
}

/** How many lines could not be read. One line may have several faults. */
export const unreadSentence = (unread: number, lines: number) =>
  unread > lines && lines > 0
    ? `${countOf(unread, "place", "places")} in ${countOf(lines, "line", "lines")} could not be read.`
    : lines > 0
      ? `${formatCount(unread)} of ${countOf(lines, "line", "lines")} could not be read.`
      : `${countOf(unread, "line", "lines")} could not be read.`;

/** The title of a recognized network with its article: `an 8 × 8 torus`, `a ring of 12 switches`, `3 trees`. */
export function withArticle(title: string): string {
  if (/^\d+ trees$/.test(title)) return title;
  return `${/^(8\d*|11|18|[aeio]\S*|un\S*)(?!\S)/.test(title) ? "an" : "a"} ${title}`;
}
