/**
 * Checks whether the links of a network agree with its axes. Routings that use coordinates rely on this, and networks that people draw may
 * violate it.
 */
import { type Axis, coordinate, isGrid, type Network } from "./network.ts";

/**
 * `whole`: all links that the axes promise are present, and no others; `partial`: some are missing; `broken`: some links contradict the
 * axes.
 */
export type AxesFound = "whole" | "partial" | "broken";

/** Checks the links of a network against its axes. Axes of combinations that no topology has are broken. */
export function axesIn(network: Network): AxesFound {
  const { axes } = network;
  if (axes.length === 0) return "whole";
  const kinds = axes.map(({ kind }) => kind).join(" ");
  if (kinds === "level position") return levelsIn(network);
  if (kinds === "host rail level position") return railsIn(network);
  if (kinds === "group full" || kinds === "group tier position") return groupsIn(network);
  if (axes.every(({ kind }) => kind === "shared")) return sharedIn(network);
  if (axes.every(({ kind }) => kind === "board")) return boardsIn(network);
  if (axes.every(({ kind }) => kind === "part" || kind === "position")) return partsIn(network);
  return isGrid(axes) || axes.every(({ kind }) => ["line", "ring", "full"].includes(kind)) ? gridIn(network) : "broken";
}

const of = (isBroken: boolean, isWhole: () => boolean): AxesFound => (isBroken ? "broken" : isWhole() ? "whole" : "partial");

/** Whether every switch has valid coordinates and no two switches share them. */
function stand({ terminals, switches, axes, coordinates }: Network, least = 0): boolean {
  const seen = new Set<string>();
  for (let n = terminals; n < terminals + switches; n++) {
    const place = coordinates.subarray(n * axes.length, (n + 1) * axes.length);
    if (place.some((value, axis) => value < least || value >= axes[axis].size)) return false;
    seen.add(place.join());
  }
  return seen.size === switches;
}

/** Whether every terminal has the coordinates of its switch and is linked to that switch only. */
function hangBeside(network: Network): boolean {
  const { terminals, firstOut, head, axes } = network;
  for (let t = 0; t < terminals; t++) {
    for (let c = firstOut[t]; c < firstOut[t + 1]; c++) {
      if (head[c] !== head[firstOut[t]] || axes.some((_, axis) => coordinate(network, t, axis) !== coordinate(network, head[c], axis)))
        return false;
    }
  }
  return true;
}

const hangAll = ({ terminals, firstOut }: Network) => firstOut.subarray(0, terminals).every((first, t) => firstOut[t + 1] > first);

/** The only axis along which a channel between switches moves; −1 if there is none or several. */
function movesAlong(network: Network, c: number): number {
  let found = -1;
  for (let axis = 0; axis < network.axes.length; axis++) {
    if (coordinate(network, network.tail[c], axis) === coordinate(network, network.head[c], axis)) continue;
    if (found >= 0) return -1;
    found = axis;
  }
  return found;
}

const promisedAlong = ({ kind, size }: Axis, x: number) =>
  kind === "full" ? size - 1 : kind === "ring" ? 2 : Number(x > 0) + Number(x < size - 1);

/** Checks axes of lines, rings and full dimensions: every link moves along exactly one axis, to a neighbor. */
function gridIn(network: Network): AxesFound {
  const { terminals, switches, axes, head } = network;
  if (!stand(network) || !hangBeside(network) || axes.some(({ kind, size }) => kind === "ring" && size < 3)) return "broken";
  const neighbours = Array.from({ length: switches * axes.length }, () => new Set<number>());
  for (let c = network.firstOut[terminals]; c < head.length; c++) {
    if (head[c] < terminals) continue;
    const axis = movesAlong(network, c);
    if (axis < 0) return "broken";
    const [from, to] = [coordinate(network, network.tail[c], axis), coordinate(network, head[c], axis)];
    const by = Math.abs(to - from);
    const { kind, size } = axes[axis];
    if (kind !== "full" && by !== 1 && !(kind === "ring" && by === size - 1)) return "broken";
    neighbours[(network.tail[c] - terminals) * axes.length + axis].add(to);
  }
  const isFull = switches === axes.reduce((product, { size }) => product * size, 1);
  return of(false, () => {
    const hasAll = neighbours.every((own, i) => {
      const axis = i % axes.length;
      return own.size === promisedAlong(axes[axis], coordinate(network, terminals + Math.floor(i / axes.length), axis));
    });
    return isFull && hasAll && hangAll(network);
  });
}

