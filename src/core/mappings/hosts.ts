/** What the mappings share that give out terminals by hosts: which host a terminal is of, and where it is in it. */
import { axisOf, coordinate } from "../network/network.ts";
import type { Ground } from "./contract.ts";

interface Hosts {
  readonly count: number;
  /** [terminals] Number of the host; hosts are counted from 0. */
  readonly hostOf: Int32Array;
  /** [terminals] Its rail or plane; without these, its place among the terminals of its host. */
  readonly railOf: Int32Array;
}

/** The hosts of a network; where it has none, boards; where it has none of these either, the terminals whose first link leads to one switch. */
export function hostsOf(ground: Ground): Hosts {
  const { terminals, axes } = ground;
  const key = Array.from({ length: terminals }, keyOf(ground));
  const numberOf = new Map([...new Set(key)].sort((a, b) => a - b).map((each, host) => [each, host]));
  const hostOf = Int32Array.from(key, (each) => numberOf.get(each)!);
  const rail = axisOf(ground, "host") < 0 ? -1 : axisOf(ground, "rail");
  const filled = new Int32Array(numberOf.size);
  const railOf = hostOf.map((host, t) => (rail < 0 ? filled[host]++ : ground.coordinates[t * axes.length + rail]));
  return { count: numberOf.size, hostOf, railOf };
}

/** A number that terminals of one host share, in the order of the hosts. */
function keyOf(ground: Ground): (_: unknown, t: number) => number {
  const { axes, head, firstOut, present } = ground;
  const host = axisOf(ground, "host");
  if (host >= 0) return (_, t) => coordinate(ground, t, host);
  if (axes.length > 0 && axes.every(({ kind }) => kind === "board")) {
    // Row after row of boards: the first axis is the fastest.
    return (_, t) =>
      axes.reduceRight((sum, { size, each = size }, d) => sum * (size / each) + Math.floor(coordinate(ground, t, d) / each), 0);
  }
  // Links are those of the whole network, also where only some terminals take part.
  return (_, t) => head[firstOut[present?.[t] ?? t]];
}
