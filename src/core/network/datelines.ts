/** The datelines of rings, at which packets change their class of virtual channels. */
import type { Network } from "./network.ts";

/** Whether a channel crosses the dateline of a ring: the link between the last and the first coordinate, in either direction. */
export function isDateline({ axes, coordinates, terminals, tail, head }: Network, channel: number): boolean {
  if (tail[channel] < terminals || head[channel] < terminals) return false;
  return axes.some(({ kind, size }, d) => {
    const [from, to] = [tail, head].map((ends) => coordinates[ends[channel] * axes.length + d]);
    return kind === "ring" && size > 2 && Math.abs(from - to) === size - 1;
  });
}