/** Axes of kind `part` promise no links, so any link is allowed. */
function partsIn(network: Network): AxesFound {
  return of(!stand(network) || !hangBeside(network), () => hangAll(network));
}

/** Checks axes of groups: links within a group follow the tiers, and every two groups are linked. */
function groupsIn(network: Network): AxesFound {
  const { terminals, switches, axes, head, tail, firstOut, coordinates } = network;
  if (!stand(network) || !hangBeside(network)) return "broken";
  const A = axes.length;
  const [groups, places] = [axes[0].size, axes[A - 1].size];
  const isTiered = axes[1].kind === "tier";
  if (isTiered && axes[1].size !== 2) return "broken";
  const tierOf = (n: number) => (isTiered ? coordinates[n * A + 1] : -1);
  for (let t = 0; t < terminals; t++) if (tierOf(t) > 0) return "broken";
  const local = new Set<number>();
  const global = new Set<number>();
  for (let c = firstOut[terminals]; c < head.length; c++) {
    if (head[c] < terminals) continue;
    const [from, to] = [coordinates[tail[c] * A], coordinates[head[c] * A]];
    if (from === to) local.add(tail[c] * places + coordinates[head[c] * A + A - 1]);
    else global.add(from * groups + to);
    const between = tierOf(tail[c]) + tierOf(head[c]);
    if (isTiered && between !== (from === to ? 1 : 2)) return "broken";
  }
  const most = groups * places;
  return of(
    false,
    () =>
      switches === (isTiered ? 2 * most : most) &&
      local.size === switches * (isTiered ? places : places - 1) &&
      global.size === groups * (groups - 1) &&
      hangAll(network),
  );
}

/** Checks `shared` axes: terminals fill the grid, and each switch serves the terminals with its coordinate. */
function sharedIn(network: Network): AxesFound {
  const { terminals, switches, axes, head, firstOut } = network;
  if (terminals !== axes.reduce((product, { size }) => product * size, 1)) return "broken";
  if (switches !== axes.reduce((sum, { size }) => sum + size, 0) || !stand(network, -1)) return "broken";
  /** The only axis on which a switch has a coordinate; −1 if there is not exactly one. */
  const axisOf = (n: number) => {
    const own = axes.flatMap((_, axis) => (coordinate(network, n, axis) >= 0 ? [axis] : []));
    return own.length === 1 ? own[0] : -1;
  };
  const corners = new Set<number>();
  for (let t = 0; t < terminals; t++) {
    let key = 0;
    for (let axis = 0; axis < axes.length; axis++) {
      const at = coordinate(network, t, axis);
      if (at < 0 || at >= axes[axis].size) return "broken";
      key = key * axes[axis].size + at;
    }
    corners.add(key);
  }
  if (corners.size !== terminals) return "broken";
  let isWhole = true;
  for (let n = terminals; n < terminals + switches; n++) {
    const axis = axisOf(n);
    if (axis < 0) return "broken";
    let [last, sum] = [-1, 0];
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      const t = head[c];
      // The ports of a switch have to be in the order of its terminals, each terminal once.
      if (t >= terminals || t <= last || coordinate(network, t, axis) !== coordinate(network, n, axis)) return "broken";
      last = t;
      sum++;
    }
    if (sum !== terminals / axes[axis].size) isWhole = false;
  }
  // The ports of a terminal have to be in the order of the axes.
  for (let t = 0; t < terminals; t++) {
    for (let c = firstOut[t] + 1; c < firstOut[t + 1]; c++) if (axisOf(head[c]) <= axisOf(head[c - 1])) return "broken";
  }
  return of(false, () => isWhole);
}

