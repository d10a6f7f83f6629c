/**
 * Rails and planes above hosts. Hosts are in a row at the bottom, each with its inner switch below its accelerators. A rail lies above them
 * from left to right: its leaves span the hosts that they serve, the switches that connect its leaves are above. The switches that connect
 * the rails are at the top.
 */
import { memoize } from "../../../core/base/memoize.ts";
import { axisOf, coordinate, type Network } from "../../../core/network/network.ts";
import { countOf } from "../../../words/numbers.ts";
import {
  reversedCurve,
  type SwitchBox,
  type CubicCurve,
  type Line,
  type Scene,
  type StageLayout,
  verticalCurve,
  type SceneLabel,
} from "../scene.ts";
import { isExpanded, pluralOf, maxSeparateSwitches, countOnLevel, type SwitchGroups, switchGroupsBy } from "../switch-groups.ts";
import { type Viewport, fullViewport } from "../viewport.ts";
import { lineFields, rowStrands } from "./merge-lines.ts";
import { isCurveVisible, isRectVisible } from "./visibility.ts";

/** Order of the nodes, independent of the size of the drawing. */
interface RailRows {
  /** Number of hosts, and accelerators of each host. */
  readonly hosts: number;
  readonly accelerators: number;
  /** Rows of switches outside hosts, the lowest first: rail (−1 for switches of all rails), level, and switches. */
  readonly rows: readonly { readonly rail: number; readonly level: number; readonly switches: readonly number[] }[];
  /** [N] Row of a switch outside hosts; −1 for other nodes. */
  readonly rowOf: Int32Array;
  /**
   * [N × 2] Horizontal extent of a switch, in hosts from the left: first and last host of a leaf, an equal part of the row for other
   * switches.
   */
  readonly spans: Float64Array;
  /** [N] Host of a node, −1 for none; rail of a node, −1 for none. */
  readonly hostOf: Int32Array;
  readonly railOf: Int32Array;
  /** [C] Index of a channel among the up links, or the down links, of its tail node; and [N] numbers of up and of down links. */
  readonly linkIndex: Int32Array;
  readonly upCounts: Int32Array;
  readonly downCounts: Int32Array;
  /** [C] 1 for channels that lead up. */
  readonly isUp: Uint8Array;
}

/** Sorts the switches outside hosts into rows with their horizontal extents, and numbers the up and the down links of each node. */
const railRowsOf = memoize((network: Network): RailRows => {
  const { terminals, switches, firstOut, head, axes } = network;
  const nodes = terminals + switches;
  const coordinatesAlong = (kind: "host" | "rail" | "level" | "position") => {
    const axis = axisOf(network, kind);
    return Int32Array.from({ length: nodes }, (_, node) => coordinate(network, node, axis));
  };
  const [hostOf, railOf, levelOf, position] = [
    coordinatesAlong("host"),
    coordinatesAlong("rail"),
    coordinatesAlong("level"),
    coordinatesAlong("position"),
  ];
  const sizeOf = (kind: "host" | "rail") => axes[axisOf(network, kind)].size;
  const [hosts, accelerators] = [sizeOf("host"), sizeOf("rail")];
  // A row for each rail and level. Switches within hosts have a negative level.
  const rowByKey = new Map<string, { rail: number; level: number; switches: number[] }>();
  for (let node = terminals; node < nodes; node++) {
    if (levelOf[node] < 0) continue;
    const key = `${railOf[node]} ${levelOf[node]}`;
    const row = rowByKey.get(key) ?? { rail: railOf[node], level: levelOf[node], switches: [] };
    rowByKey.set(key, row);
    row.switches.push(node);
  }
  // Rails from the bottom up with rail 0 highest; above them the switches that serve all rails.
  const rows = [...rowByKey.values()].sort((a, b) => Number(a.rail < 0) - Number(b.rail < 0) || b.rail - a.rail || a.level - b.level);
  const rowOf = new Int32Array(nodes).fill(-1);
  // Two numbers for each switch: where it begins and where it ends, in hosts from the left. A leaf extends over its hosts, other switches
  // share the width of their row equally.
  const spans = new Float64Array(2 * nodes);
  rows.forEach(({ level, switches: rowSwitches }, row) => {
    rowSwitches.sort((a, b) => position[a] - position[b]);
    rowSwitches.forEach((node, i) => {
      rowOf[node] = row;
      spans.set([(hosts * i) / rowSwitches.length, (hosts * (i + 1)) / rowSwitches.length], 2 * node);
      const terminalsBelow = Array.from(head.subarray(firstOut[node], firstOut[node + 1])).filter((neighbor) => neighbor < terminals);
      if (level === 0 && terminalsBelow.length > 0) {
        spans[2 * node] = terminalsBelow.reduce((min, terminal) => Math.min(min, hostOf[terminal]), hosts);
        spans[2 * node + 1] = terminalsBelow.reduce((max, terminal) => Math.max(max, hostOf[terminal] + 1), 0);
      }
    });
  });
  // Indices of the up links and of the down links of each node.
  const linkIndex = new Int32Array(head.length);
  const isUp = new Uint8Array(head.length);
  const [upCounts, downCounts] = [new Int32Array(nodes), new Int32Array(nodes)];
  for (let node = 0; node < nodes; node++) {
    for (let channel = firstOut[node]; channel < firstOut[node + 1]; channel++) {
      isUp[channel] = levelOf[head[channel]] > levelOf[node] ? 1 : 0;
      linkIndex[channel] = isUp[channel] === 1 ? upCounts[node]++ : downCounts[node]++;
    }
  }
  return { hosts, accelerators, rows, rowOf, spans, hostOf, railOf, linkIndex, upCounts, downCounts, isUp };
});

