/**
 * Draws the queues of channels slot by slot, beside the end of each channel: on a single ring all of them, elsewhere those of a deadlock.
 * Where routing changes the class of virtual channels at a dateline, the dateline is drawn, and packets of both classes differ in color and
 * shape.
 */
import { nameOfNode, type Network } from "../../../core/network/network.ts";
import { isDateline } from "../../../core/network/datelines.ts";
import type { QueueDescription } from "../../../core/plan/queues.ts";
import type { Canvas, Variant } from "../../contract.ts";
import { categoryColor } from "../../marks/color.ts";
import { circlePath, type Mark, pathMark, textHalo, textMark, toTenths } from "../../marks/marks.ts";
import { textWidth } from "../../plot/text-width.ts";
import { smallText } from "../../plot/vertical-axis.ts";
import { isRingLayoutFor } from "../layouts/grid/planes.ts";
import { type CubicCurve, pointOnCurve, type Scene, type SwitchBox } from "../scene.ts";
import { linesOfChannels } from "./channel-lines.ts";
import { deadlockCycle } from "./deadlock.ts";

/** Size of a slot along its channel, pixels; smaller slots cannot be distinguished. */
const [minSlot, maxSlot] = [3, 15];
/** Part of a channel, from its end, beside which its slots may lie. */
const slotsPart = 0.9;
/** Queues with more slots are drawn as one bar. */
const maxSlots = 16;
/** More queues side by side cannot be distinguished. */
const maxRows = 4;
/** More switches than this leave no room for queues on a ring. */
const maxRingSwitches = 24;

type QueueData = Pick<Variant, "network" | "frame" | "results"> & { readonly queues?: QueueDescription | undefined };

/** Whether all queues between switches are drawn, so that the boxes of the switches show none of them. */
export function hasDrawnQueues({ axes, switches }: Pick<Network, "axes" | "switches">, queues: QueueDescription | undefined): boolean {
  return queues !== undefined && queues.vcs <= maxRows && switches <= maxRingSwitches && isRingLayoutFor(axes);
}

/**
 * The boxes that show the fullness of their switches together, and those that show it faintly, because they are outside a deadlock. None
 * where each queue is drawn.
 */
export function filledBoxes(boxes: readonly SwitchBox[], data: QueueData): readonly [readonly SwitchBox[], readonly SwitchBox[]] {
  const { network, queues } = data;
  if (network === null || hasDrawnQueues(network, queues)) return [[], []];
  const deadlockedSwitches = new Set(deadlockCycle(data).flatMap((channel) => [network.tail[channel], network.head[channel]]));
  const isOutsideDeadlock = ({ switches }: SwitchBox) =>
    deadlockedSwitches.size > 0 && !switches.some((node) => deadlockedSwitches.has(node));
  return [boxes.filter((box) => !isOutsideDeadlock(box)), boxes.filter(isOutsideDeadlock)];
}

/** The part of a channel beside which its queue is drawn. */
interface QueuePlace {
  /** Point at the border of the switch into which the channel leads; point where the queue begins; and direction towards the switch. */
  readonly border: readonly [number, number];
  readonly end: readonly [number, number];
  readonly direction: readonly [number, number];
  /** Length of the channel between the boxes of its switches, pixels. */
  readonly length: number;
}

interface ChannelPlace {
  readonly channel: number;
  readonly place: QueuePlace;
}

