/** Wiring of meshes and tori. */
import type { Axis, Network } from "./network.ts";
import { NetworkBuilder } from "./builder.ts";

/** Shape of a mesh or torus. */
export interface GridShape {
  /** Number of switches along each dimension. */
  readonly sizes: readonly number[];
  /** Whether the last switch of each dimension is linked to the first. */
  readonly wraps: readonly boolean[];
  /** Terminals per switch. */
  readonly terminalsPerSwitch: number;
  /** Links per terminal, all to its switch; 1 if absent. */
  readonly terminalLinks?: number;
}

/** A dimension of size 2 has no wraparound link, because both directions already lead to the same neighbor. */
export function isRingDimension(size: number, wraps: boolean): boolean {
  return wraps && size > 2;
}

const axisNames = ["X", "Y", "Z", "W", "V", "U"];

/** Name of dimension `d`. */
export function axisName(d: number): string {
  return axisNames[d] ?? `D${d}`;
}

/** Axes of a grid. */
export function gridAxes(sizes: readonly number[], wraps: readonly boolean[]): readonly Axis[] {
  return sizes.map((size, d) => ({ name: axisName(d), kind: isRingDimension(size, wraps[d]) ? "ring" : "line", size }));
}

/** Ports of each switch of a grid. At the edges of a mesh, some ports stay unplugged. */
export function gridPorts({ sizes, terminalsPerSwitch, terminalLinks = 1 }: GridShape): number {
  return sizes.reduce((sum, size) => sum + (size > 2 ? 2 : size - 1), terminalsPerSwitch * terminalLinks);
}

/**
 * Builds a mesh or torus; each dimension may wrap or not. The coordinate of the first dimension changes fastest in the numbering of
 * switches. The ports of a switch are: its terminals, then for each dimension the link to the higher and the link to the lower coordinate,
 * where they exist.
 */
export function buildGrid(shape: GridShape): Network {
  const { sizes, wraps, terminalsPerSwitch, terminalLinks = 1 } = shape;
  const switches = sizes.reduce((product, size) => product * size, 1);
  const terminals = switches * terminalsPerSwitch;
  const isRing = sizes.map((size, d) => isRingDimension(size, wraps[d]));
  const links = sizes.reduce((sum, size, d) => sum + (switches / size) * (isRing[d] ? size : size - 1), terminals * terminalLinks);
  const net = new NetworkBuilder(terminals, switches, links, gridAxes(sizes, wraps));

  // Terminals with their links, and coordinates.
  const ports = gridPorts(shape);
  const terminalLink = net.linkClass("terminal");
  for (let s = 0; s < switches; s++) {
    for (let i = 0; i < terminalsPerSwitch; i++) {
      for (let k = 0; k < terminalLinks; k++) net.connect(s * terminalsPerSwitch + i, terminals + s, terminalLink);
    }
    let remainingIndex = s;
    sizes.forEach((size, d) => {
      const x = remainingIndex % size;
      remainingIndex = Math.floor(remainingIndex / size);
      net.setCoordinate(terminals + s, d, x);
      for (let i = 0; i < terminalsPerSwitch; i++) net.setCoordinate(s * terminalsPerSwitch + i, d, x);
    });
    net.setPorts(s, ports);
  }
  // Links between switches: `stride` is the step between neighbors of a dimension in the numbering.
  let stride = 1;
  sizes.forEach((size, d) => {
    const linkClass = size > 1 ? net.linkClass(axisName(d)) : 0;
    for (let s = 0; s < switches; s++) {
      const x = Math.floor(s / stride) % size;
      if (x + 1 < size) net.connect(terminals + s, terminals + s + stride, linkClass);
      else if (isRing[d]) net.connect(terminals + s, terminals + s - x * stride, linkClass);
    }
    stride *= size;
  });
  return net.finish();
}
