/** Links of which a text has each twice, once from either side. */
import type { Telling } from "../told.ts";
import type { Gathered } from "./gathering.ts";

/** So many pairs of nodes must be told from both sides before a text without directions is taken to do so throughout. */
const fewest = 3;

/**
 * Every link once. By ports, a link is another's other side if it has its ports the other way round. Without them, of edges with a
 * direction as many links join two nodes as edges lead the one way or the other, whichever is more; edges without a direction are
 * links of their own, unless all pairs of nodes have as many from either side.
 * @param isArrow [L] whether a link was told with a direction
 */
export function oncePerLink(links: readonly Gathered[], isArrow: readonly boolean[], tell: Telling): readonly Gathered[] {
  const hasArrows = isArrow.includes(true);
  if (links.length === 0) return links;
  if (allHavePorts(links)) {
    const kept = oncePerPorts(links);
    if (kept.length < links.length) tell.guess("Links are told from both sides, by their ports: each is taken once.");
    else if (hasArrows) tell.guess(eachBothWays);
    return kept;
  }
  // So many links are seldom told from both sides that it is worth a look first.
  const up = links.reduce((sum, { a, b }) => sum + Number(a < b), 0);
  if (!hasArrows && 2 * up !== links.length) return links;
  const nodes = links.reduce((most, { a, b }) => Math.max(most, a, b), 0) + 1;
  const keyOf = ({ a, b }: Gathered) => Math.min(a, b) * nodes + Math.max(a, b);
  /** Of each pair, how many were told upwards and downwards, by the numbers of the nodes. */
  const told = new Map<number, [up: number, down: number]>();
  links.forEach((link, i) => {
    if (hasArrows && !isArrow[i]) return;
    const pair = told.get(keyOf(link)) ?? [0, 0];
    pair[link.a < link.b ? 0 : 1]++;
    told.set(keyOf(link), pair);
  });
  const pairs = [...told.values()];
  const isTwice = hasArrows
    ? pairs.some(([up, down]) => up > 0 && down > 0)
    : pairs.length >= fewest && pairs.every(([up, down]) => up === down);
  if (isTwice) tell.guess("Links are told from both sides: each is taken once.");
  else if (hasArrows) tell.guess(eachBothWays);
  if (!isTwice) return links;
  return links.filter((link, i) => {
    if (hasArrows && !isArrow[i]) return true;
    const [up, down] = told.get(keyOf(link))!;
    return link.a < link.b === up >= down;
  });
}

const eachBothWays = "Edges have a direction: each is taken for a link both ways.";

/** Whether every link says which port it has at either end. */
export const allHavePorts = (links: readonly Gathered[]): boolean =>
  links.every(({ aPort, bPort }) => aPort !== undefined && bPort !== undefined);

/** Links by their ports, without those that are another one's other side. */
export function oncePerPorts(links: readonly Gathered[]): readonly Gathered[] {
  const seen = new Set<string>();
  return links.filter(({ a, aPort, b, bPort }) => {
    if (seen.has(`${b} ${bPort} ${a} ${aPort}`)) return false;
    seen.add(`${a} ${aPort} ${b} ${bPort}`);
    return true;
  });
}