/** Checks `board` axes: computes the expected neighbors of every node and compares them with its ports. */
function boardsIn(network: Network): AxesFound {
  const { terminals, switches, axes, head, firstOut } = network;
  const A = axes.length;
  const count = axes.reduce((product, { size }) => product * size, 1);
  if (axes.some(({ each = 0, size }) => size % each !== 0) || terminals !== count || !stand(network, -1)) return "broken";
  /** A unique key for coordinates; a coordinate of −1 counts as 0. */
  const keyed = (place: readonly number[]) => place.reduce((key, value, axis) => key * (axes[axis].size + 1) + value + 1, 0);
  const at = (n: number) => axes.map((_, axis) => coordinate(network, n, axis));
  const nodes = new Map<number, number>();
  for (let n = 0; n < terminals + switches; n++) {
    const place = at(n);
    const nowhere = place.filter((value) => value < 0).length;
    if (nowhere !== (n < terminals ? 0 : 1) || place.some((value, axis) => value >= axes[axis].size)) return "broken";
    nodes.set(keyed(place), n);
  }
  if (nodes.size !== terminals + switches) return "broken";
  let isWhole = switches === axes.reduce((sum, { size }) => sum + count / size, 0);
  /** Whether the ports of a node lead to these nodes, in order. Missing links are tolerated and clear `isWhole`. */
  const leads = (n: number, to: readonly (number | undefined)[]) => {
    let port = firstOut[n];
    for (const next of to) {
      if (port < firstOut[n + 1] && head[port] === next) port++;
      else isWhole = false;
    }
    return port === firstOut[n + 1];
  };
  for (let n = 0; n < terminals + switches; n++) {
    const place = at(n);
    const beside = (axis: number, to: number) => nodes.get(keyed(place.map((value, other) => (other === axis ? to : value))));
    const to = Array.from({ length: A }, (_, axis) => axis).flatMap((axis) => {
      const { each = 1, size } = axes[axis];
      const x = place[axis];
      if (n < terminals) return [beside(axis, x % each === 0 ? -1 : x - 1), beside(axis, (x + 1) % each === 0 ? -1 : x + 1)];
      if (x >= 0) return [];
      return Array.from({ length: size / each }, (_, board) => [beside(axis, board * each), beside(axis, (board + 1) * each - 1)]).flat();
    });
    if (!leads(n, to)) return "broken";
  }
  return of(false, () => isWhole);
}

/** Checks the axes of a tree: links join adjacent levels, and terminal positions are distinct. */
function levelsIn(network: Network): AxesFound {
  const { terminals, switches, axes, head, tail, firstOut } = network;
  if (!stand(network)) return "broken";
  const level = (n: number) => (n < terminals ? -1 : coordinate(network, n, 0));
  const seen = new Uint8Array(terminals);
  for (let t = 0; t < terminals; t++) {
    const place = coordinate(network, t, 1);
    if (coordinate(network, t, 0) !== -1 || !(place >= 0 && place < terminals) || seen[place]++ > 0) return "broken";
    for (let c = firstOut[t]; c < firstOut[t + 1]; c++) if (head[c] !== head[firstOut[t]]) return "broken";
  }
  for (let c = firstOut[terminals]; c < head.length; c++) {
    if (head[c] >= terminals && Math.abs(level(head[c]) - level(tail[c])) !== 1) return "broken";
  }
  return of(false, () => {
    if (!hangAll(network)) return false;
    // Every switch without a switch above it has to reach all terminals on paths down. `terminalsBelow` is a bit set of terminals per
    // switch, filled level by level.
    const words = Math.ceil(terminals / 32);
    const below = new Uint32Array(switches * words);
    const order = Array.from({ length: switches }, (_, s) => terminals + s).sort((a, b) => level(a) - level(b));
    const full = (n: number) => {
      let count = 0;
      for (let w = 0; w < words; w++) for (let bits = below[(n - terminals) * words + w]; bits !== 0; bits &= bits - 1) count++;
      return count === terminals;
    };
    let holds = axes[0].size > 0;
    for (const n of order) {
      let isTop = true;
      const own = (n - terminals) * words;
      for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
        const to = head[c];
        if (to < terminals) below[own + (to >> 5)] |= 1 << (to & 31);
        else if (level(to) < level(n)) for (let w = 0; w < words; w++) below[own + w] |= below[(to - terminals) * words + w];
        else isTop = false;
      }
      if (isTop && !full(n)) holds = false;
    }
    return holds;
  });
}

/**
 * Checks rails above hosts. A terminal has links to one leaf of its rail and then its links within the host: one to the host's switch, or
 * one to each other terminal of the host, in order.
 */
