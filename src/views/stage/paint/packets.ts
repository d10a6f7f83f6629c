/**
 * Moving dots for packets. The counters of a frame give the number of packets that have crossed each channel; for each of them, or for each
 * 2^n of them in a fast run, a dot moves from tail to head. Only the starting phase of each channel's dot is invented.
 */
import { once } from "../../../core/base/once.ts";
import { type Frame, scalar } from "../../../core/simulation/frame.ts";
import type { Network } from "../../../core/network/network.ts";
import { small } from "../../plot/axes.ts";
import type { Canvas, ViewData } from "../../contract.ts";
import { formatCount } from "../../../words/numbers.ts";
import { halo, type Mark, textMark } from "../../marks/marks.ts";
import { alongWay, type DotPace, pointAt, type Scene } from "../scene.ts";
import { textWidth } from "../../plot/text-width.ts";

/** With more strands than this no dots are drawn, because moving them would take too long. */
const mostStrands = 1500;
/** Minimum time in which a dot crosses a fully loaded channel, seconds. */
const slowest = 0.6;
/** Maximum number of packets per dot. Above it dots would say nothing about packets. */
const mostPackets = 256;

/**
 * Packets per dot, a power of two; 0 where the run is too fast for dots.
 * @param phitsPerSecond Phits that a fully loaded channel carries in a second of real time.
 */
export function packetsPerDot(phitsPerSecond: number, packetPhits: number): number {
  const wanted = 2 ** Math.max(0, Math.ceil(Math.log2((phitsPerSecond * slowest) / packetPhits)));
  return wanted > mostPackets ? 0 : wanted;
}

/** Position of a channel's dot after that many phits, 0 to 1. */
export function progress(channel: number, phits: number, packetPhits: number, perDot: number): number {
  // A phase for each channel: otherwise the dots of neighboring channels would move in lockstep, unlike the packets.
  const at = phits / (packetPhits * perDot) + channel * 0.618_034;
  return at - Math.floor(at);
}

/** Legend: the number of packets per dot. Empty if there are no dots. */
export function sayPackets(scene: Scene, data: ViewData, { theme, width, height }: Canvas): Mark[] {
  const { frame } = data;
  const perDot = dotsOf(scene, data);
  if (frame === null || perDot === 0 || waysOf(scene).every(({ channel }) => frame.phits[channel] === 0)) return [];
  const said = perDot === 1 ? "each dot is a packet" : `1 dot crossing = ${formatCount(perDot)} packets`;
  const { axis } = scene;
  const corner: Scene["packetsAt"] = axis === null ? { x: 0, y: height - 4 } : { x: axis.left + 214, y: axis.y - axis.barHeight - 4 };
  const { x, y, anchor = "start" } = scene.packetsAt ?? corner;
  if (anchor === "start" && x + textWidth(said) > width) return [];
  return [textMark("packets name", x, y, said, { class: "packets", ...small(theme, anchor), ...halo(theme.ground) })];
}

/** A channel with the path of its dot, for t of 0 to 1. */
interface Way {
  readonly channel: number;
  at(t: number): readonly [number, number];
}

/** Paths of dots. A strand of several channels has no dots. */
const waysOf = once(
  ({ tracks, strands }: Scene): readonly Way[] =>
    tracks?.map(({ channel, corners }) => ({ channel, at: alongWay(corners) })) ??
    strands
      .filter(({ channels }) => channels.length === 1)
      .map(({ channels, curve }) => ({ channel: channels[0], at: (t: number) => pointAt(curve, t) })),
);

/** Packets per dot at the present speed of the run; 0 where no dots are drawn. */
export function dotsOf(scene: Scene, { network, frame, packetPhits, cycle }: ViewData): number {
  if (network === null || frame === null || (scene.tracks ?? scene.strands).length > mostStrands) return 0;
  const { quickest, packets } = scene.traffic?.paceOf(packetPhits) ?? alike;
  return packets * packetsPerDot((speedOf(network, frame) * quickest) / cycle, packetPhits);
}

const alike: DotPace = { quickest: 1, packets: 1 };

/** Draws the dots of all channels that have carried something, on a context with CSS pixels as units; returns whether there are any. */
export function movePackets(scene: Scene, data: ViewData, perDot: number, onto: CanvasRenderingContext2D, { theme }: Canvas): boolean {
  const { frame, packetPhits } = data;
  if (frame === null) return false;
  const placesOf = scene.traffic?.placesOf(data);
  const radius = Math.max(1.1, Math.min(1.7, scene.strandWidth.hot * 0.55));
  let isMoving = false;
  onto.beginPath();
  for (const { channel, at } of waysOf(scene)) {
    const phits = frame.phits[channel];
    if (phits === 0) continue;
    isMoving = true;
    const first = progress(channel, phits, packetPhits, perDot);
    for (const place of placesOf?.(channel, first) ?? [first]) {
      const [x, y] = at(place);
      onto.moveTo(x + radius, y);
      onto.arc(x, y, radius, 0, 2 * Math.PI);
    }
  }
  if (!isMoving) return false;
  onto.fillStyle = theme.ground;
  onto.strokeStyle = theme.ink;
  onto.lineWidth = 0.8;
  onto.fill();
  onto.stroke();
  return true;
}

interface Pace {
  now: number;
  at: number;
  /** Cycles per second. */
  speed: number;
}

const paces = new WeakMap<Network, Pace>();

/** Present speed of the run on the screen, cycles per second: an exponential mean over the last frames. */
function speedOf(network: Network, frame: Frame): number {
  const [now, at] = [frame.scalars[scalar.now], performance.now()];
  const pace = paces.get(network);
  if (pace === undefined || now < pace.now || at - pace.at > 1000) {
    paces.set(network, { now, at, speed: pace?.speed ?? 0 });
    return pace?.speed ?? 0;
  }
  if (now > pace.now) {
    const speed = ((now - pace.now) * 1000) / Math.max(1, at - pace.at);
    Object.assign(pace, { now, at, speed: pace.speed === 0 ? speed : pace.speed * 0.95 + speed * 0.05 });
  }
  return pace.speed;
}
