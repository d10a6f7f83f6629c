/**
 * Checks whether the links of a network agree with its axes. Routings that use coordinates rely on this, and networks that people draw may
 * violate it.
 */
import { type Axis, coordinate, isGrid, type Network } from "./network.ts";

/**
 * `whole`: all links that the axes promise are present, and no others; `partial`: some are missing; `broken`: some links contradict the
 * axes.
 */
export type AxesCheck = "whole" | "partial" | "broken";

/** Checks the links of a network against its axes. Axes in a combination that no topology has are `broken`. */
export function checkAxes(network: Network): AxesCheck {
  const { axes } = network;
  if (axes.length === 0) return "whole";
  const kinds = axes.map(({ kind }) => kind).join(" ");
  if (kinds === "level position") return checkLevelAxes(network);
  if (kinds === "host rail level position") return checkRailAxes(network);
  if (kinds === "group full" || kinds === "group tier position") return checkGroupAxes(network);
  if (axes.every(({ kind }) => kind === "shared")) return checkSharedAxes(network);
  if (axes.every(({ kind }) => kind === "board")) return checkBoardAxes(network);
  if (axes.every(({ kind }) => kind === "part" || kind === "position")) return checkPartAxes(network);
  return isGrid(axes) || axes.every(({ kind }) => ["line", "ring", "full"].includes(kind)) ? checkGridAxes(network) : "broken";
}

const wholeOrPartial = (isWhole: boolean): AxesCheck => (isWhole ? "whole" : "partial");

/** Whether every switch has valid coordinates and no two switches share them. */
function hasDistinctCoordinates({ terminals, switches, axes, coordinates }: Network, minCoordinate = 0): boolean {
  const seen = new Set<string>();
  for (let n = terminals; n < terminals + switches; n++) {
    const position = coordinates.subarray(n * axes.length, (n + 1) * axes.length);
    if (position.some((value, axis) => value < minCoordinate || value >= axes[axis].size)) return false;
    seen.add(position.join());
  }
  return seen.size === switches;
}

/** Whether every terminal has the coordinates of its switch and is linked to that switch only. */
function areTerminalsAtTheirSwitch(network: Network): boolean {
  const { terminals, firstOut, head, axes } = network;
  for (let t = 0; t < terminals; t++) {
    for (let c = firstOut[t]; c < firstOut[t + 1]; c++) {
      if (head[c] !== head[firstOut[t]] || axes.some((_, axis) => coordinate(network, t, axis) !== coordinate(network, head[c], axis)))
        return false;
    }
  }
  return true;
}

const areAllTerminalsLinked = ({ terminals, firstOut }: Network) =>
  firstOut.subarray(0, terminals).every((first, t) => firstOut[t + 1] > first);

/** The only axis along which a channel between switches moves; −1 if there is none or several. */
function onlyAxisMoved(network: Network, c: number): number {
  let movedAxis = -1;
  for (let axis = 0; axis < network.axes.length; axis++) {
    if (coordinate(network, network.tail[c], axis) === coordinate(network, network.head[c], axis)) continue;
    if (movedAxis >= 0) return -1;
    movedAxis = axis;
  }
  return movedAxis;
}

const expectedNeighbors = ({ kind, size }: Axis, x: number) =>
  kind === "full" ? size - 1 : kind === "ring" ? 2 : Number(x > 0) + Number(x < size - 1);

/**
 * Checks the axes of a mesh, torus or HyperX: every link between switches must move along exactly one axis, on a line or ring to a
 * neighbor. `broken` if a link contradicts the axes, `partial` if links are missing, otherwise `whole`.
 */
