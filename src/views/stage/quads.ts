/**
 * Three Quads: the terminals as planes side by side, and a family of switches on each of three sides. A switch is tied to
 * the terminals of its plane: Z above, each over its plane; X below, for the columns; Y beside, for the rows.
 */
import { coordinate, type Network } from "../../core/network/network.ts";
import { type Look, whole } from "./look.ts";
import { type Point, sceneAt } from "./placed.ts";
import type { Scene, StageLayout, Word } from "./scene.ts";

export const quads: StageLayout = {
  fits: (axes) => axes.length === 3 && axes.every((axis) => axis.kind === "shared"),
  place,
};

function place(network: Network, width: number, height: number, look: Look = whole): Scene {
  const moved = ([x, y]: Point): Point => [x * look.zoom + look.x, y * look.zoom + look.y];
  const { axes } = network;
  const [nx, ny, nz] = axes.map((axis) => axis.size);
  const box = Math.max(4, Math.min(40, (width / (nz * 2.4 + 1)) * 0.5, (height / (ny + 5)) * 0.6));
  const edge = box / 2 + 16;
  const left = edge + box + Math.min(120, width * 0.07);
  const planeWidth = (width - left - edge / 2) / nz;
  const [top, bottom] = [edge + box / 2 + Math.min(110, height * 0.15), height - edge - box / 2 - Math.min(110, height * 0.15)];
  const stepX = (planeWidth * 0.68) / Math.max(1, nx - 1 + 0.4);
  // Planes lean, so that what lies in one row can be told apart.
  const lean = ((bottom - top) / Math.max(1, ny)) * 0.42;
  const stepY = (bottom - top - lean) / Math.max(1, ny - 1);
  const startOf = (z: number) => left + z * planeWidth + (planeWidth - stepX * (nx - 1)) / 2;
  const terminalAt = (t: number): Point => {
    const [x, y, z] = [0, 1, 2].map((axis) => coordinate(network, t, axis));
    return moved([startOf(z) + x * stepX, top + y * stepY + (lean * x) / Math.max(1, nx - 1)]);
  };
  const at = (n: number): Point => {
    const [x, y, z] = [0, 1, 2].map((axis) => coordinate(network, n, axis));
    if (z >= 0) return moved([startOf(z) + (stepX * (nx - 1)) / 2, edge]);
    if (x >= 0) return moved([left + ((width - left) * (x + 0.5)) / nx, height - edge]);
    return moved([edge, top + y * stepY + lean / 2]);
  };
  const shown = Math.max(box, Math.min(40, box * look.zoom));
  const noun = width < 600 ? "" : " switches";
  const word = (x: number, y: number, text: string): Word => ({ x, y, text, anchor: "start", bold: false, size: 12 });
  return sceneAt(
    network,
    {
      at,
      boxWidth: shown,
      boxHeight: shown * 0.7,
      pitch: Math.min(50, Math.min(stepX, stepY) * look.zoom) * 0.6,
      terminalAt,
      words:
        box < 12
          ? []
          : [
              word(0, edge + 4, `${axes[2].name}${noun}`),
              word(0, top + lean / 2 - box * 0.7, `${axes[1].name}${noun}`),
              word(0, height - edge + 4, `${axes[0].name}${noun}`),
            ],
    },
    width,
    height,
    look,
  );
}
