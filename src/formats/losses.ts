/** What a text does not say of a network or of traffic that was written into it, counted: the text is read again and compared. */
import type { Format, Reading, ReadLink, ReadNetwork, ReadTraffic, Written } from "./contract.ts";

/**
 * What is lost, a sentence with its count for each kind of loss; empty where the text says everything.
 * @param text of the format, as it was written
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

/** A count with what is lost, where it is one and where it is more; # stands for the count. */
type Loss = readonly [count: number, one: string, more: string];

function lostOfNetwork(before: ReadNetwork, after: ReadNetwork): readonly Loss[] {
  const [had, has] = [before, after].map(countsOf);
  const lost = (what: keyof Counts) => Math.max(0, had[what] - has[what]);
  const links = lost("links");
  const parallel = Math.min(links, lost("parallel"));
  /** Links whose value the text does not have; of one that has such values, those of the links left out are not counted twice. */
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

/** Names that say no more than a number. */
const isNumber = /^(?:s|t|h|router|node|switch|terminal)?[ -]?\d+$/i;

const rateOf = ({ rate, relativeRate }: ReadLink) =>
  rate === undefined ? (relativeRate === undefined ? undefined : `${relativeRate} times`) : `${Number(rate.toPrecision(9))}`;

function lengthOf({ length }: ReadLink): string | undefined {
  const [unit, value] = Object.entries(length ?? { none: 0 })[0];
  return value === 0 ? undefined : `${Number(value.toPrecision(9))} ${unit}`;
}

type Counts = Readonly<Record<"terminals" | "switches" | "links" | "parallel" | "ports" | "places" | "spare", number>>;

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

function lostOfTraffic(before: ReadTraffic, { traffic: after }: Reading): readonly Loss[] {
  const [were, are] = [before, after].map((each) => (each === undefined ? 0 : each.is === "rates" ? each.cells.length : each.list.length));
  const word = before.is === "rates" ? "rate" : "message";
  const silent = Math.max(0, before.names.length - (after?.names.length ?? 0));
  return [
    [Math.max(0, were - are), `# ${word}`, `# ${word}s`],
    [silent, "# terminal that neither sends nor receives", "# terminals that neither send nor receive"],
  ];
}

/** How often each value occurs. */
function countedValues(values: readonly (string | undefined)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== undefined && value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Values that occur less often in the second: by how many in all. */
function missingIn(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  let missing = 0;
  for (const [value, count] of before) missing += Math.max(0, count - (after.get(value) ?? 0));
  return missing;
}