function checkGridAxes(network: Network): AxesCheck {
  const { terminals, switches, axes, head } = network;
  if (!hasDistinctCoordinates(network) || !areTerminalsAtTheirSwitch(network) || axes.some(({ kind, size }) => kind === "ring" && size < 3))
    return "broken";
  /** [switch × axes + axis] Coordinates on the axis of the neighbors along it. */
  const neighbors = Array.from({ length: switches * axes.length }, () => new Set<number>());
  for (let c = network.firstOut[terminals]; c < head.length; c++) {
    if (head[c] < terminals) continue;
    const axis = onlyAxisMoved(network, c);
    if (axis < 0) return "broken";
    const [fromCoordinate, toCoordinate] = [coordinate(network, network.tail[c], axis), coordinate(network, head[c], axis)];
    const distance = Math.abs(toCoordinate - fromCoordinate);
    const { kind, size } = axes[axis];
    if (kind !== "full" && distance !== 1 && !(kind === "ring" && distance === size - 1)) return "broken";
    neighbors[(network.tail[c] - terminals) * axes.length + axis].add(toCoordinate);
  }
  const hasAllSwitches = switches === axes.reduce((product, { size }) => product * size, 1);
  const hasAllLinks = neighbors.every((neighborsAlong, i) => {
    const [n, axis] = [terminals + Math.floor(i / axes.length), i % axes.length];
    return neighborsAlong.size === expectedNeighbors(axes[axis], coordinate(network, n, axis));
  });
  return wholeOrPartial(hasAllSwitches && hasAllLinks && areAllTerminalsLinked(network));
}

/** Axes of kind `part` promise no links, so any link is allowed. */
function checkPartAxes(network: Network): AxesCheck {
  if (!hasDistinctCoordinates(network) || !areTerminalsAtTheirSwitch(network)) return "broken";
  return wholeOrPartial(areAllTerminalsLinked(network));
}

/**
 * Checks the axes of a dragonfly: links within a group must follow the tiers (leaf and spine switches, if there are any), and every two
 * groups must be linked. `broken` if a link contradicts the axes, `partial` if links are missing, otherwise `whole`.
 */
function checkGroupAxes(network: Network): AxesCheck {
  const { terminals, switches, axes, head, tail, firstOut, coordinates } = network;
  if (!hasDistinctCoordinates(network) || !areTerminalsAtTheirSwitch(network)) return "broken";
  const axisCount = axes.length;
  const [groups, positions] = [axes[0].size, axes[axisCount - 1].size];
  const isTiered = axes[1].kind === "tier";
  if (isTiered && axes[1].size !== 2) return "broken";
  const tierOf = (n: number) => (isTiered ? coordinates[n * axisCount + 1] : -1);
  for (let t = 0; t < terminals; t++) if (tierOf(t) > 0) return "broken";
  // Local links as switch × positions + position of the neighbor, global links as group × groups + group of the neighbor.
  const localLinks = new Set<number>();
  const globalLinks = new Set<number>();
  for (let c = firstOut[terminals]; c < head.length; c++) {
    if (head[c] < terminals) continue;
    const [fromGroup, toGroup] = [coordinates[tail[c] * axisCount], coordinates[head[c] * axisCount]];
    if (fromGroup === toGroup) localLinks.add(tail[c] * positions + coordinates[head[c] * axisCount + axisCount - 1]);
    else globalLinks.add(fromGroup * groups + toGroup);
    // A local link joins a leaf (tier 0) and a spine (tier 1), a global link two spines.
    const tierSum = tierOf(tail[c]) + tierOf(head[c]);
    if (isTiered && tierSum !== (fromGroup === toGroup ? 1 : 2)) return "broken";
  }
  const switchesOfTier = groups * positions;
  return wholeOrPartial(
    switches === (isTiered ? 2 * switchesOfTier : switchesOfTier) &&
      localLinks.size === switches * (isTiered ? positions : positions - 1) &&
      globalLinks.size === groups * (groups - 1) &&
      areAllTerminalsLinked(network),
  );
}

/**
 * Checks `shared` axes, on which the terminals are the points of a grid, and each switch has one coordinate and is linked to all terminals
 * with this coordinate. `broken` if a link contradicts the axes, `partial` if links are missing, otherwise `whole`.
 */