/** Name of the rail axis: `rail`, `plane`. */
const railName = (network: Network) => network.axes[axisOf(network, "rail")].name;

/** Groups the switches of one rail on one level, and the switches within all hosts that share a leaf switch; null in small networks. */
const railGroupsOf = memoize((network: Network): SwitchGroups | null => {
  if (network.switches <= maxSeparateSwitches) return null;
  const { rows, rowOf, spans, hostOf, hosts } = railRowsOf(network);
  // First host of each leaf switch of the lowest row.
  const groupStarts = [...new Set(rows[0].switches.map((node) => spans[2 * node]))].sort((a, b) => a - b);
  const groupOfHost = new Int32Array(hosts);
  for (let host = 0, group = 0; host < hosts; host++) {
    if (group + 1 < groupStarts.length && groupStarts[group + 1] <= host) group++;
    groupOfHost[host] = group;
  }
  const name = railName(network);
  return switchGroupsBy(
    network,
    (node) => (rowOf[node] >= 0 ? rowOf[node] : rows.length + groupOfHost[hostOf[node]]),
    (first, count) => {
      const row = rows[rowOf[first]];
      if (row === undefined) return `${countOf(count, "switch", "switches")} within hosts, from host ${hostOf[first]} on`;
      return `${countOnLevel(network, row.level, count)}${row.rail < 0 ? "" : ` of ${name} ${row.rail}`}`;
    },
  );
});

export const railsLayout: StageLayout = {
  fits: (axes) => axes.some(({ kind }) => kind === "rail"),
  groups: railGroupsOf,
  place,
};

/** Margins, pixels: left of the hosts for the names of rails, at the top for the caption, at the bottom for links within hosts. */
const margins = { left: 62, right: 10, top: 12, key: 22, bottom: 24 } as const;
/** Distance from a name to its rail, and width of a character, pixels. */
const [nameGap, characterWidth] = [8, 6.5];
/** Drawings narrower than this are on a phone, pixels. */
const minWideWidth = 560;
/** Accelerators closer than {@link minSeparatePitch} share lines, one for each {@link sharedLineWidth} pixels. */
const [minSeparatePitch, sharedLineWidth] = [1.5, 3];
/** Minimum vertical distance of names, pixels. */
const minNameDistance = 13;

/** A switch, or a collapsed switch group. */
interface RailBox {
  readonly box: SwitchBox;
  readonly isClosed: boolean;
}

/** Up channels that share a line, and the curve of that line. */
interface RailBundle {
  readonly upChannels: number[];
  readonly curve: CubicCurve;
  readonly isBold: boolean;
  /** True for links that pass behind other rails on their way to the switches at the top. */
  readonly isLight: boolean;
}

/**
 * Lays out hosts and rails in five phases: vertical positions of the rows, boxes of switches and collapsed groups, links of terminals,
 * links between switches, and finally the lines of all links, of which several may share one.
 */