/** Marks of queues and datelines. */
export function queueMarks(scene: Scene, data: QueueData, { theme }: Canvas): Mark[] {
  const { network, frame, queues } = data;
  if (network === null || frame === null || queues === undefined || queues.vcs > maxRows || frame.queuedPhits.length === 0) return [];
  const isInNetwork = (channel: number) => network.tail[channel] >= network.terminals && network.head[channel] >= network.terminals;
  const channels = hasDrawnQueues(network, queues)
    ? Array.from(network.head, (_, channel) => channel).filter(isInNetwork)
    : [...new Set(deadlockCycle(data))].filter(isInNetwork);
  const places = channels.flatMap((channel): readonly ChannelPlace[] => {
    const place = placeOf(scene, network, channel, isDatelineOf(queues, network, channel));
    return place === null ? [] : [{ channel, place }];
  });
  if (places.length === 0) return [];
  const { capacityPhits, slotPhits, vcs } = queues;
  const slots = Math.max(1, capacityPhits / slotPhits);
  const drawnSlots = slots > maxSlots ? 1 : slots;
  // One size for all, which fits the shortest channel.
  const boxSide = Math.min(...scene.boxes.map(({ width, height }) => Math.min(width, height)));
  const barLength = slots > maxSlots ? 3 : 1;
  const slot = Math.min(
    maxSlot,
    (slotsPart * Math.min(...places.map(({ place }) => place.length))) / (drawnSlots * barLength),
    boxSide / (vcs + 1),
  );
  if (slot < minSlot) return [];
  const paths = { free: "", first: "", second: "" };
  for (const { channel, place } of places) {
    for (let vc = 0; vc < vcs; vc++) {
      const isSecond = isSecondClass(queues, vc);
      const takenSlots = Math.min(1, frame.queuedPhits[channel * vcs + vc] / capacityPhits) * drawnSlots;
      for (let i = 0; i < drawnSlots; i++) {
        const corners = slotCorners(place, slot, barLength, i, vc, scene.strandWidth.hot);
        paths.free += `${polygon(corners)}`;
        const taken = Math.min(1, takenSlots - i);
        if (taken <= 0.01) continue;
        const packet = slotCorners(place, slot, barLength, i, vc, scene.strandWidth.hot, taken, slot < 8 ? 0.6 : slot * 0.16);
        if (isSecond && taken === 1 && barLength === 1) paths.second += circlePath(...centerOf(packet), slot * 0.36);
        else paths[isSecond ? "second" : "first"] += polygon(packet);
      }
    }
  }
  return [
    ...(hasDrawnQueues(network, queues) ? switchNumbers(scene, network, theme) : []),
    pathMark("queues", paths.free, { fill: theme.surface, stroke: theme.edge, "stroke-width": 1, class: "queues" }),
    ...(paths.first === "" ? [] : [pathMark("queued packets", paths.first, { fill: theme.ink, class: "queued" })]),
    ...(paths.second === "" ? [] : [pathMark("queued packets after", paths.second, { fill: secondClassColor(theme), class: "queued" })]),
    ...datelineMarks(scene, network, places, queues, slot, theme),
  ];
}

/** Color of packets in the class of virtual channels that begins at a dateline. */
export const secondClassColor = (theme: Pick<Canvas["theme"], "dark">): string => categoryColor(1, theme);

/** Whether a virtual channel is of the class that begins at the dateline. Without a dateline, all are alike. */
function isSecondClass({ hasDatelines, vcs }: QueueDescription, vc: number): boolean {
  return hasDatelines === true && vc >= vcs / 2;
}

function isDatelineOf({ hasDatelines }: QueueDescription, network: Network, channel: number): boolean {
  return hasDatelines === true && isDateline(network, channel);
}

/** Place of the queue behind a channel; null where several channels share the line. */
function placeOf(scene: Scene, network: Network, channel: number, isDateline: boolean): QueuePlace | null {
  const lines = linesOfChannels(scene, [channel]);
  const line = lines.at(-1);
  if (line === undefined || line.channels.length > 1) return null;
  const boxOf = (node: number) => scene.boxes.find(({ switches }) => switches.includes(node));
  const { curve } = line;
  const start = lines.length > 1 ? 0 : borderParameter(curve, boxOf(network.tail[channel]), 0);
  const end = borderParameter(curve, boxOf(network.head[channel]), 1);
  const [x0, y0] = pointOnCurve(curve, start);
  const [x1, y1] = pointOnCurve(curve, end);
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length < minSlot) return null;
  const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
  // The line of the dateline is between the queue and the switch.
  const gap = isDateline ? datelineGap : 0;
  return { border: [x1 - dx, y1 - dy], end: [x1 - dx * gap, y1 - dy * gap], direction: [dx, dy], length: length - gap };
}

/** Gap between a switch and the queue at a dateline, pixels. */
const datelineGap = 4;
/** Gap between a box and what is drawn beside its channels, pixels. */
const boxGap = 3;