function checkSharedAxes(network: Network): AxesCheck {
  const { terminals, switches, axes, head, firstOut } = network;
  if (terminals !== axes.reduce((product, { size }) => product * size, 1)) return "broken";
  if (switches !== axes.reduce((count, { size }) => count + size, 0) || !hasDistinctCoordinates(network, -1)) return "broken";
  /** The only axis on which a switch has a coordinate; −1 if there is not exactly one. */
  const axisOf = (n: number) => {
    const axesOfSwitch = axes.flatMap((_, axis) => (coordinate(network, n, axis) >= 0 ? [axis] : []));
    return axesOfSwitch.length === 1 ? axesOfSwitch[0] : -1;
  };
  // All points of the grid have to be taken, each by one terminal.
  const coordinateKeys = new Set<number>();
  for (let t = 0; t < terminals; t++) {
    let key = 0;
    for (let axis = 0; axis < axes.length; axis++) {
      const value = coordinate(network, t, axis);
      if (value < 0 || value >= axes[axis].size) return "broken";
      key = key * axes[axis].size + value;
    }
    coordinateKeys.add(key);
  }
  if (coordinateKeys.size !== terminals) return "broken";
  // Becomes false if links that the axes promise are missing.
  let isWhole = true;
  for (let n = terminals; n < terminals + switches; n++) {
    const axis = axisOf(n);
    if (axis < 0) return "broken";
    let [lastTerminal, count] = [-1, 0];
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      const t = head[c];
      // The ports of a switch have to be in the order of its terminals, each terminal once.
      if (t >= terminals || t <= lastTerminal || coordinate(network, t, axis) !== coordinate(network, n, axis)) return "broken";
      lastTerminal = t;
      count++;
    }
    if (count !== terminals / axes[axis].size) isWhole = false;
  }
  // The ports of a terminal have to be in the order of the axes.
  for (let t = 0; t < terminals; t++) {
    for (let c = firstOut[t] + 1; c < firstOut[t + 1]; c++) if (axisOf(head[c]) <= axisOf(head[c - 1])) return "broken";
  }
  return wholeOrPartial(isWhole);
}

/**
 * Checks `board` axes, on which terminals form boards (meshes of terminals) that are joined by switches, one for each line along an axis.
 * Computes the expected neighbors of every node, in port order, and compares them with its ports. `broken` if a port leads elsewhere,
 * `partial` if links are missing, otherwise `whole`.
 */
function checkBoardAxes(network: Network): AxesCheck {
  const { terminals, switches, axes, head, firstOut } = network;
  const axisCount = axes.length;
  const terminalCount = axes.reduce((product, { size }) => product * size, 1);
  if (axes.some(({ each = 0, size }) => size % each !== 0) || terminals !== terminalCount || !hasDistinctCoordinates(network, -1))
    return "broken";
  /** A unique number for coordinates from −1 on. */
  const keyOf = (position: readonly number[]) => position.reduce((key, value, axis) => key * (axes[axis].size + 1) + value + 1, 0);
  const coordinatesOf = (n: number) => axes.map((_, axis) => coordinate(network, n, axis));
  const nodeByKey = new Map<number, number>();
  // A terminal has all coordinates; a switch has none on the axis along which it joins boards.
  for (let n = 0; n < terminals + switches; n++) {
    const position = coordinatesOf(n);
    const unsetAxes = position.filter((value) => value < 0).length;
    if (unsetAxes !== (n < terminals ? 0 : 1) || position.some((value, axis) => value >= axes[axis].size)) return "broken";
    nodeByKey.set(keyOf(position), n);
  }
  if (nodeByKey.size !== terminals + switches) return "broken";
  const linesAlongAxes = axes.reduce((sum, { size }) => sum + terminalCount / size, 0);
  let isWhole = switches === linesAlongAxes;
  /** Whether the ports of a node lead to these nodes, in order. Missing links are tolerated and clear `isWhole`. */
  const doPortsLeadTo = (n: number, targets: readonly (number | undefined)[]) => {
    let port = firstOut[n];
    for (const target of targets) {
      if (port < firstOut[n + 1] && head[port] === target) port++;
      else isWhole = false;
    }
    return port === firstOut[n + 1];
  };
  for (let n = 0; n < terminals + switches; n++) {
    const position = coordinatesOf(n);
    const nodeAlong = (axis: number, coordinateOnAxis: number) =>
      nodeByKey.get(keyOf(position.map((value, otherAxis) => (otherAxis === axis ? coordinateOnAxis : value))));
    const targets = Array.from({ length: axisCount }, (_, axis) => axis).flatMap((axis) => {
      const { each = 1, size } = axes[axis];
      const x = position[axis];
      // A terminal has a neighbor on each side; beyond the edge of its board, this is the switch of its line (coordinate −1).
      if (n < terminals) return [nodeAlong(axis, x % each === 0 ? -1 : x - 1), nodeAlong(axis, (x + 1) % each === 0 ? -1 : x + 1)];
      if (x >= 0) return [];
      // A switch is linked to the first and the last terminal of its line on each board.
      return Array.from({ length: size / each }, (_, board) => [
        nodeAlong(axis, board * each),
        nodeAlong(axis, (board + 1) * each - 1),
      ]).flat();
    });
    if (!doPortsLeadTo(n, targets)) return "broken";
  }
  return wholeOrPartial(isWhole);
}