function place(network: Network, width: number, height: number, viewport: Viewport = fullViewport): Scene {
  const { terminals, head, tail, reverse, firstOut } = network;
  const { hosts, accelerators, rows, rowOf, spans, hostOf, railOf, linkIndex, upCounts, downCounts, isUp } = railRowsOf(network);
  const groups = railGroupsOf(network);
  const longestNameLength = Math.max(...rows.map((row) => rowName(network, row).length));
  const isWide = width >= minWideWidth;
  const left = Math.max(isWide ? margins.left : 0, nameGap + characterWidth * longestNameLength);
  const { zoom } = viewport;
  const hostX = (host: number) => (left + (host / hosts) * (width - left - margins.right)) * zoom + viewport.x;
  const hostPitch = hostX(1) - hostX(0);
  const pitch = (hostPitch * 0.86) / accelerators;

  // Vertical distances in steps above the hosts. Rails with several levels are further apart, and the switches that connect the rails are
  // separated from all of them.
  const hasRowsPerRail = rows.some(({ rail, level }) => rail >= 0 && level > 0);
  const rowSteps: number[] = [];
  rows.forEach(({ rail, level }, row) => {
    const stepToRow = row === 0 ? 2.2 : rail < 0 && level === 1 ? 2 : hasRowsPerRail && level > 0 ? 1.5 : hasRowsPerRail ? 1.2 : 1;
    rowSteps.push((rowSteps[row - 1] ?? 0) + stepToRow);
  });
  const top = margins.top + (isWide ? margins.key : 0);
  const step = (height - top - margins.bottom) / ((rowSteps[rows.length - 1] ?? 0) + 0.2);
  const stepY = (steps: number) => (height - margins.bottom - steps * step) * zoom + viewport.y;
  const rowPitch = step * zoom;
  const barHeight = Math.max(1.5, Math.min(20, rowPitch * 0.36));
  const rowY = (row: number) => stepY(rowSteps[row]);
  const hostHeight = Math.max(1.5, Math.min(20, rowPitch * 0.5, Math.max(3, hostPitch * 0.4)));
  const hostY = stepY(0) - hostHeight / 2;
  const dotY = stepY(0.55 * Math.min(1, 40 / step)) - hostHeight;
  const terminalXOf = (terminal: number) => hostX(hostOf[terminal] + 0.5) + (railOf[terminal] - (accelerators - 1) / 2) * pitch;
  const drawingSize = { width, height };

  const boxes: SwitchBox[] = [];
  const boxOfNode: (RailBox | undefined)[] = Array.from({ length: terminals + network.switches });
  const collapsedBoxOf = new Map<number, RailBox>();
  const boxAt = (switches: readonly number[], from: number, to: number, middle: number, boxHeight: number): SwitchBox => ({
    switches,
    x: from,
    y: middle - boxHeight / 2,
    width: to - from,
    height: boxHeight,
  });
  for (let node = terminals; node < terminals + network.switches; node++) {
    const row = rowOf[node];
    const isInside = row < 0;
    const group = groups?.list[groups.groupOf[node - terminals]];
    const [from, to] = isInside ? [hostX(hostOf[node]), hostX(hostOf[node] + 1)] : [hostX(spans[2 * node]), hostX(spans[2 * node + 1])];
    // A leaf is as wide as its hosts. Switches of higher levels are limited in width.
    const inset = isInside
      ? (to - from) * 0.07
      : rows[row].level === 0
        ? Math.min((to - from) * 0.1, 5)
        : Math.max((to - from) * 0.12, (to - from - 150 * zoom) / 2);
    const isCollapsed = group !== undefined && !isExpanded(group, to - from, viewport);
    const knownBox = isCollapsed ? collapsedBoxOf.get(groups!.groupOf[node - terminals]) : undefined;
    if (knownBox !== undefined) {
      boxOfNode[node] = knownBox;
      continue;
    }
    const [middle, boxHeight] = isInside ? [hostY, hostHeight] : [rowY(row), barHeight];
    let box = boxAt([node], from + inset, to - inset, middle, boxHeight);
    if (isCollapsed) {
      const groupSwitches = group.switches;
      const last = groupSwitches[groupSwitches.length - 1];
      const end = isInside ? hostX(hostOf[last] + 1) : hostX(spans[2 * last + 1]);
      box = {
        ...boxAt(groupSwitches, from + Math.min(2, (end - from) * 0.1), end - Math.min(2, (end - from) * 0.1), middle, boxHeight),
        groupName: group.name,
      };
    }
    const railBox = { box, isClosed: isCollapsed };
    boxOfNode[node] = railBox;
    if (isCollapsed) collapsedBoxOf.set(groups!.groupOf[node - terminals], railBox);
    if (isRectVisible(box.x, box.y, box.x + box.width, box.y + box.height, drawingSize)) boxes.push(box);
  }

  const bundles = new Map<string | number, RailBundle>();
  const halfGap = Math.max(0.2, Math.min(2, Math.min(pitch, rowPitch) * 0.1));
  const addToBundle = (key: string | number, channel: number, curve: () => CubicCurve, isBold: boolean, isLight = false) => {
    const knownBundle = bundles.get(key);
    if (knownBundle !== undefined) knownBundle.upChannels.push(channel);
    else bundles.set(key, { upChannels: [channel], curve: curve(), isBold, isLight });
  };
  const boxNumbers = new Map<RailBox, number>();
  const boxNumber = (railBox: RailBox) => boxNumbers.get(railBox) ?? (boxNumbers.set(railBox, boxNumbers.size), boxNumbers.size - 1);
  /** The inner switch of the host of a terminal, if it has one. */
  const innerSwitchOf = (terminal: number) => {
    for (let channel = firstOut[terminal]; channel < firstOut[terminal + 1]; channel++)
      if (head[channel] >= terminals && rowOf[head[channel]] < 0) return boxOfNode[head[channel]];
    return undefined;
  };
  const dots: { x: number; y: number; terminal: number }[] = [];
  for (let terminal = 0; terminal < terminals; terminal++) {
    const innerSwitch = innerSwitchOf(terminal);
    const isHostCollapsed = innerSwitch?.isClosed === true;
    const terminalX = terminalXOf(terminal);
    if (!isHostCollapsed && isRectVisible(terminalX, dotY, terminalX, dotY, drawingSize)) dots.push({ x: terminalX, y: dotY, terminal });
    for (let channel = firstOut[terminal]; channel < firstOut[terminal + 1]; channel++) {
      const to = boxOfNode[head[channel]];
      if (to === undefined) {
        // A link to another accelerator of the host is an arc below both.
        if (head[channel] > terminal)
          addToBundle(channel, channel, () => arcBelow(terminalX, terminalXOf(head[channel]), dotY, hostHeight + 4), false);
      } else if (rowOf[head[channel]] < 0) {
        if (!isHostCollapsed) addToBundle(channel, reverse[channel], () => verticalCurve(terminalX, to.box.y, terminalX, dotY), false);
      } else {
        const bottom = to.box.y + to.box.height;
        if (isHostCollapsed && innerSwitch !== undefined) {
          const { box } = innerSwitch;
          const sharedX = box.x + ((railOf[terminal] + 0.5) / accelerators) * box.width;
          addToBundle(
            `${boxNumber(innerSwitch)} ${boxNumber(to)} ${railOf[terminal]}`,
            channel,
            () => verticalCurve(sharedX, box.y, sharedX, bottom),
            box.width / accelerators > 3,
          );
        } else if (pitch < minSeparatePitch) {
          const sharedX = (Math.floor(terminalX / sharedLineWidth) + 0.5) * sharedLineWidth;
          addToBundle(`${sharedX} ${boxNumber(to)}`, channel, () => verticalCurve(sharedX, dotY, sharedX, bottom), false);
        } else addToBundle(channel, channel, () => verticalCurve(terminalX, dotY, terminalX, bottom), false);
      }
    }
  }
  for (let channel = firstOut[terminals]; channel < head.length; channel++) {
    if (isUp[channel] === 0 || head[channel] < terminals || rowOf[tail[channel]] < 0 || rowOf[head[channel]] < 0) continue;
    const [lower, upper] = [boxOfNode[tail[channel]], boxOfNode[head[channel]]];
    if (lower === undefined || upper === undefined) continue;
    // Leaves of the same hosts lie above each other, so the up links of each rail are shifted sideways by a different amount.
    const railShift = railOf[head[channel]] < 0 && railOf[tail[channel]] >= 0 ? (railOf[tail[channel]] + 0.5) / accelerators : 0.5;
    const portX = ({ box }: RailBox, i: number, count: number, shift: number) => box.x + ((i + shift) / count) * box.width;
    const linkCurve = () => {
      const lowerX = upper.isClosed ? portX(lower, 0, 1, railShift) : portX(lower, linkIndex[channel], upCounts[tail[channel]], railShift);
      const upperX = portX(upper, linkIndex[reverse[channel]], downCounts[head[channel]], 0.5);
      // Links to and from a collapsed group are vertical where possible.
      const from = lower.isClosed ? clampToBox(lower, upperX) : lowerX;
      return verticalCurve(from, lower.box.y, upper.isClosed ? clampToBox(upper, from) : upperX, upper.box.y + upper.box.height);
    };
    const isLight = railOf[tail[channel]] >= 0 && railOf[head[channel]] < 0;
    if (!lower.isClosed && !upper.isClosed) addToBundle(channel, channel, linkCurve, false, isLight);
    else if (lower.isClosed && upper.isClosed) {
      const middle = (railBox: RailBox) => railBox.box.x + railBox.box.width / 2;
      addToBundle(
        `${boxNumber(lower)} ${boxNumber(upper)}`,
        channel,
        () => verticalCurve(middle(lower), lower.box.y, middle(upper), upper.box.y + upper.box.height),
        true,
        isLight,
      );
    } else
      addToBundle(
        `${lower.isClosed ? boxNumber(lower) : tail[channel]} ${upper.isClosed ? boxNumber(upper) : head[channel]}`,
        channel,
        linkCurve,
        false,
        isLight,
      );
  }

  const lines: Line[] = [];
  const centerLines: CubicCurve[] = [];
  for (const { upChannels, curve, isBold, isLight } of bundles.values()) {
    if (!isCurveVisible(curve, drawingSize)) continue;
    const halfDistance = isBold ? 2 : halfGap;
    const shiftCurve = (unshifted: CubicCurve, dx: number) =>
      unshifted.map((value, i) => (i % 2 === 0 ? value + dx : value)) as unknown as CubicCurve;
    centerLines.push(curve);
    lines.push(
      { channels: upChannels, curve: shiftCurve(curve, -halfDistance), isThin: isLight, isWide: isBold },
      {
        channels: upChannels.map((channel) => reverse[channel]),
        curve: shiftCurve(reversedCurve(curve), halfDistance),
        isThin: isLight,
        isWide: isBold,
      },
    );
  }
  const isFullView = zoom <= 1;
  return {
    width,
    height,
    ...lineFields(lines, centerLines, halfGap),
    strands: rowStrands(lines),
    boxes,
    boxRadius: Math.min(4, barHeight / 4),
    failedOutlines: "",
    axis: null,
    dots: pitch < minSeparatePitch ? [] : dots,
    dotRadius: Math.max(0.7, Math.min(2.6, pitch * 0.25)),
    labels: isFullView ? [...rowLabels(network, rows, rowY, hostY, left), ...(isWide ? [captionOf(network, left)] : [])] : [],
    viewportLimits: { width, height, maxZoom: Math.max(4, (60 * zoom) / Math.max(pitch, 0.01)), maxHeightZoom: Infinity },
  };
}

