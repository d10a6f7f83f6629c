/** Finds the lines of channels in a scene. */
import type { Line, Scene } from "../scene.ts";

interface LineIndex {
  lookUps: number;
  lines: ReadonlyMap<number, readonly Line[]> | null;
}

const indexOf = new WeakMap<Scene, LineIndex>();
/** After this many look-ups in the same scene an index is built: the scene evidently stays for a while. */
const minLookUps = 12;

/** The lines of some channels. Channel −1 is ignored. */
export function linesOfChannels(scene: Scene, channels: Iterable<number>): readonly Line[] {
  const channelSet = new Set(channels);
  channelSet.delete(-1);
  if (channelSet.size === 0) return [];
  const index = indexOf.get(scene) ?? { lookUps: 0, lines: null };
  indexOf.set(scene, index);
  if (index.lines === null && ++index.lookUps < minLookUps) {
    return scene.lines.filter((line) => line.channels.some((channel) => channelSet.has(channel)));
  }
  const lines = index.lines ?? indexByChannel(scene.lines);
  index.lines = lines;
  return [...new Set([...channelSet].flatMap((channel) => lines.get(channel) ?? []))];
}

function indexByChannel(lines: readonly Line[]): ReadonlyMap<number, readonly Line[]> {
  const linesOf = new Map<number, Line[]>();
  for (const line of lines) {
    for (const channel of line.channels) {
      const channelLines = linesOf.get(channel);
      if (channelLines === undefined) linesOf.set(channel, [line]);
      else channelLines.push(line);
    }
  }
  return linesOf;
}