/**
 * Checks the axes of a tree: links must join adjacent levels, and terminals must have distinct positions and one switch each. `broken` if a
 * link contradicts the axes; `partial` if some switch at the top does not reach all terminals on paths down; otherwise `whole`.
 */
function checkLevelAxes(network: Network): AxesCheck {
  const { terminals, switches, axes, head, tail, firstOut } = network;
  if (!hasDistinctCoordinates(network)) return "broken";
  const level = (n: number) => (n < terminals ? -1 : coordinate(network, n, 0));
  const isPositionTaken = new Uint8Array(terminals);
  for (let t = 0; t < terminals; t++) {
    const position = coordinate(network, t, 1);
    if (coordinate(network, t, 0) !== -1 || !(position >= 0 && position < terminals) || isPositionTaken[position]++ > 0) return "broken";
    for (let c = firstOut[t]; c < firstOut[t + 1]; c++) if (head[c] !== head[firstOut[t]]) return "broken";
  }
  for (let c = firstOut[terminals]; c < head.length; c++) {
    if (head[c] >= terminals && Math.abs(level(head[c]) - level(tail[c])) !== 1) return "broken";
  }
  return wholeOrPartial(axes[0].size > 0 && areAllTerminalsLinked(network) && doTopSwitchesReachAll());

  /** Whether every top switch (one without a switch above it) reaches all terminals on paths down. */
  function doTopSwitchesReachAll(): boolean {
    // A bit set of terminals for each switch, filled level by level from below.
    const words = Math.ceil(terminals / 32);
    const terminalsBelow = new Uint32Array(switches * words);
    const isComplete = (bitSet: Uint32Array) => {
      let count = 0;
      for (let w = 0; w < words; w++) for (let bits = bitSet[w]; bits !== 0; bits &= bits - 1) count++;
      return count === terminals;
    };
    const switchesUpwards = Array.from({ length: switches }, (_, s) => terminals + s).sort((a, b) => level(a) - level(b));
    return switchesUpwards.every((n) => {
      const below = terminalsBelow.subarray((n - terminals) * words, (n - terminals + 1) * words);
      let isTop = true;
      for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
        const neighbor = head[c];
        if (neighbor < terminals) below[neighbor >> 5] |= 1 << (neighbor & 31);
        else if (level(neighbor) > level(n)) isTop = false;
        else for (let w = 0; w < words; w++) below[w] |= terminalsBelow[(neighbor - terminals) * words + w];
      }
      return !isTop || isComplete(below);
    });
  }
}