/** A horizontal position, clamped to a box. */
const clampToBox = ({ box }: RailBox, x: number) => Math.max(box.x, Math.min(box.x + box.width, x));

/** An arc below two points at equal height. It is deeper the further they are apart. */
function arcBelow(x1: number, x2: number, y: number, maxDepth: number): CubicCurve {
  const depth = Math.min(maxDepth, Math.abs(x2 - x1) * 0.5);
  return [x1, y, x1 + (x2 - x1) * 0.15, y + depth, x2 - (x2 - x1) * 0.15, y + depth, x2, y];
}

/** Caption: how to read the picture. */
const captionOf = (network: Network, x: number): SceneLabel => ({
  x,
  y: 13,
  anchor: "start",
  text: `Each link goes up to its ${railName(network)}, behind the rows below it`,
  bold: false,
  size: 12,
});

/** Name of a row: `rail 3`, or the name of the level, such as `spines`, for switches that connect rails. */
function rowName(network: Network, { rail, level }: Pick<RailRows["rows"][number], "rail" | "level">): string {
  const { words: levelNames = [] } = network.axes[axisOf(network, "level")];
  if (rail >= 0) return `${railName(network)} ${rail}`;
  return levelNames[level] === undefined ? "switches" : pluralOf(levelNames[level]);
}

/** Labels at the left of rows: each rail has its name beside the middle of its rows. Labels that would overlap are left out. */
function rowLabels(
  network: Network,
  rows: RailRows["rows"],
  rowY: (row: number) => number,
  hostY: number,
  left: number,
): readonly SceneLabel[] {
  const labelAt = (text: string, y: number): SceneLabel => ({ x: left - nameGap, y: y + 4, anchor: "end", text, bold: false, size: 12 });
  const rowYByName = new Map<string, number[]>();
  rows.forEach((each, row) => {
    const text = rowName(network, each);
    rowYByName.set(text, [...(rowYByName.get(text) ?? []), rowY(row)]);
  });
  // Labels are placed from the top down, because the first rail is at the top. A label that would overlap the one above it is left out.
  const labels = [labelAt("hosts", hostY)];
  let lastY = -Infinity;
  for (const [text, ys] of [...rowYByName].toReversed()) {
    const centerY = ys.reduce((sum, y) => sum + y, 0) / ys.length;
    if (centerY - lastY < minNameDistance || hostY - centerY < minNameDistance) continue;
    labels.push(labelAt(text, centerY));
    lastY = centerY;
  }
  return labels;
}
