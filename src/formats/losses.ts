/** Counts what a written text lost of a network or of traffic: the text is read again and compared with the original. */
import type { Format, Reading, ReadLink, ReadNetwork, ReadTraffic, Written } from "./contract.ts";

/**
 * A sentence with a count for each kind of loss; empty if nothing was lost.
 * @param text the written text, in the given format
 */
export function lossesOf(format: Format, written: Written, text: string): readonly string[] {
  const read = format.read(text);
  const counts =
    format.carries === "network"
      ? lostOfNetwork(written.network!, read.network ?? { nodes: [], links: [] })
      : format.carries === "traffic"
        ? lostOfTraffic(written.traffic!, read)
        : [];
  return counts.flatMap(([count, one, more]) => {
    const words = (count === 1 ? one : more).replace("#", count.toLocaleString("en-US"));
    return count > 0 ? [`Left out: ${words}.`] : [];
  });
}

/** A count, with the noun in singular and plural; # is replaced by the count. */
type Loss = readonly [count: number, one: string, more: string];

/** Losses of a network, by kind. Links that were lost entirely do not count again among the losses of their attributes. */
function lostOfNetwork(before: ReadNetwork, after: ReadNetwork): readonly Loss[] {
  const [had, has] = [before, after].map(countsOf);
  const lost = (what: keyof Counts) => Math.max(0, had[what] - has[what]);
  const links = lost("links");
  const parallel = Math.min(links, lost("parallel"));
  /** Number of links whose value was lost. If the format has such values at all, links that were lost entirely are not counted again. */
  const lostValues = (valueOf: (link: ReadLink) => string | undefined) => {
    const [were, are] = [before, after].map((network) => countedValues(network.links.map(valueOf)));
    const missing = missingIn(were, are);
    return are.size === 0 ? missing : Math.max(0, missing - links);
  };
  const [namesBefore, namesAfter] = [before, after].map(({ nodes }) =>
    countedValues(nodes.map(({ id, name = id }) => (isNumber.test(name) ? undefined : name.trim()))),
  );
  return [
    [lost("terminals"), "# terminal", "# terminals"],
    [lost("switches"), "# switch", "# switches"],
    [parallel, "# link that runs parallel to another", "# links that run parallel to others"],
    [links - parallel, "# link", "# links"],
    [lostValues(rateOf), "the rate of # link", "the rates of # links"],
    [lostValues(lengthOf), "the length of # link", "the lengths of # links"],
    [lostValues(({ kind }) => kind), "the kind of # link", "the kinds of # links"],
    [missingIn(namesBefore, namesAfter), "the name of # node, as it is given", "the names of # nodes, as they are given"],
    [Math.max(0, lost("ports") - links), "the port numbers of # link", "the port numbers of # links"],
    [lost("places"), "the position of # node", "the positions of # nodes"],
    [lost("spare"), "the free ports of # switch", "the free ports of # switches"],
  ];
}

/** Names that consist of a number and at most a generic noun. */
const isNumber = /^(?:s|t|h|router|node|switch|terminal)?[ -]?\d+$/i;

const rateOf = ({ rate, relativeRate }: ReadLink) =>
  rate === undefined ? (relativeRate === undefined ? undefined : `${relativeRate} times`) : `${Number(rate.toPrecision(9))}`;

function lengthOf({ length }: ReadLink): string | undefined {
  const [unit, value] = Object.entries(length ?? { none: 0 })[0];
  return value === 0 ? undefined : `${Number(value.toPrecision(9))} ${unit}`;
}

type Counts = Readonly<Record<"terminals" | "switches" | "links" | "parallel" | "ports" | "places" | "spare", number>>;

/** Counts of the parts of a network, without links from a node to itself. */
function countsOf({ nodes, links }: ReadNetwork): Counts {
  const joined = links.filter(({ a, b }) => a !== b);
  const plugged = new Int32Array(nodes.length);
  for (const { a, b } of joined) {
    plugged[a]++;
    plugged[b]++;
  }
  const terminals = nodes.filter(({ isTerminal }) => isTerminal).length;
  const pairs = new Set(joined.map(({ a, b }) => Math.min(a, b) * nodes.length + Math.max(a, b)));
  return {
    terminals,
    switches: nodes.length - terminals,
    links: joined.length,
    parallel: joined.length - pairs.size,
    ports: joined.filter(({ aPort, bPort }) => aPort !== undefined || bPort !== undefined).length,
    places: nodes.filter(({ place }) => place !== undefined).length,
    spare: nodes.filter(({ isTerminal, ports = 0 }, n) => !isTerminal && ports > plugged[n]).length,
  };
}

/** Losses of traffic: rates or messages, and terminals without any. */
function lostOfTraffic(before: ReadTraffic, { traffic: after }: Reading): readonly Loss[] {
  const [were, are] = [before, after].map((each) => (each === undefined ? 0 : each.is === "rates" ? each.cells.length : each.list.length));
  const word = before.is === "rates" ? "rate" : "message";
  const silent = Math.max(0, before.names.length - (after?.names.length ?? 0));
  return [
    [Math.max(0, were - are), `# ${word}`, `# ${word}s`],
    [silent, "# terminal that neither sends nor receives", "# terminals that neither send nor receive"],
  ];
}

/** Number of occurrences of each value. */
function countedValues(values: readonly (string | undefined)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== undefined && value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Number of occurrences of values that are missing in the second map. */
function missingIn(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  let missing = 0;
  for (const [value, count] of before) missing += Math.max(0, count - (after.get(value) ?? 0));
  return missing;
}
