/** A force-directed layout: links attract, switches repel each other. The module is loaded when it is first needed. */
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
import type { Place } from "../../core/network/drawing/drawing.ts";

interface Body {
  readonly s: number;
  x?: number;
  y?: number;
}

/** Number of iterations. With many bodies, an iteration takes longer and fewer iterations suffice. */
const rounds = (count: number) => (count <= 200 ? 300 : count <= 1000 ? 120 : 60);

/**
 * Runs the layout and returns the position of every switch.
 * @param neighborDistance distance between neighbors, in steps of the drawing
 */
export function byForces(
  list: readonly number[],
  ways: ReadonlyMap<number, readonly number[]>,
  now: ReadonlyMap<number, Place>,
  apart: number,
): ReadonlyMap<number, Place> {
  // Two bodies in the same position would have no direction in which to repel each other, so each starts with a small deterministic offset.
  const bodies: Body[] = list.map((s, i) => ({ s, x: now.get(s)![0] + (i % 7) * 0.3, y: now.get(s)![1] + (i % 5) * 0.3 }));
  const place = new Map(list.map((s, i) => [s, i]));
  const links = list.flatMap((s) =>
    ways.get(s)!.flatMap((other) => (other > s ? [{ source: place.get(s)!, target: place.get(other)! }] : [])),
  );
  const simulation = forceSimulation<Body>(bodies)
    .force("links", forceLink<Body, { source: number; target: number }>(links).distance(apart).strength(0.5))
    .force(
      "charge",
      forceManyBody<Body>()
        .strength(-apart * 9)
        .distanceMax(apart * 16),
    )
    .force("collide", forceCollide<Body>(apart * 0.45))
    .force("x", forceX<Body>(0).strength(0.03))
    .force("y", forceY<Body>(0).strength(0.05))
    .stop();
  simulation.tick(rounds(list.length));
  return new Map(bodies.map(({ s, x = 0, y = 0 }): [number, Place] => [s, [x, y]]));
}
