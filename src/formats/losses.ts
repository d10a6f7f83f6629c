/** Counts what a written text lost of a network or of traffic: the text is read again and compared with the original. */
import type { Format, ReadResult, ReadLink, ReadNetwork, ReadTraffic, WritableContent } from "./contract.ts";

/**
 * A sentence with a count for each kind of loss; empty if nothing was lost.
 * @param text the written text, in the given format
 */
export function lossesOf(format: Format, written: WritableContent, text: string): readonly string[] {
  const read = format.read(text);
  const counts =
    format.contentKind === "network"
      ? networkLosses(written.network!, read.network ?? { nodes: [], links: [] })
      : format.contentKind === "traffic"
        ? trafficLosses(written.traffic!, read)
        : [];
  return counts.flatMap(([count, singular, plural]) => {
    const words = (count === 1 ? singular : plural).replace("#", count.toLocaleString("en-US"));
    return count > 0 ? [`Left out: ${words}.`] : [];
  });
}

/** A count, with the noun in singular and plural; # is replaced by the count. */
type Loss = readonly [count: number, one: string, more: string];

/**
 * What a network loses when it is written to a file and read again: the count of each kind of loss, with its text in the singular and
 * plural, in which # is the count. Links that were lost entirely do not count again among the losses of their attributes.
 */
function networkLosses(before: ReadNetwork, after: ReadNetwork): readonly Loss[] {
  const [countsBefore, countsAfter] = [before, after].map(networkCounts);
  const lostCount = (key: keyof NetworkCounts) => Math.max(0, countsBefore[key] - countsAfter[key]);
  const links = lostCount("links");
  const parallelLinks = Math.min(links, lostCount("parallel"));
  /** Number of links whose value was lost. If the format has such values at all, links that were lost entirely are not counted again. */
  const lostValues = (valueOf: (link: ReadLink) => string | undefined) => {
    const [valuesBefore, valuesAfter] = [before, after].map((network) => countValues(network.links.map(valueOf)));
    const missing = missingCount(valuesBefore, valuesAfter);
    return valuesAfter.size === 0 ? missing : Math.max(0, missing - links);
  };
  const [namesBefore, namesAfter] = [before, after].map(({ nodes }) =>
    countValues(nodes.map(({ id, name = id }) => (genericName.test(name) ? undefined : name.trim()))),
  );
  return [
    [lostCount("terminals"), "# terminal", "# terminals"],
    [lostCount("switches"), "# switch", "# switches"],
    [parallelLinks, "# parallel link", "# parallel links"],
    [links - parallelLinks, "# link", "# links"],
    [lostValues(rateOf), "the rate of # link", "the rates of # links"],
    [lostValues(lengthOf), "the length of # link", "the lengths of # links"],
    [lostValues(({ kind }) => kind), "the kind of # link", "the kinds of # links"],
    [missingCount(namesBefore, namesAfter), "the exact name of # node", "the exact names of # nodes"],
    [Math.max(0, lostCount("ports") - links), "the port numbers of # link", "the port numbers of # links"],
    [lostCount("places"), "the position of # node", "the positions of # nodes"],
    [lostCount("spare"), "the free ports of # switch", "the free ports of # switches"],
  ];
}

/** Names that consist of a number and at most a generic noun. */
const genericName = /^(?:s|t|h|router|node|switch|terminal)?[ -]?\d+$/i;

const rateOf = ({ rate, relativeRate }: ReadLink) =>
  rate === undefined ? (relativeRate === undefined ? undefined : `${relativeRate} times`) : `${Number(rate.toPrecision(9))}`;

function lengthOf({ length }: ReadLink): string | undefined {
  const [unit, value] = Object.entries(length ?? { none: 0 })[0];
  return value === 0 ? undefined : `${Number(value.toPrecision(9))} ${unit}`;
}

type NetworkCounts = Readonly<Record<"terminals" | "switches" | "links" | "parallel" | "ports" | "places" | "spare", number>>;

/**
 * Counts the parts of a network, without links from a node to itself: `parallel` links beyond the first of each pair of nodes, links with
 * `ports` (port numbers), nodes with `places` (positions), and switches with `spare` ports, to which no link is attached.
 */
function networkCounts({ nodes, links }: ReadNetwork): NetworkCounts {
  const properLinks = links.filter(({ a, b }) => a !== b);
  const usedPorts = new Int32Array(nodes.length);
  for (const { a, b } of properLinks) {
    usedPorts[a]++;
    usedPorts[b]++;
  }
  const terminals = nodes.filter(({ isTerminal }) => isTerminal).length;
  const pairs = new Set(properLinks.map(({ a, b }) => Math.min(a, b) * nodes.length + Math.max(a, b)));
  return {
    terminals,
    switches: nodes.length - terminals,
    links: properLinks.length,
    parallel: properLinks.length - pairs.size,
    ports: properLinks.filter(({ aPort, bPort }) => aPort !== undefined || bPort !== undefined).length,
    places: nodes.filter(({ place }) => place !== undefined).length,
    spare: nodes.filter(({ isTerminal, ports = 0 }, n) => !isTerminal && ports > usedPorts[n]).length,
  };
}

/** Losses of traffic: rates or messages, and terminals without rates or messages. */
function trafficLosses(before: ReadTraffic, { traffic: after }: ReadResult): readonly Loss[] {
  const [entriesBefore, entriesAfter] = [before, after].map((traffic) =>
    traffic === undefined ? 0 : traffic.is === "rates" ? traffic.cells.length : traffic.list.length,
  );
  const noun = before.is === "rates" ? "rate" : "message";
  const idleTerminals = Math.max(0, before.names.length - (after?.names.length ?? 0));
  return [
    [Math.max(0, entriesBefore - entriesAfter), `# ${noun}`, `# ${noun}s`],
    [idleTerminals, "# terminal that neither sends nor receives", "# terminals that neither send nor receive"],
  ];
}

/** Number of occurrences of each value. */
function countValues(values: readonly (string | undefined)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== undefined && value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Number of occurrences of values that are missing in the second map. */
function missingCount(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  let missing = 0;
  for (const [value, count] of before) missing += Math.max(0, count - (after.get(value) ?? 0));
  return missing;
}
