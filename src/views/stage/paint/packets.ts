/**
 * Moving dots for packets. The counters of a frame give the number of packets that have crossed each channel; for each of them, or for each
 * 2^n of them in a fast run, a dot moves from tail to head. Only the initial position of the dot of each channel is chosen arbitrarily.
 */
import { memoize } from "../../../core/base/memoize.ts";
import { type Frame, scalar } from "../../../core/simulation/frame.ts";
import type { Network } from "../../../core/network/network.ts";
import { smallText } from "../../plot/vertical-axis.ts";
import type { Canvas, ViewData } from "../../contract.ts";
import { formatCount } from "../../../words/numbers.ts";
import { textHalo, type Mark, textMark } from "../../marks/marks.ts";
import { pointOnPolyline, type DotScale, pointOnCurve, type Scene } from "../scene.ts";
import { textWidth } from "../../plot/text-width.ts";

/** With more lines than this no dots are drawn, because moving the dots would take too long. */
const maxAnimatedStrands = 1500;
/** Minimum time in which a dot crosses a fully loaded channel, seconds. */
const minCrossingSeconds = 0.6;
/** Maximum number of packets per dot. Above it dots would say nothing about packets. */
const maxPacketsPerDot = 256;

/**
 * Packets per dot, a power of two; 0 where the run is too fast for dots.
 * @param phitsPerSecond Phits that a fully loaded channel carries in a second of real time.
 */
export function packetsPerDot(phitsPerSecond: number, packetPhits: number): number {
  const packets = 2 ** Math.max(0, Math.ceil(Math.log2((phitsPerSecond * minCrossingSeconds) / packetPhits)));
  return packets > maxPacketsPerDot ? 0 : packets;
}

/**
 * Position of a channel's dot after that many phits, 0 to 1. A dot for a single packet is where the packet is, and 0 between packets. If it
 * represents several packets, each channel has a phase: otherwise the dots of neighboring channels would move in lockstep, unlike packets.
 */
export function dotProgress(channel: number, phits: number, packetPhits: number, perDot: number): number {
  const crossings = phits / (packetPhits * perDot) + (perDot === 1 ? 0 : channel * 0.618_034);
  return crossings - Math.floor(crossings);
}

/** Legend: the number of packets per dot. Empty if there are no dots. */
export function packetLegend(scene: Scene, data: ViewData, { theme, width, height }: Canvas): Mark[] {
  const { frame } = data;
  const perDot = currentPacketsPerDot(scene, data);
  if (frame === null || perDot === 0 || dotPathsOf(scene).every(({ channel }) => frame.phits[channel] === 0)) return [];
  const text = perDot === 1 ? "1 dot per packet" : `1 dot per ${formatCount(perDot)} packets passing`;
  const { axis } = scene;
  const defaultPosition: Scene["packetLegendPosition"] =
    axis === null ? { x: 0, y: height - 4 } : { x: axis.left + 214, y: axis.y - axis.barHeight - 4 };
  const { x, y, anchor = "start" } = scene.packetLegendPosition ?? defaultPosition;
  if (anchor === "start" && x + textWidth(text) > width) return [];
  return [textMark("packets name", x, y, text, { class: "packets", ...smallText(theme, anchor), ...textHalo(theme.ground) })];
}

/** A channel with the path of its dot, for t of 0 to 1. */
interface DotPath {
  readonly channel: number;
  at(t: number): readonly [number, number];
}

/** Paths of dots. A line that represents several channels has no dots. */
const dotPathsOf = memoize(
  ({ packetPaths, strands }: Scene): readonly DotPath[] =>
    packetPaths?.map(({ channel, corners }) => ({ channel, at: pointOnPolyline(corners) })) ??
    strands
      .filter(({ channels }) => channels.length === 1)
      .map(({ channels, curve }) => ({ channel: channels[0], at: (t: number) => pointOnCurve(curve, t) })),
);

/** Packets per dot at the present speed of the run; 0 where no dots are drawn. */
export function currentPacketsPerDot(scene: Scene, { network, frame, packetPhits, cycle, playedSpeed = Infinity }: ViewData): number {
  if (network === null || frame === null || (scene.packetPaths ?? scene.strands).length > maxAnimatedStrands) return 0;
  const { fastestRate, packetsPerDot: packets } = scene.packetMotion?.dotScaleOf(packetPhits) ?? uniformDotScale;
  return packets * packetsPerDot((Math.min(playedSpeed, cyclesPerSecond(network, frame)) * fastestRate) / cycle, packetPhits);
}

const uniformDotScale: DotScale = { fastestRate: 1, packetsPerDot: 1 };

/**
 * Draws dots, which represent moving packets, on all channels that have carried a phit. The canvas context has CSS pixels as units. Returns
 * whether there are any dots.
 * @param perDot Packets for which one dot stands.
 */
export function paintMovingPackets(
  scene: Scene,
  data: ViewData,
  perDot: number,
  context: CanvasRenderingContext2D,
  { theme }: Canvas,
): boolean {
  const { frame, packetPhits } = data;
  if (frame === null) return false;
  const dotPositionsOf = scene.packetMotion?.dotPositionsOf(data);
  // Single packets, in slow motion, are larger.
  const { hot } = scene.strandWidth;
  const radius = Math.max(1.1, perDot === 1 ? hot : Math.min(1.7, hot * 0.55));
  let isMoving = false;
  context.beginPath();
  for (const { channel, at: pointAt } of dotPathsOf(scene)) {
    const phits = frame.phits[channel];
    if (phits === 0) continue;
    isMoving = true;
    const newest = dotProgress(channel, phits, packetPhits, perDot);
    if (perDot === 1 && newest === 0) continue;
    for (const position of dotPositionsOf?.(channel, newest) ?? [newest]) {
      const [x, y] = pointAt(position);
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    }
  }
  if (!isMoving) return false;
  context.fillStyle = theme.ground;
  context.strokeStyle = theme.ink;
  context.lineWidth = 0.8;
  context.fill();
  context.stroke();
  return true;
}

interface RunSpeed {
  now: number;
  at: number;
  /** Cycles per second. */
  speed: number;
}

const runSpeeds = new WeakMap<Network, RunSpeed>();

/** Present speed of the run on the screen, cycles per second: an exponential mean over the last frames. */
function cyclesPerSecond(network: Network, frame: Frame): number {
  const [currentCycle, currentTime] = [frame.scalars[scalar.now], performance.now()];
  const runSpeed = runSpeeds.get(network);
  if (runSpeed === undefined || currentCycle < runSpeed.now || currentTime - runSpeed.at > 1000) {
    runSpeeds.set(network, { now: currentCycle, at: currentTime, speed: runSpeed?.speed ?? 0 });
    return runSpeed?.speed ?? 0;
  }
  if (currentCycle > runSpeed.now) {
    const speed = ((currentCycle - runSpeed.now) * 1000) / Math.max(1, currentTime - runSpeed.at);
    runSpeed.now = currentCycle;
    runSpeed.at = currentTime;
    runSpeed.speed = runSpeed.speed === 0 ? speed : runSpeed.speed * 0.95 + speed * 0.05;
  }
  return runSpeed.speed;
}
