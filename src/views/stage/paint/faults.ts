/** Draws the traces of switches and terminals that faults have disconnected. */
import { once } from "../../../core/base/once.ts";
import type { Network } from "../../../core/network/network.ts";
import { ring } from "../../marks/marks.ts";
import { homesOf } from "../homes.ts";
import type { Box, Scene } from "../scene.ts";

/** The scene with disconnected nodes drawn faintly: switches without links become dashed outlines, terminals without links small rings. */
export function withFaults(scene: Scene, network: Network, isWhole = true): Scene {
  // Networks under edit mark unconnected switches themselves.
  if (network.present !== undefined || scene.dead !== undefined) return scene;
  const { terminals } = network;
  const alone = aloneOf(network);
  if (alone.size === 0) return scene;
  const dead = scene.boxes.filter(({ switches }) => switches.every((n) => alone.has(n)));
  const lonely = [...alone].filter((n) => n < terminals);
  if (dead.length + lonely.length === 0 || dead.length === scene.boxes.length) return scene;
  let { unplugged } = scene;
  const missing = scene.missing + dead.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`).join("");
  if (scene.axis === null) {
    const boxOf = new Map(scene.boxes.flatMap((box) => box.switches.map((n) => [n, box] as const)));
    const homes = homesOf(network);
    const placed = new Map<Box | undefined, number>();
    for (const t of lonely) {
      const box = boxOf.get(homes[t]);
      // The switch of the terminal is outside the drawing.
      if (box === undefined && !isWhole) continue;
      const i = placed.get(box) ?? 0;
      placed.set(box, i + 1);
      const [x, y] = box === undefined ? [8 + i * 9, scene.height - 6] : [box.x + box.width + 4 - 7 * i, box.y + box.height + 5];
      if (x > 2 && x < scene.width - 2) unplugged += ring(x, Math.min(scene.height - 3, y), 1.8);
    }
  }
  return { ...scene, boxes: scene.boxes.filter((box) => !dead.includes(box)), dead, missing, unplugged };
}

/** Nodes without any link. */
const aloneOf = once(({ firstOut, terminals, switches }: Network): ReadonlySet<number> => {
  const found = new Set<number>();
  for (let n = 0; n < terminals + switches; n++) if (firstOut[n] === firstOut[n + 1]) found.add(n);
  return found;
});
