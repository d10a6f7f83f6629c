/** Finds the lines of channels in a scene. */
import type { Line, Scene } from "../scene.ts";

interface Index {
  uses: number;
  lines: ReadonlyMap<number, readonly Line[]> | null;
}

const indexed = new WeakMap<Scene, Index>();
/** After this many look-ups in the same scene an index is built: the scene evidently stays for a while. */
const manyUses = 12;

/** The lines of some channels. Channel −1 is ignored. */
export function linesOf(scene: Scene, channels: Iterable<number>): readonly Line[] {
  const wanted = new Set(channels);
  wanted.delete(-1);
  if (wanted.size === 0) return [];
  const index = indexed.get(scene) ?? { uses: 0, lines: null };
  indexed.set(scene, index);
  if (index.lines === null && ++index.uses < manyUses) {
    return scene.lines.filter((line) => line.channels.some((channel) => wanted.has(channel)));
  }
  const lines = index.lines ?? byChannel(scene.lines);
  index.lines = lines;
  return [...new Set([...wanted].flatMap((channel) => lines.get(channel) ?? []))];
}

function byChannel(lines: readonly Line[]): ReadonlyMap<number, readonly Line[]> {
  const found = new Map<number, Line[]>();
  for (const each of lines) {
    for (const channel of each.channels) {
      const known = found.get(channel);
      if (known === undefined) found.set(channel, [each]);
      else known.push(each);
    }
  }
  return found;
}
