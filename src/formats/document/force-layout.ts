/** A force-directed layout: links attract, switches repel each other. The module is loaded when it is first needed. */
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
import type { DrawnPlace } from "../../core/network/drawing/drawing.ts";

interface Body {
  readonly s: number;
  x?: number;
  y?: number;
}

/** Number of iterations. With many bodies, an iteration takes longer and fewer iterations suffice. */
const iterationsFor = (count: number) => (count <= 200 ? 300 : count <= 1000 ? 120 : 60);

/**
 * Places the switches of a drawing by simulated forces: links pull neighbors to a distance, and all switches repel each other. Returns the
 * position [x, y] of every switch, by its number.
 * @param neighbors numbers of the neighbors of each switch, in both directions
 * @param neighborDistance in steps of the drawing
 */
export function forceLayout(
  switchNumbers: readonly number[],
  neighbors: ReadonlyMap<number, readonly number[]>,
  initialPositions: ReadonlyMap<number, DrawnPlace>,
  neighborDistance: number,
): ReadonlyMap<number, DrawnPlace> {
  // Two bodies in the same position would have no direction in which to repel each other, so each starts with a small deterministic offset.
  const bodies: Body[] = switchNumbers.map((s, i) => ({
    s,
    x: initialPositions.get(s)![0] + (i % 7) * 0.3,
    y: initialPositions.get(s)![1] + (i % 5) * 0.3,
  }));
  const indexOf = new Map(switchNumbers.map((s, i) => [s, i]));
  const links = switchNumbers.flatMap((s) =>
    neighbors.get(s)!.flatMap((other) => (other > s ? [{ source: indexOf.get(s)!, target: indexOf.get(other)! }] : [])),
  );
  const simulation = forceSimulation<Body>(bodies)
    .force("links", forceLink<Body, { source: number; target: number }>(links).distance(neighborDistance).strength(0.5))
    .force(
      "charge",
      forceManyBody<Body>()
        .strength(-neighborDistance * 9)
        .distanceMax(neighborDistance * 16),
    )
    .force("collide", forceCollide<Body>(neighborDistance * 0.45))
    .force("x", forceX<Body>(0).strength(0.03))
    .force("y", forceY<Body>(0).strength(0.05))
    .stop();
  simulation.tick(iterationsFor(switchNumbers.length));
  return new Map(bodies.map(({ s, x = 0, y = 0 }): [number, DrawnPlace] => [s, [x, y]]));
}
