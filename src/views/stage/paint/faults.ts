/** Draws the traces of switches and terminals that faults have disconnected. */
import type { Network } from "../../../core/network/network.ts";
import { circlePath } from "../../marks/marks.ts";
import { homeSwitches } from "../home-switches.ts";
import { isolatedNodes } from "../isolated-nodes.ts";
import type { SwitchBox, Scene } from "../scene.ts";

/**
 * Adds the marks of failed nodes to a scene: dashed outlines for switches without links, and small rings for terminals without links,
 * beside their home switch. If all switches have lost their links, the scene stays as it is.
 * @param isFullView False if only a part of the network is visible; then terminals whose switch is outside the drawing are not drawn.
 */
export function sceneWithFaults(scene: Scene, network: Network, isFullView = true): Scene {
  // In networks under edit, the layout has already marked unconnected switches.
  if (network.present !== undefined || scene.failedBoxes !== undefined) return scene;
  const { terminals } = network;
  const isolated = isolatedNodes(network);
  if (isolated.size === 0) return scene;
  const isolatedBoxes = scene.boxes.filter(({ switches }) => switches.every((node) => isolated.has(node)));
  const isolatedTerminals = [...isolated].filter((node) => node < terminals);
  if (isolatedBoxes.length + isolatedTerminals.length === 0 || isolatedBoxes.length === scene.boxes.length) return scene;
  let rings = "";
  const missing =
    scene.failedOutlines + isolatedBoxes.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`).join("");
  if (scene.axis === null) {
    const boxOf = new Map(scene.boxes.flatMap((box) => box.switches.map((node) => [node, box] as const)));
    const homes = homeSwitches(network);
    // Rings of terminals with the same box are side by side; rings of terminals without a home switch are along the lower edge.
    const countOfBox = new Map<SwitchBox | undefined, number>();
    for (const terminal of isolatedTerminals) {
      const box = boxOf.get(homes[terminal]);
      // The switch of the terminal is outside the drawing.
      if (box === undefined && !isFullView) continue;
      const i = countOfBox.get(box) ?? 0;
      countOfBox.set(box, i + 1);
      const [x, y] = box === undefined ? [8 + i * 9, scene.height - 6] : [box.x + box.width + 4 - 7 * i, box.y + box.height + 5];
      if (x > 2 && x < scene.width - 2) rings += circlePath(x, Math.min(scene.height - 3, y), 1.8);
    }
  }
  return {
    ...scene,
    boxes: scene.boxes.filter((box) => !isolatedBoxes.includes(box)),
    failedBoxes: isolatedBoxes,
    failedOutlines: missing,
    isolatedTerminals: rings,
  };
}