/** Parameter of the point at which a curve leaves a box, from one of its ends (0 or 1). */
function borderParameter(curve: CubicCurve, box: SwitchBox | undefined, from: 0 | 1): number {
  if (box === undefined) return from;
  const isInside = (t: number) => {
    const [x, y] = pointOnCurve(curve, t);
    return x > box.x - boxGap && x < box.x + box.width + boxGap && y > box.y - boxGap && y < box.y + box.height + boxGap;
  };
  const steps = 100;
  for (let i = 0; i < steps; i++) {
    const t = from === 0 ? i / steps : 1 - i / steps;
    if (!isInside(t)) return t;
  }
  return from;
}

/** The numbers of the switches, in their boxes. */
function switchNumbers({ boxes }: Scene, network: Network, theme: Canvas["theme"]): Mark[] {
  return boxes
    .filter(({ width, height }) => width >= 24 && height >= 18)
    .map(({ switches: [node], x, y, width, height }) =>
      textMark(`number ${node}`, x + width / 2, y + height / 2 + 4.5, nameOfNode(network, node).replace(/^switch \((.*)\)$/, "$1"), {
        ...smallText(theme, "middle"),
        "font-size": 13,
      }),
    );
}

type Corners = readonly (readonly [number, number])[];

/**
 * Corners of a slot, counted from the head of its queue, on the left of its channel's direction.
 * @param barLength Length of a slot, in widths.
 * @param taken Part of the slot that is taken, from the head.
 * @param inset Margin within the slot, pixels.
 */
function slotCorners(
  { end, direction: [dx, dy] }: QueuePlace,
  slot: number,
  barLength: number,
  i: number,
  row: number,
  lineWidth: number,
  taken = 1,
  inset = 0,
): Corners {
  const length = slot * barLength;
  const [head, tail] = [i * length + inset, i * length + inset + (length - 2 * inset) * taken];
  const near = lineWidth + 2 + row * (slot + 1) + inset;
  const far = near + slot - 2 * inset;
  const at = (back: number, left: number) => [end[0] - dx * back + dy * left, end[1] - dy * back - dx * left] as const;
  return [at(head, near), at(tail, near), at(tail, far), at(head, far)];
}

const polygon = (corners: Corners) => `M${corners.map(([x, y]) => `${toTenths(x)} ${toTenths(y)}`).join("L")}z`;
const centerOf = (corners: Corners): readonly [number, number] => [
  (corners[0][0] + corners[2][0]) / 2,
  (corners[0][1] + corners[2][1]) / 2,
];

/**
 * The datelines: a dashed line at the end of each channel behind which packets use the other class of virtual channels. It crosses the
 * channel and its queue, which packets leave in the new class. The line nearest to the middle of the drawing has its name.
 */
function datelineMarks(
  scene: Scene,
  network: Network,
  places: readonly ChannelPlace[],
  queues: QueueDescription,
  slot: number,
  theme: Canvas["theme"],
): Mark[] {
  const reach = scene.strandWidth.hot + 4 + queues.vcs * (slot + 1);
  let d = "";
  let name: readonly [x: number, y: number, distance: number] = [0, 0, Infinity];
  for (const { channel, place } of places) {
    if (!isDatelineOf(queues, network, channel)) continue;
    const {
      border,
      direction: [dx, dy],
    } = place;
    const at = (left: number) => [border[0] + dy * left, border[1] - dx * left] as const;
    const [near, far] = [at(-4), at(reach)];
    d += `M${near.map(toTenths).join(" ")}L${far.map(toTenths).join(" ")}`;
    const [x, y] = at(reach + 8 + (Math.abs(dy) * textWidth("dateline")) / 2);
    const distance = Math.hypot(x - scene.width / 2, y - scene.height / 2);
    if (distance < name[2]) name = [x, y, distance];
  }
  if (d === "") return [];
  return [
    pathMark("dateline", d, { stroke: theme.accent, "stroke-width": 2.4, "stroke-dasharray": "4 2.5", class: "dateline" }),
    textMark("dateline name", name[0], name[1] + 4, "dateline", { ...smallText(theme, "middle"), ...textHalo(theme.ground) }),
  ];
}