function railsIn(network: Network): AxesFound {
  const { terminals, switches, axes, head, tail, firstOut } = network;
  const [hosts, rails] = [axes[0].size, axes[1].size];
  if (terminals !== hosts * rails || !stand(network, -1)) return "broken";
  const [host, rail, level, position] = [0, 1, 2, 3].map((axis) => (n: number) => coordinate(network, n, axis));
  const terminalAt = new Int32Array(terminals).fill(-1);
  for (let t = 0; t < terminals; t++) {
    const [h, r] = [host(t), rail(t)];
    if (!(h >= 0 && h < hosts && r >= 0 && r < rails) || level(t) >= 0 || terminalAt[h * rails + r] >= 0) return "broken";
    terminalAt[h * rails + r] = t;
  }
  for (let n = terminals; n < terminals + switches; n++) {
    const isInner = host(n) >= 0;
    if (isInner ? rail(n) >= 0 || level(n) >= 0 || position(n) >= 0 : level(n) < 0 || position(n) < 0) return "broken";
  }
  for (let c = 0; c < head.length; c++) {
    const [a, b] = [tail[c], head[c]];
    if (host(a) >= 0 && host(a) === host(b)) continue;
    const isBetween = a >= terminals && b >= terminals;
    if (Math.abs(level(a) - level(b)) !== 1 || (rail(a) !== rail(b) && !(isBetween && Math.min(rail(a), rail(b)) < 0))) return "broken";
  }
  /** Number of links from a terminal to its leaf, which are its first ports. */
  const linksOf = (t: number) => {
    let c = firstOut[t];
    while (c < firstOut[t + 1] && level(head[c]) === 0 && head[c] === head[firstOut[t]]) c++;
    return c - firstOut[t];
  };
  const links = terminals === 0 ? 0 : linksOf(0);
  /** False if links that the axes promise are missing. */
  let isWhole = links > 0;
  for (let t = 0; t < terminals; t++) {
    const c = firstOut[t] + linksOf(t);
    if (c - firstOut[t] !== links) isWhole = false;
    const rest = head.subarray(c, firstOut[t + 1]);
    if (rest.some((n) => host(n) < 0)) return "broken";
    const isSwitched = rest.length > 0 && rest[0] >= terminals;
    const sisters = Array.from({ length: rails }, (_, r) => terminalAt[host(t) * rails + r]).filter((n) => n !== t);
    if (isSwitched ? rest.length > 1 : rest.some((n, i) => n < terminals && i > 0 && rail(n) <= rail(rest[i - 1]))) return "broken";
    if (!isSwitched && rest.join() !== sisters.join()) isWhole = false;
  }
  return of(false, () => isWhole && insideWhole() && leadDown());

  /** Whether all terminals of a host are linked to the same inner switch, or none is linked to one. */
  function insideWhole(): boolean {
    const innerOf = new Int32Array(hosts).fill(-2);
    for (let t = 0; t < terminals; t++) {
      const next = head[firstOut[t] + links];
      const inner = next >= terminals ? next : -1;
      if (innerOf[host(t)] === -2) innerOf[host(t)] = inner;
      if (innerOf[host(t)] !== inner) return false;
    }
    return true;
  }

  /**
   * Whether every top switch of a rail reaches all terminals of the rail on paths down, and every top switch of all rails reaches all
   * terminals.
   */
  function leadDown(): boolean {
    const order = Array.from({ length: switches }, (_, s) => terminals + s)
      .filter((n) => host(n) < 0)
      .sort((a, b) => level(a) - level(b));
    const words = Math.ceil(terminals / 32);
    const below = new Uint32Array(switches * words);
    return order.every((n) => {
      const own = below.subarray((n - terminals) * words, (n - terminals + 1) * words);
      let isTop = true;
      for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
        const to = head[c];
        if (to < terminals) own[to >> 5] |= 1 << (to & 31);
        else if (level(to) > level(n)) isTop = false;
        else for (let w = 0; w < words; w++) own[w] |= below[(to - terminals) * words + w];
      }
      if (!isTop) return true;
      for (let t = 0; t < terminals; t++) {
        if ((rail(n) < 0 || rail(t) === rail(n)) && ((own[t >> 5] >>> (t & 31)) & 1) === 0) return false;
      }
      return true;
    });
  }
}