/**
 * Checks rails above hosts. A terminal has links to one leaf of its rail and then its links within the host: one to the host's switch, or
 * one to each other terminal of the host, in order.
 */
function checkRailAxes(network: Network): AxesCheck {
  const { terminals, switches, axes, head, tail, firstOut } = network;
  const [hosts, rails] = [axes[0].size, axes[1].size];
  if (terminals !== hosts * rails || !hasDistinctCoordinates(network, -1)) return "broken";
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
  const linksToLeaf = (t: number) => {
    let c = firstOut[t];
    while (c < firstOut[t + 1] && level(head[c]) === 0 && head[c] === head[firstOut[t]]) c++;
    return c - firstOut[t];
  };
  const leafLinks = terminals === 0 ? 0 : linksToLeaf(0);
  /** False if links that the axes promise are missing. */
  let isWhole = leafLinks > 0;
  for (let t = 0; t < terminals; t++) {
    const c = firstOut[t] + linksToLeaf(t);
    if (c - firstOut[t] !== leafLinks) isWhole = false;
    const innerNeighbors = head.subarray(c, firstOut[t + 1]);
    if (innerNeighbors.some((n) => host(n) < 0)) return "broken";
    const isSwitched = innerNeighbors.length > 0 && innerNeighbors[0] >= terminals;
    const otherTerminals = Array.from({ length: rails }, (_, r) => terminalAt[host(t) * rails + r]).filter((n) => n !== t);
    if (
      isSwitched
        ? innerNeighbors.length > 1
        : innerNeighbors.some((n, i) => n < terminals && i > 0 && rail(n) <= rail(innerNeighbors[i - 1]))
    )
      return "broken";
    if (!isSwitched && innerNeighbors.join() !== otherTerminals.join()) isWhole = false;
  }
  return wholeOrPartial(isWhole && areHostsComplete() && doTopSwitchesReachTerminals());

  /** Whether all terminals of a host are linked to the same inner switch, or none is linked to one. */
  function areHostsComplete(): boolean {
    const innerSwitchOf = new Int32Array(hosts).fill(-2);
    for (let t = 0; t < terminals; t++) {
      const next = head[firstOut[t] + leafLinks];
      const innerSwitch = next >= terminals ? next : -1;
      if (innerSwitchOf[host(t)] === -2) innerSwitchOf[host(t)] = innerSwitch;
      if (innerSwitchOf[host(t)] !== innerSwitch) return false;
    }
    return true;
  }

  /**
   * Whether every top switch of one rail (a tree that joins one terminal of each host) reaches all terminals of this rail on paths down,
   * and every top switch of a tree that all rails share reaches all terminals. A top switch has no switch above it.
   */
  function doTopSwitchesReachTerminals(): boolean {
    const switchesUpwards = Array.from({ length: switches }, (_, s) => terminals + s)
      .filter((n) => host(n) < 0)
      .sort((a, b) => level(a) - level(b));
    // A bit set of terminals for each switch, filled level by level from below.
    const words = Math.ceil(terminals / 32);
    const terminalsBelow = new Uint32Array(switches * words);
    return switchesUpwards.every((n) => {
      const reached = terminalsBelow.subarray((n - terminals) * words, (n - terminals + 1) * words);
      let isTop = true;
      for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
        const neighbor = head[c];
        if (neighbor < terminals) reached[neighbor >> 5] |= 1 << (neighbor & 31);
        else if (level(neighbor) > level(n)) isTop = false;
        else for (let w = 0; w < words; w++) reached[w] |= terminalsBelow[(neighbor - terminals) * words + w];
      }
      if (!isTop) return true;
      for (let t = 0; t < terminals; t++) {
        const isReached = ((reached[t >> 5] >>> (t & 31)) & 1) === 1;
        // A switch of all rails has no coordinate on the axis of rails.
        if ((rail(n) < 0 || rail(t) === rail(n)) && !isReached) return false;
      }
      return true;
    });
  }
}
